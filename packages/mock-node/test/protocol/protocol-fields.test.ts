// The messages of contracts, compared with the protocol's definitions.
import { PROTOCOL_CONTRACT_TYPES, PROTOCOL_ENUMERATIONS, PROTOCOL_MESSAGES } from '@coin/test-kit/protocol-fields';
import { expect, test } from 'vitest';
import { contractSchemas } from '../../src/protocol/messages/contract-schemas.ts';
import { ContractType } from '../../src/protocol/messages/enumerations.ts';
import { type MessageSchema, type NamedField } from '../../src/protocol/messages/schema.ts';

/** The protocol's type of a field, without the name of a message. */
function typeOf(field: NamedField): string {
  const type = {
    address: 'bytes',
    text: 'bytes',
    map: 'map<int64,int64>',
    enum: field.kind === 'enum' ? field.enumeration.name : '',
    message: 'message',
  }[field.kind as string];
  return `${field.repeated && field.kind !== 'map' ? '*' : ''}${type ?? field.kind}`;
}

function expectFields({ fields }: MessageSchema<unknown>, message: string): void {
  const expected = PROTOCOL_MESSAGES[message]?.split(', ') ?? [];
  const nested = expected.map((field) => field.split(' ')[2]?.replace('*', '') ?? '');
  const plain = expected.map((field, i) =>
    (nested[i] ?? '') in PROTOCOL_MESSAGES ? field.replace(nested[i] ?? '', 'message') : field,
  );
  expect(fields.map((field) => `${field.number} ${field.name} ${typeOf(field)}`)).toEqual(plain);
  fields.forEach((field, i) => {
    if (field.kind === 'message') expectFields(field.schema, nested[i] ?? '');
    if (field.kind === 'enum')
      expect(Object.keys(field.enumeration.values)).toEqual(PROTOCOL_ENUMERATIONS[nested[i] ?? '']);
  });
}

test.each([...contractSchemas.values()].map((schema) => [schema.name, schema] as const))(
  '%s has the fields of the protocol',
  (name, schema) => {
    expectFields(schema, name);
  },
);

test('contract types have the numbers of the protocol', () => {
  expect(ContractType.values).toEqual(PROTOCOL_CONTRACT_TYPES);
});
