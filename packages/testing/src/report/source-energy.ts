import { type CallFrame, type ExecutionTrace, type InstructionUse } from '@coin/mock-node';
import { readContractNames } from '@coin/mock-node/abi';
import { findContract, type Compilation } from './compilation.ts';
import { type NamingOptions } from './naming-options.ts';
import { readSourceMap, readSourceText, type SourceMap, type SourceText } from './source-map.ts';

/** The energy of a line of source, including the penalty. */
export interface SourceEnergy {
  /** The compiler's name of the file. Like `line`, absent for energy that belongs to no line. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** The line, or another purpose of the energy. */
  readonly text: string;
  readonly energy: bigint;
  /** The penalty within the energy. */
  readonly penalty: bigint;
  /** Share of the call's energy, from 0 to 1. */
  readonly share: number;
}

/**
 * Returns the energy of a trace by line of source, by the compiler's own assignment of code to lines.
 *
 * Rows are in the order of files and lines. Energy that belongs to no line follows: code that the compiler added,
 * contracts that it did not compile, energy lost to an exception, and storing a new contract's code. All rows add up to
 * the energy of the call.
 *
 * A line has the energy of the code that starts in it. The line of a call includes the part of the call that is not in
 * the called function's lines. The line of a contract's name includes the selection of the function.
 *
 * @param compilation - input and output of `solc` in its standard JSON, with `evm.bytecode` and `evm.deployedBytecode`
 * @param options - `contracts` names contracts of the compilation by address; by default the names with which they were
 * deployed apply. `src/Token.sol:Token` selects one of several contracts with that name
 * @throws TestingError `ARGUMENT_INVALID` if a name means several contracts.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { energyBySource } from '@coin/testing/report';
 *
 * const address = '41c0ffee00000000000000000000000000000000c0';
 * const node = createMockNode({ contracts: [{ address, code: '6001600155' }] });
 * const compilation = {
 *   input: { sources: { 'Flag.yul': { content: '{\n  sstore(1, 1)\n}' } } },
 *   output: {
 *     sources: { 'Flag.yul': { id: 0 } },
 *     contracts: {
 *       'Flag.yul': { Flag: { evm: { deployedBytecode: { object: '6001600155', sourceMap: '4:12:0;;' } } } },
 *     },
 *   },
 * };
 * const trace = node.traceCall({ owner: address, contract: address, data: '' });
 * const contracts = [{ address: 'TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565', name: 'Flag' }];
 * energyBySource(trace, compilation, { contracts }).map(({ line, text, energy }) => [line, text.trim(), energy]);
 * // => [[2, 'sstore(1, 1)', 20006n]]
 * ```
 */
export function energyBySource(
  trace: ExecutionTrace,
  compilation: Compilation,
  options: NamingOptions = {},
): SourceEnergy[] {
  const { contracts = [] } = options;
  const { call, instructions } = trace;
  if (call === undefined) return [];
  const files = sourceFiles(compilation);
  const names = readContractNames([...trace.contracts, ...contracts]);
  const rows = new Map<string, Row>();
  const add = (place: Place, energy: bigint, penalty: bigint): void => {
    if (energy === 0n) return;
    const key = JSON.stringify([place.file?.index, place.line, place.text]);
    const row = rows.get(key) ?? { ...place, energy: 0n, penalty: 0n };
    rows.set(key, row);
    row.energy += energy;
    row.penalty += penalty;
  };
  for (const [code, uses] of Map.groupBy(instructions, ({ contract, code }) => `${code} ${contract}`)) {
    const place = placesOf(compilation, files, names.contract(code.split(' ')[1] ?? ''), uses);
    for (const use of uses) add(place(use), use.energy, use.penalty);
  }
  for (const { forfeited, codeEnergy } of framesOf(call)) {
    add({ text: 'lost by exceptions' }, forfeited, 0n);
    add({ text: 'saving the code of a new contract' }, codeEnergy, 0n);
  }
  return [...rows.values()].toSorted(inOrder).map(({ file, line, text, energy, penalty }) => ({
    ...(file !== undefined && { file: file.name }),
    ...(line !== undefined && { line }),
    text,
    energy,
    penalty,
    share: Number(energy) / Number(call.energy),
  }));
}

interface SourceFile extends SourceText {
  readonly name: string;
  readonly index: number;
}

interface Place {
  readonly file?: SourceFile;
  readonly line?: number;
  readonly text: string;
}

interface Row extends Place {
  energy: bigint;
  penalty: bigint;
}

/** The compiled files by the compiler's numbers. */
function sourceFiles({ input, output }: Compilation): ReadonlyMap<number, SourceFile> {
  return new Map(
    Object.entries(output.sources ?? {}).map(([name, { id }], index) => [
      id,
      { name, index, ...readSourceText(input.sources[name]?.content ?? '') },
    ]),
  );
}

/** The places in the source of a contract's instructions. */
function placesOf(
  compilation: Compilation,
  files: ReadonlyMap<number, SourceFile>,
  name: string,
  uses: readonly InstructionUse[],
): (use: InstructionUse) => Place {
  const { evm } = findContract(compilation, name) ?? {};
  const code = uses[0]?.code === 'creation' ? evm?.bytecode : evm?.deployedBytecode;
  if (code?.sourceMap === undefined) return () => ({ text: `${name}, without a source map` });
  const map = readSourceMap(code);
  if (uses.some((use) => map(use.pc, use.name) === undefined))
    return () => ({ text: `${name}, with code from another compilation` });
  return (use) => placeOf(map, files, use) ?? { text: `${name}, code that the compiler added` };
}

function placeOf(
  map: SourceMap,
  files: ReadonlyMap<number, SourceFile>,
  { pc, name }: InstructionUse,
): Place | undefined {
  const position = map(pc, name);
  if (position === undefined || position === 'generated') return undefined;
  // Numbers that are not a file's belong to the compiler's own subroutines.
  const file = files.get(position.file);
  const line = file?.lineOf(position.start) ?? 0;
  return file === undefined || line === 0 ? undefined : { file, line, text: file.lines[line - 1] ?? '' };
}

const framesOf = (frame: CallFrame): CallFrame[] => [frame, ...frame.calls.flatMap(framesOf)];

/** Orders by file and line, and the rest by energy. */
function inOrder(a: Row, b: Row): number {
  const [first, second] = [a.file?.index ?? Number.POSITIVE_INFINITY, b.file?.index ?? Number.POSITIVE_INFINITY];
  if (first !== second) return first - second;
  if (a.line !== undefined && b.line !== undefined) return a.line - b.line;
  return a.energy > b.energy ? -1 : 1;
}
