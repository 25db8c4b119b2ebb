import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressFromPublicKey } from '@coin/rpc/address';
import { verifyMessage } from '@coin/rpc/message';
import { type Case, type Source } from '../case.ts';
import { readTransactions, transactionCases } from '../transaction-cases.ts';

/** The key of a device, and what it signed with it. */
interface Signatures {
  readonly address: string;
  readonly publicKey: string;
  readonly messages: readonly { readonly message: string; readonly signature: string }[];
}

const signatureCases = ({ address, publicKey, messages }: Signatures): readonly Case[] => [
  { name: 'getAddress', check: () => assert.equal(addressFromPublicKey(Buffer.from(publicKey, 'hex')), address) },
  ...messages.map(({ message, signature }) => ({
    name: `message ${message}`,
    check: () => assert.ok(verifyMessage({ message, signature, address })),
  })),
];

/** What a Ledger device signed in the tests of its packages. */
export const ledger: Source = {
  name: 'ledger',
  origin: '@ledgerhq/coin-tron 8.0.0, src/logic; @ledgerhq/hw-app-trx 6.36.6, tests',
  licence: 'MIT, Apache-2.0',
  read: (folder) => [
    ...transactionCases(readTransactions(join(folder, 'transactions.jsonl'))),
    ...signatureCases(JSON.parse(readFileSync(join(folder, 'signatures.json'), 'utf8')) as Signatures),
  ],
  exclusions: [
    {
      cause: 'its JSON has addresses in hex beside a token id as text, a mixture that no node prints',
      source: 'docs/protocol/transfers.md, Protobuf shapes',
      cases: ['decodeTransaction 2'],
    },
  ],
};
