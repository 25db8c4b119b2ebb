// Runs the Solidity compiler. It is a classic worker without imports, because the compiler's file is a script, which
// only `importScripts` loads.
import { type CompilerAnswer, type CompilerRequest } from './compiler-messages.ts';

/** The part of the compiler's script, compiled by Emscripten, that is needed here. */
interface CompilerModule {
  readonly cwrap: (name: string, result: 'string', args: readonly 'number'[] | readonly string[]) => Compile;
}

/** No callback reads imported files, so their number and their context are 0. */
type Compile = (input: string, readCallback: 0, context: 0) => string;

interface ClassicWorker {
  readonly importScripts: (address: string) => void;
  readonly Module?: CompilerModule;
  readonly postMessage: (answer: CompilerAnswer) => void;
  readonly addEventListener: (type: 'message', listener: (event: { readonly data: CompilerRequest }) => void) => void;
}

const worker = globalThis as unknown as ClassicWorker;
let compile: Compile | undefined;

function load(address: string): Compile {
  worker.importScripts(address);
  if (worker.Module === undefined) throw new Error('Its script defines no compiler.');
  return worker.Module.cwrap('solidity_compile', 'string', ['string', 'number', 'number']);
}

worker.addEventListener('message', ({ data: { compiler, input } }) => {
  try {
    compile ??= load(compiler);
  } catch {
    const problem = 'The compiler cannot be loaded. Check the connection, and press Compile again.';
    worker.postMessage({ kind: 'problem', problem });
    return;
  }
  worker.postMessage({ kind: 'loaded' });
  try {
    worker.postMessage({ kind: 'output', output: compile(input, 0, 0) });
  } catch (error) {
    const problem = `The compiler failed: ${String(error)}. Press Compile to start it again.`;
    worker.postMessage({ kind: 'problem', problem });
  }
});
