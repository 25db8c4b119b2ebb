import { scaled } from '@coin/test-kit/scaled';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { assert, asyncProperty } from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ForkedNode } from '../../src/fork/index.ts';
import { createMockNode, serve, type MockNode, type PresetNode } from '../../src/index.ts';
import { toBase58 } from '../../src/protocol/address.ts';
import { actionOf, type Step, type Walk } from '../support/actions.ts';
import { saysUnknown } from '../support/fork-reads.ts';
import { forkOf } from '../support/fork-upstream.ts';
import { signAction } from '../support/sign-action.ts';
import { continueWalk, createWalkNode, networkSetups, startWalk, steps, takeStep } from '../support/walk.ts';
import { withinTime } from '../support/within-time.ts';

afterEach(() => vi.useRealTimers());

const SECOND = 1000;
const DAY = 86_400 * SECOND;

interface Answer {
  readonly text: string;
  /** The kinds of unknowns that the answer's header lists. */
  readonly kinds: readonly string[];
}

async function ask(node: Pick<MockNode, 'fetch'>, endpoint: string, body: object = {}): Promise<Answer> {
  const answer = await node.fetch(`http://node/wallet/${endpoint}`, { method: 'POST', body: JSON.stringify(body) });
  const unknowns: readonly { readonly kind: string }[] = JSON.parse(answer.headers.get('x-fork-unknowns') ?? '[]');
  return { text: await answer.text(), kinds: unknowns.map(({ kind }) => kind) };
}

/** Without a witness's signature, which the fork cannot make, and without the time when an account was last flushed. */
const comparable = (text: string): string =>
  text.replace(/"witness_signature":"[^"]*",?/, '').replace(',"asset_optimized": true', '');

/**
 * Reads something from a network and from its fork. A difference must have a cause other than the shared bandwidth, of
 * which a walk does not use up any.
 */
async function compare(live: MockNode, fork: ForkedNode, endpoint: string, body: object = {}): Promise<boolean> {
  const [onLive, onFork] = [await ask(live, endpoint, body), await ask(fork, endpoint, body)];
  const [expected, found] = [comparable(onLive.text), comparable(onFork.text)];
  const isExplained = saysUnknown(found) || onFork.kinds.some((kind) => kind !== 'shared-bandwidth');
  expect(isExplained ? expected : found, `${endpoint} ${JSON.stringify(body)}`).toBe(expected);
  return saysUnknown(found) || found === expected;
}

const ofTheNetwork = ['getnowblock', 'getchainparameters', 'listwitnesses', 'listproposals', 'getburntrx'];

async function compareEverything({ node, ...walk }: Walk, fork: ForkedNode): Promise<void> {
  const read = (endpoint: string, body: object = {}): Promise<boolean> => compare(node, fork, endpoint, body);
  for (const endpoint of ofTheNetwork) await read(endpoint);
  await read('getpaginatednowwitnesslist', { offset: 0, limit: 100 });
  for (const { address } of [...walk.accounts, ...walk.deployed]) {
    const visible = address.startsWith('T');
    await read('getaccount', { address, visible });
    await read('getaccountresource', { address, visible });
    await read('getcontractinfo', { value: address, visible });
    await read('getReward', { address });
    await read('getBrokerage', { address });
    await read('getcandelegatedmaxsize', { owner_address: address, type: 1, visible });
  }
  for (const value of walk.accepted) await read('gettransactioninfobyid', { value });
  const { number: num } = headOf((await ask(fork, 'getnowblock')).text);
  for (let behind = 0; behind < 5; behind++) await read('gettransactioninfobyblocknum', { num: num - behind });
}

/**
 * Takes a step on both. Returns whether the network's transactions still fit the fork's blocks, or `parted` if only one
 * of them has accepted a transaction, after which nothing is the same.
 */
async function takeStepOnBoth(walk: Walk, fork: ForkedNode, step: Step): Promise<boolean | 'parted'> {
  const { node } = walk;
  const isAlike = async (): Promise<boolean> => compare(node, fork, 'getnowblock');
  const { kind, amount, choice } = step;
  if (kind === 'wait' || kind === 'wait-days') {
    const time = kind === 'wait' ? (amount % 600) * SECOND : (choice % 15) * DAY;
    node.advanceTime(time);
    await fork.advanceTime(time);
    node.mine();
    await fork.mine();
    return isAlike();
  }
  if (kind === 'next-cycle') {
    node.advanceCycle();
    await fork.advanceCycle();
    return isAlike();
  }
  const action = await actionOf(walk, step);
  const signed = action && (await signAction(walk, step.sender, action));
  if (action === undefined || signed === undefined) return true;
  const accepted = await ask(fork, 'broadcasttransaction', signed);
  if (saysUnknown(accepted.text)) return true;
  const { text } = await ask(node, 'broadcasttransaction', signed);
  if (text !== accepted.text) {
    const kinds = accepted.kinds.filter((one) => one !== 'shared-bandwidth');
    expect(kinds, `${accepted.text} instead of ${text}`).not.toEqual([]);
    return 'parted';
  }
  const { txID: value } = signed;
  if (!(await compare(node, fork, 'gettransactioninfobyid', { value })))
    expect(await fork.explainTransaction(value)).not.toEqual([]);
  if (JSON.parse(text).result === true) {
    walk.accepted.push(value);
    action.onAccepted?.(signed);
  }
  return isAlike();
}

test('a fork explains every answer that differs from its network', async () => {
  await assert(
    asyncProperty(networkSetups, steps, steps, async (setup, first, second) => {
      const before = startWalk(createWalkNode(setup, { activeOperations: createMockNode().network.activeOperations }));
      for (const step of first) await takeStep(before, step);
      const live = createWalkNode(setup, { activeOperations: createMockNode().network.activeOperations });
      live.load(before.node.dump());
      const walk = continueWalk(before, live);
      const fork = await forkOf(before.node);
      for (const step of second) {
        const fits = await takeStepOnBoth(walk, fork, step);
        if (fits === 'parted') return;
        if (!fits) break;
      }
      await compareEverything(walk, fork);
    }),
    { numRuns: scaled(3), ...withinTime },
  );
});

const CONTRACT = '41c0ffee00000000000000000000000000000000c0';
/** Writes 1 to slot 0. */
const WRITING = '6001600055';

const headOf = (text: string): { readonly number: number } => JSON.parse(text).block_header.raw_data;

interface Scene {
  readonly live: PresetNode;
  readonly owner: string;
  readonly receiver: string;
  readonly witness: string;
}

/** A network with a contract, and an account that has staked for energy. */
async function createScene(parameters: Readonly<Record<string, bigint>> = {}): Promise<Scene> {
  const live = createMockNode({ contracts: [{ address: CONTRACT, code: WRITING, energyFactor: 3_400n }] });
  for (const [name, value] of Object.entries(parameters)) live.setChainParameter(name, value);
  const [owner, receiver] = live.accounts.map(({ address }) => address) as [string, string];
  live.impersonate(owner);
  await send(live, 'freezebalancev2', { owner_address: owner, frozen_balance: 900_000_000_000, resource: 'ENERGY' });
  return { live, owner, receiver, witness: live.witnesses[0].address };
}

/** Builds and broadcasts a transaction of an impersonated account. Returns its id. */
async function send(node: Pick<MockNode, 'fetch'>, endpoint: string, body: object): Promise<string> {
  const built = JSON.parse((await ask(node, endpoint, { ...body, visible: true })).text);
  const { txID, ...transaction } = built.transaction ?? built;
  const { text } = await ask(node, 'broadcasttransaction', { txID, ...transaction });
  expect(JSON.parse(text)).toMatchObject({ result: true });
  return txID;
}

const callOf = (owner: string): object => ({
  owner_address: owner,
  contract_address: toBase58(CONTRACT),
  function_selector: 'f()',
  fee_limit: 1_000_000_000,
});

async function forkOfScene({ live, owner }: Scene): Promise<ForkedNode> {
  const fork = await forkOf(live);
  await fork.impersonate(owner);
  return fork;
}

describe('explainTransaction', () => {
  test('lists the rounded usage that a call depends on, until it has recovered', async () => {
    const scene = await createScene();
    const { live, owner } = scene;
    await send(live, 'triggersmartcontract', callOf(owner));
    live.advanceTime(7 * 3_600 * SECOND);
    live.mine();
    const fork = await forkOfScene(scene);
    const usage = { kind: 'energy-usage', subject: owner };
    const first = await send(fork, 'triggersmartcontract', callOf(owner));
    expect(await fork.explainTransaction(first)).toContainEqual(usage);
    expect(fork.consistency().rounded).toContainEqual({
      address: owner,
      resources: expect.arrayContaining(['energy']),
    });
    expect((await ask(fork, 'getaccountresource', { address: owner, visible: true })).kinds).toContain('energy-usage');
    const later = await forkOfScene(scene);
    await later.advanceTime(2 * DAY);
    await later.mine();
    expect((await ask(later, 'getaccountresource', { address: owner, visible: true })).kinds).toEqual([]);
    const second = await send(later, 'triggersmartcontract', callOf(owner));
    expect(await later.explainTransaction(second)).not.toContainEqual(usage);
  });

  test('lists nothing for a transaction that depends on no unknown', async () => {
    const scene = await createScene();
    const { live, owner, receiver } = scene;
    const stake = { owner_address: owner, frozen_balance: 50_000_000_000, resource: 'BANDWIDTH' };
    await send(live, 'freezebalancev2', stake);
    live.advanceTime(2 * DAY);
    live.mine();
    const fork = await forkOfScene(scene);
    const txID = await send(fork, 'createtransaction', { owner_address: owner, to_address: receiver, amount: 1 });
    expect(await fork.explainTransaction(txID)).toEqual([]);
    for (const address of [owner, receiver])
      expect((await ask(fork, 'getaccount', { address, visible: true })).kinds).toEqual([]);
    expect((await ask(fork, 'gettransactioninfobyid', { value: txID })).kinds).toEqual([]);
  });

  test('lists the shared bandwidth, also for the account that used it', async () => {
    const scene = await createScene();
    const { owner, receiver } = scene;
    const fork = await forkOfScene(scene);
    const before = await fork.snapshot();
    const txID = await send(fork, 'createtransaction', { owner_address: owner, to_address: receiver, amount: 1 });
    expect(await fork.explainTransaction(txID)).toEqual([{ kind: 'shared-bandwidth' }]);
    expect((await ask(fork, 'gettransactioninfobyid', { value: txID })).kinds).toEqual(['shared-bandwidth']);
    const { number: num } = headOf((await ask(fork, 'getnowblock')).text);
    expect((await ask(fork, 'gettransactioninfobyblocknum', { num })).kinds).toEqual(['shared-bandwidth']);
    expect((await ask(fork, 'gettransactioninfobyblocknum', { num: num - 1 })).kinds).toEqual([]);
    expect((await ask(fork, 'getaccount', { address: owner, visible: true })).kinds).toEqual(['shared-bandwidth']);
    expect((await ask(fork, 'getburntrx')).kinds).toEqual(['shared-bandwidth']);
    await fork.revert(before);
    expect((await ask(fork, 'getaccount', { address: owner, visible: true })).kinds).toEqual([]);
  });

  test('lists the rounded bandwidth of a token, of the sender and of all senders', async () => {
    const scene = await createScene();
    const { live, owner, receiver } = scene;
    live.impersonate(receiver);
    const start = live.now() + 3_600 * SECOND;
    const token = { name: '676f6c64', url: '75', total_supply: 1_000_000, trx_num: 1, num: 1, start_time: start };
    const limits = { free_asset_net_limit: 50_000, public_free_asset_net_limit: 900_000, end_time: start + DAY };
    await send(live, 'freezebalancev2', {
      owner_address: owner,
      frozen_balance: 50_000_000_000,
      resource: 'BANDWIDTH',
    });
    await send(live, 'createassetissue', { owner_address: owner, ...token, ...limits });
    const give = { owner_address: owner, to_address: receiver, asset_name: '1000001', amount: 500 };
    await send(live, 'transferasset', give);
    const back = { ...give, owner_address: receiver, to_address: owner, amount: 1 };
    await send(live, 'transferasset', back);
    live.advanceTime(7 * 3_600 * SECOND);
    live.mine();
    const fork = await forkOfScene(scene);
    await fork.impersonate(receiver);
    const sent = await send(fork, 'transferasset', back);
    expect(await fork.explainTransaction(sent)).toEqual(
      expect.arrayContaining([
        { kind: 'token-bandwidth-usage', subject: receiver },
        { kind: 'token-bandwidth-usage', subject: '1000001' },
      ]),
    );
    const kindsOf = async (): Promise<readonly (readonly string[])[]> => [
      (await ask(fork, 'getassetissuebyid', { value: '1000001' })).kinds,
      (await ask(fork, 'getaccountnet', { address: receiver, visible: true })).kinds,
    ];
    for (const kinds of await kindsOf()) expect(kinds).toContain('token-bandwidth-usage');
    const later = await forkOfScene(scene);
    await later.advanceTime(2 * DAY);
    await later.mine();
    expect((await ask(later, 'getassetissuebyid', { value: '1000001' })).kinds).toEqual([]);
  });

  test('is empty on a node that is not a fork', async () => {
    const { live, owner, receiver } = await createScene();
    const txID = await send(live, 'createtransaction', { owner_address: owner, to_address: receiver, amount: 1 });
    expect(live.explainTransaction(txID)).toEqual([]);
    expect((await ask(live, 'getaccount', { address: owner, visible: true })).kinds).toEqual([]);
  });

  test('rejects the id of a transaction that the node does not have', async () => {
    const fork = await forkOf(createMockNode());
    for (const txID of ['5', 'ab'.repeat(32)])
      await expect(fork.explainTransaction(txID)).rejects.toMatchObject({
        code: 'ARGUMENT_INVALID',
        context: { argument: 'txID', value: txID },
      });
  });

  test('answers below /admin', async () => {
    const scene = await createScene();
    const { owner, receiver } = scene;
    const fork = await forkOfScene(scene);
    const txID = await send(fork, 'createtransaction', { owner_address: owner, to_address: receiver, amount: 1 });
    const answer = await fork.fetch('http://node/admin/explaintransaction', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ txID }),
    });
    expect(await answer.json()).toEqual({ result: true, unknowns: [{ kind: 'shared-bandwidth' }] });
  });
});

describe("an answer's header", () => {
  test('lists what answers depend on after the first maintenance, and not before', async () => {
    const scene = await createScene({ getAllowTransactionFeePool: 1n });
    const { witness } = scene;
    const fork = await forkOfScene(scene);
    const read = async (): Promise<Readonly<Record<string, readonly string[]>>> => ({
      witnesses: (await ask(fork, 'listwitnesses')).kinds,
      block: (await ask(fork, 'getnowblock')).kinds,
      contract: (await ask(fork, 'getcontractinfo', { value: CONTRACT })).kinds,
      brokerage: (await ask(fork, 'getBrokerage', { address: witness })).kinds,
      account: (await ask(fork, 'getaccount', { address: witness, visible: true })).kinds,
    });
    expect(await read()).toEqual({
      witnesses: [],
      block: [],
      contract: ['cycle-number'],
      brokerage: [],
      account: ['fee-pool'],
    });
    await fork.advanceCycle();
    expect(await read()).toEqual({
      witnesses: ['votes'],
      block: ['votes'],
      contract: ['cycle-number', 'energy-factor'],
      brokerage: ['brokerage'],
      account: ['votes', 'fee-pool', 'brokerage'],
    });
  });

  test('lists what logs and events depend on', async () => {
    const topic = bytesToHex(keccak_256(utf8ToBytes('Ping()')));
    const code = `7f${topic}60006000a100`;
    const bytecode = `60${(code.length / 2).toString(16)}80600b6000396000f3${code}`;
    const abi = [{ type: 'event', name: 'Ping', inputs: [] }];
    const scene = await createScene();
    const { address } = await scene.live.deploy({ bytecode, abi });
    const fork = await forkOfScene(scene);
    const { txID } = await fork.invoke({ owner: scene.receiver, contract: address, data: '' });
    await using served = await serve(fork, { tre: true });
    const read = async (path: string, init?: RequestInit): Promise<string> => {
      const answer = await fetch(`${served.url}${path}`, init);
      expect(answer.headers.get('x-fork-unknowns')).toContain('"shared-bandwidth"');
      return answer.text();
    };
    for (const path of [
      `/v1/transactions/${txID}/events`,
      '/v1/blocks/latest/events',
      `/v1/contracts/${address}/events`,
    ])
      expect(await read(path)).toContain('Ping');
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{ fromBlock: 'latest' }] };
    expect(await read('/jsonrpc', { method: 'POST', body: JSON.stringify(request) })).toContain(topic);
  });

  test('lists records that were read after the network had moved on', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { live, owner, receiver } = await createScene();
    const fork = await forkOf(live);
    await ask(fork, 'getaccount', { address: receiver, visible: true });
    live.mine(2);
    vi.advanceTimersByTime(10 * SECOND);
    const unknowns = async (address: string): Promise<string | null> => {
      const body = JSON.stringify({ address, visible: true });
      const answer = await fork.fetch('http://node/wallet/getaccount', { method: 'POST', body });
      return answer.headers.get('x-fork-unknowns');
    };
    expect(JSON.parse((await unknowns(owner)) ?? '')).toEqual([{ kind: 'late-read', subject: `account ${owner}` }]);
    expect(await unknowns(receiver)).toBeNull();
    expect(fork.consistency().late).toEqual([]);
  });
});
