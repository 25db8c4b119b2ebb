import { expect, test } from 'vitest';
import { type CompilerAnswer, type CompilerRequest } from '../src/playground/solidity/compiler-messages.ts';
import { createCompiler, type CompilerWorker } from '../src/playground/solidity/compiler.ts';
import { EXAMPLE_SOURCE } from '../src/playground/solidity/example-source.ts';
import { TaskStopped } from '../src/playground/worker/task-runner.ts';
import { compilerOutput } from './support/compile-source.ts';

/** A worker that keeps what it is asked until the test answers. */
class SilentWorker implements CompilerWorker {
  readonly requests: CompilerRequest[] = [];
  isTerminated = false;
  readonly #listeners = new Map<string, (event: { data: CompilerAnswer }) => void>();
  readonly addEventListener = (type: string, listener: (event: { data: CompilerAnswer }) => void): void => {
    this.#listeners.set(type, listener);
  };
  postMessage(request: CompilerRequest): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  answer(data: CompilerAnswer): void {
    this.#listeners.get('message')?.({ data });
  }
  fail(): void {
    this.#listeners.get('error')?.(undefined as never);
  }
}

function createSilentCompiler() {
  const workers: SilentWorker[] = [];
  const start = () => {
    const worker = new SilentWorker();
    workers.push(worker);
    return worker;
  };
  return { compiler: createCompiler(start, '/soljson.js'), workers };
}

const silent = () => undefined;

test('starts no worker before the first source, and one for all sources', async () => {
  const { compiler, workers } = createSilentCompiler();
  expect(workers).toEqual([]);
  const output = compilerOutput(EXAMPLE_SOURCE);
  for (const _ of [1, 2]) {
    const steps: string[] = [];
    const compiled = compiler.run(EXAMPLE_SOURCE, ({ step }) => steps.push(step));
    workers[0]?.answer({ kind: 'loaded' });
    workers[0]?.answer({ kind: 'output', output });
    expect((await compiled).contracts.map(({ name }) => name)).toEqual(['Counter']);
    expect(steps.at(-1)).toBe('Compiling');
  }
  expect(workers).toHaveLength(1);
  expect(workers[0]?.requests.map(({ compiler: address }) => address)).toEqual(['/soljson.js', '/soljson.js']);
});

test('ends the worker when it is stopped, and starts another one for the next source', async () => {
  const { compiler, workers } = createSilentCompiler();
  const stopped = compiler.run(EXAMPLE_SOURCE, silent);
  compiler.stop();
  await expect(stopped).rejects.toThrow(TaskStopped);
  expect(workers[0]?.isTerminated).toBe(true);
  const compiled = compiler.run(EXAMPLE_SOURCE, silent);
  workers[1]?.answer({ kind: 'output', output: compilerOutput(EXAMPLE_SOURCE) });
  expect((await compiled).contracts).toHaveLength(1);
});

test('rejects with the words of a worker that cannot load the compiler, and tries again', async () => {
  const { compiler, workers } = createSilentCompiler();
  const failed = compiler.run(EXAMPLE_SOURCE, silent);
  workers[0]?.answer({ kind: 'problem', problem: 'The compiler cannot be loaded.' });
  await expect(failed).rejects.toThrow('The compiler cannot be loaded.');
  const broken = compiler.run(EXAMPLE_SOURCE, silent);
  workers[1]?.fail();
  await expect(broken).rejects.toThrow('failed or cannot be loaded: reload the page');
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
});
