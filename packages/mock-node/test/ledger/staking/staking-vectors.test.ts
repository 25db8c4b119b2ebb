import { describe, expect, test } from 'vitest';
import { delegationBytes, delegatableStake, stakeInUse } from '../../../src/ledger/staking/delegatable-stake.ts';
import { maxReleasedUsage, releaseStake, releasedShare } from '../../../src/ledger/staking/release-stake.ts';
import { bandwidthLimit, energyLimit, wholeCoinEnergyLimit } from '../../../src/ledger/staking/resource-limits.ts';
import { createStakeState } from '../../../src/ledger/contracts/stake-state.ts';
import { reducedCount } from '../../../src/ledger/voting/votes.ts';
import { getAccount, newAccount } from '../../../src/state/accounts.ts';
import type { ResourceUse } from '../../../src/state/records/account.ts';
import { addresses, atSlot, ledger } from '../../support/staking-ledger.ts';

const [lender, borrower] = addresses;
const coins = (amount: bigint): bigint => amount * 1_000_000n;
const staked = (frozen: { BANDWIDTH?: bigint; ENERGY?: bigint }) => newAccount({ address: lender, frozen });
const optimized = (usage: bigint, window: bigint, time: number): ResourceUse => ({
  usage,
  window,
  time,
  windowOptimized: true,
});

describe('limits', () => {
  test.each([
    [2_601_500_000n, 8001n, 58_526_434_195n, 58_515_185_601n],
    [500_000n, 8001n, 11_248_593n, 0n],
    [coins(39n), 39n, 179_999_999_999n, 179_999_999_999n],
    [coins(21n), 35n, 107_999_999_999n, 107_999_999_999n],
  ])('%d small units of weight %d: %d energy shown, %d in a call', (stake, weight, shown, inCall) => {
    const state = ledger({ properties: { totalEnergyWeight: weight } });
    expect(energyLimit(state, staked({ ENERGY: stake }))).toBe(shown);
    expect(wholeCoinEnergyLimit(state, staked({ ENERGY: stake }))).toBe(inCall);
  });

  test.each([
    [coins(800n), 2000n, 17_280_000_000n],
    [1_500_000n, 26_500_000_000n, 2n],
    [coins(77n), 105n, 31_679_999_999n],
  ])('%d small units of weight %d: %d bandwidth', (stake, weight, limit) => {
    const state = ledger({ properties: { totalNetWeight: weight } });
    expect(bandwidthLimit(state, staked({ BANDWIDTH: stake }))).toBe(limit);
  });

  test('without weight nothing is shown, and a call may use everything', () => {
    const state = ledger();
    expect(energyLimit(state, staked({ ENERGY: coins(5n) }))).toBe(0n);
    expect(wholeCoinEnergyLimit(state, staked({ ENERGY: coins(5n) }))).toBe(2n ** 63n - 1n);
  });

  test('before staking version 2 only whole coins count', () => {
    const state = ledger({ parameters: { getUnfreezeDelayDays: 0n }, properties: { totalNetWeight: 2n } });
    expect(bandwidthLimit(state, staked({ BANDWIDTH: 1_999_999n }))).toBe(21_600_000_000n);
    expect(bandwidthLimit(state, staked({ BANDWIDTH: 999_999n }))).toBe(0n);
  });
});

describe('stake behind a usage', () => {
  test.each([
    ['ENERGY', 58_000n, 8001n, 180_000_000_000n, 2578n],
    ['BANDWIDTH', 1861n, 2000n, 43_200_000_000n, 86n],
    ['BANDWIDTH', 1861n + 283n, 2000n, 43_200_000_000n, 99n],
    ['ENERGY', 65_000n, 19_000_000_000n, 180_000_000_000n, 6_861_111_111n],
  ] as const)('%s %d at %d of %d: %d', (resource, usage, weight, limit, used) => {
    const state = ledger({
      parameters: { getTotalNetLimit: limit, getTotalEnergyCurrentLimit: limit },
      properties: { totalNetWeight: weight, totalEnergyWeight: weight },
    });
    expect(stakeInUse(state, resource, usage)).toBe(used);
  });

  test.each([
    [0n, 277n],
    [coins(1n), 281n],
    [coins(200n), 282n],
    [coins(800n), 283n],
  ])('a delegation of %d takes %d bytes', (stake, bytes) => {
    expect(delegationBytes(ledger({ parameters: { getMaxDelegateLockPeriod: 864_000n } }), stake)).toBe(bytes);
  });

  test('without lock periods a delegation is shorter', () => {
    expect(delegationBytes(ledger({ parameters: { getMaxDelegateLockPeriod: 86_400n } }), coins(1n))).toBe(277n);
  });

  test('stake lent by others is used up first', () => {
    const account = newAccount({
      address: lender,
      frozen: { ENERGY: coins(10n) },
      acquired: { bandwidth: 0n, energy: coins(4n) },
    });
    expect(delegatableStake(account, 'ENERGY', coins(3n))).toBe(coins(10n));
    expect(delegatableStake(account, 'ENERGY', coins(9n))).toBe(coins(5n));
  });
});

describe('stake taken back', () => {
  const lent = (stake: bigint) => ({ delegated: { bandwidth: stake, energy: stake } });

  test('bandwidth: the recorded case', () => {
    const state = ledger({
      properties: { totalNetWeight: 12_202n },
      accounts: [
        { address: lender, net: optimized(7435n, 28_770_871n, 100), ...lent(coins(190n)) },
        {
          address: borrower,
          net: optimized(12_877n, 28_757_872n, 100),
          frozen: { BANDWIDTH: coins(1139n) },
          acquired: { bandwidth: coins(190n), energy: 0n },
        },
      ],
    });
    releaseStake(state, {
      from: lender,
      to: borrower,
      resource: 'BANDWIDTH',
      amount: coins(190n),
      now: 100,
      maxUsage: maxReleasedUsage,
    });
    expect(getAccount(state, borrower)!.net).toEqual(optimized(11_037n, 28_757_872n, 100));
    expect(getAccount(state, lender)!.net).toEqual(optimized(9275n, 28_768_293n, 100));
    expect(getAccount(state, borrower)!.acquired.bandwidth).toBe(0n);
    expect(getAccount(state, lender)!).toMatchObject({
      frozen: { BANDWIDTH: coins(190n) },
      delegated: { bandwidth: 0n },
    });
  });

  test.each([
    ['thousandths', optimized(4000n, 15_000_500n, 4000), '61530/26800000', '28025/25095084'],
    ['slots', { ...optimized(4000n, 15_000n, 4000), windowOptimized: false }, '61530/26800', '28025/25095'],
  ] as const)('energy, window in %s', (form, ownerUse, receiver, owner) => {
    const exact = form === 'thousandths';
    const state = ledger({
      parameters: { getAllowCancelAllUnfreezeV2: exact ? 1n : 0n },
      properties: { totalEnergyWeight: 8001n },
      accounts: [
        { address: lender, energy: ownerUse, ...lent(coins(400n)) },
        {
          address: borrower,
          energy: { usage: 90_000n, window: exact ? 28_000_000n : 28_000n, time: 5000, windowOptimized: exact },
          frozen: { ENERGY: coins(1000n) },
          acquired: { bandwidth: 0n, energy: coins(400n) },
        },
      ],
    });
    const amount = coins(400n);
    releaseStake(state, {
      from: lender,
      to: borrower,
      resource: 'ENERGY',
      amount,
      now: 6200,
      maxUsage: maxReleasedUsage,
    });
    const shown = ({ usage, window }: ResourceUse): string => `${usage}/${window}`;
    expect(shown(getAccount(state, borrower)!.energy)).toBe(receiver);
    expect(shown(getAccount(state, lender)!.energy)).toBe(owner);
  });

  test('no more usage returns than the stake gives in a day', () => {
    const state = ledger({ properties: { totalNetWeight: 2_000_000_000n } });
    expect(maxReleasedUsage(state, 'BANDWIDTH', coins(1n))).toBe(21n);
    expect(releasedShare(900_000n, { amount: coins(1n), of: coins(1n) })).toBe(900_000n);
  });

  test('a receiver that was lent less, or that used nothing, hands over nothing', () => {
    const net = optimized(500n, 28_000_000n, 10);
    const state = ledger({
      properties: { totalNetWeight: 9n },
      accounts: [
        { address: lender, net: optimized(7n, 20_000_000n, 3), ...lent(coins(4n)) },
        { address: borrower, net, acquired: { bandwidth: coins(1n), energy: 0n } },
      ],
    });
    const owner = getAccount(state, lender)!.net;
    const amount = coins(2n);
    releaseStake(state, {
      from: lender,
      to: borrower,
      resource: 'BANDWIDTH',
      amount,
      now: 10,
      maxUsage: maxReleasedUsage,
    });
    expect(getAccount(state, borrower)).toMatchObject({ net: { usage: 500n, time: 10 }, acquired: { bandwidth: 0n } });
    expect(getAccount(state, lender)!.net).toEqual(owner);
    expect(getAccount(state, lender)!.frozen.BANDWIDTH).toBe(coins(2n));
  });
});

test('votes are reduced in doubles, left to right', () => {
  const reduced = [1000n, 700n, 3n].map((count) => reducedCount({ count, total: 1703n, power: 1_200_500_000n }));
  expect(reduced).toEqual([704n, 493n, 2n]);
});

describe('contracts count in their own order', () => {
  test('the most usage that returns differs by 1 from that of transactions', () => {
    const accounts = [
      { address: lender, delegated: { bandwidth: coins(77n), energy: 0n } },
      {
        address: borrower,
        net: optimized(40_000_000_000n, 28_800_000n, 5),
        acquired: { bandwidth: coins(77n), energy: 0n },
      },
    ];
    const state = ledger({ properties: { totalNetWeight: 105n }, accounts });
    expect(maxReleasedUsage(state, 'BANDWIDTH', coins(77n))).toBe(31_679_999_999n);
    atSlot(state, 5);
    state.root = {
      ...state.root,
      delegations: state.root.delegations.set(lender + borrower, {
        unlocked: { bandwidth: coins(77n), energy: 0n, bandwidthExpire: 0, energyExpire: 0 },
        indexedAt: 1,
      }),
    };
    const args = { owner: lender, receiver: borrower, amount: coins(77n), resource: 0 } as const;
    expect(createStakeState(state).undelegateResource(args)).toBe(true);
    expect(getAccount(state, lender)!.net.usage).toBe(31_680_000_000n);
    // The emptied row stays, without its place in the index.
    expect(state.root.delegations.get(lender + borrower)).toEqual({
      unlocked: { bandwidth: 0n, energy: 0n, bandwidthExpire: 0, energyExpire: 0 },
    });
  });

  test('resource usage, what may be lent, what may be taken back cleanly', () => {
    const state = ledger({
      properties: { totalEnergyWeight: 8001n },
      accounts: [
        {
          address: lender,
          energy: optimized(58_000_000_000n, 28_000_500n, 1000),
          frozen: { ENERGY: coins(2000n) },
          acquired: { bandwidth: 0n, energy: coins(1000n) },
        },
      ],
    });
    atSlot(state, 1000);
    const stakes = createStakeState(state);
    const inUse = BigInt(Math.trunc(((58_000_000_000 * 8001) / 180_000_000_000) * 1_000_000));
    expect(stakes.resourceUsage(lender, 1)).toEqual([inUse, 84_000n]);
    expect(stakes.delegatableResource(lender, 1)).toBe(coins(2000n) - (inUse - coins(1000n)));
    const all = coins(3000n);
    const clean = BigInt(Math.trunc(Number(coins(90n)) * (Number(all - inUse) / Number(all))));
    expect(stakes.checkUndelegateResource(lender, coins(90n), 1)).toEqual([clean, coins(90n) - clean, 84_000n]);
    atSlot(state, 1000 + 28_000);
    expect(createStakeState(state).resourceUsage(lender, 1)).toEqual([0n, 0n]);
    expect(stakes.resourceUsage(lender, 2)).toEqual([0n, 0n]);
    expect(stakes.totalResource(lender, 1)).toBe(all);
    expect(stakes.unfreezableBalanceV2(lender, 1)).toBe(coins(2000n));
  });

  test('a destroyed contract leaves stake, usage and expired unfreezes; the weights stay', () => {
    const state = ledger({
      properties: { totalEnergyWeight: 7n },
      accounts: [
        {
          address: lender,
          frozen: { ENERGY: coins(7n) },
          energy: optimized(600n, 28_800_000n, 10),
          unfreezing: [{ resource: 'ENERGY', amount: 5n, expireTime: 30_000 }],
        },
        { address: borrower, balance: 1n },
      ],
    });
    atSlot(state, 10);
    const stakes = createStakeState(state);
    expect(stakes.canSelfDestruct(lender)).toBe(true);
    expect(stakes.inheritStakeV2(lender, borrower)).toBe(5n);
    expect(getAccount(state, borrower)).toMatchObject({
      balance: 6n,
      frozen: { ENERGY: coins(7n) },
      energy: { usage: 600n, time: 10 },
    });
    expect(getAccount(state, lender)).toMatchObject({ frozen: {}, unfreezing: [], energy: { usage: 0n } });
    expect(state.root.properties.totalEnergyWeight).toBe(7n);
  });

  test('nobody destroys himself while something is lent or on its way', () => {
    const waiting = [{ resource: 'ENERGY', amount: 5n, expireTime: 30_001 }] as const;
    const state = ledger({
      accounts: [
        { address: lender, delegated: { bandwidth: 1n, energy: 0n } },
        { address: borrower, unfreezing: waiting },
      ],
    });
    atSlot(state, 10);
    const stakes = createStakeState(state);
    expect(stakes.canSelfDestruct(lender)).toBe(false);
    expect(stakes.canSelfDestruct(borrower)).toBe(false);
  });
});
