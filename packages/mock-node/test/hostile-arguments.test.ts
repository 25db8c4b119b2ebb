import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callableExports,
  expectOwnErrors,
  methodPaths,
  missingMethods,
  type Sample,
  type Samples,
} from '@coin/examples/hostile-arguments';
import { afterAll, expect, test, vi } from 'vitest';
import * as abi from '../src/abi/index.ts';
import * as energyReport from '../src/energy-report/index.ts';
import { forkMockNode, type ForkCache, type ForkedNode } from '../src/fork/index.ts';
import * as mock from '../src/index.ts';
import * as vm from '../src/vm/index.ts';
import { forkOf, upstreamOf } from './support/fork-upstream.ts';

const node = mock.createMockNode();
const [{ address: OWNER }] = node.accounts;
const CONTRACT = `41${'c0'.repeat(20)}`;
const contract = { address: CONTRACT, code: '00', deployer: OWNER, name: 'x', balance: 5n, storage: { '01': '02' } };
const parameters = { getEnergyFee: 100n };
const options = (): object => ({
  preset: 'mainnet',
  parameters,
  accounts: { count: 1, privateKeys: [], balance: 5n },
  contracts: [contract],
  startTime: 1_800_000_000_000,
  mining: { kind: 'manual' },
  solidityLag: 1,
  workLimit: 5,
  witnessKeys: [],
  onConsoleLog: () => {},
  ethereumTools: 'anvil',
  faultSeed: 5,
});
const call = { owner: OWNER, contract: CONTRACT, data: '00', callValue: 0n, details: ['stack'], maxSteps: 5 };

node.placeContract(contract);
const { txID } = await node.deploy({ bytecode: '60006000f3' });
const trace = node.traceCall({ owner: OWNER, contract: CONTRACT, data: '' });
const totals = energyReport.createEnergyCollector();
totals.add(trace);
const createEmptyReport = () => energyReport.createEnergyCollector().report();
const fork = await forkOf(node);
await fork.placeContract(contract);
const deployed = await fork.deploy({ bytecode: '60006000f3', owner: OWNER });
const folder = mkdtempSync(join(tmpdir(), 'hostile-arguments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a node has a transaction for, and the block that it would make next. */
interface NextBlock {
  readonly id: string;
  readonly block: string;
  readonly time: number;
}

async function nextBlock(of: mock.MockNode | ForkedNode, id: string): Promise<NextBlock> {
  const start = await of.snapshot();
  await of.mine(1);
  const block = await (await of.fetch('http://node/wallet/getnowblock', { method: 'POST', body: '{}' })).text();
  const [, time] = /"timestamp":\s*(\d+)/.exec(block) ?? [];
  await of.revert(start);
  return { id, block, time: Number(time) };
}
const dump = node.dump();

/** The methods of a node with valid arguments. */
const methods = ({ id, block, time }: NextBlock): Readonly<Record<string, () => readonly unknown[]>> => ({
  now: () => [],
  mine: () => [1],
  setMining: () => [{ kind: 'instant' }],
  advanceTime: () => [5],
  mineUntil: () => [5],
  setNextBlockTime: () => [time],
  advanceCycle: () => [],
  reorganize: () => [{ blocks: 1, newBlocks: 2, transactions: 'pending' }],
  snapshot: () => [],
  revert: () => ['1'],
  dump: () => [],
  load: () => [dump],
  setBalance: () => [OWNER, 5n],
  setCode: () => [{ address: CONTRACT, code: '00' }],
  setStorage: () => [{ contract: CONTRACT, slot: '01', value: '02' }],
  setEnergyFactor: () => [CONTRACT, 5n],
  setChainParameter: () => ['getEnergyFee', 5n],
  deploy: () => [{ bytecode: '60006000f3', owner: OWNER, abi: [], args: [], feeLimit: 1_000_000_000n, name: 'x' }],
  invoke: () => [{ owner: OWNER, contract: CONTRACT, data: '00', abi: [], callValue: 0n, feeLimit: 1_000_000_000n }],
  impersonate: () => [OWNER],
  stopImpersonating: () => [OWNER],
  supply: () => [],
  placeContract: () => [contract],
  traceCall: () => [call],
  explainTransaction: () => [id],
  traceTransaction: () => [id, { details: ['stack'], maxSteps: 5 }],
  importBlock: () => [block],
  'clock.now': () => [],
  'clock.sleep': () => [5, { signal: new AbortController().signal }],
  'requests.reset': () => [],
  'faults.add': () => [
    {
      path: '/wallet/getnowblock',
      method: 'POST',
      fault: { kind: 'status', status: 500, body: 'x', headers: { 'x-a': 'b' } },
      times: 2,
      after: 1,
      probability: 0.5,
    },
  ],
  'faults.reset': () => [],
  'scripts.add': () => [
    {
      contract: CONTRACT,
      functionSelector: 'f()',
      result: '00',
      energyUsed: 5n,
      energyPenalty: 1n,
      energyRequired: 6n,
      status: 'success',
    },
  ],
  'scripts.reset': () => [],
});

/** Samples of the methods of a node. What a hostile call changes is undone. */
const methodSamples = (creator: string, of: mock.MockNode | ForkedNode, next: NextBlock): Samples =>
  Object.fromEntries(
    Object.entries(methods(next)).map(([name, args]): [string, Sample] => [
      `${creator}().${name}`,
      {
        run: async (...given: never[]) => {
          const start = await of.snapshot();
          try {
            const path = name.split('.');
            const method = path.reduce((owner: unknown, key) => (owner as Record<string, unknown>)[key], of);
            return await (method as (...args: never[]) => unknown)(...given);
          } finally {
            await of.revert(start);
            of.faults.reset();
            of.scripts.reset();
          }
        },
        args,
        drawn: false,
      },
    ]),
  );

/** As the platform's does, `fetch` rejects an invalid request with a TypeError, before the node sees it. */
const fetchSample = ({ fetch, requests }: Pick<mock.MockNode, 'fetch' | 'requests'>): Sample => ({
  run: (...given: [never, never]) => {
    requests.reset();
    return fetch(...given);
  },
  args: () => ['http://node/wallet/getnowblock', { method: 'POST', body: '{}', headers: { 'x-a': 'b' } }],
  passesOn: (error) => error instanceof TypeError && requests.entries.length === 0,
});

/** Waits of a fork, between requests and for their answers, take no real time. */
async function withoutWaits<T>(run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers();
  try {
    const state = { isSettled: false };
    const result = run().finally(() => (state.isSettled = true));
    result.catch(() => {});
    // Answers come before the time moves on, so none times out on a slow machine.
    for (let turn = 0; !state.isSettled; turn++) await vi.advanceTimersByTimeAsync(turn < 100 ? 0 : 1000);
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

const eventAbi = [{ type: 'event', name: 'Paused', inputs: [{ name: 'by', type: 'address', indexed: true }] }];
const errorAbi = [{ type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] }];
/** Of the address that `console.log` calls. */
const CONSOLE = 'T9yD14Nj9j7xADqysdFULe7XSUCBs9TV85';
const word5 = `${'00'.repeat(31)}05`;
const PAUSED = [
  '62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258',
  `${'00'.repeat(12)}${'a1'.repeat(20)}`,
];

const rules = (): vm.VmRules =>
  vm.vmRules({ getEnergyFee: 100n, getAllowTvmIstanbul: 1n, getAllowDynamicEnergy: 1n, getDynamicEnergyMaxFactor: 5n });
/** A state with a contract that runs CHAINID, BASEFEE, BALANCE and BLOCKHASH, and stores a word. */
function filledState(): vm.MemoryState {
  const state = vm.createMemoryState();
  state.putAccount(ADDRESS, 5n);
  const code = Uint8Array.of(0x46, 0x48, 0x30, 0x31, 0x43, 0x40, 0x60, 1, 0x60, 2, 0x55);
  state.putContract(CONTRACT, { code });
  state.putToken(ADDRESS, 1_000_001n, 5n);
  return state;
}
const ADDRESS = `41${'a1'.repeat(20)}`;
const word = new Uint8Array(32);
const message = { caller: ADDRESS, to: CONTRACT, callValue: 1n, tokenId: 1_000_001n, tokenValue: 1n };
const execution = (state: vm.MemoryState, kind: 'call' | 'create') => ({
  state,
  rules: rules(),
  block: { number: 5, timestamp: 3000, coinbase: ADDRESS, cycle: 1, genesisBlockID: word, blockID: () => word },
  message: { ...message, kind, data: Uint8Array.of(0x60, 0), txID: word },
  energyLimit: 100_000n,
  workLimit: 100_000,
  effects: 'commit',
  onStep: () => {},
  traceDetails: ['stack'],
  onCallEvent: () => {},
  onCodelessCall: () => {},
});
const energyState = { energyUsage: 5n, energyFactor: 1n, updateCycle: 1n };
/** The methods of a state in memory with valid arguments; the others take none. */
const stateArguments: Readonly<Record<string, () => readonly unknown[]>> = {
  restore: () => [filledState().snapshot()],
  hasAccount: () => [ADDRESS],
  getBalance: () => [ADDRESS],
  addBalance: () => [ADDRESS, 5n],
  createNormalAccount: () => [ADDRESS, 5],
  createContractAccount: () => [CONTRACT, 5],
  convertToContractAccount: () => [ADDRESS],
  hasToken: () => [1_000_001n],
  getTokenBalance: () => [ADDRESS, 1_000_001n],
  addTokenBalance: () => [ADDRESS, 1_000_001n, 5n],
  getTokenBalances: () => [ADDRESS],
  transferAllTokens: () => [{ from: ADDRESS, to: CONTRACT }],
  getPermission: () => [ADDRESS, 0],
  getCode: () => [CONTRACT],
  setCode: () => [CONTRACT, { bytes: word, hash: word }],
  getContract: () => [CONTRACT],
  createContract: () => [CONTRACT, { version: 0, deployer: ADDRESS }],
  getContractEnergyState: () => [CONTRACT],
  setContractEnergyState: () => [CONTRACT, energyState],
  getStorageRow: () => [{ contract: CONTRACT, rowKey: '00'.repeat(32) }],
  setStorageRow: () => [{ contract: CONTRACT, rowKey: '00'.repeat(32), value: word }],
  putAccount: () => [ADDRESS, 5n],
  putContract: () => [CONTRACT, { code: word, balance: 5n, version: 0, storage: [[word, word]], energyState }],
  removeAccount: () => [ADDRESS],
  putToken: () => [ADDRESS, 1_000_001n, 5n],
};
/** Each with the account, the contract or the number that most of them take. */
const stateSamples: Samples = Object.fromEntries(
  methodPaths(vm.createMemoryState()).map((name): [string, Sample] => [
    `createMemoryState().${name}`,
    {
      run: (...given: never[]) => {
        const method = name
          .split('.')
          .reduce((owner: unknown, key) => Reflect.get(owner as object, key), filledState());
        return (method as (...args: never[]) => unknown)(...given);
      },
      args: stateArguments[name] ?? (() => [ADDRESS, ADDRESS, 5n]),
    },
  ]),
);

const samples: Samples = {
  MockNodeError: { run: () => new mock.MockNodeError('SNAPSHOT_UNKNOWN', { snapshot: 'x' }), args: () => [] },
  isMockNodeError: { run: mock.isMockNodeError, args: () => [new Error('x'), 'SNAPSHOT_UNKNOWN'] },
  createMockNode: { run: mock.createMockNode, args: () => [options()], drawn: false },
  serve: {
    run: async (given: never, more: never) => (await mock.serve(given, more)).close(),
    args: () => [node, { port: 0, host: '127.0.0.1', allowedHosts: ['node.test'], cors: ['https://page.test'] }],
    closed: [node],
    drawn: false,
  },
  forkMockNode: {
    run: (given: never) => withoutWaits(async () => (await forkMockNode(given)).close()),
    args: () => [
      {
        url: 'http://live.example',
        jsonRpcUrl: 'http://live.example/jsonrpc',
        headers: { 'x-a': 'b' },
        requestsPerSecond: 1000,
        lateAfterBlocks: 5,
        onProgress: () => {},
        timeoutMs: 1000,
        fetch: upstreamOf(node).fetch,
        mining: { kind: 'manual' },
        solidityLag: 1,
        workLimit: 5,
        faultSeed: 5,
        ethereumTools: 'hardhat',
        onConsoleLog: () => {},
      },
    ],
    drawn: false,
  },
  'forkMockNode with a cache': {
    run: (cache: string | ForkCache) =>
      withoutWaits(async () => {
        const { fetch } = upstreamOf(node);
        const kept = typeof cache === 'string' ? join(folder, cache) : cache;
        await (await forkMockNode({ url: 'http://live.example', fetch, cache: kept })).close();
      }),
    args: () => [{ read: () => Promise.resolve(undefined), write: () => Promise.resolve() }],
    drawn: false,
  },
  ...methodSamples('createMockNode', node, await nextBlock(node, txID)),
  ...methodSamples('forkMockNode', fork, await nextBlock(fork, deployed.txID)),
  'createMockNode().faults.add of forgeries': {
    run: (rule: mock.FaultRule) => node.faults.add(rule).remove(),
    args: () => [
      {
        fault: {
          kind: 'forged',
          headers: 'kept',
          forgeries: [
            { kind: 'balance', address: OWNER, balance: 5n },
            { kind: 'parameter', name: 'getEnergyFee', value: 5n },
            { kind: 'log', txID, index: 0, data: '00' },
            { kind: 'outcome', txID, result: 'REVERT' },
            { kind: 'transfer', owner: OWNER, to: CONTRACT, amount: 5n, blockNumber: 1 },
          ],
        },
      },
    ],
  },
  'createMockNode().close': { run: node.close, args: () => [] },
  'forkMockNode().close': { run: fork.close, args: () => [] },
  'forkMockNode().consistency': { run: fork.consistency, args: () => [] },
  'createMockNode().fetch': fetchSample(node),
  'forkMockNode().fetch': fetchSample(fork),
  'serve().close': { run: async () => (await mock.serve(node)).close(), args: () => [] },
  createEnergyCollector: { run: energyReport.createEnergyCollector, args: () => [{ contracts: [] }] },
  'createEnergyCollector().add': {
    run: (given: never) => energyReport.createEnergyCollector().add(given),
    args: () => [trace],
  },
  'createEnergyCollector().merge': {
    run: (given: never) => energyReport.createEnergyCollector().merge(given),
    args: () => [totals.dump()],
  },
  'createEnergyCollector().dump': { run: totals.dump, args: () => [] },
  'createEnergyCollector().report': { run: totals.report, args: () => [] },
  formatEnergyReport: { run: energyReport.formatEnergyReport, args: () => [totals.report(), 'text'] },
  compareEnergyReports: {
    run: energyReport.compareEnergyReports,
    args: () => [totals.report(), totals.report(), { tolerance: 5 }],
  },
  abiSignature: { run: abi.abiSignature, args: () => [eventAbi[0]] },
  consoleLine: { run: abi.consoleLine, args: () => [{ kind: 'call', codeAddress: CONSOLE, input: '51973ec9' }] },
  decodeEvent: { run: abi.decodeEvent, args: () => [eventAbi[0], { topics: PAUSED, data: '' }] },
  decodeRevert: { run: abi.decodeRevert, args: () => [`c818d59a${word5}`, errorAbi] },
  decodeValues: { run: abi.decodeValues, args: () => [[{ type: 'uint256' }], word5] },
  describeRevert: { run: abi.describeRevert, args: () => [`c818d59a${word5}`, errorAbi] },
  encodeValue: { run: abi.encodeValue, args: () => [{ type: 'uint256' }, 5n] },
  isEvent: { run: abi.isEvent, args: () => [eventAbi[0], { topics: PAUSED, data: '' }] },
  loggedArguments: { run: abi.loggedArguments, args: () => [eventAbi[0], [ADDRESS]] },
  loggedParameters: { run: abi.loggedParameters, args: () => [eventAbi[0]] },
  formatEnergyDifferences: {
    run: energyReport.formatEnergyDifferences,
    args: () => [energyReport.compareEnergyReports(totals.report(), createEmptyReport())],
  },
  createCallReader: { run: energyReport.createCallReader, args: () => [node], closed: [node] },
  createTransactionReader: { run: energyReport.createTransactionReader, args: () => [node], closed: [node] },
  readContractNames: { run: abi.readContractNames, args: () => [[{ address: CONTRACT, name: 'x', abi: eventAbi }]] },
  'readContractNames().contract': { run: abi.readContractNames(trace.contracts).contract, args: () => [CONTRACT] },
  'readContractNames().function': { run: abi.readContractNames(trace.contracts).function, args: () => [trace.call] },
  'readContractNames().entry': {
    run: abi.readContractNames(trace.contracts).entry,
    args: () => [{ type: 'function', selector: 'a9059cbb', address: CONTRACT }],
  },
  'readContractNames().constructorOf': {
    run: abi.readContractNames(trace.contracts).constructorOf,
    args: () => [CONTRACT],
  },
  execute: { run: vm.execute, args: () => [execution(filledState(), 'call')] },
  'execute a creation': { run: vm.execute, args: () => [execution(filledState(), 'create')] },
  vmRules: { run: vm.vmRules, args: () => [{ getEnergyFee: 100n, getAllowDynamicEnergy: 1 }] },
  createMemoryState: { run: vm.createMemoryState, args: () => [] },
  ...stateSamples,
  getCreateAddress: { run: vm.getCreateAddress, args: () => [{ txID: word, nonce: 5 }] },
  getCreate2Address: { run: vm.getCreate2Address, args: () => [{ deployer: CONTRACT, salt: word, code: word }] },
  instructionTable: { run: vm.instructionTable, args: () => [rules()] },
  instructionName: { run: vm.instructionName, args: () => [5] },
};

test('every callable export, and every method of its result, has a sample', async () => {
  const exported = await callableExports(new URL('../package.json', import.meta.url).pathname);
  expect(exported.filter((name) => !Object.hasOwn(samples, name))).toEqual([]);
  const { createMockNode, createEnergyCollector, readContractNames, createMemoryState } = samples;
  await using served = await mock.serve(node);
  const creating = {
    createMockNode,
    createEnergyCollector,
    readContractNames,
    createMemoryState,
    forkMockNode: { run: () => fork, args: () => [] },
    serve: { run: () => served, args: () => [] },
  };
  expect(await missingMethods(creating as Samples, samples)).toEqual([]);
});

/** What a fork never knows. */
const UNKNOWN_TO_FORKS = new Set(['dump', 'load', 'supply'].map((name) => `forkMockNode().${name}`));

async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return mock.isMockNodeError(error, 'FORK_UNKNOWN') ? error.code : error;
  }
}

test.each(Object.entries(samples))('%s takes the arguments that are damaged below', async (name, { run, args }) => {
  expect(await failureOf(() => run(...(args() as never[])))).toBe(
    UNKNOWN_TO_FORKS.has(name) ? 'FORK_UNKNOWN' : undefined,
  );
});

test.each(Object.entries(samples))(
  '%s fails only with a MockNodeError, for any arguments',
  (name, sample) => expectOwnErrors(name, sample, mock.isMockNodeError),
  // Several hundred nodes are opened.
);

test.each<[string, () => unknown, string]>([
  ['createMockNode(null)', () => mock.createMockNode(null as never), 'Invalid options "null": it must be an object.'],
  [
    'traceTransaction with details that are not a list',
    () => node.traceTransaction(txID, { details: true as never }),
    'Invalid details "true": it must be a list of stack, memory, storage.',
  ],
  [
    'traceTransaction with options that are no object',
    () => node.traceTransaction(txID, 5 as never),
    'Invalid options "5": it must be an object.',
  ],
])('%s says what is wrong', (_, run, message) => {
  expect(run).toThrow(message);
});
