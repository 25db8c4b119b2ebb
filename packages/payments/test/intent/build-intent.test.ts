// The request for the transaction of each kind of intent.
import { type OutboxIntent, type PlannedCall } from '@coin/payments';
import { describe, expect, test } from 'vitest';
import { buildIntent } from '../../src/outbox/intent/build-intent.ts';
import { type PlanFeeLimit } from '../../src/outbox/intent/outbox-intent.ts';
import { clientOf } from '../support/client-of.ts';
import { call, transfer } from '../support/paying-node.ts';

const { owner, to } = transfer;
const owned = { owner_address: owner };
const RESOURCE = 'ENERGY' as const;
const stake = { owner, amount: 5n, resource: RESOURCE };
const CONTRACT = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const toWord = '0'.repeat(24) + '1b02cc461f3bd04462c710609df74f63a6cdae1f';
const moved = { kind: 'transfer-token', owner, to, token: CONTRACT, amount: 255n } as const;
const moving = {
  ...owned,
  contract_address: CONTRACT,
  function_selector: 'transfer(address,uint256)',
  parameter: toWord + 'ff'.padStart(64, '0'),
};

/** The requests of an intent to a node that answers nothing, and the code of the error. */
async function requestsOf(intent: OutboxIntent, planFeeLimit?: PlanFeeLimit, signal = new AbortController().signal) {
  const { client, requests } = clientOf(() => Response.json({}));
  const error = await buildIntent(client, intent, planFeeLimit, { signal }).then(
    () => expect.fail(),
    (thrown: unknown) => thrown,
  );
  return { requests: requests.map(({ path, body }) => [path.replace('/wallet/', ''), body]), error };
}

test.each<[OutboxIntent, string, object]>([
  [{ ...transfer, memo: 'x' }, 'createtransaction', { ...owned, to_address: to, amount: 1_000_000, extra_data: 'x' }],
  [
    { kind: 'transfer-asset', owner, to, tokenId: '1000001', amount: 5n, permissionId: 2 },
    'transferasset',
    { ...owned, to_address: to, asset_name: '1000001', amount: 5, Permission_id: 2 },
  ],
  [{ kind: 'stake', ...stake }, 'freezebalancev2', { ...owned, frozen_balance: 5, resource: RESOURCE }],
  [{ kind: 'unstake', ...stake }, 'unfreezebalancev2', { ...owned, unfreeze_balance: 5, resource: RESOURCE }],
  [
    { kind: 'delegate', ...stake, receiver: to, lockBlocks: 9 },
    'delegateresource',
    { ...owned, receiver_address: to, balance: 5, resource: RESOURCE, lock: true, lock_period: 9 },
  ],
  [
    { kind: 'undelegate', ...stake, receiver: to },
    'undelegateresource',
    { ...owned, receiver_address: to, balance: 5, resource: RESOURCE },
  ],
  [
    { kind: 'vote', owner, votes: [{ address: to, count: 5n }] },
    'votewitnessaccount',
    { ...owned, votes: [{ vote_address: to, vote_count: 5 }] },
  ],
  [{ kind: 'withdraw-reward', owner }, 'withdrawbalance', owned],
  [{ kind: 'withdraw-unstaked', owner, permissionId: 3 }, 'withdrawexpireunfreeze', { ...owned, Permission_id: 3 }],
  [
    { ...call, callValue: 7n, feeLimit: 9n },
    'triggersmartcontract',
    { ...owned, contract_address: to, parameter: call.parameter, call_value: 7, fee_limit: 9 },
  ],
  [{ ...moved, feeLimit: 9n, memo: 'x' }, 'triggersmartcontract', { ...moving, fee_limit: 9 }],
])('%o is requested with all of its fields', async (intent, path, body) => {
  const { requests } = await requestsOf(intent, () => expect.fail('it needs no plan'));
  expect(requests).toEqual([[path, expect.objectContaining(body)]]);
});

describe('a call without a fee limit', () => {
  const planned = { owner, contract: to };

  test.each<[OutboxIntent, PlannedCall]>([
    [call, { ...planned, functionSelector: call.functionSelector, parameter: call.parameter }],
    [
      { ...call, callValue: 7n, memo: 'x', permissionId: 2 },
      {
        ...planned,
        callValue: 7n,
        memo: 'x',
        permissionId: 2,
        functionSelector: call.functionSelector,
        parameter: call.parameter,
      },
    ],
    [
      { kind: 'call', owner, contract: to, functionSelector: 'pause()' },
      { ...planned, functionSelector: 'pause()', parameter: '' },
    ],
    [
      { kind: 'call', owner, contract: to, data: 'ab' },
      { ...planned, data: 'ab' },
    ],
    [moved, { owner, contract: CONTRACT, functionSelector: moving.function_selector, parameter: moving.parameter }],
  ])('%o gets the limit that its planner chooses for it', async (intent, expected) => {
    const { signal } = new AbortController();
    const asked: unknown[] = [];
    const planFeeLimit: PlanFeeLimit = async (...args) => {
      asked.push(...args);
      return 8n;
    };
    const { requests } = await requestsOf(intent, planFeeLimit, signal);
    expect(asked).toStrictEqual([expected, { signal }]);
    expect(requests).toEqual([['triggersmartcontract', expect.objectContaining({ fee_limit: 8 })]]);
  });

  test('is not requested by an outbox without a planner', async () => {
    const { requests, error } = await requestsOf(call);
    expect(error).toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument: 'feeLimit' } });
    expect(requests).toEqual([]);
  });
});

test.each<OutboxIntent>([transfer, { ...call, feeLimit: 9n }])(
  'nothing is requested once the signal has aborted: $kind',
  async (intent) => {
    const { requests, error } = await requestsOf(intent, undefined, AbortSignal.abort());
    expect(error).toMatchObject({ code: 'ABORTED' });
    expect(requests).toEqual([]);
  },
);
