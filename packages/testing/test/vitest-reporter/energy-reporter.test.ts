import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnergyCollector, type EnergyReport } from '@coin/mock-node/energy-report';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ENERGY_TOTALS } from '../../src/energy-channel.ts';
import { createEnergyReporter } from '../../src/vitest-reporter/energy-reporter.ts';
import { nodeWithContracts, EMITTER, send } from '../support/calling-contracts.ts';

/** The part of vitest's report of a test file that the reporter reads. */
interface TestedModule {
  readonly children: { readonly allTests: () => Iterable<{ readonly meta: () => object }> };
}

const folder = mkdtempSync(join(tmpdir(), 'energy-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the reporter', () => {
  const exitCode = process.exitCode;
  afterEach(() => {
    process.exitCode = exitCode;
  });

  /** Totals of calls, which use 8 energy more for each byte that is logged. */
  async function totalsOf(...bytes: readonly number[]): Promise<string> {
    const node = nodeWithContracts();
    const collector = createEnergyCollector();
    for (const count of bytes) {
      const id = await send(node, EMITTER, `${'11'.repeat(96)}${'22'.repeat(count)}`);
      collector.add(node.traceTransaction(id, { maxSteps: 0 }));
    }
    return collector.dump();
  }
  const moduleOf = (...totals: readonly string[]): TestedModule => ({
    children: { allTests: () => totals.map((total) => ({ meta: () => ({ [ENERGY_TOTALS]: total }) })) },
  });

  interface Run {
    readonly modules: readonly TestedModule[];
    readonly update?: string;
    readonly tolerance?: number;
    readonly budgets?: Readonly<Record<string, number>>;
    readonly reason?: string;
    readonly testNamePattern?: RegExp;
  }
  function run({ modules, update = 'new', tolerance = 0, budgets = {}, reason = 'passed', testNamePattern }: Run): {
    readonly printed: string;
    readonly failed: boolean;
  } {
    let printed = '';
    const reporter = createEnergyReporter({
      file: 'energy.json',
      differencesFile: 'differences.md',
      tolerance,
      budgets,
      print: (text) => (printed += `${text}\n`),
    });
    const config = {
      root: folder,
      testNamePattern,
      snapshotOptions: { updateSnapshot: update },
    };
    process.exitCode = exitCode;
    reporter.onInit({ config, provide: () => undefined });
    reporter.onTestRunEnd(modules, [], reason);
    return { printed, failed: process.exitCode === 1 };
  }

  test('writes the first report, compares later ones, and rewrites it on request', async () => {
    const one = moduleOf(await totalsOf(0, 10), await totalsOf(20));
    expect(run({ modules: [one], update: 'none' })).toMatchObject({
      failed: true,
      printed: expect.stringContaining('energy.json is missing: run vitest once outside CI'),
    });
    expect(run({ modules: [one] }).printed).toContain('energy.json is written.');
    const written = JSON.parse(readFileSync(join(folder, 'energy.json'), 'utf8')) as EnergyReport;
    const together = createEnergyCollector();
    together.merge(await totalsOf(0, 10, 20));
    expect(written).toEqual(together.report());
    expect(run({ modules: [one], update: 'none' }).failed).toBe(false);

    const more = moduleOf(await totalsOf(0, 10), await totalsOf(26));
    const differing = run({ modules: [more] });
    expect(differing).toMatchObject({ failed: true, printed: expect.stringContaining('instead of') });
    const differences = () => readFileSync(join(folder, 'differences.md'), 'utf8');
    expect(differences()).toMatch(/^\| Function .*\n\| --- .*\n\| .*\+\d+\.\d % /);
    expect(differing.printed).toContain(
      'energy.json differs from this run. If the change is intended, run vitest with --update.',
    );
    expect(run({ modules: [more], tolerance: 10 }).failed).toBe(false);
    expect(differences().trimEnd().split('\n')).toHaveLength(2);
    expect(run({ modules: [more], reason: 'failed' }).printed).toContain('is not compared: the run failed.');
    expect(run({ modules: [more], testNamePattern: /x/ })).toMatchObject({
      failed: false,
      printed: expect.stringContaining('is not compared: only some of the tests ran.'),
    });
    expect(run({ modules: [more], update: 'all' }).printed).toContain('energy.json is written.');
    expect(run({ modules: [more] }).failed).toBe(false);
    expect(run({ modules: [moduleOf()] })).toEqual({ printed: '', failed: false });
  });

  test('fails a run in which a function exceeds its budget, also when the report is written', async () => {
    const modules = [moduleOf(await totalsOf(0, 10))];
    run({ modules, update: 'all' });
    const { functions } = JSON.parse(readFileSync(join(folder, 'energy.json'), 'utf8')) as EnergyReport;
    const [used] = functions;
    const name = `${used?.contract}.${used?.function}`;
    const maximum = used?.maximum ?? 0;
    for (const update of ['none', 'all']) {
      expect(run({ modules, update, budgets: { [name]: maximum } }).failed).toBe(false);
      const { failed, printed } = run({ modules, update, budgets: { [name]: maximum - 1 } });
      expect(failed).toBe(true);
      expect(printed).toContain(`${name} uses up to ${maximum.toLocaleString('en')} energy; its budget is `);
      expect(run({ modules, update, budgets: { 'Token.transfer()': 5 } })).toMatchObject({
        failed: true,
        printed: expect.stringContaining('Token.transfer() was not called; its budget is 5.'),
      });
    }
    expect(() => createEnergyReporter({ budgets: { [name]: -1 } })).toThrow(/integer of 0 or more units of energy/);
  });

  test('rejects invalid options', () => {
    expect(() => createEnergyReporter({ tolerance: 101 })).toThrow(
      'Invalid tolerance "101": it must be a number from 0 to 100 percent.',
    );
    expect(() => createEnergyReporter({ differencesFile: '' })).toThrow(
      /^Invalid differencesFile "": it must be the path of a file/,
    );
    expect(() => createEnergyReporter({ path: 'x' } as never)).toThrow(
      'Unknown option "path". Use one of file, tolerance, budgets, differencesFile, print.',
    );
  });
});
