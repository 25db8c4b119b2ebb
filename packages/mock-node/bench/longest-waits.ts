// Prints how much processor time a served node takes at most before it answers another client, and for all, while it is
// sent hostile requests.
// Run: node --conditions=@coin/source packages/mock-node/bench/longest-waits.ts [NAME…]
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createMockNode, serve } from '../src/index.ts';

const LOOP = `41${'c0'.repeat(20)}`;
const LOGGER = `41${'c1'.repeat(20)}`;
const WORKER = 'worker';
const agent = new Agent({ keepAlive: false });

if (process.argv[2] === WORKER) {
  // JUMPDEST PUSH1 0 JUMP; and a contract that logs twice.
  const node = createMockNode({
    contracts: [
      { address: LOOP, code: '5b600056' },
      { address: LOGGER, code: '60015f5fa160015f5fa1' },
    ],
  });
  const { url } = await serve(node, { tre: true });
  process.send?.(url);
} else await measure(new Set(process.argv.slice(2)));

interface Sent {
  readonly path: string;
  readonly body?: unknown;
}

/** Requests that are sent together, after those that prepare them. */
interface Hostile {
  readonly before?: readonly Sent[];
  readonly sent: readonly Sent[];
}

function hostileRequests(owner: string): Readonly<Record<string, Hostile>> {
  const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const rpc = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });
  const address = (hex: string): string => `0x${hex.slice(2)}`;
  const endless = rpc('eth_call', { from: address(LOOP), to: address(LOOP), data: '0x' }, 'latest');
  const call = { owner_address: LOOP, contract_address: LOOP, data: '00' };
  const traced = { owner: LOOP, contract: LOOP, data: '' };
  const logs = rpc('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' });
  const batch = (list: readonly unknown[]): Sent => ({ path: '/jsonrpc', body: list });
  const filters = many(20, () => batch(many(1000, () => rpc('eth_newBlockFilter'))));
  const mined = { path: '/admin/mine', body: { count: 10_000 } };
  const abi = many(20_000, (i) => ({ type: 'function', name: `f${i}`, inputs: [{ type: 'uint256' }], outputs: [] }));
  return {
    'batch of 40 endless calls': { sent: [batch(many(40, () => endless))] },
    'batch of 400 endless calls': { sent: [batch(many(400, () => endless))] },
    'batch of 40 endless estimates': {
      sent: [batch(many(40, () => rpc('eth_estimateGas', { from: address(LOOP), to: address(LOOP), data: '0x' })))],
    },
    '40 endless constant calls at once': {
      sent: many(40, () => ({ path: '/wallet/triggerconstantcontract', body: call })),
    },
    '40 endless estimates at once': { sent: many(40, () => ({ path: '/wallet/estimateenergy', body: call })) },
    '/admin/tracecall of an endless loop': { sent: [{ path: '/admin/tracecall', body: traced }] },
    'the same with details': {
      sent: [{ path: '/admin/tracecall', body: { ...traced, details: ['stack', 'memory', 'storage'] } }],
    },
    '20,000 filters in 20 batches': { sent: filters },
    'a block with 20,000 filters': {
      before: filters,
      sent: [{ path: '/admin/mine', body: { count: 100 } }, batch([rpc('eth_newBlockFilter')])],
    },
    '40 account generations': {
      sent: many(40, () => ({ path: '/admin/temporary-accounts-generation?accounts=1000' })),
    },
    '/admin/mine of 10,000 blocks': { sent: [mined] },
    'batch of 1,000 log queries over 5,000 blocks': {
      before: [{ path: '/admin/mine', body: { count: 5_000 } }],
      sent: [batch(many(1000, () => logs))],
    },
    'a log filter over 40,000 blocks, asked 400 times': {
      before: many(4, () => mined),
      sent: [
        batch(many(400, () => rpc('eth_newFilter', { fromBlock: '0x0' }))),
        batch(many(400, () => rpc('eth_getFilterLogs', '0x1'))),
      ],
    },
    '/admin/dump of 20,000 blocks': { before: [mined, mined], sent: [{ path: '/admin/dump', body: {} }] },
    '40 ranges of 100 blocks': {
      before: [mined],
      sent: many(40, () => ({ path: '/wallet/getblockbylimitnext', body: { startNum: 1, endNum: 101 } })),
    },
    'batch of 5,000 blocks': {
      before: [mined],
      sent: [batch(many(5000, (i) => rpc('eth_getBlockByNumber', `0x${(i + 1).toString(16)}`, true)))],
    },
    '/admin/reorganize of 10,000 blocks': {
      before: [mined],
      sent: [{ path: '/admin/reorganize', body: { blocks: 9_000, newBlocks: 9_001 } }],
    },
    'a deployment with an ABI of 20,000 functions': {
      sent: [{ path: '/admin/deploy', body: { owner, bytecode: '00', abi } }],
    },
    '40 event pages over 20,000 blocks': {
      before: [mined, mined],
      sent: many(40, () => ({ path: `/v1/contracts/${LOGGER}/events?order_by=block_timestamp,asc` })),
    },
    'a body of 60 MB of numbers': { sent: [{ path: '/jsonrpc', body: many(20_000_000, () => 1) }] },
  };
}

async function measure(names: ReadonlySet<string>): Promise<void> {
  const [{ address: owner }] = createMockNode().accounts;
  for (const [name, { before = [], sent }] of Object.entries(hostileRequests(owner))) {
    if (names.size > 0 && !names.has(name)) continue;
    const child = fork(import.meta.filename, [WORKER], { execArgv: ['--conditions=@coin/source'] });
    const url = await new Promise<string>((resolve) => child.once('message', (text) => resolve(String(text))));
    for (const one of before) await send(url, one);
    const pid = child.pid ?? 0;
    await wait(url, pid);
    const answered = { all: false };
    let longest = 0;
    const start = processorTime(pid);
    const hostile = Promise.all(sent.map((one) => send(url, one))).finally(() => (answered.all = true));
    while (!answered.all) {
      longest = Math.max(longest, await wait(url, pid));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await hostile.catch(() => undefined);
    process.stdout.write(`| ${name} | ${longest} ms | ${processorTime(pid) - start} ms |\n`);
    child.kill('SIGKILL');
  }
}

/** How much time of a processor the node takes while a client waits for the head block. */
async function wait(url: string, pid: number): Promise<number> {
  const start = processorTime(pid);
  await send(url, { path: '/wallet/getnowblock', body: {} });
  return processorTime(pid) - start;
}

/** In milliseconds: a busy machine makes everything wait, whatever the node does. Needs Linux. */
function processorTime(pid: number): number {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return 10 * (user + system);
}

function send(url: string, { path, body }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const outgoing = request(
      url + path,
      { method, agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    // A server that was busy for too long closes connections.
    outgoing.on('error', () => resolve(0));
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
