import { type CompiledCode } from './compilation.ts';

/** The source position of an instruction. */
export interface SourcePosition {
  /** The compiler's number of the file. */
  readonly file: number;
  /** Bytes from the beginning of the file. */
  readonly start: number;
}

/** Finds the place of an instruction by program counter; `undefined` if the code has no such instruction there. */
export type SourceMap = (pc: number, name: string) => SourcePosition | 'generated' | undefined;

const PUSH1 = 0x60;
const PUSH32 = 0x7f;

/**
 * Reads a compiler's source map, which has an entry for each instruction: `start:length:file:jump:depth`. An empty or
 * missing field repeats the entry before, and file -1 is the compiler's own code.
 *
 * Source: the Solidity documentation, "Source Mappings".
 */
export function readSourceMap({ object, sourceMap = '' }: CompiledCode): SourceMap {
  const positions = new Map<number, SourcePosition>();
  const pushes = new Map<number, number>();
  let [start, file] = [0, -1];
  let pc = 0;
  for (const entry of sourceMap.split(';')) {
    const [newStart = '', , newFile = ''] = entry.split(':');
    if (newStart !== '') start = Number(newStart);
    if (newFile !== '') file = Number(newFile);
    const opcode = Number.parseInt(object.slice(2 * pc, 2 * pc + 2), 16);
    const pushed = opcode >= PUSH1 && opcode <= PUSH32 ? opcode - PUSH1 + 1 : 0;
    positions.set(pc, { file, start });
    pushes.set(pc, pushed);
    pc += 1 + pushed;
  }
  return (at, name) => {
    const position = positions.get(at);
    // The names of PUSH1 to PUSH32 are enough to recognize other code.
    const pushed = Number(/^PUSH([1-9]\d?)$/.exec(name)?.[1] ?? 0);
    if (position === undefined || pushes.get(at) !== pushed) return undefined;
    return position.file < 0 ? 'generated' : position;
  };
}

/** The lines of a text, and the line of each byte. */
export interface SourceText {
  readonly lines: readonly string[];
  /** From 1; 0 beyond the end. */
  readonly lineOf: (byte: number) => number;
}

/** Compilers count bytes of UTF-8. */
export function readSourceText(content: string): SourceText {
  const lines = content.split('\n');
  const encoder = new TextEncoder();
  const starts: number[] = [];
  let size = 0;
  for (const line of lines) {
    starts.push(size);
    size += encoder.encode(line).length + 1;
  }
  return {
    lines: lines.map((line) => line.trimEnd()),
    lineOf: (byte) => (byte >= size ? 0 : starts.findLastIndex((first) => first <= byte) + 1),
  };
}
