import { type Address, type ContractCall, type Energy } from '@coin/units';
import { integerArgument } from '../../argument-checks.ts';
import { max, min } from '../../bigint-math.ts';
import { basicEnergy, stipends } from '../../energy-factor.ts';
import { fromJson, toJson } from '../cache/bigint-json.ts';
import { keepNewest } from '../cache/keep-newest.ts';

/** A successful call and the energy it used, from its receipt. */
export type RecordedCall = Pick<ContractCall, 'contract'> & {
  /** `energy_usage_total`, including the penalty. */
  readonly energy: Energy;
  /** `energy_penalty_total`; 0 by default, as in the receipt. */
  readonly energyPenalty?: Energy;
  /** Inner calls that carried coin or tokens, whose stipends are added; none by default. */
  readonly valueCalls?: number;
  /** The contracts that ran; absent or empty if they are unknown, because at least the called contract ran. */
  readonly touched?: readonly Address[];
} & ({ readonly functionSelector: string } | { readonly data: string });

/** Statistics of the recorded calls of a function, in units of basic energy. */
export interface EnergyStats {
  /** The number of recorded calls. */
  readonly count: number;
  readonly min: Energy;
  /** An amount that at least half of the last 64 calls did not exceed. */
  readonly median: Energy;
  readonly max: Energy;
  /** Every contract that ran in any of them; empty if that is not known for all of them. */
  readonly touched: readonly Address[];
}

/** The basic energy of calls per contract and function, in bounded space. */
export interface EnergyHistory {
  /** Adds a successful call; a failed one does not tell what a call needs. */
  readonly record: (call: RecordedCall) => void;
  /** Returns the statistics of calls of the same function; undefined if none was recorded. */
  readonly get: (call: ContractCall) => EnergyStats | undefined;
  /** Everything as a string, to be stored and passed to {@link createEnergyHistory} later. */
  readonly dump: () => string;
}

interface FunctionRecord extends Omit<EnergyStats, 'median'> {
  /** The energy of the last calls, the oldest first. */
  readonly last: readonly Energy[];
}

const VERSION = 2;
const MAX_TOUCHED = 32;
/** The number of calls of a function whose energy is kept. */
const MAX_LAST = 64;

/** Identifies a function by its selector as text, or by its four bytes if only data is known. */
function functionKey(call: Pick<ContractCall, 'contract'> & ({ functionSelector: string } | { data: string })) {
  if (call.contract === undefined) return undefined;
  const name = 'data' in call ? call.data.replace('0x', '').slice(0, 8).toLowerCase() : call.functionSelector;
  return `${call.contract} ${name}`;
}

/**
 * Creates a record of the basic energy of calls, in units and without penalties, per contract and function.
 *
 * Use it to plan without an estimate, and to notice an unusually low one.
 *
 * A function is identified by its selector as text, or by the first four bytes of `data`; use the same form for records
 * and plans. The size is bounded: the functions that were not recorded for the longest time are dropped, and the energy
 * of the last 64 calls of each function is kept.
 *
 * Source: docs/specification.md §8: the basic energy comes from an estimate or from the contract's history.
 *
 * @param options - `maxFunctions`, how many functions are kept, at least 1, 1,000 by default; `restored`, a string that
 * `dump` returned (any other string is ignored)
 * @returns a history to record into and to pass to `createFeePlanner`
 * @throws FeeError (of `record`) `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { createEnergyHistory } from '@coin/fee/planner';
 *
 * const history = createEnergyHistory();
 * const call = { owner: 'TOwner', contract: 'TToken', functionSelector: 'transfer(address,uint256)', parameter: '' };
 * for (const energy of [13_000n, 13_000n, 28_000n]) history.record({ ...call, energy });
 * history.get(call); // => { count: 3, min: 13_000n, median: 13_000n, max: 28_000n, touched: [] }
 * ```
 */
export function createEnergyHistory(options: { maxFunctions?: number; restored?: string } = {}): EnergyHistory {
  const { maxFunctions = 1_000, restored } = options;
  integerArgument('maxFunctions', maxFunctions, { min: 1, unit: 'units' });
  const functions = restore(restored);

  return {
    record(call) {
      const key = functionKey(call);
      const { valueCalls = 0, touched: ran = [] } = call;
      const basic = basicEnergy(call);
      const energy = basic + stipends({ basicEnergy: basic, valueCalls });
      if (key === undefined) return;
      const previous = functions.get(key) ?? { count: 0, min: energy, max: energy, last: [], touched: ran };
      const touched = new Set([...previous.touched, ...ran]);
      const isComplete = ran.length > 0 && previous.touched.length > 0 && touched.size <= MAX_TOUCHED;
      const updated: FunctionRecord = {
        count: previous.count + 1,
        min: min(previous.min, energy),
        max: max(previous.max, energy),
        last: [...previous.last, energy].slice(-MAX_LAST),
        touched: isComplete ? [...touched] : [],
      };
      keepNewest(functions, [key, updated], maxFunctions);
    },

    get(call) {
      const found = functions.get(functionKey(call) ?? '');
      if (found === undefined) return undefined;
      const { last, ...stats } = found;
      const sorted = [...last].sort((one, other) => (one < other ? -1 : 1));
      return { ...stats, median: sorted[Math.floor(sorted.length / 2)] ?? stats.max };
    },

    dump: () => toJson({ version: VERSION, functions: [...functions] }),
  };
}

function restore(text: string | undefined): Map<string, FunctionRecord> {
  const dumped = fromJson(text) as { version: number; functions: [string, FunctionRecord][] } | undefined | null;
  try {
    return new Map(dumped?.version === VERSION ? dumped.functions : []);
  } catch {
    // It is no dump, though it is JSON.
    return new Map();
  }
}
