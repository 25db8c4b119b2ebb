import { type Energy, type Address, type ContractCall } from '@coin/units';
import { computeFrom } from '../../compute-from.ts';
import { basicEnergy, stipends } from '../../energy-factor.ts';
import { type Names, requireKnown } from '../../known-options.ts';
import { requireQuantity } from '../../require-quantity.ts';
import { fromJson, toJson } from '../cache/bigint-json.ts';
import { keepNewest } from '../cache/keep-newest.ts';
import { callNames } from '../source/require-call.ts';
import { type EnergySketch, medianOf, withEnergy } from './energy-sketch.ts';

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
  /** An amount that at least half of the calls did not exceed, at most 2 % above the true median. */
  readonly median: Energy;
  readonly max: Energy;
  /** Every contract that ran in any of them; empty if that is not known for all of them. */
  readonly touched: readonly Address[];
}

/** The basic energy of calls per contract and function, summarized in bounded space. */
export interface EnergyHistory {
  /** Adds a successful call; a failed one does not tell what a call needs. */
  readonly record: (call: RecordedCall) => void;
  /** Returns the statistics of calls of the same function; undefined if none was recorded. */
  readonly get: (call: ContractCall) => EnergyStats | undefined;
  /** Everything as a string, to be stored and passed to {@link createEnergyHistory} later. */
  readonly dump: () => string;
}

interface FunctionRecord {
  readonly sketch: EnergySketch;
  readonly touched: readonly Address[];
}

/** A record may be made from a whole call. */
const recordNames: Names<RecordedCall | ContractCall> = {
  ...callNames,
  energy: true,
  energyPenalty: true,
  valueCalls: true,
  touched: true,
};

const VERSION = 1;
const MAX_TOUCHED = 32;

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
 * and plans. The size is bounded: the functions that were not recorded for the longest time are dropped, and each
 * function takes a sketch of at most 64 numbers.
 *
 * Quantiles are rounded up, so none is too low.
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
 * history.get(call); // => { count: 3, min: 13_000n, median: 13_167n, max: 28_000n, touched: [] }
 * ```
 */
export function createEnergyHistory(options: { maxFunctions?: number; restored?: string } = {}): EnergyHistory {
  const { maxFunctions, restored } = computeFrom('options', options, (given) => {
    requireKnown(given, { maxFunctions: true, restored: true });
    return {
      maxFunctions: requireQuantity('maxFunctions', given.maxFunctions ?? 1_000, { min: 1, unit: 'units' }),
      restored: given.restored,
    };
  });
  const functions = restore(restored);

  return {
    record: (call) =>
      computeFrom('call', call, () => {
        requireKnown(call, recordNames);
        const key = functionKey(call);
        const { valueCalls = 0 } = call;
        const basic = basicEnergy(call);
        const energy = basic + stipends({ basicEnergy: basic, valueCalls });
        if (key === undefined) return;
        const previous = functions.get(key);
        const { touched: ran = [] } = call;
        const touched = new Set([...(previous?.touched ?? []), ...ran]);
        const complete = ran.length > 0 && previous?.touched.length !== 0 && touched.size <= MAX_TOUCHED;
        const updated = { sketch: withEnergy(previous?.sketch, energy), touched: complete ? [...touched] : [] };
        keepNewest(functions, [key, updated], maxFunctions);
      }),

    get: (call) =>
      computeFrom('call', call, () => {
        const found = functions.get(functionKey(call) ?? '');
        if (found === undefined) return undefined;
        const { buckets: _, ...stats } = found.sketch;
        return { ...stats, median: medianOf(found.sketch), touched: found.touched };
      }),

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
