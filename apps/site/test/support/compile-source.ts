import solc from 'solc';
import { type Compilation, compilerInput, readCompilation } from '../../src/playground/solidity/read-compilation.ts';

const compiled = new Map<string, string>();

/** The compiler's output for a source, as the worker of the page answers it. */
export function compilerOutput(source: string): string {
  const output = compiled.get(source) ?? solc.compile(compilerInput(source));
  compiled.set(source, output);
  return output;
}

/** Compiles a source with the compiler that the site ships. */
export const compileSource = (source: string): Compilation => readCompilation(source, compilerOutput(source));
