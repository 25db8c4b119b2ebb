// The layouts of this package, compared with the protocol's definitions.
import { PROTOCOL_CONTRACT_TYPES, PROTOCOL_ENUMERATIONS, PROTOCOL_MESSAGES } from '@coin/test-kit/protocol-fields';
import { describe, expect, test } from 'vitest';
import { CONTRACT_LAYOUTS } from '../../src/transaction/contracts/contract-layouts.ts';
import { CONTRACT_TYPES, type ContractType } from '../../src/transaction/contracts/contract-type.ts';
import { operationsBitmap, type Operation } from '../../src/transaction/contracts/operations.ts';
import { type FieldLayout, type MessageLayout } from '../../src/transaction/wire/message-layout.ts';

const SCALARS: Readonly<Record<string, readonly string[]>> = {
  address: ['bytes'],
  bytes: ['bytes'],
  text: ['bytes'],
  string: ['string'],
  int64: ['int64', 'int32'],
  bool: ['bool'],
  map: ['map<int64,int64>'],
};

/** Throws unless a field has the protocol's type, and its message the protocol's fields. */
function expectType([, name, kind, of]: FieldLayout, type: string): void {
  const plain = type.replace('*', '');
  expect(type.startsWith('*'), name).toBe(kind.startsWith('repeated'));
  // A zero is not written, so its name does not matter.
  if (kind === 'enum') expect(of.slice(1)).toEqual(PROTOCOL_ENUMERATIONS[plain]?.slice(1));
  else if (kind === 'message' || kind === 'repeated') expectFields(of, plain);
  else expect(SCALARS[kind], name).toContain(plain);
}

function expectFields(layout: MessageLayout, message: string): void {
  const fields = PROTOCOL_MESSAGES[message]?.split(', ').map((field) => field.split(' ')) ?? [];
  expect(layout.map(([number, name]) => `${number} ${name}`)).toEqual(
    fields.map(([number, name]) => `${number} ${name}`),
  );
  layout.forEach((field, i) => expectType(field, fields[i]?.[2] ?? ''));
}

describe.each(Object.keys(CONTRACT_TYPES) as ContractType[])('%s', (type) => {
  test('has the number and the fields of the protocol', () => {
    expect(CONTRACT_TYPES[type]).toBe(PROTOCOL_CONTRACT_TYPES[type]);
    expectFields(CONTRACT_LAYOUTS[type], type);
  });
});

test('operations have the protocol’s names and numbers', () => {
  for (const [name, number] of Object.entries(PROTOCOL_CONTRACT_TYPES)) {
    const bitmap = Buffer.from(operationsBitmap([name as Operation]), 'hex');
    expect([...bitmap].flatMap((byte, i) => (byte === 0 ? [] : [i * 8 + Math.log2(byte)]))).toEqual([number]);
  }
});
