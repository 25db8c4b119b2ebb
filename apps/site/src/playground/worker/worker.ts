import { expose } from 'comlink';
import { type ReportProgress } from './progress.ts';
import { tasks, type TaskName } from './tasks.ts';

type AnyTask = (input: unknown, report: ReportProgress) => Promise<unknown>;

expose({ run: (name: TaskName, input: unknown, report: ReportProgress) => (tasks[name] as AnyTask)(input, report) });
