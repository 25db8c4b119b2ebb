import {
  compareEnergyReports,
  createCallReader,
  createEnergyCollector,
  createTransactionReader,
  formatEnergyReport,
  type EnergyReport,
} from '../energy-report/index.ts';
import { isMockNodeError } from '../errors.ts';
import { type ForkedNode } from '../fork/fork-mock-node.ts';
import { type MockNode } from '../node/create-mock-node.ts';
import { readJson } from './files/read-file.ts';
import { checkWritable, replaceFile } from './files/write-file.ts';
import { type Flags } from './flags/flags.ts';
import { messageOf, UsageError } from './usage-error.ts';

/** Records the energy that contracts use in a node's blocks. */
export interface EnergyRecorder {
  /** Adds the transactions of the blocks since the last call. */
  readonly collect: () => void;
  /** Writes the report and compares it. @returns whether it was written and no mean grew. */
  readonly finish: () => Promise<boolean>;
}

/** Blocks are also produced without a request, and only the latest ones can be traced. */
const COLLECTING_MS = 1000;

/** @throws UsageError */
export function createEnergyRecorder(
  node: MockNode | ForkedNode,
  given: Flags,
  printProblem: (text: string) => void,
): EnergyRecorder {
  const file = given['energy-report'];
  if (file !== undefined) checkWritable('--energy-report', file);
  const compare = createComparison(given);
  const collector = createEnergyCollector();
  const nextTransactions = createTransactionReader(node);
  const nextCalls = createCallReader(node);
  let collecting = Promise.resolve();
  const add = async (id: string): Promise<void> => {
    try {
      collector.add(await node.traceTransaction(id, { maxSteps: 0 }));
    } catch (error) {
      // The transaction belongs to another node and was loaded with its state.
      if (!isMockNodeError(error, 'ARGUMENT_INVALID')) throw error;
    }
  };
  const collect = (): void => {
    for (const trace of nextCalls()) collector.add(trace);
    for (const id of nextTransactions()) collecting = collecting.then(() => add(id));
  };
  const timer = setInterval(collect, COLLECTING_MS).unref();
  return {
    collect,
    async finish() {
      clearInterval(timer);
      collect();
      await collecting;
      const report = collector.report();
      const isWritten = file === undefined || write(file, report, printProblem);
      return compare(report, printProblem) && isWritten;
    },
  };
}

function write(file: string, report: EnergyReport, printProblem: (text: string) => void): boolean {
  try {
    replaceFile(file, formatFor(file, report));
    return true;
  } catch (error) {
    printProblem(`coin-mock-node: the energy report cannot be written to ${file}: ${messageOf(error)}.\n`);
    return false;
  }
}

function formatFor(file: string, report: EnergyReport): string {
  if (file.endsWith('.json')) return `${JSON.stringify(report, undefined, 2)}\n`;
  return formatEnergyReport(report, file.endsWith('.md') ? 'markdown' : 'text');
}

type Comparison = (report: EnergyReport, printProblem: (text: string) => void) => boolean;

/** Creates a comparison that reports every difference and returns false if a mean grew. @throws UsageError */
function createComparison({ check: file, tolerance: given }: Flags): Comparison {
  if (given !== undefined && file === undefined) throw new UsageError('--tolerance needs --check');
  if (file === undefined) return () => true;
  const tolerance = given ?? 0;
  const committed = readJson('--check', file) as EnergyReport;
  const differencesOf = (report: EnergyReport) => compareEnergyReports(committed, report, { tolerance });
  try {
    differencesOf(committed);
  } catch (error) {
    throw new UsageError(`--check ${file} is not an energy report in JSON: ${messageOf(error)}`);
  }
  return (report, printProblem) => {
    for (const { message } of differencesOf(report)) printProblem(`coin-mock-node: --check ${file}: ${message}.\n`);
    // A function that only failed had no energy to grow from.
    const succeeded = committed.functions.filter(({ calls }) => calls > 0);
    const means = new Map(succeeded.map((used) => [nameOf(used), used.mean]));
    const hasGrown = report.functions.some(
      (used) => used.mean * 100 > (means.get(nameOf(used)) ?? Number.POSITIVE_INFINITY) * (100 + tolerance),
    );
    if (hasGrown) printProblem(formatEnergyReport(report, 'text'));
    return !hasGrown;
  };
}

const nameOf = (used: EnergyReport['functions'][number]): string => JSON.stringify([used.contract, used.function]);
