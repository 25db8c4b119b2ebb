import { type CallFrame, type ExecutionTrace } from '@coin/mock-node';
import { functionSelectorHex } from '@coin/rpc';

/** Energy without that of called contracts. `energy` is `base` and `penalty` together. */
export interface OwnEnergy {
  readonly energy: bigint;
  readonly base: bigint;
  readonly penalty: bigint;
}

/** What the calls of a contract, or of one of its functions, used. */
export interface CallEnergy extends OwnEnergy {
  readonly contract: string;
  /** Absent in rows of whole contracts. */
  readonly function?: string;
  readonly calls: number;
  /** The part of the energy that SLOAD and SSTORE used. */
  readonly storage: bigint;
}

/** What an instruction used in a contract, in all its places together. */
export interface InstructionEnergy extends OwnEnergy {
  readonly contract: string;
  readonly instruction: string;
  readonly count: number;
}

const SELECTOR_DIGITS = 8;

function framesOf(frame: CallFrame): CallFrame[] {
  return [frame, ...frame.calls.flatMap(framesOf)];
}

/** The names of a trace's contracts and functions, by the ABIs that the contracts were deployed with. */
function namesOf({ contracts }: ExecutionTrace) {
  const known = new Map(contracts.map((contract) => [contract.address, contract]));
  const functions = new Map(
    contracts.flatMap(({ abi = [] }) =>
      abi
        .filter(({ type }) => type === 'function')
        .map(({ name = '', inputs = [] }) => {
          const signature = `${name}(${inputs.map(({ type }) => type).join(',')})`;
          return [functionSelectorHex(signature), signature] as const;
        }),
    ),
  );
  const contract = (address: string): string => known.get(address)?.name ?? address;
  return {
    contract,
    function({ kind, input }: CallFrame): string {
      if (kind !== 'call') return kind === 'create' ? 'constructor' : 'precompile';
      const selector = input.slice(0, SELECTOR_DIGITS);
      if (selector.length < SELECTOR_DIGITS) return input === '' ? 'receive' : 'fallback';
      return functions.get(selector) ?? `0x${selector}`;
    },
  };
}

/** Rows with the largest energy first; rows of equal energy in their order. */
const byEnergy = <Row extends OwnEnergy>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => (a.energy < b.energy ? 1 : a.energy > b.energy ? -1 : 0));

/** Adds up the calls for which `keyOf` gives the same names. */
function sumFrames(frames: readonly CallFrame[], keyOf: (frame: CallFrame) => { contract: string; function?: string }) {
  const groups = Map.groupBy(frames, (frame) => JSON.stringify(keyOf(frame)));
  return [...groups.values()].flatMap((group): CallEnergy[] => {
    const [first] = group;
    if (first === undefined) return [];
    const total = (part: (frame: CallFrame) => bigint) => group.reduce((sum, frame) => sum + part(frame), 0n);
    const [energy, penalty] = [total(({ ownEnergy }) => ownEnergy), total(({ ownPenalty }) => ownPenalty)];
    const storage = total(({ storageEnergy }) => storageEnergy);
    return [{ ...keyOf(first), calls: group.length, energy, penalty, base: energy - penalty, storage }];
  });
}

/** Energy by contract, by function and by instruction; the rows of each table add up to the energy of the call. */
export interface EnergyTables {
  readonly contracts: readonly CallEnergy[];
  readonly functions: readonly CallEnergy[];
  readonly instructions: readonly InstructionEnergy[];
}

/** @param call - the outermost call of the trace */
export function energyTables(trace: ExecutionTrace, call: CallFrame): EnergyTables {
  const names = namesOf(trace);
  const frames = framesOf(call).filter(({ kind, ownEnergy }) => kind !== 'precompile' || ownEnergy > 0n);
  const contractOf = (frame: CallFrame) => ({ contract: names.contract(frame.codeAddress) });
  return {
    contracts: byEnergy(sumFrames(frames, contractOf)),
    functions: byEnergy(sumFrames(frames, (frame) => ({ ...contractOf(frame), function: names.function(frame) }))),
    instructions: byEnergy([...instructionRows(trace, names.contract), ...otherRows(frames, contractOf)]),
  };
}

function instructionRows(trace: ExecutionTrace, contractName: (address: string) => string): InstructionEnergy[] {
  const groups = Map.groupBy(trace.instructions, ({ contract, name }) => `${contractName(contract)} ${name}`);
  return [...groups.values()].map((uses) => {
    const [energy, penalty] = uses.reduce(([sum, added], use) => [sum + use.energy, added + use.penalty], [0n, 0n]);
    const [{ contract, name: instruction } = { contract: '', name: '' }] = uses;
    const count = uses.reduce((sum, use) => sum + use.count, 0);
    return { contract: contractName(contract), instruction, count, energy, penalty, base: energy - penalty };
  });
}

/** Energy that no instruction used. */
function otherRows(frames: readonly CallFrame[], contractOf: (frame: CallFrame) => { contract: string }) {
  return frames.flatMap((frame): InstructionEnergy[] =>
    (
      [
        ['saving the code', frame.codeEnergy],
        ['lost by an exception', frame.forfeited],
      ] as const
    )
      .filter(([, energy]) => energy > 0n)
      .map(([instruction, energy]) => ({
        ...contractOf(frame),
        instruction,
        count: 1,
        energy,
        penalty: 0n,
        base: energy,
      })),
  );
}
