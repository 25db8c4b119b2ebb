import { type ReportProgress } from './progress.ts';

type Task<Input, Output> = (input: Input, report: ReportProgress) => Promise<Output>;

/** A task that is loaded when it is first run: what it imports, the node among it, is no part of the first view. */
function lazy<Input, Output>(
  load: () => Promise<(input: Input, report: ReportProgress) => Promise<Output> | Output>,
): Task<Input, Output> {
  return async (input, report) => (await load())(input, report);
}

/** What the worker can do for the page, by name. Inputs and outputs are copied: data, no functions. */
export const tasks = {
  compareMethods: lazy(async () => (await import('../fee-laboratory/model.ts')).compareMethods),
  forecastSupply: lazy(async () => (await import('../supply/model.ts')).forecastSupply),
  compareResources: lazy(async () => (await import('../resources/model.ts')).compareResources),
  askLiar: lazy(async () => (await import('../liar/model.ts')).askLiar),
  playVote: lazy(async () => (await import('../supply/play-vote.ts')).playVote),
  readNetwork: lazy(async () => (await import('../fee-laboratory/read-network.ts')).readNetwork),
  simulateCycles: lazy(async () => (await import('../cycles/model.ts')).simulateCycles),
  openCall: lazy(async () => (await import('../call/model.ts')).openCall),
  openTransaction: lazy(async () => (await import('../transaction/model.ts')).openTransaction),
  openPasted: lazy(async () => (await import('../pasted/model.ts')).openPasted),
  runContract: lazy(async () => (await import('../solidity/model.ts')).runContract),
  playAccounts: lazy(async () => (await import('../accounts/model.ts')).playAccounts),
};

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;

/** What a worker answers to: one function, by comlink. */
export interface TaskWorker {
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, report: ReportProgress): Promise<TaskOutput<Name>>;
}
