import {
  applyResourceEvent,
  type ResourceAccount,
  type ResourceEvent,
  type ResourceLedger,
  type ResourceNetwork,
} from '@coin/fee/resources';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const SLOT = 3_000;
const COIN = 1_000_000n;
const TIME = 1_700_000_000_000 - (1_700_000_000_000 % SLOT);

const network: ResourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 8_001n },
  bandwidth: { limit: 43_200_000_000n, weight: 12_202n },
  freeBandwidth: 600,
  prices: { energy: 100n, bandwidth: 1_000n, accountCreation: 100_000n, accountCreationInContract: 1_000_000n },
};

const ledgerOf = (
  accounts: Record<string, ResourceAccount>,
  windowUnit: 'slots' | 'thousandths' = 'thousandths',
): ResourceLedger => ({
  network: { ...network, windowUnit },
  accounts,
});

const applyAll = (ledger: ResourceLedger, events: readonly ResourceEvent[]): ResourceLedger =>
  events.reduce((state, event) => applyResourceEvent(state, event).ledger, ledger);

/** The windows of the vectors, in thousandths of a slot. */
const milliseconds = (thousandths: number) => thousandths * 3;

// docs/protocol/staking.md, "Vectors".
describe('the vectors of the protocol', () => {
  test.each([
    [
      'thousandths',
      [
        [252, 28_800_000],
        [523, 28_799_519],
        [802, 28_763_126],
        [1_078, 28_745_142],
        [1_358, 28_734_493],
      ],
    ],
    [
      'slots',
      [
        [252, 28_800_000],
        [523, 28_799_000],
        [802, 28_762_000],
        [1_078, 28_744_000],
        [1_358, 28_733_000],
      ],
    ],
  ] as const)('hold for bandwidth that is used in each slot, with windows in %s', (unit, expected) => {
    let ledger = ledgerOf({ A: { bandwidth: { stake: 800n * COIN } } }, unit);
    for (const [index, size] of [252, 271, 279, 276, 280].entries()) {
      const time = TIME + index * SLOT;
      ledger = applyResourceEvent(ledger, { kind: 'transaction', owner: 'A', time, size }).ledger;
      const [used, window] = expected[index] ?? [0, 0];
      expect(ledger.accounts['A']?.bandwidth).toMatchObject({
        used: BigInt(used),
        time,
        windowMs: milliseconds(window),
      });
    }
  });

  test.each([
    ['thousandths', 20_000_123, 17_170_891],
    ['slots', 20_000_000, 17_170_000],
  ] as const)('hold for bandwidth after a long gap, with windows in %s', (unit, window, merged) => {
    const used = { stake: 800n * COIN, used: 50_000n, time: TIME, windowMs: milliseconds(window) };
    const event = { kind: 'transaction', owner: 'A', time: TIME + 5_000 * SLOT, size: 7_000 } as const;
    const { accounts } = applyResourceEvent(ledgerOf({ A: { bandwidth: used } }, unit), event).ledger;
    expect(accounts['A']?.bandwidth).toMatchObject({ used: 44_500n, windowMs: milliseconds(merged) });
  });

  test.each([
    [false, 112_580n, 26_666_777],
    [true, 112_581n, 26_666_540],
  ])('a call that fails (%s) rounds otherwise than one that succeeds', (failed, used, window) => {
    const energy = { stake: 10n * COIN, used: 77_681n, time: TIME, windowMs: milliseconds(27_738_369) };
    const time = TIME + 2_311 * SLOT;
    const call = { kind: 'transaction', owner: 'A', time, size: 300, energy: 41_372n, failed } as const;
    const { accounts } = applyResourceEvent(ledgerOf({ A: { energy } }), call).ledger;
    expect(accounts['A']?.energy).toMatchObject({ used, time, windowMs: milliseconds(window) });
  });

  test('hold for bandwidth that returns to its owner with its stake', () => {
    const received = { stake: 1_139n * COIN, received: 190n * COIN, used: 12_877n, time: TIME };
    const { accounts } = applyResourceEvent(
      ledgerOf({
        A: { bandwidth: { delegated: 190n * COIN, used: 7_435n, time: TIME, windowMs: milliseconds(28_770_871) } },
        B: { bandwidth: { ...received, windowMs: milliseconds(28_757_872) } },
      }),
      { kind: 'undelegate', owner: 'A', receiver: 'B', resource: 'BANDWIDTH', amount: 190n * COIN, time: TIME },
    ).ledger;
    expect(accounts['B']?.bandwidth).toMatchObject({ used: 11_037n, windowMs: milliseconds(28_757_872), received: 0n });
    expect(accounts['A']?.bandwidth).toMatchObject({
      used: 9_275n,
      windowMs: milliseconds(28_768_293),
      stake: 190n * COIN,
      delegated: 0n,
    });
  });

  test.each([
    ['thousandths', 28_000_000, 15_000_500, 26_800_000, 25_095_084],
    ['slots', 28_000_000, 15_000_000, 26_800_000, 25_095_000],
  ] as const)('hold for energy that returns, with windows in %s', (unit, theirs, ours, refreshed, merged) => {
    const at = (slot: number) => TIME + slot * SLOT;
    const receiver = { stake: 1_000n * COIN, received: 400n * COIN, used: 90_000n, time: at(5_000) };
    const owner = { delegated: 400n * COIN, used: 4_000n, time: at(4_000) };
    const accounts = (A: ResourceAccount) => ({
      A,
      B: { energy: { ...receiver, windowMs: milliseconds(theirs) } },
    });
    const event = {
      kind: 'undelegate',
      owner: 'A',
      receiver: 'B',
      resource: 'ENERGY',
      amount: 400n * COIN,
      time: at(6_200),
    } as const;
    const used = accounts({ energy: { ...owner, windowMs: milliseconds(ours) } });
    const after = applyResourceEvent(ledgerOf(used, unit), event).ledger.accounts;
    expect(after['B']?.energy).toMatchObject({ used: 61_530n, windowMs: milliseconds(refreshed) });
    expect(after['A']?.energy).toMatchObject({ used: 28_025n, windowMs: milliseconds(merged), time: at(6_200) });
    // An owner without use gets the window of the use that it takes over.
    const unused = accounts({ energy: { delegated: 400n * COIN } });
    const first = applyResourceEvent(ledgerOf(unused, unit), event).ledger.accounts;
    expect(first['A']?.energy).toMatchObject({ used: 24_612n, windowMs: milliseconds(refreshed) });
  });
});

test('no more use returns with stake than the stake yields', () => {
  const ledger = ledgerOf({
    A: { bandwidth: { delegated: COIN } },
    B: { bandwidth: { received: COIN, used: 900_000n, time: TIME } },
  });
  const wide = { ...ledger.network, bandwidth: { limit: 43_200_000_000n, weight: 2_000_000_000n } };
  const event = {
    kind: 'undelegate',
    owner: 'A',
    receiver: 'B',
    resource: 'BANDWIDTH',
    amount: COIN,
    time: TIME,
  } as const;
  const { accounts } = applyResourceEvent({ ...ledger, network: wide }, event).ledger;
  expect(accounts['A']?.bandwidth?.used).toBe(21n);
  expect(accounts['B']?.bandwidth?.used).toBe(899_979n);
});

test('weights count the whole coins of each account', () => {
  const stake = (kind: 'stake' | 'unstake', amount: bigint): ResourceEvent => ({
    kind,
    owner: 'A',
    resource: 'ENERGY',
    amount,
  });
  const weightAfter = (...events: ResourceEvent[]) =>
    applyAll(ledgerOf({}), events).network.energy.weight - network.energy.weight;
  expect(weightAfter(stake('stake', 1_500_000n))).toBe(1n);
  expect(weightAfter(stake('stake', 1_500_000n), stake('stake', 1_500_000n))).toBe(3n);
  expect(weightAfter(stake('stake', 1_500_000n), stake('unstake', 600_000n))).toBe(0n);
});

test('a loan from an account that the ledger does not have comes and goes', () => {
  const loan = { owner: 'TLender', receiver: 'A', resource: 'ENERGY', amount: 10n * COIN } as const;
  const call = { kind: 'transaction', owner: 'A', time: TIME, size: 300, energy: 1_000_000n } as const;
  const lent = applyResourceEvent(ledgerOf({}), { kind: 'delegate', ...loan, time: TIME }).ledger;
  const called = applyResourceEvent(lent, call);
  expect(called.fee).toMatchObject({ energy: 0n, bandwidth: 0n, total: 0n });
  const returned = applyResourceEvent(called.ledger, { kind: 'undelegate', ...loan, time: TIME }).ledger;
  // The use goes with the stake.
  expect(Object.keys(returned.accounts)).toEqual(['A']);
  expect(returned.accounts['A']?.energy).toMatchObject({ received: 0n, used: 0n });
});

test('the deployer pays its share from its stake', () => {
  const deployer = { address: 'D', callerPercent: 40, deployerEnergyLimit: 1_000_000n };
  const call = { kind: 'transaction', owner: 'A', time: TIME, size: 300, energy: 50_000n, deployer } as const;
  const { fee, ledger } = applyResourceEvent(ledgerOf({ D: { energy: { stake: COIN } } }), call);
  expect(fee?.energy).toBe(2_000_000n);
  expect(ledger.accounts['D']?.energy?.used).toBe(30_000n);
  expect(applyResourceEvent(ledgerOf({ A: { energy: { stake: COIN } } }), { ...call, owner: 'D' }).fee?.energy).toBe(
    5_000_000n,
  );
});

test('a call that succeeds without energy keeps its reserved energy', () => {
  const ledger = ledgerOf({ A: { energy: { stake: COIN } }, D: { energy: { stake: COIN } } });
  const deployer = { address: 'D', callerPercent: 50, deployerEnergyLimit: 20_000n };
  const call = { kind: 'transaction', owner: 'A', time: TIME, size: 300, feeLimit: 1_000_000n, deployer } as const;
  const usedBy = (event: ResourceEvent, address: string) =>
    applyResourceEvent(ledger, event).ledger.accounts[address]?.energy?.used ?? 0n;
  expect(usedBy(call, 'A')).toBe(10_000n);
  expect(usedBy(call, 'D')).toBe(10_000n);
  expect(usedBy({ ...call, deployer: { ...deployer, callerPercent: 10 } }, 'D')).toBe(20_000n);
  expect(usedBy({ ...call, failed: true }, 'A')).toBe(0n);
});

test.each<[string, object]>([
  ['unstakes more than there is', { kind: 'unstake', owner: 'A', resource: 'ENERGY', amount: 5n * COIN + 1n }],
  ['stakes less than a coin', { kind: 'stake', owner: 'A', resource: 'ENERGY', amount: COIN - 1n }],
  ['delegates less than a coin', { kind: 'delegate', receiver: 'B', amount: COIN - 1n }],
  ['delegates stake behind its use', { kind: 'delegate', receiver: 'B', amount: 5n * COIN }],
  ['delegates to itself', { kind: 'delegate', receiver: 'A', amount: COIN }],
  ['takes back more than it delegated', { kind: 'undelegate', receiver: 'C', amount: 3n * COIN + 1n }],
  ['takes back what the receiver does not have', { kind: 'undelegate', receiver: 'B', amount: COIN }],
  ['stakes for no resource', { kind: 'stake', owner: 'A', resource: 'TRON_POWER', amount: COIN }],
  ['does something else', { kind: 'vote', owner: 'A' }],
])('an event that %s is rejected', (_, event) => {
  const ledger = ledgerOf({
    A: { energy: { stake: 5n * COIN, delegated: 3n * COIN, used: 50_000_000n, time: TIME } },
    C: { energy: { received: 10n * COIN } },
  });
  const defaults = 'receiver' in event ? { owner: 'A', resource: 'ENERGY', time: TIME } : {};
  expect(() => applyResourceEvent(ledger, { ...defaults, ...event } as never)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
  );
});

const transactions = fc.array(
  fc.record({
    kind: fc.constant('transaction' as const),
    owner: fc.constantFrom('A', 'B'),
    slot: fc.nat(40_000),
    size: fc.integer({ min: 200, max: 700 }),
    energy: fc.bigInt(0n, 100_000_000n),
    failed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 20 },
);

test('a transaction burns coin for whatever stake and free bandwidth do not cover, and changes no other account', () =>
  fc.assert(
    fc.property(transactions, fc.constantFrom('slots' as const, 'thousandths' as const), (drawn, unit) => {
      let ledger = ledgerOf({ A: { energy: { stake: 3n * COIN }, bandwidth: { stake: COIN } }, B: {} }, unit);
      const before = JSON.stringify(ledger, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
      const start = ledger;
      const events = drawn.map(({ slot, ...rest }) => ({ ...rest, time: TIME + slot * SLOT }));
      for (const event of events.toSorted((one, other) => one.time - other.time)) {
        const other = event.owner === 'A' ? 'B' : 'A';
        const { ledger: after, fee } = applyResourceEvent(ledger, event);
        expect(after.accounts[other]).toBe(ledger.accounts[other]);
        expect(fee?.energy).toBeLessThanOrEqual(event.energy * 100n);
        if (event.owner === 'B') expect(fee?.energy).toBe(event.energy * 100n);
        expect([0n, BigInt(event.size) * 1_000n]).toContain(fee?.bandwidth);
        ledger = after;
      }
      expect(JSON.stringify(start, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))).toBe(
        before,
      );
    }),
  ));
