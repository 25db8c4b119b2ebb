import { type Energy, type SmallUnits } from '@coin/units';
import {
  ENERGY,
  MILLISECONDS,
  argumentInvalid,
  bigintArgument,
  coinArgument,
  integerArgument,
} from '../argument-checks.ts';
import { type DynamicEnergyRules } from '../dynamic-energy.ts';
import { type FeeTransaction } from '../expected-fee.ts';
import { readField } from './account-state.ts';
import { type StakedResourceName } from './resource-ledger.ts';

/** Instructions of a call that cost the same energy without the penalty. */
export interface InstructionCharge {
  readonly energy: Energy;
  readonly count: number;
}

/** Transactions that cost the same. */
export interface LoadKind extends FeeTransaction {
  /**
   * The energy of a call, 0 by default. With `contract` it is the basic energy, without the penalty; otherwise the
   * total energy.
   */
  readonly energy?: Energy;
  /** The name of the contract whose factor multiplies the energy. Without it, no factor does. */
  readonly contract?: string;
  /**
   * The energy of its instructions, from a trace of the call. They give the exact penalty. Without them, the penalty is
   * rounded up, by less than one unit for each instruction.
   */
  readonly charges?: readonly InstructionCharge[];
}

/** A transaction of a kind, and the time at which it is executed. */
export interface LoadTransaction {
  readonly kind: string;
  /** The time of the block before the transaction's, in milliseconds since 1970. */
  readonly time: number;
}

/** Transactions that are spread evenly over each hour. */
export interface HourlyTransactions {
  /** The beginning of the first hour, in milliseconds since 1970. */
  readonly from: number;
  readonly hours: number;
  /** The number of transactions of each kind, hour by hour. The list repeats from its start. */
  readonly perHour: readonly Readonly<Record<string, number>>[];
}

/** The transactions of one account. */
export interface Load {
  readonly kinds: Readonly<Record<string, LoadKind>>;
  readonly transactions: readonly LoadTransaction[] | HourlyTransactions;
}

/** Stake that another account delegates for a time. */
export interface Rental {
  readonly resource: StakedResourceName;
  /** The delegated stake, in small units. */
  readonly amount: SmallUnits;
  /** The time of the block before the delegation, in milliseconds since 1970. */
  readonly from: number;
  /** The time of the block before the delegation ends, in milliseconds since 1970. */
  readonly until: number;
  /** The total price, in small units; 0 by default, as for stake of your own accounts. */
  readonly price?: SmallUnits;
}

/** Stakes and rentals that pay for a load before coin is burned. */
export interface ResourceMix {
  /** Stake for energy, in small units, made before the load starts; 0 by default. */
  readonly energyStake?: SmallUnits;
  /** Stake for bandwidth, in small units, made before the load starts; 0 by default. */
  readonly bandwidthStake?: SmallUnits;
  readonly rentals?: readonly Rental[];
}

/** A contract that a load calls. */
export interface LoadedContract {
  /** The factor in the present cycle, in ten-thousandths. */
  readonly energyFactor: bigint;
  /** Energy used so far in the present cycle, without penalties; 0 by default. */
  readonly energyUsage?: Energy;
  /** The energy that others use in it per cycle, without penalties; 0 by default, so a cycle may have no use. */
  readonly othersPerCycle?: Energy;
}

/** The rules by which factors change, and the times of the changes. */
export interface FactorSchedule extends DynamicEnergyRules {
  /** The time of the next maintenance, in milliseconds since 1970. */
  readonly nextMaintenance: number;
  /** `getMaintenanceTimeInterval` in milliseconds; 6 hours by default. */
  readonly maintenanceIntervalMs?: number;
}

const HOUR_MS = 3_600_000;

/** The most transactions that fit in memory: more than a year of 10,000 a day. */
const COUNT = { min: 0, max: 5_000_000, unit: 'transactions' };

/** Whether a load states how many transactions an hour has, instead of a time for each. */
export const isHourly = (load: Load): load is Load & { readonly transactions: HourlyTransactions } =>
  !Array.isArray(load.transactions);

/** A checked load: its transactions in order, grouped by time and kind. */
export interface CountedLoad {
  readonly from: number;
  readonly durationMs: number;
  readonly total: number;
  /** The number of transactions of a kind in the `durationMs` that start at `time`. */
  readonly groups: readonly { kind: string; time: number; durationMs: number; count: number }[];
}

/** Checks a load, and counts its transactions. It does not list the transactions of an hour one by one. */
export function countLoad(load: Load): CountedLoad {
  if (!isHourly(load)) {
    const list = readLoad(load);
    const from = list[0]?.time ?? 0;
    const durationMs = Math.max(1, (list.at(-1)?.time ?? from) - from);
    const groups = list.map(({ kind, time }) => ({ kind, time, durationMs: 0, count: 1 }));
    return { from, durationMs, total: list.length, groups };
  }
  requireKinds(load);
  const { from, hours, perHour } = load.transactions;
  const total = requireHours(load.transactions);
  const groups = Array.from({ length: hours }, (_, hour) =>
    Object.entries(perHour[hour % perHour.length] ?? {}).map(([kind, count]) => {
      requireKindName(load, kind);
      return { kind, time: from + hour * HOUR_MS, durationMs: HOUR_MS, count };
    }),
  ).flat();
  return { from, durationMs: Math.max(1, hours * HOUR_MS), total, groups };
}

/** Checks a load, and returns its transactions sorted by time. */
export function readLoad(load: Load): readonly LoadTransaction[] {
  requireKinds(load);
  const list = isHourly(load)
    ? spreadHours(load.transactions)
    : (load.transactions as readonly LoadTransaction[]).map(requireTransaction);
  for (const { kind } of list) requireKindName(load, kind);
  return [...list].sort((one, other) => one.time - other.time);
}

function requireKinds({ kinds }: Load): void {
  for (const { energy = 0n, charges = [] } of Object.values(kinds)) {
    bigintArgument('energy', energy, ENERGY);
    for (const charge of charges) {
      bigintArgument('charges.energy', charge.energy, ENERGY);
      integerArgument('charges.count', charge.count, { min: 0, unit: 'instructions' });
    }
  }
}

function requireKindName({ kinds }: Load, kind: string): void {
  if (!Object.hasOwn(kinds, kind)) throw argumentInvalid('kind', kind, 'a kind of the load');
}

function requireTransaction(transaction: LoadTransaction): LoadTransaction {
  integerArgument('time', transaction.time, MILLISECONDS);
  return transaction;
}

/** Checks hours, and returns the number of their transactions. */
function requireHours(hourly: HourlyTransactions): number {
  const { from, hours, perHour } = hourly;
  integerArgument('from', from, MILLISECONDS);
  integerArgument('hours', hours, { min: 0, max: 100_000, unit: 'hours' });
  if (perHour.length === 0) throw argumentInvalid('perHour', 'an empty list', 'a list of at least one hour');
  const counts = perHour.map((hour) =>
    Object.values(hour).reduce((sum, count) => sum + integerArgument('perHour', count, COUNT), 0),
  );
  let total = 0;
  for (let hour = 0; hour < hours; hour++)
    total = integerArgument('transactions of the load', total + (counts[hour % counts.length] ?? 0), COUNT);
  return total;
}

function spreadHours(hourly: HourlyTransactions): LoadTransaction[] {
  requireHours(hourly);
  const { from, hours, perHour } = hourly;
  const spread: LoadTransaction[] = [];
  for (let hour = 0; hour < hours; hour++) {
    for (const [kind, count] of Object.entries(perHour[hour % perHour.length] ?? {})) {
      const begin = from + hour * HOUR_MS;
      for (let index = 0; index < count; index++)
        spread.push({ kind, time: begin + Math.floor((index * HOUR_MS) / count) });
    }
  }
  return spread;
}

/** Checks rentals, and returns them. */
export function readRentals(rentals: readonly Rental[] = []): readonly Rental[] {
  for (const { resource, amount, from, until, price = 0n } of rentals) {
    readField(resource);
    coinArgument('amount', amount, 1_000_000n);
    coinArgument('price', price);
    integerArgument('from', from, MILLISECONDS);
    integerArgument('until', until, { min: from, unit: 'ms' });
  }
  return rentals;
}
