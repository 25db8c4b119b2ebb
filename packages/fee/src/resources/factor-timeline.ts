import { type Energy, type EnergyFactor } from '@coin/units';
import { ENERGY, MILLISECONDS, argumentInvalid, bigintArgument, integerArgument } from '../argument-checks.ts';
import { increaseBy } from '../bigint-math.ts';
import { type ContractFactorState, nextEnergyFactor } from '../dynamic-energy.ts';
import { type FactorSchedule, type LoadedContract, type LoadKind } from './load.ts';

/** The energy of the calls of a load from cycle to cycle. */
export interface FactorTimeline {
  /**
   * Returns the energy of a call at a time, including the penalty, and counts the call for its contract, or several
   * equal calls. Times must not decrease.
   */
  readonly call: (kind: LoadKind, time: number, count?: number) => Energy;
  /** Returns each contract at a time, as `getcontractinfo` would print it. */
  readonly statesAt: (time: number) => Record<string, ContractFactorState>;
}

interface Contract {
  factor: EnergyFactor;
  usage: Energy;
  /** Counted from the present cycle. */
  cycle: number;
  readonly others: Energy;
  /** The energy of each kind of call under the present factor. */
  energies: Map<LoadKind, Energy>;
}

export const SIX_HOURS_MS = 21_600_000;

/**
 * The energy that a call uses under a factor.
 *
 * Source: docs/protocol/dynamic-energy.md, "Arithmetic of each instruction".
 */
function energyUnder({ energy = 0n, charges }: LoadKind, factor: EnergyFactor): Energy {
  if (charges === undefined) return increaseBy(energy, factor);
  return charges.reduce((total, charge) => total + BigInt(charge.count) * ((charge.energy * factor) / 10_000n), energy);
}

/** The energy that a call adds to the use that its contract counts. */
const countedEnergy = ({ energy = 0n, charges }: LoadKind): Energy =>
  charges?.reduce((total, charge) => total + BigInt(charge.count) * charge.energy, 0n) ?? energy;

/** Follows the factors of contracts over maintenance cycles. */
export function createFactorTimeline(
  contracts: Readonly<Record<string, LoadedContract>> = {},
  schedule?: FactorSchedule,
): FactorTimeline {
  const states = new Map<string, Contract>();
  for (const [name, contract] of Object.entries(contracts)) {
    const { energyFactor, energyUsage = 0n, othersPerCycle: others = 0n } = contract;
    bigintArgument('energyFactor', energyFactor, ENERGY);
    bigintArgument('energyUsage', energyUsage, ENERGY);
    bigintArgument('othersPerCycle', others, ENERGY);
    const usage = energyUsage + others;
    states.set(name, { factor: energyFactor, usage, cycle: 0, others, energies: new Map() });
  }
  if (schedule === undefined && states.size > 0) {
    throw argumentInvalid('factors', schedule, 'the rules by which the factors of the contracts change');
  }
  const rules = schedule === undefined ? undefined : readRules(schedule);

  /** A maintenance comes after the transactions of its block. */
  function cycleAt(time: number): number {
    if (rules === undefined || time < rules.nextMaintenance) return 0;
    return 1 + Math.floor((time - rules.nextMaintenance) / rules.maintenanceIntervalMs);
  }

  function advance(contract: Contract, cycle: number): void {
    if (rules === undefined || cycle === contract.cycle) return;
    // If others use the contract, it catches up in every cycle; otherwise in one step, which rounds differently.
    const step = contract.others > 0n ? 1 : cycle - contract.cycle;
    while (contract.cycle < cycle) {
      const { factor: energyFactor, usage: energyUsage } = contract;
      contract.factor = nextEnergyFactor({ ...rules.dynamicEnergy, energyFactor, energyUsage, cycles: step });
      contract.usage = contract.others;
      contract.cycle += step;
      // Equal use leaves an equal factor in all further cycles.
      if (contract.factor === energyFactor && contract.usage === energyUsage) contract.cycle = cycle;
    }
    contract.energies = new Map();
  }

  function contractOf({ contract: name }: LoadKind): Contract | undefined {
    if (name === undefined) return undefined;
    const contract = states.get(name);
    if (contract === undefined) throw argumentInvalid('contract', name, 'one of `contracts`');
    return contract;
  }

  return {
    call(kind, time, count = 1) {
      const contract = contractOf(kind);
      if (contract === undefined) return kind.energy ?? 0n;
      advance(contract, cycleAt(time));
      contract.usage += countedEnergy(kind) * BigInt(count);
      const known = contract.energies.get(kind);
      if (known !== undefined) return known;
      const energy = energyUnder(kind, contract.factor);
      contract.energies.set(kind, energy);
      return energy;
    },
    statesAt: (time) =>
      Object.fromEntries(
        [...states].map(([name, contract]) => {
          advance(contract, cycleAt(time));
          return [name, { energyFactor: contract.factor, energyUsage: contract.usage }];
        }),
      ),
  };
}

function readRules(schedule: FactorSchedule) {
  const { nextMaintenance, maintenanceIntervalMs = SIX_HOURS_MS, threshold, increaseFactor, maxFactor } = schedule;
  integerArgument('nextMaintenance', nextMaintenance, MILLISECONDS);
  integerArgument('maintenanceIntervalMs', maintenanceIntervalMs, { min: 1, unit: 'ms' });
  const dynamicEnergy = { threshold, increaseFactor, maxFactor };
  // Checks the rules even if no cycle ends.
  nextEnergyFactor({ ...dynamicEnergy, energyFactor: 0n });
  return { nextMaintenance, maintenanceIntervalMs, dynamicEnergy };
}
