import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDefaults } from '@coin/test-kit/defaults';
import { afterAll, expect, vi } from 'vitest';
import { forkMockNode, type ForkCache } from '../src/fork/index.ts';
import {
  createMockNode,
  serve,
  type Fault,
  type FaultRule,
  type MockNodeOptions,
  type PresetNode,
} from '../src/index.ts';
import { DEFAULT_WORK_LIMIT } from '../src/vm/code/work-schedule.ts';
import { forkOf, upstreamOf } from './support/fork-upstream.ts';
import { post } from './support/post.ts';
import { assemble, contract, runProgram, world } from './support/vm-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'defaults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ADDRESS = `41${'d0'.repeat(20)}`;
const CREATION = '6001600c60003960016000f300'; // stores one byte of code
const COIN = 1_000_000n;

/** A contract that reverts with the data of its call, and one that loops until its energy is used up. */
const REVERTER = { address: `41${'c0'.repeat(20)}`, code: '366000600037366000fd' };
const LOOPER = { address: `41${'c2'.repeat(20)}`, code: '5b600056' };

interface Json {
  readonly [member: string]: any; // oxlint-disable-line typescript/no-explicit-any -- answers of all kinds
}
const ask = async (node: { fetch: PresetNode['fetch'] }, path: string, body: object = {}) =>
  (await post(node as PresetNode, path, body)) as Json;
const balanceOf = (node: PresetNode, address: string) => ask(node, '/wallet/getaccount', { address });
const headOf = async (node: PresetNode, base = 'wallet'): Promise<number> =>
  (await ask(node, `/${base}/getnowblock`))['block_header'].raw_data.number ?? 0;
const transferOf = (node: PresetNode, amount = 1) =>
  ask(node, '/wallet/createtransaction', {
    owner_address: node.accounts[0].address,
    to_address: node.accounts[1].address,
    amount,
    visible: true,
  });
const pay = async (node: PresetNode): Promise<void> => {
  node.impersonate(node.accounts[0].address);
  await ask(node, '/wallet/broadcasttransaction', await transferOf(node));
};

/** The contract as getcontractinfo shows it. */
const placed = async (options: object) => {
  const node = createMockNode({ contracts: [{ address: ADDRESS, code: '00', ...options }] });
  return ask(node, '/wallet/getcontractinfo', { value: ADDRESS });
};
/** The transaction of a call, and the parameters of its chain. */
const invoked = async (options: object) => {
  const node = createMockNode({ contracts: [REVERTER] });
  const [{ address: owner }] = node.accounts;
  const { txID: value } = await node.invoke({ owner, contract: REVERTER.address, data: '', ...options });
  const { raw_data: data } = await ask(node, '/wallet/gettransactionbyid', { value });
  const [{ parameter }] = data.contract;
  const { chainParameter } = await ask(node, '/wallet/getchainparameters');
  return { fee_limit: data.fee_limit, callValue: parameter.value.call_value, chainParameter };
};
const deployed = async (options: object) => {
  const node = createMockNode();
  const { address } = await node.deploy({ bytecode: CREATION, ...options });
  const { smart_contract: stored } = await ask(node, '/wallet/getcontractinfo', { value: address, visible: true });
  return { stored, balance: (await ask(node, '/wallet/getaccount', { address, visible: true }))['balance'] };
};
const scripted = async (script: object) => {
  const node = createMockNode();
  node.scripts.add({ contract: ADDRESS, ...script });
  const call = { owner_address: `41${'a1'.repeat(20)}`, contract_address: ADDRESS, data: '00000000' };
  const { transaction: _, ...answer } = await ask(node, '/wallet/triggerconstantcontract', call);
  const { transaction: __, ...estimate } = await ask(node, '/wallet/estimateenergy', call);
  return { answer, estimate };
};

/** Which of so many requests a fault applies to. */
async function hits(
  rule: Partial<FaultRule>,
  { count = 20, options = {} }: { count?: number; options?: MockNodeOptions } = {},
) {
  const node = createMockNode(options);
  return hitsAt(node, rule, count);
}
async function hitsAt(node: Pick<PresetNode, 'faults' | 'fetch'>, rule: Partial<FaultRule>, count = 20) {
  node.faults.add({ fault: { kind: 'status', status: 599 }, ...rule });
  const statuses: boolean[] = [];
  for (let index = 0; index < count; index++)
    statuses.push((await node.fetch('http://node/wallet/getnowblock')).status === 599);
  return statuses;
}
const faulty = async (fault: Fault) => {
  const node = createMockNode();
  const right = await (await node.fetch('http://node/wallet/getnowblock')).text();
  node.faults.add({ fault });
  const { status, text } = await node
    .fetch('http://node/wallet/getnowblock', { redirect: 'manual' })
    .then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }));
  return { status, text, right };
};

const traced = (node: PresetNode, options: object) =>
  node.traceCall({ owner: node.accounts[0].address, contract: LOOPER.address, data: '', ...options });

describeDefaults(`${import.meta.dirname}/..`, {
  'MockNodeOptions.preset': {
    other: 'mainnet',
    observe: (options) => createMockNode(options).network,
  },
  'MockNodeOptions.contracts': async () => {
    expect(createMockNode().network).toEqual(createMockNode({ contracts: [] }).network);
  },
  'MockNodeOptions.startTime': {
    // The first block is in the next slot.
    other: (stated: number) => stated + 3_000,
    observe: (options) => createMockNode(options).now(),
  },
  'MockNodeOptions.maxAheadMs': {
    other: 30_000,
    observe: async (options) => {
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
      const node = createMockNode({ startTime: 'wall-clock', ...options });
      for (let sent = 0; sent < 25; sent++) await pay(node);
      await node.close();
      return headOf(node);
    },
  },
  'MockNodeOptions.mining': async () => {
    const node = createMockNode();
    const before = await headOf(node);
    await pay(node);
    expect(await headOf(node)).toBe(before + 1);
  },
  'MockNodeOptions.solidityLag': async () => {
    // The newest block of an idle node becomes solid after three seconds.
    vi.useFakeTimers({ toFake: ['Date'] });
    const node = createMockNode();
    node.mine(5);
    expect((await headOf(node)) - (await headOf(node, 'walletsolidity'))).toBe(1);
    node.advanceTime(3_000);
    expect((await headOf(node)) - (await headOf(node, 'walletsolidity'))).toBe(0);
  },
  // To reach the limit takes seconds: test/chain/work-limit.test.ts reaches a fiftieth of this constant.
  'MockNodeOptions.workLimit': (stated: number) => expect(DEFAULT_WORK_LIMIT).toBe(stated),
  'MockNodeOptions.faultSeed': { observe: (options) => hits({ probability: 0.5 }, { options }) },
  'AccountOptions.count': async () => {
    expect(createMockNode().accounts).toHaveLength(10);
    const { network } = createMockNode({ accounts: { count: 0 } });
    const described = createMockNode({ network });
    expect(described.accounts).toEqual([]);
  },
  'AccountOptions.balance': async () => {
    const node = createMockNode({ accounts: { count: 11 } });
    for (const { address } of node.accounts)
      expect((await ask(node, '/wallet/getaccount', { address, visible: true }))['balance']).toBe(
        Number(1_000_000n * COIN),
      );
  },
  'ContractOptions.deployer': async () => {
    expect((await placed({})).smart_contract.origin_address).toBe(ADDRESS);
  },
  'ContractOptions.balance': async () => {
    const node = createMockNode();
    expect((await placed({ balance: 5n })).smart_contract).toBeDefined();
    node.setBalance(ADDRESS, 7n);
    node.placeContract({ address: ADDRESS, code: '00' });
    expect((await balanceOf(node, ADDRESS))['balance']).toBe(7);
    const other = `41${'d1'.repeat(20)}`;
    node.placeContract({ address: other, code: '00' });
    expect((await balanceOf(node, other))['balance']).toBeUndefined();
  },
  'ContractOptions.callerPercent': { other: 99, observe: placed },
  'ContractOptions.deployerEnergyLimit': { observe: placed },
  'ContractOptions.energyFactor': { observe: placed },
  'DeployOptions.owner': async () => {
    const [first] = createMockNode().accounts;
    expect(await deployed({})).toEqual(await deployed({ owner: first.address }));
  },
  'DeployOptions.callValue': { observe: deployed },
  'DeployOptions.feeLimit': async () => {
    const node = createMockNode();
    const { txID } = await node.deploy({ bytecode: CREATION });
    const { raw_data: data } = await ask(node, '/wallet/gettransactionbyid', { value: txID });
    const { chainParameter } = await ask(node, '/wallet/getchainparameters');
    expect(data.fee_limit).toBe(chainParameter.find(({ key }: { key: string }) => key === 'getMaxFeeLimit').value);
  },
  'DeployOptions.callerPercent': { other: 99, observe: deployed },
  'DeployOptions.deployerEnergyLimit': { observe: deployed },
  'InvokeOptions.callValue': { other: 5n, observe: invoked },
  'InvokeOptions.feeLimit': async () => {
    const { fee_limit: limit, chainParameter } = await invoked({});
    expect(limit).toBe(chainParameter.find(({ key }: { key: string }) => key === 'getMaxFeeLimit').value);
  },
  'Reorganization.newBlocks': async () => {
    const node = createMockNode({ solidityLag: 10 });
    node.mine(5);
    const before = await headOf(node);
    node.reorganize({ blocks: 3 });
    expect(await headOf(node)).toBe(before);
  },
  'Reorganization.transactions': {
    other: 'dropped',
    async observe(options) {
      const node = createMockNode({ solidityLag: 10 });
      await pay(node);
      node.reorganize({ blocks: 1, ...options });
      const counts: unknown[] = [];
      for (let block = 0; block < 2; block++) {
        counts.push((await ask(node, '/wallet/getnowblock'))['transactions']?.length);
        node.mine();
      }
      return [...counts, (await ask(node, '/wallet/getnowblock'))['transactions']?.length];
    },
  },
  'TraceOptions.details': () => {
    const node = createMockNode({ contracts: [REVERTER] });
    const steps = (options: object) =>
      node.traceCall({ owner: ADDRESS, contract: REVERTER.address, data: '11'.repeat(96), ...options }).steps;
    expect(steps({})).toEqual(steps({ details: [] }));
    expect(steps({})).not.toEqual(steps({ details: ['stack'] }));
  },
  'TraceOptions.maxSteps': {
    observe(options) {
      const node = createMockNode({ contracts: [LOOPER], workLimit: 2_000_000 });
      return traced(node, options).steps.length;
    },
  },
  'TracedCall.callValue': {
    observe: (options) => {
      const node = createMockNode({ contracts: [REVERTER] });
      return node.traceCall({ owner: node.accounts[0].address, contract: REVERTER.address, data: '', ...options }).call
        ?.callValue;
    },
  },
  'CallScript.result': { other: '11', observe: scripted },
  'CallScript.energyUsed': { observe: scripted },
  'CallScript.energyRequired': async () => {
    expect(await scripted({ energyUsed: 5n })).toEqual(await scripted({ energyUsed: 5n, energyRequired: 5n }));
  },
  'CallScript.status': { other: 'revert', observe: scripted },
  'FaultRule.path': async () => {
    expect(await hits({}, { count: 1 })).toEqual([true]);
    expect(await hits({ path: '/wallet/getaccount' }, { count: 1 })).toEqual([false]);
  },
  'FaultRule.times': async () => {
    expect((await hits({}, { count: 200 })).every(Boolean)).toBe(true);
  },
  'FaultRule.after': { observe: (options) => hits(options) },
  'FaultRule.probability': { other: 0, observe: (options) => hits(options) },
  'Fault.status': async () => {
    expect((await faulty({ kind: 'html' })).status).toBe(200);
    expect((await faulty({ kind: 'redirect', location: 'http://elsewhere.example' })).status).toBe(302);
  },
  'Fault.share': async () => {
    const { text, right } = await faulty({ kind: 'truncated' });
    expect(text).toBe(right.slice(0, Math.floor(right.length / 2)));
  },
  'Tampering.ids': {
    other: 'kept',
    async observe(options) {
      const node = createMockNode();
      node.faults.add({ fault: { kind: 'tampered', change: { amount: 2n, ...options } } });
      // The amount is the message's third field, and its last.
      return (await transferOf(node))['raw_data_hex'].includes('1802');
    },
  },
  'ForgedLedger.headers': {
    other: 'kept',
    async observe(options) {
      const node = createMockNode();
      node.mine();
      const [{ address: owner }, { address: to }] = node.accounts;
      const transfer = { kind: 'transfer', owner, to, amount: 1n, blockNumber: 1 } as const;
      node.faults.add({ fault: { kind: 'forged', forgeries: [transfer], ...options } });
      return (await ask(node, '/wallet/getblockbynum', { num: 1 }))['blockID'];
    },
  },
  'ServeOptions.port': async () => {
    await using first = await serve(createMockNode());
    await using second = await serve(createMockNode());
    expect(first.port).toBeGreaterThan(0);
    expect(second.port).not.toBe(first.port);
  },
  'ServeOptions.host': {
    other: 'localhost',
    async observe(options) {
      await using served = await serve(createMockNode(), options);
      return new URL(served.url).hostname;
    },
  },
  'ServeOptions.allowedHosts': async () => {
    await using served = await serve(createMockNode());
    const statusOf = async (name: string) => {
      const { request } = await import('node:http');
      return new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: served.port, path: '/wallet/getnowblock', headers: { host: name } };
        request(options, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
    };
    expect([await statusOf('localhost'), await statusOf('node.example')]).toEqual([200, 403]);
  },
  'ServeOptions.cors': async () => {
    await using served = await serve(createMockNode());
    const headers = { origin: 'http://page.example' };
    expect((await fetch(`${served.url}/wallet/getnowblock`, { headers })).status).toBe(403);
  },
  'ServeOptions.tre': {
    async observe(options) {
      await using served = await serve(createMockNode(), options);
      return (await fetch(`${served.url}/admin/accounts`)).text();
    },
  },
  'ForkOptions.requestsPerSecond': async () => {
    const live = createMockNode({ contracts: [{ address: REVERTER.address, code: '00' }] });
    let [open, most] = [0, 0];
    const { fetch } = upstreamOf(live, async () => {
      most = Math.max(most, ++open);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      open--;
      return undefined;
    });
    const fork = await forkOf(live, { fetch });
    const addresses = Array.from({ length: 40 }, (_, index) => `41${'e0'.repeat(19)}${(16 + index).toString(16)}`);
    await Promise.all(addresses.map((address) => post(fork as never, '/wallet/getaccount', { address })));
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
  },
  'ForkOptions.lateAfterBlocks': {
    async observe(options, stated: number) {
      const late: number[] = [];
      for (const blocks of [stated, stated + 1]) {
        const live = createMockNode();
        let kept: string | undefined;
        const cache: ForkCache = { read: async () => kept, write: async (text) => void (kept = text) };
        await forkOf(live, { cache });
        live.mine(blocks);
        const fork = await forkOf(live, { ...options, cache });
        await fork.setBalance(live.accounts[0].address, 1n);
        late.push(fork.consistency().late.length);
      }
      return late;
    },
  },
  'ForkOptions.timeoutMs': {
    async observe(options) {
      vi.useFakeTimers();
      const fetch = () => new Promise<never>(() => {});
      const failure = forkMockNode({ url: 'http://live.example', fetch, ...options }).catch(String);
      await vi.runAllTimersAsync();
      vi.useRealTimers();
      return failure;
    },
  },
  'ForkOptions.fetch': async () => {
    const live = createMockNode();
    vi.stubGlobal('fetch', live.fetch);
    const fork = await forkMockNode({ url: 'http://live.example', jsonRpcUrl: 'http://live.example/jsonrpc' });
    vi.unstubAllGlobals();
    expect(fork.consistency().requests).toBeGreaterThan(0);
  },
  'ForkOptions.startTime': async () => {
    const live = createMockNode();
    live.mine(3);
    const fork = await forkOf(live);
    expect(fork.clock.now()).toBe(live.clock.now());
  },
  'ForkOptions.maxAheadMs': {
    other: 30_000,
    observe: async (options) => {
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
      const fork = await forkOf(createMockNode({ startTime: 'wall-clock' }), { startTime: 'wall-clock', ...options });
      const [{ address: owner }, { address: to }] = createMockNode().accounts;
      await fork.impersonate(owner);
      const transfer = { owner_address: owner, to_address: to, amount: 1, visible: true };
      for (let sent = 0; sent < 25; sent++)
        await ask(fork, '/wallet/broadcasttransaction', await ask(fork, '/wallet/createtransaction', transfer));
      await fork.close();
      return headOf(fork as never);
    },
  },
  'ForkOptions.mining': async () => {
    const live = createMockNode();
    const fork = await forkOf(live);
    const [from, to] = live.accounts;
    await fork.impersonate(from.address);
    const transfer = { owner_address: from.address, to_address: to.address, amount: 1, visible: true };
    const built = await ask(fork, '/wallet/createtransaction', transfer);
    const before = await headOf(fork as never);
    await ask(fork, '/wallet/broadcasttransaction', built);
    expect(await headOf(fork as never)).toBe(before + 1);
  },
  'ForkOptions.faultSeed': {
    observe: async (options) => hitsAt(await forkOf(createMockNode(), options), { probability: 0.5 }),
  },
  'ExecuteOptions.workLimit': () => {
    const loop = '5000 :loop 1 SWAP1 SUB DUP1 @loop JUMPI STOP';
    expect(runProgram(loop, { energyLimit: 10_000_000n })).toMatchObject({ status: 'success' });
    expect(runProgram(loop, { energyLimit: 10_000_000n, workLimit: 1000 })).toMatchObject({ status: 'exception' });
  },
  'Tracing.traceDetails': () => {
    const steps = (options: object): unknown[] => {
      const seen: unknown[] = [];
      runProgram('1 2 ADD STOP', { onStep: (step) => void seen.push({ ...step }), ...options });
      return seen;
    };
    expect(steps({})).toEqual(steps({ traceDetails: [] }));
    expect(steps({})).not.toEqual(steps({ traceDetails: ['stack'] }));
  },
  'MemoryContract.version': {
    observe: (options) => {
      const code = assemble('STOP');
      return world({ contracts: { [contract]: { code, ...options } } }).getContract(contract);
    },
  },
});
