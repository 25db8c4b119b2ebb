import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callableExports,
  expectOwnErrors,
  isCallerError,
  missingMethods,
  type Sample,
  type Samples,
} from '@coin/examples/hostile-arguments';
import { createMockNode } from '@coin/mock-node';
import { createEnergyCollector } from '@coin/mock-node/energy-report';
import { afterAll, expect, test } from 'vitest';
import { ENERGY_TOTALS } from '../src/energy-channel.ts';
import * as assertions from '../src/index.ts';
import * as report from '../src/report/index.ts';
import { createEnergyReporter, type EnergyReporter } from '../src/vitest-reporter/index.ts';
import { createNodeTest, test as testWithNode } from '../src/vitest/index.ts';

const CONTRACT = `41${'c0'.repeat(20)}`;
const ADDRESS = `41${'a1'.repeat(20)}`;
const node = createMockNode({ contracts: [{ address: CONTRACT, code: '00', name: 'x' }] });
const [{ address: OWNER }] = node.accounts;
const { txID, fee } = await node.deploy({ bytecode: '60006000f3' });
const trace = node.traceCall({ owner: OWNER, contract: CONTRACT, data: '' });
const totals = createEnergyCollector();
totals.add(trace);
const compilation = { input: { sources: {} }, output: { sources: {}, contracts: {} } };
const folder = mkdtempSync(join(tmpdir(), 'hostile-arguments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A hostile function is the caller's, and so are its errors; a failed assertion is what it is for. */
const isOfAssertion = (error: unknown): boolean =>
  isCallerError(error) || (error instanceof Error && error.name === 'AssertionError' && 'operator' in error);
const assertion = (run: Sample['run'], args: Sample['args']): Sample => ({ run, args, passesOn: isOfAssertion });
const eventAbi = [{ type: 'event', name: 'Paused', inputs: [{ name: 'by', type: 'address', indexed: true }] }];
const errorAbi = [{ type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] }];
const info = (data = '', topics: readonly string[] = []) => ({
  id: txID,
  fee: 5,
  contractResult: [data],
  receipt: { energy_usage_total: 5, result: data === '' ? 'SUCCESS' : 'REVERT' },
  log: [{ address: 'c0'.repeat(20), topics, data: '' }],
});
const word5 = `${'00'.repeat(31)}05`;
const PAUSED = [
  '62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258',
  `${'00'.repeat(12)}${'a1'.repeat(20)}`,
];

/** A reporter that has begun, and prints nothing. */
function begunReporter(): EnergyReporter {
  const reporter = createEnergyReporter({ file: 'energy.json', print: () => {} });
  reporter.onInit(runningVitest());
  return reporter;
}
const runningVitest = () => ({
  config: { root: folder, snapshotOptions: { updateSnapshot: 'none' }, shard: undefined, testNamePattern: /x/ },
  filenamePattern: ['a.test.ts'],
  provide: () => {},
});
const testedModule = () => ({
  children: { allTests: () => [{ meta: () => ({ [ENERGY_TOTALS]: totals.dump() }) }] },
});

const samples: Samples = {
  TestingError: {
    run: () => new assertions.TestingError('ARGUMENT_INVALID', { argument: 'x', value: 'y', expected: 'z' }),
    args: () => [],
  },
  isTestingError: { run: assertions.isTestingError, args: () => [new Error('x'), 'ARGUMENT_INVALID'] },
  formatCallTree: { run: report.formatCallTree, args: () => [trace, { contracts: [] }], closed: [trace.instructions] },
  drawFlameGraph: { run: report.drawFlameGraph, args: () => [trace, { contracts: [] }] },
  energyBySource: { run: report.energyBySource, args: () => [trace, compilation, { contracts: [] }] },
  formatSourceEnergy: { run: report.formatSourceEnergy, args: () => [trace, compilation, { contracts: [] }] },
  assertBurns: assertion(assertions.assertBurns, () => [info(), 5n]),
  assertUsesEnergy: assertion(assertions.assertUsesEnergy, () => [info(), 5n, { within: '5%' }]),
  assertChangesBalances: assertion(assertions.assertChangesBalances, () => [() => {}, node, { [OWNER]: 0n }]),
  assertEmits: assertion(assertions.assertEmits, () => [
    info('', PAUSED),
    { event: 'Paused', abi: eventAbi, args: { by: ADDRESS }, contract: CONTRACT },
  ]),
  'assertBurns of a transaction': assertion(assertions.assertBurns, () => [{ node, txID }, fee]),
  assertRevertsWith: assertion(assertions.assertRevertsWith, () => [
    info(`c818d59a${word5}`),
    { error: 'Short', abi: errorAbi, args: [5n] },
  ]),
  'assertRevertsWith a panic': assertion(assertions.assertRevertsWith, () => [info(`4e487b71${word5}`), { panic: 5 }]),
  createNodeTest: {
    run: createNodeTest as Sample['run'],
    args: () => [
      {
        preset: 'mainnet',
        parameters: { getEnergyFee: 100n },
        mining: { kind: 'manual' },
        prepare: () => 5,
        energyReport: true,
      },
    ],
  },
  // It is vitest's own, and must not be called inside of a test.
  test: {
    run: testWithNode as Sample['run'],
    args: () => ['a title', () => {}],
    passesOn: (error) => error instanceof Error && /node_modules.*vitest/.test(error.stack ?? ''),
  },
  createEnergyReporter: {
    run: createEnergyReporter,
    args: () => [{ file: 'energy.json', tolerance: 5, print: () => {} }],
  },
  'createEnergyReporter().onInit': {
    run: (given: never) => createEnergyReporter({ print: () => {} }).onInit(given),
    args: () => [runningVitest()],
  },
  'createEnergyReporter().onTestRunEnd': {
    run: (...given: [never, never, never]) => begunReporter().onTestRunEnd(...given),
    args: () => [[testedModule()], [], 'passed'],
  },
};

test('every callable export, and every method of its result, has a sample', async () => {
  const exported = await callableExports(new URL('../package.json', import.meta.url).pathname);
  expect(exported.filter((name) => !Object.hasOwn(samples, name))).toEqual([]);
  const creating = { createEnergyReporter: { run: createEnergyReporter, args: () => [] } };
  expect(await missingMethods(creating as Samples, samples)).toEqual([]);
});

async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(Object.entries(samples).filter(([name]) => name !== 'test'))(
  '%s takes the arguments that are damaged below',
  async (_, { run, args }) => {
    expect(await failureOf(() => run(...(args() as never[])))).toBeUndefined();
  },
);

test.each(Object.entries(samples))(
  'every failure of %s is a TestingError, whatever its arguments are',
  (name, sample) => expectOwnErrors(name, sample, assertions.isTestingError),
);
