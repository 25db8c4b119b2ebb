import {
  applyResourceEvent,
  type Load,
  type ResourceNetwork,
  resourcesAt,
  scheduleDelegations,
  type ScheduleDelegationsOptions,
} from '@coin/fee/resources';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const COIN = 1_000_000n;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FROM = 1_700_000_001_000 - (1_700_000_001_000 % HOUR);
const SETTLE = 60_000;

/** A coin yields some 1,800 units of energy a day. */
const network: ResourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 100_000_000n },
  bandwidth: { limit: 43_200_000_000n, weight: 100_000_000n },
  freeBandwidth: 600,
  prices: { energy: 100n },
};
const kinds = { call: { size: 300, energy: 18_000n } };

/** Calls at hours after the start, each after the delegations of its time. */
const callsAt = (...hours: readonly number[]): Load => ({
  kinds,
  transactions: hours.map((hour) => ({ kind: 'call', time: FROM + SETTLE + hour * HOUR })),
});

const schedule = (wallets: Record<string, Load>, options: Partial<ScheduleDelegationsOptions> = {}) =>
  scheduleDelegations({
    owner: 'TStaker',
    account: { energy: { stake: 10n * COIN } },
    wallets: Object.fromEntries(Object.entries(wallets).map(([address, load]) => [address, { load }])),
    network,
    from: FROM,
    ...options,
  });

/** Steps as one line each: when, in hours, what, for whom, and how many coins. */
const shown = ({ steps }: { steps: ReturnType<typeof schedule>['steps'] }) =>
  steps.map(({ time, intent }) => {
    const receiver = 'receiver' in intent ? ` ${intent.receiver}` : '';
    return `${Math.floor((time - FROM) / HOUR)} ${intent.kind}${receiver} ${intent.amount / COIN}`;
  });

test('delegates the need of each wallet once, if there is enough for all', () => {
  const made = schedule({ A: callsAt(0, 1), B: callsAt(0) }, { account: { energy: { stake: 100n * COIN } } });
  expect(shown(made)).toEqual(['0 delegate A 20', '0 delegate B 10']);
  expect(made.burned).toBe(0n);
  expect(made.after.delegations).toEqual([
    { to: 'A', amount: 20n * COIN },
    { to: 'B', amount: 10n * COIN },
  ]);
});

test('moves stake only as fast as the use behind it recovers', () => {
  // A uses all of it, and B calls later.
  const atHours = (hour: number) => schedule({ A: callsAt(0), B: callsAt(hour) });
  const afterADay = atHours(24);
  expect(shown(afterADay)).toEqual(['0 delegate A 10', '24 undelegate A 10', '24 delegate B 10']);
  expect(afterADay.burned).toBe(0n);
  const afterHalfADay = atHours(12);
  expect(shown(afterHalfADay)).toEqual(['0 delegate A 10', '12 undelegate A 10', '12 delegate B 5']);
  expect(afterHalfADay.supply['B']?.[2]).toEqual({
    from: FROM + 12 * HOUR,
    until: FROM + 18 * HOUR,
    delegated: 5n * COIN,
    // Half of the call.
    burned: 900_000n,
  });
});

test('supplies calls that come before the delegations of the next period', () => {
  const atNextPeriod = (SETTLE / 2 - SETTLE) / HOUR + 6;
  // There is too little for all calls at the same time, so stake moves to C later.
  const made = schedule(
    { A: callsAt(0), B: callsAt(atNextPeriod), C: callsAt(30) },
    { account: { energy: { stake: 20n * COIN } } },
  );
  expect(shown(made).slice(0, 2)).toEqual(['0 delegate A 10', '0 delegate B 10']);
  expect(made.burned).toBe(0n);
});

test('does not return locked stake before its lock has expired', () => {
  const locked = (lock: object, hour: number) => shown(schedule({ A: callsAt(0), B: callsAt(hour) }, { lock }));
  // 3 days by default; 2 days in blocks of 3 s.
  expect(locked({}, 48)).toEqual(['0 delegate A 10']);
  expect(locked({}, 78)).toContain('78 undelegate A 10');
  const twoDays = { blocks: 57_600, maxBlocks: 864_000 };
  expect(locked(twoDays, 42)).toEqual(['0 delegate A 10']);
  expect(locked(twoDays, 54)).toContain('54 undelegate A 10');
});

test('locks for at least as long as the last lock of a wallet still lasts', () => {
  const { steps } = schedule(
    { A: callsAt(0) },
    {
      account: { energy: { stake: 10n * COIN, delegated: 5n * COIN } },
      wallets: { A: { load: callsAt(0), account: { energy: { received: 5n * COIN } } } },
      delegations: [{ to: 'A', amount: 5n * COIN, lockedUntil: FROM + 5 * DAY }],
      lock: { blocks: 1_000, maxBlocks: 864_000 },
    },
  );
  const blocks = Math.ceil((5 * DAY - SETTLE) / 3_000);
  expect(steps.map(({ intent }) => intent)).toEqual([
    { kind: 'delegate', owner: 'TStaker', receiver: 'A', resource: 'ENERGY', amount: 5n * COIN, lockBlocks: blocks },
  ]);
});

test('supplies the wallets named first, and reports the coin that the others burn', () => {
  const made = schedule({ B: callsAt(0), A: callsAt(0) }, { account: { energy: { stake: 15n * COIN } } });
  expect(shown(made)).toEqual(['0 delegate B 10', '0 delegate A 5']);
  expect(made.supply['B']?.[0]?.burned).toBe(0n);
  expect(made.supply['A']?.[0]?.burned).toBe(900_000n);
  expect(made.burned).toBe(900_000n);
});

test('stakes the missing amount, up to the allowed maximum', () => {
  const scarce = { wallets: { A: { load: callsAt(0, 1, 2) } } };
  const needed = schedule({}, { ...scarce, maxNewStake: 1_000n * COIN });
  expect(shown(needed)).toEqual(['0 stake 19', '0 delegate A 29']);
  expect(needed.burned).toBe(0n);
  expect(needed.after.network.energy.weight).toBe(100_000_019n);
  const limited = schedule({}, { ...scarce, maxNewStake: 15n * COIN });
  expect(shown(limited)).toEqual(['0 stake 15', '0 delegate A 25']);
  expect(limited.burned).toBeGreaterThan(0n);
});

test('unstakes the stake that no later period needs, and keeps the rest', () => {
  const loads = { A: callsAt(0, 0, 0, 30, 60) };
  const account = { energy: { stake: 50n * COIN } };
  expect(shown(schedule(loads, { account }))).toEqual(['0 delegate A 30']);
  const made = schedule(loads, { account, idleStake: 'unstake' });
  expect(made.burned).toBe(0n);
  const unstaked = made.steps.filter(({ intent }) => intent.kind === 'unstake');
  expect(unstaked[0]).toMatchObject({ time: FROM + SETTLE, intent: { amount: 20n * COIN } });
  expect(unstaked.reduce((sum, { intent }) => sum + intent.amount, 0n)).toBeGreaterThanOrEqual(39n * COIN);
  expect(made.after.pendingUnstakes).toEqual(
    unstaked.map(({ time, intent }) => ({ amount: intent.amount, expireTime: time + 14 * DAY })),
  );
});

test('waits for an earlier unstake to be paid out while 32 are pending', () => {
  const expireTime = FROM + 12 * HOUR;
  const pendingUnstakes = Array.from({ length: 32 }, () => ({ amount: COIN, expireTime }));
  const account = { energy: { stake: 50n * COIN } };
  const made = schedule({ A: callsAt(0, 40) }, { account, pendingUnstakes, idleStake: 'unstake' });
  const first = made.steps.find(({ intent }) => intent.kind === 'unstake');
  expect(first?.time).toBe(expireTime + SETTLE);
  const fewer = pendingUnstakes.slice(1);
  const sooner = schedule({ A: callsAt(0, 40) }, { account, pendingUnstakes: fewer, idleStake: 'unstake' });
  expect(sooner.steps.find(({ intent }) => intent.kind === 'unstake')?.time).toBe(FROM + SETTLE);
});

test('starts from the state at the end of another schedule', () => {
  const first = schedule({ A: callsAt(0), B: callsAt(0) }, { account: { energy: { stake: 40n * COIN } } });
  const { accounts, ...after } = first.after;
  const from = FROM + DAY;
  const later = (hour: number): Load => ({
    kinds,
    transactions: [{ kind: 'call', time: from + SETTLE + hour * HOUR }],
  });
  const second = scheduleDelegations({
    owner: 'TStaker',
    wallets: {
      A: { load: later(0), account: accounts['A'] ?? {} },
      B: { load: later(0), account: accounts['B'] ?? {} },
    },
    from,
    ...after,
  });
  expect(second).toMatchObject({ steps: [], burned: 0n });
});

test('every step can be applied to the ledger, and wallets receive the delegations that it states', () => {
  const made = schedule({ A: callsAt(0, 1, 13), B: callsAt(12, 25, 26), C: callsAt(7) });
  let ledger = { network, accounts: { TStaker: { energy: { stake: 10n * COIN } } } } as Parameters<
    typeof applyResourceEvent
  >[0];
  const calls = Object.entries({ A: [0, 1, 13], B: [12, 25, 26], C: [7] }).flatMap(([owner, hours]) =>
    hours.map((hour) => ({ time: FROM + SETTLE + hour * HOUR, owner })),
  );
  const events = [
    ...made.steps.map(({ time, intent: { ...intent } }) => ({ time, event: { time, ...intent } })),
    ...calls.map(({ time, owner }) => ({
      time,
      event: { kind: 'transaction', owner, time, size: 0, energy: 18_000n },
    })),
  ].sort((one, other) => one.time - other.time);
  let burned = 0n;
  for (const { event } of events) {
    const { ledger: after, fee } = applyResourceEvent(ledger, event as never);
    ledger = after;
    burned += fee?.energy ?? 0n;
  }
  expect(burned).toBe(made.burned);
  for (const address of ['A', 'B', 'C']) {
    expect(made.supply[address]?.at(-1)?.delegated).toBe(ledger.accounts[address]?.energy?.received ?? 0n);
    const at = (account = {}) => resourcesAt({ account, network: ledger.network, time: FROM + 2 * DAY });
    expect(at(made.after.accounts[address])).toEqual(at(ledger.accounts[address]));
  }
});

const hours = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 12 });

test('a wallet that returns stake does not burn in that period', () =>
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('A', 'B', 'C'), hours, { minKeys: 2 }),
      fc.bigInt(5n, 60n),
      fc.constantFrom('keep' as const, 'unstake' as const),
      (calls, coins, idleStake) => {
        const loads = Object.fromEntries(Object.entries(calls).map(([address, at]) => [address, callsAt(...at)]));
        const made = schedule(loads, { account: { energy: { stake: coins * COIN } }, idleStake });
        for (const { time, intent } of made.steps) {
          if (intent.kind !== 'undelegate') continue;
          const period = made.supply[intent.receiver]?.find(({ from }) => from === time);
          expect(period?.burned).toBe(0n);
        }
      },
    ),
    { numRuns: 30 },
  ));

test.each<[string, Partial<ScheduleDelegationsOptions>, string]>([
  ['a staking account that is a wallet', { wallets: { TStaker: { load: callsAt(0) } } }, 'wallets'],
  ['calls before the first step', { wallets: { A: { load: callsAt(-1) } } }, 'time'],
  ['a period that is shorter than the pause in it', { periodMs: 1_000 }, 'periodMs'],
  ['a pause without a block', { settleMs: 2_999 }, 'settleMs'],
  ['too many periods', { wallets: { A: { load: callsAt(10_000) } }, periodMs: HOUR / 2 }, 'periods of the load'],
  ['delegations to others', { delegations: [{ to: 'X', amount: COIN }] }, 'to'],
  ['delegations that no wallet has received', { delegations: [{ to: 'A', amount: COIN }] }, 'delegations'],
  [
    'delegations that the staking account has not made',
    {
      wallets: { A: { load: callsAt(0), account: { energy: { received: COIN } } } },
      delegations: [{ to: 'A', amount: COIN }],
    },
    'delegations',
  ],
  ['a lock above the maximum', { lock: { blocks: 864_001, maxBlocks: 864_000 } }, 'blocks'],
  ['what to do with idle stake', { idleStake: 'sell' as never }, 'idleStake'],
])('rejects %s', (_, options, argument) => {
  expect(() => schedule({ A: callsAt(0) }, options)).toThrow(
    expect.objectContaining({ context: expect.objectContaining({ argument }) }),
  );
});

test('needs the price of energy only if some is burned', () => {
  const { prices: _, ...free } = network;
  expect(schedule({ A: callsAt(0) }, { network: free }).burned).toBe(0n);
  expect(() => schedule({ A: callsAt(0, 0) }, { network: free })).toThrow(/prices\.energy/);
});
