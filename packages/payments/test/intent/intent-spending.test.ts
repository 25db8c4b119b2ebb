// What an intent takes from its owner's account, before and after its transaction is built.
import { type OutboxIntent } from '@coin/payments';
import { type Transaction } from '@coin/rpc';
import { describe, expect, test } from 'vitest';
import { spendingOf } from '../../src/outbox/intent/intent-spending.ts';
import { call, transfer } from '../support/paying-node.ts';

const { owner, to } = transfer;
const TOKEN = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const AMOUNT = 5n;
const RESOURCE = 'ENERGY' as const;
const asset = { kind: 'transfer-asset', owner, to, tokenId: '1000001', amount: AMOUNT } as const;
const moved = { kind: 'transfer-token', owner, to, token: TOKEN, amount: AMOUNT } as const;
const withData = { kind: 'call', owner, contract: TOKEN, data: 'ab'.repeat(40) } as const;
const votes = [1n, 2n].map((count) => ({ address: to, count }));

const nothing = { owner, permissionId: undefined, coin: 0n, memoSize: 0, feeLimit: 0n };
const built = (rest: object = {}) => ({ rawDataHex: '00'.repeat(133), ...rest }) as Transaction;

/** Each intent, what it takes, and the length of its raw data at least. */
const SPENDING: readonly (readonly [OutboxIntent, object, number])[] = [
  [transfer, { coin: 1_000_000n, recipient: to }, 125],
  [{ ...transfer, memo: 'für' }, { coin: 1_000_000n, recipient: to, memoSize: 4 }, 129],
  [{ ...transfer, permissionId: 2 }, { coin: 1_000_000n, recipient: to, permissionId: 2 }, 125],
  [asset, { recipient: to, tokens: { token: '1000001', amount: AMOUNT } }, 125],
  [{ ...asset, memo: 'x' }, { recipient: to, tokens: { token: '1000001', amount: AMOUNT }, memoSize: 1 }, 126],
  [moved, { tokens: { token: TOKEN, amount: AMOUNT } }, 125 + 68],
  [
    { ...moved, feeLimit: 9n, memo: 'x' },
    { tokens: { token: TOKEN, amount: AMOUNT }, feeLimit: 9n, memoSize: 1 },
    126 + 68,
  ],
  [call, {}, 125 + 64],
  [{ ...call, parameter: '', callValue: 7n, feeLimit: 9n }, { coin: 7n, feeLimit: 9n }, 125],
  [withData, {}, 125 + 40],
  [{ ...withData, memo: 'xy' }, { memoSize: 2 }, 127 + 40],
  [{ kind: 'stake', owner, amount: AMOUNT, resource: RESOURCE }, { coin: AMOUNT }, 100],
  [{ kind: 'unstake', owner, amount: AMOUNT, resource: RESOURCE }, {}, 100],
  [{ kind: 'delegate', owner, receiver: to, amount: AMOUNT, resource: RESOURCE }, {}, 100],
  [{ kind: 'undelegate', owner, receiver: to, amount: AMOUNT, resource: RESOURCE }, {}, 100],
  [{ kind: 'vote', owner, votes }, {}, 100 + 2 * 25],
  [{ kind: 'withdraw-reward', owner }, {}, 100],
  [{ kind: 'withdraw-unstaked', owner, permissionId: 3 }, { permissionId: 3 }, 100],
];

describe('an intent', () => {
  test.each(SPENDING)('%o takes its coin, tokens and fee limit', (intent, spending, raw) => {
    expect(spendingOf(intent)).toEqual({ ...nothing, ...spending, rawDataSize: raw });
  });

  test.each(SPENDING)('%o takes the same once it is built, with the length of its transaction', (intent, spending) => {
    expect(spendingOf(intent, built())).toEqual({ ...nothing, ...spending, rawDataSize: 133 });
  });

  test.each([call, moved])('takes the fee limit of its transaction once it is built: $kind', (intent) => {
    expect(spendingOf(intent, built({ feeLimit: 8n })).feeLimit).toBe(8n);
    expect(spendingOf({ ...intent, feeLimit: 9n }, built({ feeLimit: 8n })).feeLimit).toBe(8n);
  });
});
