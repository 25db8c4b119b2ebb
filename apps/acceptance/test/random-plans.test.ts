import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTRACTS, type Observing, type RandomCall, randomCalls } from '../src/random-code.ts';
import { isExplained, isWarned, isWarnedOfPath, planRandomCall, type PlannedCall } from '../src/random-plans.ts';

const [, SECOND] = CONTRACTS;
const STORE = '600060005500';
/** Continues when the top of the stack is not zero, and reverts otherwise. */
const REQUIRE = '58600a015760006000fd5b00';
const REQUIRE_ENERGY = `60645a11${REQUIRE}`;
const SEND_ONE_TO_SECOND = `5f5f5f5f600173${SECOND}5af15000`;
const CALL_SECOND_WITH_HALF = `5f5f5f5f600073${SECOND}60025a04f15000`;
const DELEGATE_TO_SECOND = `5f5f5f5f73${SECOND}5af4${REQUIRE}`;
const DELEGATE_TO_COMPUTED = `5f5f5f5f600073${SECOND}175af4${REQUIRE}`;
const CREATE_REQUIRING = `7160645a1158600a015760006000fd5b5f5ff35f526012600e5ff0${REQUIRE}`;

/** A call of the first of three contracts. */
const callOf = (first: string, second = STORE): RandomCall => ({
  codes: [first, second, STORE],
  balances: [0, 0, 0],
  factors: [0, 0, 0],
  callValue: 0,
  callerPercent: 100,
  isDeployment: false,
});

/** Calls the second contract with 30,000 units, of which it needs 22,000 without a factor, and stores three words if it fails. */
const FIXED_ENERGY: RandomCall = {
  ...callOf(`5f5f5f5f5f73${SECOND}617530f158601401576001600155600160025560016003555b00`, `${'60003150'.repeat(880)}00`),
  factors: [0, 3_000, 0],
};
/** Stores three words if its caller has used energy of its stake, as it has once a transaction has reserved some. */
const READ_USAGE_OF_CALLER =
  '335f52600160205260405f60405f63010000125afa505f511558601401576001600155600160025560016003555b00';

async function plansOf(call: RandomCall): Promise<readonly PlannedCall[]> {
  const result = await planRandomCall(call);
  return result?.planned ?? [];
}

function expectEnough(planned: PlannedCall): void {
  const { isShort, method, estimateKind, allowed, used } = planned;
  if (isWarnedOfPath(planned) && planned.isOtherPath) return;
  expect({ isShort, method }).toEqual({ isShort: false, method });
  expect(isExplained(planned)).toBe(true);
  if (method !== 'estimate') return;
  // Where code runs that nothing names, the limit is where the node's search ended.
  const isSearched = estimateKind === 'search';
  if (!isSearched) expect(planned.succeedsWithStipendLess).toBe(false);
  const searchedAbove = used < 10_000n ? used : 10_000n;
  expect(allowed - used).toBeLessThanOrEqual(2_300n + (isSearched ? searchedAbove : 0n));
}

function expectEnoughOrWarning(planned: PlannedCall): void {
  const { isShort, method } = planned;
  if (isWarnedOfPath(planned) && planned.isOtherPath) return;
  if (!isWarned(planned)) expect({ isShort, method }).toEqual({ isShort: false, method });
  expect(isExplained(planned)).toBe(true);
}

describe('a plan of a call of random contracts', () => {
  test('is never short, and by an estimate at most one stipend above the need', { timeout: 600_000 }, () =>
    fc.assert(
      fc.asyncProperty(randomCalls(), async (call) => {
        for (const planned of await plansOf(call)) expectEnough(planned);
      }),
      { numRuns: scaled(15) },
    ),
  );

  test('leaves room for the stipend of an inner call that sends coin, by every method', async () => {
    const plans = await plansOf({ ...callOf(SEND_ONE_TO_SECOND), balances: [1, 0, 0] });
    expect(plans).toHaveLength(6);
    for (const planned of plans) {
      expectEnough(planned);
      expect(planned.allowed).toBeGreaterThan(planned.used);
    }
  });

  test.each<Observing>(['anywhere', 'behind a proxy'])(
    'is never short without a warning when code looks at the energy left: %s',
    { timeout: 600_000 },
    (observing) =>
      fc.assert(
        fc.asyncProperty(randomCalls(observing), async (call) => {
          for (const planned of await plansOf(call)) expectEnoughOrWarning(planned);
        }),
        { numRuns: scaled(10) },
      ),
  );

  test.each<[string, RandomCall, PlannedCall['estimateKind']]>([
    ['one constant call for code that does not look', callOf(STORE), 'simulation'],
    ['a search when code computes what it runs', callOf(DELEGATE_TO_COMPUTED, REQUIRE_ENERGY), 'search'],
    ['a search when a constructor looks', callOf(CREATE_REQUIRING), 'search'],
  ])('is never short and comes from %s', async (_, call, estimateKind) => {
    const plans = await plansOf(call);
    expect(plans).toHaveLength(6);
    for (const planned of plans) {
      expect(planned).toMatchObject({ estimateKind, isShort: false });
      expect(isWarned(planned)).toBe(false);
    }
  });

  test.each<[string, RandomCall, string]>([
    ['an inner call has a fixed amount of energy', FIXED_ENERGY, 'INNER_ENERGY_FIXED'],
    ['code reads the use of resources', callOf(READ_USAGE_OF_CALLER), 'READS_RESOURCES'],
  ])('may take another path only with a warning when %s', async (_, call, code) => {
    const plans = await plansOf(call);
    expect(plans.some(({ isOtherPath }) => isOtherPath)).toBe(true);
    for (const { warnings, isShort, isOtherPath } of plans)
      if (isShort || isOtherPath) expect(warnings).toContain(code);
  });

  test.each<[string, RandomCall]>([
    ['the called code', callOf(REQUIRE_ENERGY)],
    ['code behind a named proxy', callOf(DELEGATE_TO_SECOND, REQUIRE_ENERGY)],
    ['code that is given half of the energy', callOf(CALL_SECOND_WITH_HALF, REQUIRE_ENERGY)],
  ])('is short with a warning when %s requires more than it uses', async (_, call) => {
    const plans = await plansOf(call);
    expect(plans.some(({ isShort }) => isShort)).toBe(true);
    for (const planned of plans) expect(isWarned(planned)).toBe(true);
  });
});
