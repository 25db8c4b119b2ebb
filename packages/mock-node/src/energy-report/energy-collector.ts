import { namesOf } from '../abi/contract-names.ts';
import { type TracedContract } from '../abi/traced-code.ts';
import { type CallFrame, type ExecutionTrace } from '../control/tracing/execution-trace.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';

/** The energy that calls of one function used, including penalties and inner calls. */
export interface FunctionEnergy {
  /** The contract's name, or its address if it has none. */
  readonly contract: string;
  /** A name such as `transfer(address,uint256)`, or the selector; `constructor` for creations. */
  readonly function: string;
  /** Number of successful calls. All other values are based on these. */
  readonly calls: number;
  readonly failedCalls: number;
  readonly minimum: number;
  /** Rounded up. */
  readonly mean: number;
  readonly maximum: number;
  /** Mean penalty, rounded up. */
  readonly penalty: number;
  /** Mean energy of SLOAD and SSTORE, rounded up. */
  readonly storage: number;
  /** Small units that the mean costs if all of it is burned. */
  readonly price: number;
  /** The same price if every contract had the network's maximum energy factor; an upper bound to within some units. */
  readonly highestPrice: number;
}

/** Energy by contract and function, as plain JSON that you can commit and compare. */
export interface EnergyReport {
  readonly version: 1;
  /** Small units per unit of energy. */
  readonly energyPrice: number;
  /** Ten-thousandths. */
  readonly maxEnergyFactor: number;
  /** Sorted by contract and function. */
  readonly functions: readonly FunctionEnergy[];
}

/** Adds up traces. */
export interface EnergyCollector {
  /** Adds the calls of a trace, including inner ones. */
  readonly add: (trace: ExecutionTrace) => void;
  /** Returns the exact totals so far as text, for the collector of another process. */
  readonly dump: () => string;
  /** Adds the totals that another collector dumped. */
  readonly merge: (dump: string) => void;
  readonly report: () => EnergyReport;
}

/** Total energy that one function used. */
interface FunctionTotals {
  readonly contract: string;
  readonly function: string;
  readonly calls: number;
  readonly failedCalls: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly energy: number;
  readonly penalty: number;
  readonly storage: number;
  /** If every contract had the maximum energy factor. */
  readonly highest: number;
}

/** The totals of a collector, as plain JSON. */
interface EnergyTotals {
  readonly energyPrice: number;
  readonly maxEnergyFactor: number;
  readonly functions: readonly FunctionTotals[];
}

interface Sums {
  readonly contract: string;
  readonly function: string;
  calls: bigint;
  failedCalls: number;
  minimum: bigint;
  maximum: bigint;
  energy: bigint;
  penalty: bigint;
  storage: bigint;
  highest: bigint;
}

const FACTOR_PRECISION = 10_000n;

/**
 * Collects the energy of a test run: add the trace of each transaction, then read the report.
 *
 * Failed calls are only counted, because an exception consumes all the energy it has.
 *
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { createEnergyCollector } from '@coin/mock-node/energy-report';
 *
 * const contract = '41c0ffee00000000000000000000000000000000c0';
 * const node = createMockNode({ contracts: [{ address: contract, code: '6001600155' }] });
 * const named = { address: 'TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565', name: 'Flag' };
 * const collector = createEnergyCollector({ contracts: [named] });
 * collector.add(node.traceCall({ owner: contract, contract, data: 'a9059cbb' }));
 * const [used] = collector.report().functions;
 * [used?.contract, used?.function, used?.mean, used?.price]; // => ['Flag', '0xa9059cbb', 20006, 2000600]
 * ```
 */
export function createEnergyCollector(
  options: { readonly contracts?: readonly TracedContract[] } = {},
): EnergyCollector {
  checkKeys('options', options, { contracts: true }, '');
  const { contracts = [] } = options;
  const sums = new Map<string, Sums>();
  let energyPrice = 0n;
  let maxEnergyFactor = 0n;
  const sumsOf = (contract: string, name: string): Sums => {
    const key = JSON.stringify([contract, name]);
    const sum = sums.get(key) ?? newSums(contract, name);
    sums.set(key, sum);
    return sum;
  };
  return {
    add(trace) {
      energyPrice = trace.energyPrice;
      maxEnergyFactor = trace.maxEnergyFactor;
      if (trace.call === undefined) return;
      const names = namesOf([...trace.contracts, ...contracts]);
      for (const frame of codeFrames(trace.call))
        count(sumsOf(names.contract(frame.codeAddress), names.function(frame)), frame, maxEnergyFactor);
    },
    dump: () => JSON.stringify({ energyPrice, maxEnergyFactor, functions: [...sums.values()] }, withoutBigints),
    merge(dump) {
      const totals = readTotals(dump);
      if (totals.functions.length === 0) return;
      energyPrice = BigInt(totals.energyPrice);
      maxEnergyFactor = BigInt(totals.maxEnergyFactor);
      for (const added of totals.functions) addSums(sumsOf(added.contract, added.function), added);
    },
    report: () => ({
      version: 1,
      energyPrice: Number(energyPrice),
      maxEnergyFactor: Number(maxEnergyFactor),
      functions: [...sums.values()]
        .toSorted((a, b) => compareText(a.contract, b.contract) || compareText(a.function, b.function))
        .map((sum) => functionEnergy(sum, energyPrice)),
    }),
  };
}

function readTotals(dump: string): EnergyTotals {
  try {
    const totals: unknown = JSON.parse(dump);
    if (Array.isArray(Object(totals).functions)) return totals as EnergyTotals;
  } catch {
    // The text is not JSON.
  }
  throw argumentInvalid('dump', dump, 'a string that dump() returned');
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A call and those inner calls that ran code. */
function codeFrames(frame: CallFrame): CallFrame[] {
  const ran = frame.kind !== 'precompile' && (frame.energy > 0n || frame.status !== 'success');
  return [...(ran ? [frame] : []), ...frame.calls.flatMap(codeFrames)];
}

const newSums = (contract: string, name: string): Sums => ({
  contract,
  function: name,
  calls: 0n,
  failedCalls: 0,
  minimum: 0n,
  maximum: 0n,
  energy: 0n,
  penalty: 0n,
  storage: 0n,
  highest: 0n,
});

function count(sum: Sums, frame: CallFrame, maxEnergyFactor: bigint): void {
  if (frame.status !== 'success') {
    sum.failedCalls++;
    return;
  }
  const { energy, penalty } = frame;
  if (sum.calls === 0n || energy < sum.minimum) sum.minimum = energy;
  if (energy > sum.maximum) sum.maximum = energy;
  sum.calls++;
  sum.energy += energy;
  sum.penalty += penalty;
  sum.storage += storageOf(frame);
  sum.highest += highestEnergy(frame, maxEnergyFactor);
}

/** The energy of a call if every contract had this factor. Precompiles and contracts being created never have one. */
function highestEnergy({ kind, ownEnergy, ownPenalty, forfeited, calls }: CallFrame, factor: bigint): bigint {
  const basic = kind === 'call' ? ownEnergy - ownPenalty - forfeited : 0n;
  const added = divideUp(basic * factor, FACTOR_PRECISION);
  return calls.reduce((sum, called) => sum + highestEnergy(called, factor), ownEnergy - ownPenalty + added);
}

const withoutBigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

function addSums(sum: Sums, added: FunctionTotals): void {
  const [minimum, maximum] = [BigInt(added.minimum), BigInt(added.maximum)];
  if (added.calls > 0 && (sum.calls === 0n || minimum < sum.minimum)) sum.minimum = minimum;
  if (maximum > sum.maximum) sum.maximum = maximum;
  sum.calls += BigInt(added.calls);
  sum.failedCalls += added.failedCalls;
  sum.energy += BigInt(added.energy);
  sum.penalty += BigInt(added.penalty);
  sum.storage += BigInt(added.storage);
  sum.highest += BigInt(added.highest);
}

const storageOf = ({ storageEnergy, calls }: CallFrame): bigint =>
  calls.reduce((total, called) => total + storageOf(called), storageEnergy);

function divideUp(a: bigint, b: bigint): bigint {
  return b === 0n ? 0n : (a + b - 1n) / b;
}

function functionEnergy(sum: Sums, energyPrice: bigint): FunctionEnergy {
  const { calls } = sum;
  const mean = divideUp(sum.energy, calls);
  return {
    contract: sum.contract,
    function: sum.function,
    calls: Number(calls),
    failedCalls: sum.failedCalls,
    minimum: Number(sum.minimum),
    mean: Number(mean),
    maximum: Number(sum.maximum),
    penalty: Number(divideUp(sum.penalty, calls)),
    storage: Number(divideUp(sum.storage, calls)),
    price: Number(mean * energyPrice),
    highestPrice: Number(divideUp(sum.highest, calls) * energyPrice),
  };
}
