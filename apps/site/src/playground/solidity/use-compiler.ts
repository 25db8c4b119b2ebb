import compiler from 'solc/soljson.js?url';
import { type PanelTask, useRunner } from '../worker/use-task.ts';
import { createCompiler } from './compiler.ts';
import { type Compilation } from './read-compilation.ts';

/** One worker for the page: the compiler is loaded once. A classic one, see compiler-worker.ts. */
const runner = createCompiler(
  () => new Worker(new URL('./compiler-worker.ts', import.meta.url), { name: 'compiler' }),
  new URL(compiler, location.href).href,
);

/** The compilation of the panel's source. */
export const useCompiler = (): PanelTask<string, Compilation> => useRunner(runner, 'Starting the compiler');
