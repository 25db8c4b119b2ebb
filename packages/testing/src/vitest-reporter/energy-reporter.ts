import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  compareEnergyReports,
  createEnergyCollector,
  formatEnergyDifferences,
  formatEnergyReport,
  type EnergyBudgets,
  type EnergyReport,
} from '@coin/mock-node/energy-report';
import { COLLECTS_ENERGY, ENERGY_TOTALS } from '../energy-channel.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../read-arguments.ts';

/** The file for the report of a run, and the allowed difference. */
export interface EnergyReporterOptions {
  /** The committed report in JSON, below vitest's root; defaults to `energy-report.json`. */
  readonly file?: string;
  /** Percent of the committed energy, 0 to 100; defaults to 0. */
  readonly tolerance?: number;
  /**
   * The maximum energy of a call, by names of the report such as `Token.transfer(address,uint256)`; defaults to none. A
   * function that exceeds its budget fails the run, also with `--update`.
   */
  readonly budgets?: EnergyBudgets;
  /**
   * A file for the differences as a Markdown table, below vitest's root, such as for a comment on a pull request. It is
   * written whenever reports are compared.
   */
  readonly differencesFile?: string;
  /** Prints a line; defaults to the standard output. */
  readonly print?: (text: string) => void;
}

/** The parts of vitest that the reporter uses. */
interface RunningVitest {
  readonly config: {
    readonly root: string;
    readonly testNamePattern?: RegExp | undefined;
    readonly shard?: unknown;
    readonly changed?: unknown;
    readonly related?: unknown;
    readonly snapshotOptions: { readonly updateSnapshot: string };
  };
  readonly filenamePattern?: readonly string[] | undefined;
  readonly provide: (key: never, value: never) => void;
}

/** A test file as vitest reports it. */
interface TestedModule {
  readonly children: { readonly allTests: () => Iterable<{ readonly meta: () => object }> };
}

/** A reporter for `test.reporters` in vitest's configuration. vitest calls its functions. */
export interface EnergyReporter {
  readonly onInit: (vitest: object) => void;
  readonly onTestRunEnd: (modules: readonly object[], errors: readonly unknown[], reason: string) => void;
}

/**
 * Creates a vitest reporter that compares a run's energy with a committed report, like a snapshot.
 *
 * It adds up the energy of the contract transactions of all tests of `createNodeTest` and prints the report. It writes
 * a missing file, except in CI, and rewrites the file with `--update`. A difference above the tolerance fails the run.
 * Partial runs and runs with failed tests are not compared.
 *
 * @param options - `file`, `tolerance` in percent, `print`
 * @throws TestingError `ARGUMENT_INVALID`, naming the option.
 * @example
 * ```ts
 * import { createEnergyReporter } from '@coin/testing/vitest-reporter';
 *
 * // vitest.config.ts
 * const config = { test: { reporters: ['default', createEnergyReporter({ tolerance: 1 })] } };
 * config.test.reporters.length; // => 2
 * ```
 */
export function createEnergyReporter(options: EnergyReporterOptions = {}): EnergyReporter {
  const settings = readOptions(options);
  const { file, print } = settings;
  let running: RunningVitest | undefined;
  return {
    onInit: (vitest) => {
      running = vitest as RunningVitest;
      (running.provide as (key: string, value: unknown) => void)(COLLECTS_ENERGY, true);
    },
    onTestRunEnd: (modules, _, reason) => {
      if (running === undefined) return;
      const report = reportOf(modules as readonly TestedModule[]);
      if (report.functions.length === 0) return;
      print(`\nEnergy of contracts\n\n${formatEnergyReport(report, 'text')}`);
      const { root, snapshotOptions } = running.config;
      const problem = whyPartial(running, reason);
      if (problem !== undefined) print(`${file} is not compared: ${problem}.`);
      else if (!accept(report, { ...settings, root, update: snapshotOptions.updateSnapshot })) process.exitCode = 1;
    },
  };
}

const reporterKeys: KnownKeys<EnergyReporterOptions> = {
  file: true,
  tolerance: true,
  budgets: true,
  differencesFile: true,
  print: true,
};

type ReporterSettings = Required<Omit<EnergyReporterOptions, 'differencesFile'>> &
  Pick<EnergyReporterOptions, 'differencesFile'>;

function readOptions(options: EnergyReporterOptions): ReporterSettings {
  checkKeys('options', options, reporterKeys, '');
  const { file = 'energy-report.json', differencesFile, tolerance = 0, budgets = {}, print = printLine } = options;
  if (typeof file !== 'string' || file === '') throw argumentInvalid('file', file, 'the path of a file');
  if (!(typeof tolerance === 'number' && tolerance >= 0 && tolerance <= 100))
    throw argumentInvalid('tolerance', tolerance, 'a number from 0 to 100 percent', {
      min: 0,
      max: 100,
      unit: 'percent',
    });
  if (typeof print !== 'function') throw argumentInvalid('print', print, 'a function that prints a line');
  if (differencesFile !== undefined && (typeof differencesFile !== 'string' || differencesFile === ''))
    throw argumentInvalid('differencesFile', differencesFile, 'the path of a file');
  // Checks the budgets.
  compareEnergyReports(NO_REPORT, NO_REPORT, { budgets });
  return { file, tolerance, budgets, print, ...(differencesFile !== undefined && { differencesFile }) };
}

const NO_REPORT = createEnergyCollector().report();

function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

function reportOf(modules: readonly TestedModule[]): EnergyReport {
  const collector = createEnergyCollector();
  for (const { children } of modules) {
    for (const test of children.allTests()) {
      const { [ENERGY_TOTALS]: totals } = test.meta() as { readonly [ENERGY_TOTALS]?: string };
      if (totals !== undefined) collector.merge(totals);
    }
  }
  return collector.report();
}

function whyPartial({ config, filenamePattern }: RunningVitest, reason: string): string | undefined {
  if (reason !== 'passed') return `the run ${reason === 'failed' ? 'failed' : 'was interrupted'}`;
  const { testNamePattern, shard, changed, related } = config;
  const chosen = [testNamePattern, shard, changed, related].some((choice) => choice !== undefined && choice !== false);
  return chosen || (filenamePattern ?? []).length > 0 ? 'only some of the tests ran' : undefined;
}

interface Comparison extends ReporterSettings {
  readonly root: string;
  /** vitest's setting: `all` with `--update`, `none` in CI, otherwise `new`. */
  readonly update: string;
}

/** Whether the report matches the file, or was written. */
function accept(report: EnergyReport, comparison: Comparison): boolean {
  const { root, file, differencesFile, tolerance, budgets, update, print } = comparison;
  const path = resolve(root, file);
  const text = `${JSON.stringify(report, undefined, 2)}\n`;
  const committed = readReport(path);
  if (committed === undefined && update === 'none') {
    print(`${file} is missing: run vitest once outside CI, and commit the file.`);
    return false;
  }
  if (committed === undefined || update === 'all') {
    writeFileSync(path, text);
    print(`${file} is written.`);
    const exceeded = compareEnergyReports(report, report, { budgets });
    for (const { message } of exceeded) print(`${message}.`);
    return exceeded.length === 0;
  }
  const differences = compareEnergyReports(committed, report, { tolerance, budgets });
  if (differencesFile !== undefined)
    writeFileSync(resolve(root, differencesFile), formatEnergyDifferences(differences));
  for (const { message } of differences) print(`${message}.`);
  if (differences.some(({ kind }) => kind !== 'over-budget'))
    print(`${file} differs from this run. If the change is intended, run vitest with --update.`);
  return differences.length === 0;
}

function readReport(path: string): EnergyReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as EnergyReport;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
    throw argumentInvalid('file', path, `a report in JSON (${String(error)})`, { cause: error });
  }
}
