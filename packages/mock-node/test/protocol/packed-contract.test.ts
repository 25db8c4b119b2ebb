import { scaled } from '@coin/test-kit/scaled';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CreateSmartContract,
  TransferContract,
  TriggerSmartContract,
} from '../../src/protocol/messages/contract-messages.ts';
import { contractSchemas } from '../../src/protocol/messages/contract-schemas.ts';
import { type ContractTypeName } from '../../src/protocol/messages/enumerations.ts';
import { transactionId } from '../../src/protocol/messages/ids.ts';
import { TransactionRaw } from '../../src/protocol/messages/messages.ts';
import { packContract, unpackContract } from '../../src/protocol/messages/packed-contract.ts';
import { type MessageSchema } from '../../src/protocol/messages/schema.ts';
import { create, decode, encode } from '../../src/protocol/messages/wire.ts';
import { arbitraryMessage } from '../support/arbitrary-message.ts';

const outcome = (compute: () => unknown): unknown => {
  try {
    return compute();
  } catch (error) {
    return `throws ${String(error)}`;
  }
};

const few = fc.constantFrom(1n, 2n);
const address = fc.constantFrom(`41${'11'.repeat(20)}`, `41${'22'.repeat(20)}`);

test('unpacks a contract correctly after any other one', () => {
  const packed = fc.oneof(
    fc.record({ owner_address: address, to_address: address, amount: few }).map((contract) => ({
      schema: TransferContract as MessageSchema<unknown>,
      value: packContract(TransferContract, contract).parameter?.value ?? '',
    })),
    fc.record({ owner_address: address, call_value: few, data: fc.constantFrom('', 'aa', 'bb') }).map((contract) => ({
      schema: TriggerSmartContract as MessageSchema<unknown>,
      value: packContract(TriggerSmartContract, create(TriggerSmartContract, contract)).parameter?.value ?? '',
    })),
  );
  // Read as another type, or cut, it may be no message.
  const asked = fc.tuple(packed, fc.boolean(), fc.boolean()).map(([{ schema, value }, isOther, isCut]) => ({
    schema: isOther ? (TransferContract as MessageSchema<unknown>) : schema,
    value: isCut ? value.slice(0, -2) : value,
  }));
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 12 }), (sequence) => {
      for (const { schema, value } of sequence)
        expect(outcome(() => unpackContract(schema, value))).toEqual(
          outcome(() => decode(schema, Uint8Array.from(Buffer.from(value, 'hex')))),
        );
    }),
    { numRuns: scaled(200) },
  );
});

test('unpacks a contract that was just packed as if it were decoded', () => {
  const any = fc
    .constantFrom<MessageSchema<unknown, ContractTypeName>>(...contractSchemas.values())
    .chain((schema) => arbitraryMessage(schema).map((contract) => ({ schema, contract: create(schema, contract) })));
  // Encoding replaces half of a surrogate pair.
  const named: typeof any = fc.constantFrom('token', '\ud800').map((name) => ({
    schema: CreateSmartContract,
    contract: create(CreateSmartContract, { new_contract: { name } }),
  }));
  const contracts = fc.oneof({ weight: 9, arbitrary: any }, named);
  fc.assert(
    fc.property(contracts, ({ schema, contract }) => {
      const value = packContract(schema, contract).parameter?.value ?? '';
      expect(unpackContract(schema, value)).toEqual(decode(schema, Uint8Array.from(Buffer.from(value, 'hex'))));
    }),
    { numRuns: scaled(300) },
  );
});

test('gives each transaction its own id in any order', () => {
  const raws = [1n, 2n, 1n].map((timestamp) => create(TransactionRaw, { timestamp }));
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom(...raws), { nil: undefined })), (sequence) => {
      for (const raw of sequence)
        expect(transactionId(raw)).toBe(
          bytesToHex(sha256(raw === undefined ? new Uint8Array() : encode(TransactionRaw, raw))),
        );
    }),
    { numRuns: scaled(50) },
  );
});
