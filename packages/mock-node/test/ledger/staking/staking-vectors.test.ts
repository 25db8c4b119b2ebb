import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createStakeState } from '../../../src/ledger/contracts/stake-state.ts';
import { delegationBytes, delegatableStake, stakeInUse } from '../../../src/ledger/staking/delegatable-stake.ts';
import { maxReleasedUsage, releaseStake, releasedShare } from '../../../src/ledger/staking/release-stake.ts';
import { bandwidthLimit, energyLimit, wholeCoinEnergyLimit } from '../../../src/ledger/staking/resource-limits.ts';
import { reducedCount } from '../../../src/ledger/voting/votes.ts';
import { existingAccount, getAccount, newAccount } from '../../../src/state/accessors/accounts.ts';
import { type ResourceUse } from '../../../src/state/records/account.ts';
import { addresses, atSlot, createLedger } from '../../support/staking-ledger.ts';

const [owner, receiver] = addresses;
const coins = (amount: bigint): bigint => amount * 1_000_000n;
const staked = (frozen: { BANDWIDTH?: bigint; ENERGY?: bigint }) => newAccount({ address: owner, frozen });
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
  ])('a stake of %d in a weight of %d gives %d energy in answers and %d in a call', (stake, weight, shown, inCall) => {
    const state = createLedger({ properties: { totalEnergyWeight: weight } });
    expect(energyLimit(state, staked({ ENERGY: stake }))).toBe(shown);
    expect(wholeCoinEnergyLimit(state, staked({ ENERGY: stake }))).toBe(inCall);
  });

  test.each([
    [coins(800n), 2000n, 17_280_000_000n],
    [1_500_000n, 26_500_000_000n, 2n],
    [coins(77n), 105n, 31_679_999_999n],
  ])('a stake of %d in a weight of %d gives %d bandwidth', (stake, weight, limit) => {
    const state = createLedger({ properties: { totalNetWeight: weight } });
    expect(bandwidthLimit(state, staked({ BANDWIDTH: stake }))).toBe(limit);
  });

  test('are quotients of integers under proposal 97', () => {
    const amounts = fc.bigInt(0n, 10n ** 17n);
    const [weights, totals] = [fc.bigInt(1n, 10n ** 11n), fc.bigInt(0n, 10n ** 15n)];
    fc.assert(
      fc.property(amounts, weights, totals, fc.boolean(), (stake, weight, total, isV2) => {
        const state = createLedger({
          parameters: {
            getAllowHardenResourceCalculation: 1n,
            getTotalEnergyCurrentLimit: total,
            getTotalNetLimit: total,
            getUnfreezeDelayDays: isV2 ? 14n : 0n,
          },
          properties: { totalEnergyWeight: weight, totalNetWeight: weight },
        });
        const whole = ((stake / 1_000_000n) * total) / weight;
        const exact = isV2 ? (stake * total) / (1_000_000n * weight) : whole;
        fc.pre(exact < 2n ** 63n);
        expect(energyLimit(state, staked({ ENERGY: stake }))).toBe(exact);
        expect(bandwidthLimit(state, staked({ BANDWIDTH: stake }))).toBe(exact);
        expect(wholeCoinEnergyLimit(state, staked({ ENERGY: stake }))).toBe(whole);
      }),
      { numRuns: scaled(50) },
    );
  });

  test('fail above 64 bits under proposal 97, and are the highest number before it', () => {
    const limitUnder = (getAllowHardenResourceCalculation: bigint): bigint => {
      const parameters = { getAllowHardenResourceCalculation, getTotalEnergyCurrentLimit: 10n ** 17n };
      const state = createLedger({ parameters, properties: { totalEnergyWeight: 1n } });
      return energyLimit(state, staked({ ENERGY: coins(100n) }));
    };
    expect(limitUnder(0n)).toBe(2n ** 63n - 1n);
    expect(() => limitUnder(1n)).toThrow('BigInteger out of long range');
  });

  test('are 0 in answers and unlimited in a call if the network has no weight', () => {
    const state = createLedger();
    expect(energyLimit(state, staked({ ENERGY: coins(5n) }))).toBe(0n);
    expect(wholeCoinEnergyLimit(state, staked({ ENERGY: coins(5n) }))).toBe(2n ** 63n - 1n);
  });

  test('count only whole coins before staking version 2', () => {
    const state = createLedger({ parameters: { getUnfreezeDelayDays: 0n }, properties: { totalNetWeight: 2n } });
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
  ] as const)('for %s usage %d with weight %d and limit %d is %d', (resource, usage, weight, limit, used) => {
    const state = createLedger({
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
  ])('reserves for a delegation of %d a transaction of %d bytes', (stake, bytes) => {
    expect(delegationBytes(createLedger({ parameters: { getMaxDelegateLockPeriod: 864_000n } }), stake)).toBe(bytes);
  });

  test('reserves fewer bytes for a delegation without lock periods', () => {
    expect(delegationBytes(createLedger({ parameters: { getMaxDelegateLockPeriod: 86_400n } }), coins(1n))).toBe(277n);
  });

  test('is attributed to acquired stake first', () => {
    const account = newAccount({
      address: owner,
      frozen: { ENERGY: coins(10n) },
      acquired: { bandwidth: 0n, energy: coins(4n) },
    });
    expect(delegatableStake(account, 'ENERGY', coins(3n))).toBe(coins(10n));
    expect(delegatableStake(account, 'ENERGY', coins(9n))).toBe(coins(5n));
  });
});

describe('released stake', () => {
  const delegated = (stake: bigint) => ({ delegated: { bandwidth: stake, energy: stake } });

  test('moves bandwidth usage as in a recorded case', () => {
    const state = createLedger({
      properties: { totalNetWeight: 12_202n },
      accounts: [
        { address: owner, net: optimized(7435n, 28_770_871n, 100), ...delegated(coins(190n)) },
        {
          address: receiver,
          net: optimized(12_877n, 28_757_872n, 100),
          frozen: { BANDWIDTH: coins(1139n) },
          acquired: { bandwidth: coins(190n), energy: 0n },
        },
      ],
    });
    releaseStake(state, {
      from: owner,
      to: receiver,
      resource: 'BANDWIDTH',
      amount: coins(190n),
      now: 100,
      maxUsage: maxReleasedUsage,
    });
    expect(existingAccount(state, receiver).net).toEqual(optimized(11_037n, 28_757_872n, 100));
    expect(existingAccount(state, owner).net).toEqual(optimized(9275n, 28_768_293n, 100));
    expect(existingAccount(state, receiver).acquired.bandwidth).toBe(0n);
    expect(existingAccount(state, owner)).toMatchObject({
      frozen: { BANDWIDTH: coins(190n) },
      delegated: { bandwidth: 0n },
    });
  });

  test.each([
    ['thousandths', optimized(4000n, 15_000_500n, 4000), '61530/26800000', '28025/25095084'],
    ['slots', { ...optimized(4000n, 15_000n, 4000), windowOptimized: false }, '61530/26800', '28025/25095'],
  ] as const)('moves energy usage with windows in %s', (form, ownerUse, expectedReceiver, expectedOwner) => {
    const exact = form === 'thousandths';
    const state = createLedger({
      parameters: { getAllowCancelAllUnfreezeV2: exact ? 1n : 0n },
      properties: { totalEnergyWeight: 8001n },
      accounts: [
        { address: owner, energy: ownerUse, ...delegated(coins(400n)) },
        {
          address: receiver,
          energy: { usage: 90_000n, window: exact ? 28_000_000n : 28_000n, time: 5000, windowOptimized: exact },
          frozen: { ENERGY: coins(1000n) },
          acquired: { bandwidth: 0n, energy: coins(400n) },
        },
      ],
    });
    const amount = coins(400n);
    releaseStake(state, {
      from: owner,
      to: receiver,
      resource: 'ENERGY',
      amount,
      now: 6200,
      maxUsage: maxReleasedUsage,
    });
    const shown = ({ usage, window }: ResourceUse): string => `${usage}/${window}`;
    expect(shown(existingAccount(state, receiver).energy)).toBe(expectedReceiver);
    expect(shown(existingAccount(state, owner).energy)).toBe(expectedOwner);
  });

  test('moves at most the usage that the stake gives in a day', () => {
    const state = createLedger({ properties: { totalNetWeight: 2_000_000_000n } });
    expect(maxReleasedUsage(state, 'BANDWIDTH', coins(1n))).toBe(21n);
    expect(releasedShare(900_000n, { amount: coins(1n), of: coins(1n) })).toBe(900_000n);
  });

  test('moves no usage from a receiver that has acquired less', () => {
    const net = optimized(500n, 28_000_000n, 10);
    const state = createLedger({
      properties: { totalNetWeight: 9n },
      accounts: [
        { address: owner, net: optimized(7n, 20_000_000n, 3), ...delegated(coins(4n)) },
        { address: receiver, net, acquired: { bandwidth: coins(1n), energy: 0n } },
      ],
    });
    const netBefore = existingAccount(state, owner).net;
    const amount = coins(2n);
    releaseStake(state, {
      from: owner,
      to: receiver,
      resource: 'BANDWIDTH',
      amount,
      now: 10,
      maxUsage: maxReleasedUsage,
    });
    expect(getAccount(state, receiver)).toMatchObject({ net: { usage: 500n, time: 10 }, acquired: { bandwidth: 0n } });
    expect(existingAccount(state, owner).net).toEqual(netBefore);
    expect(existingAccount(state, owner).frozen.BANDWIDTH).toBe(coins(2n));
  });
});

test('votes are reduced in doubles, from left to right', () => {
  const reduced = [1000n, 700n, 3n].map((count) => reducedCount({ count, total: 1703n, power: 1_200_500_000n }));
  expect(reduced).toEqual([704n, 493n, 2n]);
});

describe('contracts', () => {
  test('release up to 1 more usage than transactions, because they multiply in another order', () => {
    const accounts = [
      { address: owner, delegated: { bandwidth: coins(77n), energy: 0n } },
      {
        address: receiver,
        net: optimized(40_000_000_000n, 28_800_000n, 5),
        acquired: { bandwidth: coins(77n), energy: 0n },
      },
    ];
    const state = createLedger({ properties: { totalNetWeight: 105n }, accounts });
    expect(maxReleasedUsage(state, 'BANDWIDTH', coins(77n))).toBe(31_679_999_999n);
    atSlot(state, 5);
    state.root = {
      ...state.root,
      delegations: state.root.delegations.set(owner + receiver, {
        unlocked: { bandwidth: coins(77n), energy: 0n, bandwidthExpire: 0, energyExpire: 0 },
        indexedAt: 1,
      }),
    };
    const args = { owner, receiver, amount: coins(77n), resource: 0 } as const;
    expect(createStakeState(state).undelegateResource(args)).toBe(true);
    expect(existingAccount(state, owner).net.usage).toBe(31_680_000_000n);
    // The emptied row stays, but leaves the index.
    expect(state.root.delegations.get(owner + receiver)).toEqual({
      unlocked: { bandwidth: 0n, energy: 0n, bandwidthExpire: 0, energyExpire: 0 },
    });
  });

  test('see resource usage, delegatable stake and the clean part of a release', () => {
    const state = createLedger({
      properties: { totalEnergyWeight: 8001n },
      accounts: [
        {
          address: owner,
          energy: optimized(58_000_000_000n, 28_000_500n, 1000),
          frozen: { ENERGY: coins(2000n) },
          acquired: { bandwidth: 0n, energy: coins(1000n) },
        },
      ],
    });
    atSlot(state, 1000);
    const stakes = createStakeState(state);
    const inUse = BigInt(Math.trunc(((58_000_000_000 * 8001) / 180_000_000_000) * 1_000_000));
    expect(stakes.resourceUsage(owner, 1)).toEqual([inUse, 84_000n]);
    expect(stakes.delegatableResource(owner, 1)).toBe(coins(2000n) - (inUse - coins(1000n)));
    const all = coins(3000n);
    const clean = BigInt(Math.trunc(Number(coins(90n)) * (Number(all - inUse) / Number(all))));
    expect(stakes.checkUndelegateResource(owner, coins(90n), 1)).toEqual([clean, coins(90n) - clean, 84_000n]);
    atSlot(state, 1000 + 28_000);
    expect(createStakeState(state).resourceUsage(owner, 1)).toEqual([0n, 0n]);
    expect(stakes.resourceUsage(owner, 2)).toEqual([0n, 0n]);
    expect(stakes.totalResource(owner, 1)).toBe(all);
    expect(stakes.unfreezableBalanceV2(owner, 1)).toBe(coins(2000n));
  });

  test('leave stake, usage and expired unfreezes to the beneficiary when destroyed, and the weights unchanged', () => {
    const state = createLedger({
      properties: { totalEnergyWeight: 7n },
      accounts: [
        {
          address: owner,
          frozen: { ENERGY: coins(7n) },
          energy: optimized(600n, 28_800_000n, 10),
          unfreezing: [{ resource: 'ENERGY', amount: 5n, expireTime: 30_000 }],
        },
        { address: receiver, balance: 1n },
      ],
    });
    atSlot(state, 10);
    const stakes = createStakeState(state);
    expect(stakes.canSelfDestruct(owner)).toBe(true);
    expect(stakes.inheritStakeV2({ owner, beneficiary: receiver })).toBe(5n);
    expect(getAccount(state, receiver)).toMatchObject({
      balance: 6n,
      frozen: { ENERGY: coins(7n) },
      energy: { usage: 600n, time: 10 },
    });
    expect(getAccount(state, owner)).toMatchObject({ frozen: {}, unfreezing: [], energy: { usage: 0n } });
    expect(state.root.properties.totalEnergyWeight).toBe(7n);
  });

  test('cannot destroy themselves while stake is delegated or an unfreeze is pending', () => {
    const pending = [{ resource: 'ENERGY', amount: 5n, expireTime: 30_001 }] as const;
    const state = createLedger({
      accounts: [
        { address: owner, delegated: { bandwidth: 1n, energy: 0n } },
        { address: receiver, unfreezing: pending },
      ],
    });
    atSlot(state, 10);
    const stakes = createStakeState(state);
    expect(stakes.canSelfDestruct(owner)).toBe(false);
    expect(stakes.canSelfDestruct(receiver)).toBe(false);
  });
});
