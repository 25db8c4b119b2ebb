// The layouts of this package, compared with the protocol's definitions.
import { PROTOCOL_ENUMERATIONS, PROTOCOL_MESSAGES } from '@coin/test-kit/protocol-fields';
import { describe, expect, test } from 'vitest';
import { HEADER_LAYOUT, LEAF_LAYOUT } from '../../src/proof/block-bytes.ts';
import { CONTRACT_TYPES, type ContractType } from '../../src/transaction/contracts/contract-types.ts';
import { operationsBitmap, type Operation } from '../../src/transaction/contracts/operations.ts';
import { RAW_DATA_LAYOUT, TRANSACTION_LAYOUT } from '../../src/transaction/transaction-layout.ts';
import { type FieldLayout, type MessageLayout } from '../../src/transaction/wire/message-layout.ts';

const CONTRACT_NUMBERS = PROTOCOL_ENUMERATIONS.get('Transaction.Contract.ContractType') ?? {};

const SCALARS: Readonly<Record<string, readonly string[]>> = {
  address: ['bytes'],
  // A message inside a signed or hashed one can stay in bytes.
  bytes: ['bytes', 'Transaction.raw'],
  repeatedBytes: ['bytes'],
  text: ['bytes'],
  string: ['string'],
  // The number of a contract's type, whose name may be unknown.
  int64: ['int64', 'int32', 'Transaction.Contract.ContractType'],
  bool: ['bool'],
  map: ['map<int64,int64>'],
};

/** Contract types whose fields are not known, by the reason. A transaction of such a type decodes with them in bytes. */
const LEFT_OUT_TYPES: Readonly<Record<string, string>> = {
  'shielded transfers are not read': 'ShieldedTransferContract',
  'no node executes it': 'VoteAssetContract',
  'it has no message': 'CustomContract GetContract',
};

/** Fields of known messages that no layout has, by the reason. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'nodes ignore it, and decoding a transaction rejects it as unknown': {
    'Transaction.raw': 'ref_block_num auths scripts',
    'Transaction.Contract': 'provider ContractName',
  },
  'a node writes it neither into a block nor into what is signed, and hashes keep it as it is': {
    'Transaction.Result':
      'assetIssueID withdraw_amount unfreeze_amount exchange_received_amount exchange_inject_another_amount exchange_withdraw_another_amount exchange_id shielded_transaction_fee orderId orderDetails withdraw_expire_amount cancel_unfreezeV2_amount',
  },
};

const isLeftOut = (message: string, field: string): boolean =>
  Object.values(LEFT_OUT).some((fields) => fields[message]?.split(' ').includes(field));

/** Throws unless a field has the protocol's type, and its message the protocol's fields. */
function expectType([, name, kind, of]: FieldLayout, type: string): void {
  if (kind === 'enum') {
    // A zero is not written, so its name does not matter.
    const names = of.map((value, i) => [value, i] as const).slice(1);
    const known = Object.entries(PROTOCOL_ENUMERATIONS.get(type) ?? {}).filter(([, number]) => number !== 0);
    expect(names).toEqual(known);
  } else if (kind === 'message' || kind === 'repeated') expectFields(of, type);
  else expect(SCALARS[kind], name).toContain(type);
}

/** Throws unless a layout has all of the protocol's fields but those that are left out. */
function expectFields(layout: MessageLayout, message: string): void {
  const fields = PROTOCOL_MESSAGES.get(message)?.filter(({ name }) => !isLeftOut(message, name)) ?? [];
  expect(layout.map(([number, name]) => [number, name])).toEqual(fields.map(({ number, name }) => [number, name]));
  layout.forEach((field, i) => {
    // Only one contract of a transaction is allowed.
    const isList = fields[i]?.repeated === true && fields[i].name !== 'contract';
    expect(field[2].startsWith('repeated'), field[1]).toBe(isList);
    expectType(field, fields[i]?.type ?? '');
  });
}

describe.each(Object.keys(CONTRACT_TYPES) as ContractType[])('%s', (type) => {
  test('has the number and the fields of the protocol', () => {
    expect(CONTRACT_TYPES[type].number).toBe(CONTRACT_NUMBERS[type]);
    expectFields(CONTRACT_TYPES[type].fields, type);
  });
});

test('a contract type is known or has a reason why not', () => {
  const leftOut = Object.values(LEFT_OUT_TYPES).flatMap((names) => names.split(' '));
  expect([...Object.keys(CONTRACT_TYPES), ...leftOut].toSorted()).toEqual(Object.keys(CONTRACT_NUMBERS).toSorted());
});

test.each([
  ['Transaction.raw', RAW_DATA_LAYOUT],
  ['Transaction', LEAF_LAYOUT],
  ['BlockHeader.raw', HEADER_LAYOUT],
] as const)('%s has the fields of the protocol', (message, layout) => {
  expectFields(layout, message);
});

test('a transaction that is sent has no result, and else the fields of one in a block', () => {
  expect(TRANSACTION_LAYOUT).toEqual(LEAF_LAYOUT.filter(([, name]) => name !== 'ret'));
});

test('operations have the protocol’s names and numbers', () => {
  for (const [name, number] of Object.entries(CONTRACT_NUMBERS)) {
    const bitmap = Buffer.from(operationsBitmap([name as Operation]), 'hex');
    expect([...bitmap].flatMap((byte, i) => (byte === 0 ? [] : [i * 8 + Math.log2(byte)]))).toEqual([number]);
  }
});
