import { type ReportProgress } from '../worker/progress.ts';
import { TaskStopped } from '../worker/task-runner.ts';
import { type Runner } from '../worker/use-task.ts';
import { type CompilerAnswer, type CompilerRequest } from './compiler-messages.ts';
import { type Compilation, compilerInput, readCompilation } from './read-compilation.ts';

/** The part of a worker that is needed here. */
export interface CompilerWorker extends Pick<Worker, 'terminate'> {
  readonly postMessage: (request: CompilerRequest, transfer: Transferable[]) => void;
  readonly addEventListener: {
    (type: 'message', listener: (event: { readonly data: CompilerAnswer }) => void): void;
    (type: 'error', listener: () => void): void;
  };
}

/** A source that the worker compiles: one at a time. */
interface Pending {
  readonly resolve: (output: string) => void;
  readonly reject: (reason: Error) => void;
  readonly report: ReportProgress;
}

/**
 * Compiles Solidity in a separate worker, which loads the compiler for the first source.
 *
 * @param start - starts the worker, for the first source and after each stop
 * @param compiler - the address of the compiler's script
 */
export function createCompiler(start: () => CompilerWorker, compiler: string): Runner<string, Compilation> {
  let running: CompilerWorker | undefined;
  let pending: Pending | undefined;

  function close(reason: Error): void {
    running?.terminate();
    running = undefined;
    pending?.reject(reason);
  }

  function open(): CompilerWorker {
    const worker = start();
    worker.addEventListener('message', ({ data }) => {
      if (data.kind === 'loaded') pending?.report({ share: 0.6, step: 'Compiling' });
      else if (data.kind === 'output') pending?.resolve(data.output);
      else close(new Error(data.problem));
    });
    worker.addEventListener('error', () => {
      close(new Error('The worker of the compiler failed or cannot be loaded: reload the page.'));
    });
    return worker;
  }

  return {
    async run(source, report) {
      report({ share: 0.1, step: running === undefined ? 'Loading the compiler' : 'Compiling' });
      const worker = (running ??= open());
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      pending = { resolve, reject, report };
      worker.postMessage({ compiler, input: compilerInput(source) }, []);
      return readCompilation(source, await promise);
    },
    stop: () => close(new TaskStopped('The compilation was stopped.')),
  };
}
