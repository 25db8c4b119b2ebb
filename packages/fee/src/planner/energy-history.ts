import type { Energy } from '@coin/units';
import { basicEnergy, stipends } from '../energy-factor.ts';
import type { Address, ContractCall } from './energy-source.ts';
import { fromJson, toJson } from './bigint-json.ts';
import { type EnergySketch, medianOf, withEnergy } from './energy-sketch.ts';
import { keepNewest } from './keep-newest.ts';

/** What a successful call used, from its receipt. */
export type UsedEnergy = Pick<ContractCall, 'contract'> & {
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
export interface KnownEnergy {
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
  record(used: UsedEnergy): void;
  /** What is known of the function that `call` calls; undefined when nothing is. */
  of(call: ContractCall): KnownEnergy | undefined;
  /** Everything as a text, to be kept and given to {@link createEnergyHistory} again. */
  dump(): string;
}

interface Known {
  sketch: EnergySketch;
  touched: readonly Address[];
}

const VERSION = 1;
const MOST_TOUCHED = 32;

/** A function by its selector's text, or by its four bytes where only data is known. */
function keyOf(call: Pick<ContractCall, 'contract'> & ({ functionSelector: string } | { data: string })) {
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
 * history.of(call); // => { count: 3, min: 13_000n, median: 13_167n, max: 28_000n, touched: [] }
 * ```
 */
export function createEnergyHistory(options: { maxFunctions?: number; restored?: string } = {}): EnergyHistory {
  const { maxFunctions = 1_000, restored } = options;
  const functions = restore(restored);

  return {
    record(used) {
      const key = keyOf(used);
      const basic = basicEnergy(used) + stipends(used);
      if (key === undefined) return;
      const known = functions.get(key);
      const touched = new Set([...(known?.touched ?? []), ...(used.touched ?? [])]);
      const visible = used.touched !== undefined && known?.touched.length !== 0 && touched.size <= MOST_TOUCHED;
      const updated = { sketch: withEnergy(known?.sketch, basic), touched: visible ? [...touched] : [] };
      keepNewest(functions, key, updated, maxFunctions);
    },

    of(call) {
      const known = functions.get(keyOf(call) ?? '');
      if (known === undefined) return undefined;
      const { count, min, max } = known.sketch;
      return { count, min, median: medianOf(known.sketch), max, touched: known.touched };
    },

    dump: () => toJson({ version: VERSION, functions: [...functions] }),
  };
}

function restore(text: string | undefined): Map<string, Known> {
  const dumped = fromJson(text) as { version: number; functions: [string, Known][] } | undefined;
  return new Map(dumped?.version === VERSION ? dumped.functions : []);
}
