// A token's transfer has succeeded only if the token itself logs it.
import { type OutboxEntry } from '@coin/payments';
import { type TransactionInfo } from '@coin/rpc';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { endIncluded } from '../../src/outbox/entry/entry-changes.ts';
import { call, transfer } from '../support/paying-node.ts';

const TOKEN = call.contract;
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const intent = { kind: 'transfer-token', owner: transfer.owner, to: transfer.to, token: TOKEN, amount: 5n } as const;
const entry = {
  id: 'a',
  intent,
  status: 'signed',
  earlierTxIDs: [],
  failures: 0,
  txID: '',
  transaction: '',
  genesisId: '',
  waitsFor: { kind: 'block', since: 0, until: 0 },
} as const satisfies OutboxEntry;

const log = fc.record({
  address: fc.constantFrom(TOKEN, transfer.owner),
  topics: fc.constantFrom([TRANSFER], ['ab'.repeat(32)], ['ab'.repeat(32), TRANSFER], []),
  data: fc.constant(''),
});

test('succeeds if one log is a transfer of the token, and fails with any other logs', () =>
  fc.assert(
    fc.property(fc.array(log, { maxLength: 3 }), (logs) => {
      const info = { succeeded: true, result: 'SUCCESS', blockNumber: 1, fee: 0n, logs } as unknown as TransactionInfo;
      const isMoved = logs.some(({ address, topics: [topic] }) => address === TOKEN && topic === TRANSFER);
      expect(endIncluded(entry, info, []).status).toBe(isMoved ? 'succeeded' : 'failed');
      // A call moves what it moves.
      const called = { ...entry, intent: { ...call, feeLimit: 5n } };
      expect(endIncluded(called, info, []).status).toBe('succeeded');
    }),
  ));
