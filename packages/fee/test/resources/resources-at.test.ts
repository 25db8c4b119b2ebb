import { type ResourceAccount, resourcesAt, type ResourceNetwork } from '@coin/fee/resources';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const SLOT = 3_000;
const DAY = 86_400_000;
const TIME = 1_700_000_000_000 - (1_700_000_000_000 % SLOT);

const network: ResourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 8_001n },
  bandwidth: { limit: 43_200_000_000n, weight: 2_000n },
  freeBandwidth: 600,
};

const plenty: ResourceNetwork = { ...network, freeBandwidth: 1_000_000 };

// The vectors of docs/protocol/staking.md, "Vectors".
test.each([
  [345n, 100, 343n],
  [600n, 14_400, 300n],
  [600n, 28_799, 0n],
  [600n, 28_800, 0n],
])('%i bytes of free bandwidth have recovered to a use of the vectors after %i slots', (used, slots, left) => {
  const account = { freeBandwidth: { used, time: TIME } };
  const { freeBandwidth, owner } = resourcesAt({ account, network, time: TIME + slots * SLOT });
  expect(freeBandwidth).toEqual({ limit: 600n, used: left });
  expect(owner.freeBandwidth).toBe(600 - Number(left));
});

test('calls may use the energy of whole coins only, and the limit has their fractions', () => {
  const energyOf = (stake: bigint) => resourcesAt({ account: { energy: { stake } }, network, time: TIME });
  expect(energyOf(2_601_500_000n).energy.limit).toBe(58_526_434_195n);
  expect(energyOf(2_601_500_000n).owner.energy).toBe(58_515_185_601n);
  expect(energyOf(500_000n).energy.limit).toBe(11_248_593n);
  expect(energyOf(500_000n).owner.energy).toBe(0n);
});

test('a limit is computed from a quotient that is rounded first', () => {
  const limitOf = (coins: bigint, weight: bigint) =>
    resourcesAt({
      account: { energy: { stake: coins * 1_000_000n } },
      network: { ...network, energy: { limit: 180_000_000_000n, weight } },
      time: TIME,
    }).energy.limit;
  expect(limitOf(39n, 39n)).toBe(179_999_999_999n);
  expect(limitOf(21n, 35n)).toBe(107_999_999_999n);
  expect(limitOf(21n, 0n)).toBe(0n);
});

test.each([
  ['energy', 58_000n, { limit: 180_000_000_000n, weight: 8_001n }, 2_578n],
  ['bandwidth', 1_861n, { limit: 43_200_000_000n, weight: 2_000n }, 86n],
  ['energy', 65_000n, { limit: 180_000_000_000n, weight: 19_000_000_000n }, 6_861_111_111n],
] as const)('stake behind the use of %s cannot be delegated (%i used)', (resource, used, quota, inUse) => {
  const stake = 10_000_000_000n;
  const rules = { ...network, [resource]: quota };
  const delegatable = (received: bigint) =>
    resourcesAt({ account: { [resource]: { stake, received, used, time: TIME } }, network: rules, time: TIME })[
      resource
    ].delegatable;
  expect(delegatable(0n)).toBe(stake - inUse);
  // Received stake is used first.
  expect(delegatable(inUse - 1n)).toBe(stake - 1n);
  expect(delegatable(inUse)).toBe(stake);
});

const uses = fc.record({
  used: fc.bigInt(0n, 320_000_000_000n),
  windowMs: fc.integer({ min: 1_000, max: 28_800_000 }).map((thousandths) => thousandths * 3),
});

test('use never grows while nothing is used, and is gone at the time that is stated', () =>
  fc.assert(
    fc.property(uses, fc.nat(30_000), fc.nat(30_000), (use, slots, more) => {
      const at = (after: number) =>
        resourcesAt({ account: { energy: { ...use, time: TIME } }, network, time: TIME + after * SLOT }).energy;
      expect(at(0).used).toBe(use.used);
      expect(at(slots + more).used).toBeLessThanOrEqual(at(slots).used);
      const { recoveredAt } = at(0);
      expect(recoveredAt).toBeLessThanOrEqual(TIME + DAY);
      expect(at((recoveredAt - TIME) / SLOT).used).toBe(0n);
    }),
  ));

test('the network counts slots from its first block', () => {
  const usedAt = (genesisTime: number) =>
    resourcesAt({
      account: { energy: { used: 100_000_000n, time: TIME } },
      network: { ...network, genesisTime },
      time: TIME + 2_000,
    }).energy.used;
  expect(usedAt(0)).toBe(100_000_000n);
  expect(usedAt(2_000)).toBe(99_996_527n);
});

test('an account that has nothing has only free bandwidth', () => {
  expect(resourcesAt({ account: {}, network, time: TIME })).toMatchObject({
    energy: { limit: 0n, used: 0n, delegatable: 0n },
    bandwidth: { limit: 0n, used: 0n, delegatable: 0n },
    owner: { energy: 0n, stakedBandwidth: 0, freeBandwidth: 600 },
  });
});

test('limits are exact quotients where nodes compute them with integers', () => {
  const limitsOf = (stake: bigint, weight: bigint) => {
    const energy = { limit: 180_000_000_000n, weight };
    const rules = { ...network, energy, arithmetic: 'integers' } as const;
    const { energy: all, owner } = resourcesAt({ account: { energy: { stake } }, network: rules, time: TIME });
    return [all.limit, owner.energy];
  };
  expect(limitsOf(39_000_000n, 39n)).toEqual([180_000_000_000n, 180_000_000_000n]);
  expect(limitsOf(21_500_000n, 35n)).toEqual([110_571_428_571n, 108_000_000_000n]);
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 17n), fc.bigInt(1n, 10n ** 11n), (stake, weight) => {
      const coins = stake / 1_000_000n;
      expect(limitsOf(stake, weight)).toEqual([
        (stake * 180_000_000_000n) / (1_000_000n * weight),
        (coins * 180_000_000_000n) / weight,
      ]);
    }),
  );
});

test('a use from an answer never promises more than the node gives, and at most 2 units of stake less', () => {
  const used = fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 10n ** 11n));
  const slots = fc.integer({ min: 0, max: 28_800 });
  fc.assert(
    fc.property(used, fc.integer({ min: 1_000, max: 28_800_000 }), slots, slots, (stored, window, before, after) => {
      const at = (account: ResourceAccount, slot: number) =>
        resourcesAt({ account, network: plenty, time: TIME + slot * SLOT });
      const account = {
        energy: { used: stored, time: TIME, windowMs: 3 * window },
        bandwidth: { used: stored, time: TIME, windowMs: 3 * window },
        freeBandwidth: { used: stored, time: TIME },
      };
      const answered = at(account, before);
      // As a node prints it: what is left of the use, and of its window.
      const left = Math.max(0, window - 1000 * before);
      const use = (of: bigint) => ({ used: of, rounded: true, time: TIME + before * SLOT });
      const read = {
        energy: { ...use(answered.energy.used), windowMs: 3 * left },
        bandwidth: { ...use(answered.bandwidth.used), windowMs: 3 * left },
        freeBandwidth: use(answered.freeBandwidth.used),
      };
      const [given, promised] = [at(account, before + after), at(read, before + after)];
      for (const resource of ['energy', 'bandwidth', 'freeBandwidth'] as const) {
        const over = promised[resource].used - given[resource].used;
        // An answer does not say when free bandwidth was used, so its day begins again.
        const most = after === 0 ? 0n : resource === 'freeBandwidth' ? stored : 2n;
        expect([resource, over >= 0n, over <= most]).toEqual([resource, true, true]);
      }
    }),
    { numRuns: 2_000 },
  );
});
