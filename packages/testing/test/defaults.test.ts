import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnergyCollector } from '@coin/mock-node/energy-report';
import { describeDefaults } from '@coin/test-kit/defaults';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, expect, vi } from 'vitest';
import { ENERGY_TOTALS } from '../src/energy-channel.ts';
import { assertEmits } from '../src/index.ts';
import { createEnergyReporter } from '../src/vitest-reporter/index.ts';
import { EMITTER, nodeWithContracts, REVERTER, send } from './support/calling-contracts.ts';

const folder = mkdtempSync(join(tmpdir(), 'defaults-'));
const exitCode = process.exitCode;
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = exitCode;
});

const topicOf = (signature: string): string => Buffer.from(keccak_256(Buffer.from(signature))).toString('hex');

/** Runs a reporter over transactions that use some energy; what it printed, and whether it failed the run. */
async function report(options: object, energy: readonly number[]) {
  const node = nodeWithContracts();
  const collector = createEnergyCollector();
  for (const bytes of energy)
    collector.add(
      node.traceTransaction(await send(node, EMITTER, `${'11'.repeat(96)}${'22'.repeat(bytes)}`), { maxSteps: 0 }),
    );
  const totals = collector.dump();
  const reporter = createEnergyReporter({ print: () => {}, ...options });
  const root = mkdtempSync(join(folder, 'run-'));
  return { root, run: (at = root) => runReporter(reporter, at, totals) };
}
function runReporter(reporter: ReturnType<typeof createEnergyReporter>, root: string, totals: string): boolean {
  process.exitCode = exitCode;
  reporter.onInit({ config: { root, snapshotOptions: { updateSnapshot: 'new' } }, provide: () => undefined });
  const modules = [{ children: { allTests: () => [{ meta: () => ({ [ENERGY_TOTALS]: totals }) }] } }];
  reporter.onTestRunEnd(modules, [], 'passed');
  const hasFailed = process.exitCode === 1;
  process.exitCode = exitCode;
  return hasFailed;
}

describeDefaults(`${import.meta.dirname}/..`, {
  'ExpectedEvent.contract': async () => {
    const node = nodeWithContracts();
    const id = await send(node, EMITTER, `${topicOf('Ping()')}${'00'.repeat(64)}`);
    const expected = { event: 'Ping()' };
    await assertEmits({ node, txID: id }, expected);
    await expect(assertEmits({ node, txID: id }, { ...expected, contract: REVERTER })).rejects.toMatchObject({
      name: 'AssertionError',
    });
  },
  'EnergyReporterOptions.file': {
    other: 'other.json',
    async observe(options) {
      const { root, run } = await report(options, [10]);
      run();
      return readdirSync(root);
    },
  },
  'EnergyReporterOptions.tolerance': {
    async observe(options) {
      const committed = await report({}, [200]);
      committed.run();
      // Eight units of energy more of some thousand: less than a percent.
      return (await report(options, [201])).run(committed.root);
    },
  },
  'EnergyReporterOptions.print': async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    (await report({ print: undefined }, [10])).run();
    expect(write.mock.calls.flat().join('')).toContain('energy-report.json is written.');
    write.mockRestore();
  },
  'NodeFixtureOptions.energyReport': 'test/vitest-reporter/energy-reporter.system.test.ts',
});
