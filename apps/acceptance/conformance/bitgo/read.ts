import { join } from 'node:path';
import { type Source } from '../case.ts';
import { readTransactions, transactionCases } from '../transaction-cases.ts';

/** Transactions that BitGo's tests build, sign and decode. */
export const bitgo: Source = {
  name: 'bitgo',
  origin: '@bitgo/sdk-coin-trx 3.16.4, dist/test',
  licence: 'Apache-2.0',
  read: (folder) => transactionCases(readTransactions(join(folder, 'transactions.jsonl'))),
  exclusions: [
    {
      cause: 'its JSON has a key `contractType`, which no node prints',
      source: 'docs/protocol/transfers.md, Protobuf shapes',
      cases: ['mockTokenTx', 'trxToken.txHex'],
    },
    {
      cause: 'its contract has another type than its type_url',
      source: 'docs/protocol/transfers.md, Protobuf shapes',
      cases: ['validWithdrawUnsignedTx'],
    },
    {
      cause: 'its JSON does not show the field of 0 in its bytes, so it packs to other bytes',
      source: 'docs/protocol/transfers.md, Protobuf shapes',
      cases: ['freezeBalanceTxBuilder with a resource of 0'],
    },
  ],
};
