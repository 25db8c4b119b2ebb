import {
  callableExports,
  expectOwnErrors,
  missingMethods,
  type Sample,
  type Samples,
} from '@coin/examples/hostile-arguments';
import * as mock from '../src/index.ts';
import { forkMockNode } from '../src/forked-node.ts';
import * as report from '../src/report/index.ts';
import { expect, test } from 'vitest';

const node = mock.createMockNode();
const [{ address: OWNER }] = node.accounts;
const CONTRACT = `41${'c0'.repeat(20)}`;
const contract = { address: CONTRACT, code: '00', origin: OWNER, name: 'x', balance: 5n, storage: { '01': '02' } };
const parameters = { getEnergyFee: 100n };
const options = (): object => ({
  preset: 'mainnet',
  parameters,
  accounts: { count: 1, privateKeys: [], balance: 5n },
  contracts: [contract],
  startTime: 1_800_000_000_000,
  mining: { mode: 'manual' },
  solidityLag: 1,
  workLimit: 5,
  witnessKeys: [],
  onConsoleLog: () => {},
  faultSeed: 5,
});
const call = { owner: OWNER, contract: CONTRACT, data: '00', callValue: 0n, details: ['stack'], maxSteps: 5 };

/** A call of a node's method, on a node of its own state: what a hostile call changes is undone. */
const control = (name: keyof mock.MockNode, args: () => readonly unknown[]): [string, Sample] => [
  `createMockNode().${String(name)}`,
  {
    run: async (...given: never[]) => {
      const start = node.snapshot();
      try {
        return await (node[name] as (...args: never[]) => unknown)(...given);
      } finally {
        node.revert(start);
      }
    },
    args,
    drawn: false,
  },
];
node.placeContract(contract);
const { txID } = await node.deploy({ bytecode: '60006000f3' });
const trace = node.traceCall({ owner: OWNER, contract: CONTRACT, data: '' });
const totals = report.createEnergyCollector();
totals.add(trace);
const compilation = { input: { sources: {} }, output: { sources: {}, contracts: {} } };

const samples: Samples = {
  MockNodeError: { run: () => new mock.MockNodeError('SNAPSHOT_UNKNOWN', { snapshot: 'x' }), args: () => [] },
  isMockNodeError: { run: mock.isMockNodeError, args: () => [new Error('x'), 'SNAPSHOT_UNKNOWN'] },
  createMockNode: { run: mock.createMockNode, args: () => [options()], drawn: false },
  serve: {
    run: async (given: never, more: never) => (await mock.serve(given, more)).close(),
    args: () => [node, { port: 0, host: '127.0.0.1', hosts: ['node.test'], cors: ['https://page.test'] }],
    closed: [node],
    drawn: false,
  },
  forkMockNode: {
    run: forkMockNode,
    // A fork of a network that does not answer takes as long as its retries; options are read before.
    args: () => [
      { url: 'ftp://node.test', headers: { 'x-a': 'b' }, fetch: () => Promise.reject(new Error('no node')) },
    ],
    drawn: false,
  },
  ...Object.fromEntries([
    control('now', () => []),
    control('mine', () => [1]),
    control('setMining', () => [{ mode: 'instant' }]),
    control('advanceTime', () => [5]),
    control('mineUntil', () => [5]),
    control('setNextBlockTime', () => [1_900_000_000_000]),
    control('advanceCycle', () => []),
    control('reorganize', () => [{ drop: 1 }]),
    control('snapshot', () => []),
    control('revert', () => ['1']),
    control('dump', () => []),
    control('load', () => ['{}']),
    control('setBalance', () => [OWNER, 5n]),
    control('setCode', () => [CONTRACT, '00']),
    control('setStorage', () => [CONTRACT, '01', '02']),
    control('setEnergyFactor', () => [CONTRACT, 5n]),
    control('setChainParameter', () => ['getEnergyFee', 5n]),
    control('deploy', () => [{ bytecode: '60006000f3', abi: [], args: [], feeLimit: 5n, name: 'x' }]),
    control('impersonate', () => [OWNER]),
    control('stopImpersonating', () => [OWNER]),
    control('supply', () => []),
    control('placeContract', () => [contract]),
    control('traceCall', () => [call]),
    control('traceTransaction', () => [txID, { details: ['stack'], maxSteps: 5 }]),
    control('importBlock', () => ['{}']),
    control('close', () => []),
  ]),
  // As the platform's fetch does, it rejects with a TypeError.
  'createMockNode().fetch': {
    run: (...args: [never, never]) => node.fetch(...args),
    args: () => ['http://node/wallet/getnowblock', { method: 'POST', body: '{}', headers: { 'x-a': 'b' } }],
    passesOn: () => true,
    drawn: false,
  },
  formatCallTree: { run: report.formatCallTree, args: () => [trace, { contracts: [] }], closed: [trace.instructions] },
  drawFlameGraph: { run: report.drawFlameGraph, args: () => [trace, { contracts: [] }] },
  energyBySource: { run: report.energyBySource, args: () => [trace, compilation, { contracts: [] }] },
  formatSourceEnergy: { run: report.formatSourceEnergy, args: () => [trace, compilation, { contracts: [] }] },
  createEnergyCollector: { run: report.createEnergyCollector, args: () => [{ contracts: [] }] },
  'createEnergyCollector().add': {
    run: (given: never) => report.createEnergyCollector().add(given),
    args: () => [trace],
  },
  'createEnergyCollector().addTotals': {
    run: (given: never) => report.createEnergyCollector().addTotals(given),
    args: () => [totals.totals()],
  },
  'createEnergyCollector().totals': { run: totals.totals, args: () => [] },
  'createEnergyCollector().report': { run: totals.report, args: () => [] },
  formatEnergyReport: { run: report.formatEnergyReport, args: () => [totals.report(), 'text'] },
  compareEnergyReports: {
    run: report.compareEnergyReports,
    args: () => [totals.report(), totals.report(), { tolerance: 5 }],
  },
};

/** What is not tried yet: what these take is checked by the compiler only. */
const WITHOUT_SAMPLES = new Set(
  (
    'assertBurns assertChangesBalances assertEmits assertRevertsWith assertUsesEnergy ' +
    'catchUpEnergyState createMemoryState execute getCreate2Address getCreateAddress ' +
    'instructionName instructionTable storagePrefix storageRowKey vmRules energyReporter nodeTest test'
  ).split(' '),
);

test('every export that can be called, and every method of what one returns, has a sample', async () => {
  const exported = await callableExports(new URL('../package.json', import.meta.url).pathname);
  const missing = exported.filter((name) => !Object.hasOwn(samples, name) && !WITHOUT_SAMPLES.has(name));
  expect(missing).toEqual([]);
  const { createMockNode, createEnergyCollector } = samples as Record<string, Sample>;
  const creating = { createMockNode, createEnergyCollector } as Samples;
  expect(await missingMethods(creating, samples)).toEqual([]);
});

test.each(Object.entries(samples))(
  'every failure of %s is a MockNodeError, whatever its arguments are',
  (name, sample) => expectOwnErrors(name, sample, mock.isMockNodeError),
  // Several hundred nodes are opened.
  120_000,
);

test.each<[string, () => unknown]>([
  ['createMockNode(null)', () => mock.createMockNode(null as never)],
  ['traceTransaction with details that are no list', () => node.traceTransaction(txID, { details: true as never })],
])('%s says what is wrong', (_, run) => {
  expect(run).toThrow(
    /^(?:options must be an object, but is null|details must be a list of stack, memory, storage, but is true)\.$/,
  );
});
