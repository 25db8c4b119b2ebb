import type { Energy } from '@coin/units';
import { basicEnergy, stipends } from '../energy-factor.ts';
import type { Address, ContractCall } from './energy-source.ts';
import { fromJson, toJson } from './bigint-json.ts';
import { type EnergySketch, medianOf, withEnergy } from './energy-sketch.ts';
import { keepNewest } from './keep-newest.ts';

/** What a successful call used, from its receipt. */
export type RecordedCall = Pick<ContractCall, 'contract'> & {
  /** `energy_usage_total`, penalty included. */
  energy: Energy;
  /** `energy_penalty_total`; 0 when absent, as in the receipt. */
  penalty?: Energy;
  /** Inner calls that carried coin or tokens; their stipend is counted in. 0 when absent. */
  valueCalls?: number;
  /** The contracts that ran, where they are known. */
  touched?: readonly Address[];
} & ({ functionSelector: string } | { data: string });

/** What history says of a contract's function, in units of basic energy. */
export interface EnergyStats {
  /** How many calls it is made of. */
  count: number;
  min: Energy;
  /** What at least half of the calls did not exceed, at most 2 % above it. */
  median: Energy;
  max: Energy;
  /** Every contract that ran in any of them; empty when that is not known of all. */
  touched: readonly Address[];
}

/** Basic energy per contract and function, as a sketch of bounded size. */
export interface EnergyHistory {
  /** Adds a call that succeeded; a failed one says nothing of what a call needs. */
  record(call: RecordedCall): void;
  /** What is known of the function that `call` calls; undefined when nothing is. */
  get(call: ContractCall): EnergyStats | undefined;
  /** Everything as a text, to be kept and given to {@link createEnergyHistory} again. */
  dump(): string;
}

interface FunctionRecord {
  sketch: EnergySketch;
  touched: readonly Address[];
}

const VERSION = 1;
const MAX_TOUCHED = 32;

/** A function by its selector's text, or by its four bytes where only data is known. */
function functionKey(call: Pick<ContractCall, 'contract'> & ({ functionSelector: string } | { data: string })) {
  if (call.contract === undefined) return undefined;
  const name = 'data' in call ? call.data.replace(/^0x/, '').slice(0, 8).toLowerCase() : call.functionSelector;
  return `${call.contract} ${name}`;
}

/**
 * Keeps the basic energy of calls, in units and without penalty, per contract and function, for when no estimate can be
 * had and to see when an estimate is unusually low.
 *
 * A function is known by the text of its selector, or by the first four bytes of `data`; give the same kind for records and
 * plans. Its size is bounded: the functions longest not recorded are forgotten, and each takes a sketch of at most 64 numbers.
 *
 * Source: docs/specification.md §8: the basic energy comes from an estimate or from the contract's history. Decision:
 * quantiles are rounded up, so that none is too low.
 *
 * @param options - `maxFunctions`, how many functions are kept, at least 1, 1,000 when absent; `restored`, a text that
 * `dump` made (another text is ignored)
 * @returns a history to record into and to give to `createFeePlanner`
 * @throws FeeError (of `record`) `WRONG_TYPE`, `OUT_OF_RANGE`
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
  const { maxFunctions = 1_000, restored } = options;
  const functions = restore(restored);

  return {
    record(call) {
      const key = functionKey(call);
      const energy = basicEnergy(call) + stipends(call);
      if (key === undefined) return;
      const previous = functions.get(key);
      const touched = new Set([...(previous?.touched ?? []), ...(call.touched ?? [])]);
      const complete = call.touched !== undefined && previous?.touched.length !== 0 && touched.size <= MAX_TOUCHED;
      const updated = { sketch: withEnergy(previous?.sketch, energy), touched: complete ? [...touched] : [] };
      keepNewest(functions, key, updated, maxFunctions);
    },

    get(call) {
      const found = functions.get(functionKey(call) ?? '');
      if (found === undefined) return undefined;
      const { sketch, touched } = found;
      const { count, min, max } = sketch;
      return { count, min, median: medianOf(sketch), max, touched };
    },

    dump: () => toJson({ version: VERSION, functions: [...functions] }),
  };
}

function restore(text: string | undefined): Map<string, FunctionRecord> {
  const dumped = fromJson(text) as { version: number; functions: [string, FunctionRecord][] } | undefined;
  return new Map(dumped?.version === VERSION ? dumped.functions : []);
}
