import { expose } from 'comlink';
import { tasks, type TaskName } from './tasks.ts';
import { type ReportProgress } from './progress.ts';

type AnyTask = (input: unknown, report: ReportProgress) => Promise<unknown>;

expose({ run: (name: TaskName, input: unknown, report: ReportProgress) => (tasks[name] as AnyTask)(input, report) });
