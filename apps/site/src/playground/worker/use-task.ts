import { onScopeDispose, reactive, shallowRef, type ShallowRef } from 'vue';
import { problemOf } from '../problem-of.ts';
import { type Progress, type ReportProgress } from './progress.ts';
import { createTaskRunner, TaskStopped } from './task-runner.ts';
import { type TaskInput, type TaskName, type TaskOutput } from './tasks.ts';

/** One worker for all panels: the node is loaded once. */
const runner = createTaskRunner(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'playground' }),
);

export interface TaskState {
  status: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  progress: Progress;
  /** What a failed task says. */
  problem: string;
}

/**
 * A task of a panel, its state and its latest output. The output stays while the next one is computed, and if that
 * cannot be because the input is not valid. It goes when the task fails otherwise or is stopped.
 */
export interface PanelTask<Input, Output> {
  readonly state: TaskState;
  readonly output: Readonly<ShallowRef<Output | undefined>>;
  /** Runs it; while it runs, remembers only the latest input, so a dragged value does not queue up. */
  readonly run: (input: Input) => void;
  readonly stop: () => void;
  /** Forgets the output, as when it is of another source. */
  readonly clear: () => void;
}

/** What runs a task of a panel; `stop` has the promise reject with {@link TaskStopped}. */
export interface Runner<Input, Output> {
  readonly run: (input: Input, report: ReportProgress) => Promise<Output>;
  readonly stop: () => void;
}

/** What can be copied to a worker, of what Vue has wrapped. */
function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plain) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, plain(entry)])) as T;
}

/** A task with a separate runner; `firstStep` is shown until the runner reports its progress. */
export function useRunner<Input, Output>(runner: Runner<Input, Output>, firstStep: string): PanelTask<Input, Output> {
  const starting: Progress = { share: 0, step: firstStep };
  const state = reactive<TaskState>({ status: 'idle', progress: starting, problem: '' });
  const output = shallowRef<Output>();
  let next: { readonly input: Input } | undefined;
  let disposed = false;
  let isCleared = false;
  let isBusy = false;

  async function runAll(first: Input): Promise<void> {
    isBusy = true;
    for (let run: { readonly input: Input } | undefined = { input: first }; run !== undefined; run = next) {
      next = undefined;
      isCleared = false;
      Object.assign(state, { status: 'running', progress: starting, problem: '' });
      try {
        const computed = await runner.run(run.input, (progress) => (state.progress = progress));
        if (isCleared) continue;
        output.value = computed;
        state.status = 'done';
      } catch (error) {
        const isStopped = error instanceof TaskStopped;
        if (isStopped) next = undefined;
        if (isCleared && !isStopped) continue;
        // Of an error of the worker, name and message arrive. Names of classes are shortened in the page.
        if (!(error instanceof Error && error.name === 'InvalidContract')) output.value = undefined;
        state.status = isStopped ? 'stopped' : 'failed';
        state.problem = problemOf(error);
      }
    }
    isBusy = false;
  }

  function clear(): void {
    next = undefined;
    isCleared = true;
    output.value = undefined;
    state.status = 'idle';
  }

  function stop(): void {
    if (state.status === 'running') runner.stop();
  }

  onScopeDispose(() => {
    disposed = true;
    stop();
  });
  return {
    state,
    output,
    stop,
    clear,
    run(given) {
      const input = plain(given);
      if (disposed) return;
      if (!isBusy) return void runAll(input);
      next = { input };
      state.status = 'running';
    },
  };
}

/** A task of the worker with the node. */
export const useTask = <Name extends TaskName>(name: Name): PanelTask<TaskInput<Name>, TaskOutput<Name>> =>
  useRunner<TaskInput<Name>, TaskOutput<Name>>(
    { run: (input, report) => runner.run(name, input, report), stop: () => runner.stop() },
    'Starting the node',
  );
