import Table from 'cli-table3';
import { type PaidPhase } from './pay-phase.ts';
import { statementKinds, type StatementCost } from './statements.ts';

/** What was measured with one size of the tables. */
export interface Measured {
  readonly title: string;
  /** The size of the tables with their indexes. */
  readonly size: string;
  readonly steady: PaidPhase;
  readonly steadyStatements: ReadonlyMap<string, StatementCost>;
  readonly backlog: PaidPhase;
  /** The statements of the backlog, its `enqueue` included. */
  readonly statements: ReadonlyMap<string, StatementCost>;
}

/** What was measured with pg-boss. */
export interface MeasuredJobs {
  readonly jobsPerSecond: number;
  /** Statements for each job. */
  readonly jobStatements: number;
}

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN).toFixed(0);

const latency = ({ latencies }: PaidPhase): string => `${quantile(latencies, 0.5)} / ${quantile(latencies, 0.99)} ms`;

/** The number of statements of each kind for each payment. */
function callsByKind({ steady, steadyStatements }: Measured): string {
  const calls = [...steadyStatements].map(([kind, cost]) => [kind, cost.calls / steady.ended.length] as const);
  const sum = calls.reduce((total, [, each]) => total + each, 0);
  const [most, second] = calls.toSorted(([, a], [, b]) => b - a).map(([kind, each]) => `${kind} ${each.toFixed(2)}`);
  return `${sum.toFixed(2)}: ${most}, ${second}, …`;
}

function statementCells({ backlog, statements }: Measured): Map<string, string> {
  const payments = backlog.ended.length;
  const calls = [...statements.values()].reduce((sum, cost) => sum + cost.calls, 0);
  const cells = new Map([['statements a payment, backlog', (calls / payments).toFixed(2)]]);
  for (const kind of statementKinds) {
    const cost = statements.get(kind);
    const shares = cost && [cost.pages, cost.rows, cost.milliseconds].map((each) => (each / cost.calls).toFixed(1));
    const [pages, rows, milliseconds] = shares ?? [];
    const text = `${((cost?.calls ?? 0) / payments).toFixed(2)}: ${pages} pages, ${rows} rows, ${milliseconds} ms`;
    cells.set(`  ${kind}`, cost === undefined ? '0' : text);
  }
  return cells;
}

/** One table of all measurements, with a column for each size of the tables. */
export function formatMeasured(
  measured: readonly Measured[],
  { rate, jobsPerSecond, jobStatements }: MeasuredJobs & { readonly rate: number },
): string {
  const head = ['', ...measured.map(({ title }) => title)];
  const table = new Table({ head, style: { head: [], border: [], compact: true } });
  const row = (what: string, cell: (each: Measured) => string): void =>
    void table.push([what, ...measured.map((each) => cell(each))]);
  row('size of the tables', ({ size }) => size);
  row('payments a second, backlog', ({ backlog }) => backlog.perSecond.toFixed(1));
  row('broadcasts a second, backlog', ({ backlog }) => backlog.broadcastsPerSecond.toFixed(1));
  row('p50 / p99 of enqueue until broadcast, backlog', ({ backlog }) => latency(backlog));
  row(`p50 / p99 of enqueue until broadcast, ${rate} a second`, ({ steady }) => latency(steady));
  row(`statements a payment, ${rate} a second`, callsByKind);
  const cells = new Map(measured.map((each) => [each, statementCells(each)]));
  for (const what of cells.values().next().value?.keys() ?? []) row(what, (each) => cells.get(each)?.get(what) ?? '');
  row('jobs of pg-boss a second', () => jobsPerSecond.toFixed(1));
  row('statements a job of pg-boss', () => jobStatements.toFixed(2));
  row('broadcasts by jobs of pg-boss', ({ backlog }) => (backlog.broadcastsPerSecond / jobsPerSecond).toFixed(3));
  return table.toString();
}
