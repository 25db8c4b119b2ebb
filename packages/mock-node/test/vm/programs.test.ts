import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTraceRecorder } from '../../src/control/tracing/trace-recorder.ts';
import {
  type ExecutionOutcome,
  type InternalTransaction,
  type MemoryState,
  type TraceStep,
  type Tracing,
  type VmRules,
  vmRules,
} from '../../src/vm/index.ts';
import { program } from '../support/program-generator.ts';
import {
  alice,
  bob,
  callIn,
  contract,
  mainnetParameters,
  osaka,
  other,
  outcomeOf,
  third,
  world,
} from '../support/vm-harness.ts';

const rulesOf: Readonly<Record<string, VmRules>> = {
  mainnet: vmRules(mainnetParameters),
  osaka,
  private: vmRules({ getEnergyFee: 100n }),
  compatible: vmRules({ ...mainnetParameters, getAllowTvmCompatibleEvm: 1n, getAllowTvmFreeze: 1n }),
  constantinople: vmRules({ ...mainnetParameters, getAllowMultiSign: 0n, getAllowEnergyAdjustment: 0n }),
};

const scenario = fc.record({
  codes: fc.tuple(program, program, program),
  factor: fc.constantFrom(0n, 0n, 1n, 2500n, 34_000n),
  version: fc.constantFrom(0, 0, 1),
  limit: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 3000, max: 3_000_000 })),
  rules: fc.constantFrom(...Object.keys(rulesOf)),
  value: fc.constantFrom(0n, 0n, 5n),
  data: fc.uint8Array({ maxLength: 70 }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

function scenarioState({ codes, factor, version }: Scenario): MemoryState {
  const addresses = [contract, other, third];
  const slot = (last: number): Uint8Array => Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? last : 0));
  const state = world({
    balances: { [bob]: 9n },
    contracts: Object.fromEntries(
      addresses.map((address, i) => [
        address,
        {
          code: codes[i]!,
          balance: 40n,
          version,
          storage: [[slot(1), slot(3)]],
          energyState: { energyUsage: 10n, energyFactor: factor, updateCycle: 500n },
        },
      ]),
    ),
  });
  for (const address of [alice, ...addresses]) state.putToken(address, 1_000_001n, 50n);
  return state;
}

function runScenario(given: Scenario, state: MemoryState, tracing: Tracing = {}): ExecutionOutcome {
  const { limit, rules, value, data } = given;
  return outcomeOf(
    callIn(state, {
      rules: rulesOf[rules]!,
      energyLimit: BigInt(limit),
      callValue: value,
      data,
      ...tracing,
    }),
  );
}

const totalCoin = (state: MemoryState, addresses: readonly string[]): bigint =>
  addresses.reduce((sum, address) => sum + state.getBalance(address), 0n);

const runs = { numRuns: scaled(80) };

describe('random programs', () => {
  test('never use more energy than their limit, penalties included', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { energyUsed, energyPenalty, status, exception } = runScenario(given, scenarioState(given));
        expect(energyUsed).toBeLessThanOrEqual(BigInt(given.limit));
        expect(energyPenalty).toBeGreaterThanOrEqual(0n);
        if (given.factor === 0n) expect(energyPenalty).toBe(0n);
        if (status === 'exception' && exception?.name !== 'TransferException') {
          expect(energyUsed).toBe(BigInt(given.limit));
        }
      }),
      runs,
    );
  });

  test('leave the state unchanged when they fail or are discarded', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const state = scenarioState(given);
        const before = state.snapshot();
        const { status, logs, destroyed, internalTransactions } = runScenario(given, state);
        if (status !== 'success') {
          expect(state.snapshot()).toBe(before);
          expect(logs).toEqual([]);
          expect(destroyed).toEqual([]);
          expect(internalTransactions.every(({ rejected }) => rejected)).toBe(true);
        }
        state.restore(before);
        callIn(state, { rules: rulesOf[given.rules]!, energyLimit: BigInt(given.limit), effects: 'discard' });
        expect(state.snapshot()).toBe(before);
      }),
      runs,
    );
  });

  test('give the same result again after the state is restored', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const state = scenarioState(given);
        const before = state.snapshot();
        const first = runScenario(given, state);
        const after = state.snapshot();
        state.restore(before);
        const again = runScenario(given, state);
        expect(again).toEqual(first);
        expect(again.internalTransactions).toEqual(first.internalTransactions);
        expect(state.snapshot()).toEqual(after);
      }),
      runs,
    );
  });

  test('give the same result when traced, and the steps add up', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const state = scenarioState(given);
        const before = state.snapshot();
        const fast = runScenario(given, state);
        const after = state.snapshot();
        state.restore(before);
        const steps: TraceStep[] = [];
        expect(runScenario(given, state, { onStep: (step) => steps.push(step) })).toEqual(fast);
        expect(state.snapshot()).toEqual(after);
        for (const { cost, penalty, energy } of steps) {
          expect(cost).toBeLessThanOrEqual(energy);
          expect(penalty).toBeLessThanOrEqual(cost);
        }
        expect(steps.reduce((sum, { penalty }) => sum + penalty, 0n)).toBe(fast.energyPenalty);
      }),
      runs,
    );
  });

  test('give the same result when recorded, and the energy of calls and of instructions adds up', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const state = scenarioState(given);
        const before = state.snapshot();
        const fast = runScenario(given, state);
        state.restore(before);
        const recorder = createTraceRecorder({ details: ['stack'] });
        expect(runScenario(given, state, recorder.tracing)).toEqual(fast);
        const { call, instructions } = recorder.finish();
        expect([call?.energy, call?.penalty]).toEqual([fast.energyUsed, fast.energyPenalty]);
        let withoutInstruction = 0n;
        const frames = [call!];
        for (const frame of frames) {
          withoutInstruction += frame.forfeited + frame.codeEnergy;
          expect(frame.ownEnergy).toBeGreaterThanOrEqual(0n);
          expect(frame.calls.reduce((sum, { energy }) => sum + energy, frame.ownEnergy)).toBe(frame.energy);
          frames.push(...frame.calls);
        }
        const energies = instructions.map(({ energy }) => energy);
        expect(energies.reduce((sum, energy) => sum + energy, withoutInstruction)).toBe(fast.energyUsed);
        expect(instructions.reduce((sum, { penalty }) => sum + penalty, 0n)).toBe(fast.energyPenalty);
      }),
      runs,
    );
  });

  test('either run out of time or are not affected by a step limit, traced or not', () => {
    fc.assert(
      fc.property(scenario, fc.integer({ min: 1, max: 2_000 }), (given, stepLimit) => {
        const state = scenarioState(given);
        const before = state.snapshot();
        const free = runScenario(given, state);
        state.restore(before);
        const { limit, rules, value, data } = given;
        const options = { rules: rulesOf[rules]!, energyLimit: BigInt(limit), callValue: value, data, stepLimit };
        const bounded = outcomeOf(callIn(state, options));
        if (bounded.contractResult !== 'OUT_OF_TIME') expect(bounded).toEqual(free);
        else expect([bounded.energyUsed, state.snapshot()]).toEqual([BigInt(limit), before]);
        state.restore(before);
        expect(outcomeOf(callIn(state, { ...options, onStep: () => undefined }))).toEqual(bounded);
      }),
      runs,
    );
  });

  // Before TRC-10 transfers in contracts, the coin of a contract that was its own beneficiary was lost.
  const lostCoin = ({ rules }: Scenario, internal: readonly InternalTransaction[]): bigint =>
    internal
      .filter(({ note, rejected, caller, transferTo }) => note === 'suicide' && !rejected && caller === transferTo)
      .reduce((sum, { value }) => sum + (rulesOf[rules]!.transferTrc10 ? 0n : value), 0n);

  test('preserve the total coin, except when a contract that destroys itself is its own beneficiary', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const state = scenarioState(given);
        const known = [alice, bob, contract, other, third, state.blackhole];
        const before = totalCoin(state, known);
        const { internalTransactions } = runScenario(given, state);
        const reached = new Set([...known, ...internalTransactions.map(({ transferTo }) => transferTo)]);
        expect(totalCoin(state, [...reached]) + lostCoin(given, internalTransactions)).toBe(before);
      }),
      runs,
    );
  });
});

/** Not from fast-check, because a million inputs would take too long. */
const randomBytes = () =>
  Uint8Array.from({ length: Math.floor(Math.random() * 64) }, () => Math.floor(Math.random() * 256));

// `TEST_FACTOR=250 pnpm test:full` uses a million byte strings.
const randomCodes = scaled(4_000);

test(`${randomCodes} random byte strings never throw`, { timeout: 3_600_000 }, () => {
  const rules = Object.values(rulesOf);
  const outcomes = new Map<string, number>();
  for (let i = 0; i < randomCodes; i++) {
    const state = world({ contracts: { [contract]: { code: Uint8Array.of(0x5b, ...randomBytes()), balance: 5n } } });
    const result = outcomeOf(
      callIn(state, {
        rules: rules[i % rules.length]!,
        energyLimit: 200_000n,
        effects: 'discard',
        data: randomBytes(),
      }),
    );
    const outcome = result.exception?.name ?? result.status;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (result.energyUsed > 200_000n) throw new Error(`Program ${i} used more than its energy limit`);
  }
  expect(outcomes.get('success')).toBeGreaterThan(randomCodes / 100);
  expect(outcomes.get('StackTooSmallException')).toBeGreaterThan(randomCodes / 10);
});
