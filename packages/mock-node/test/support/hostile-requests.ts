import { createMockNode } from '../../src/index.ts';
import { LOGGER, LOOP } from './hostile-contracts.ts';

export interface Sent {
  readonly path: string;
  readonly body?: unknown;
}

/** Requests that are sent together, after those that prepare them. */
export interface Hostile {
  readonly before?: readonly Sent[];
  readonly sent: readonly Sent[];
}

/** Requests that would keep a node busy for long. Only those in `sent` are measured. */
export function hostileRequests(): Readonly<Record<string, Hostile>> {
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
  const node = createMockNode();
  const [{ address: owner }] = node.accounts;
  node.mine(20_000);
  const dump = node.dump();
  const abi = many(20_000, (i) => ({ type: 'function', name: `f${i}`, inputs: [{ type: 'uint256' }], outputs: [] }));
  return {
    'batch of 40 endless calls': { sent: [batch(many(40, () => endless))] },
    'batch of 400 endless calls': { sent: [batch(many(400, () => endless))] },
    'batch of 40 endless estimates': {
      sent: [batch(many(40, () => rpc('eth_estimateGas', { from: address(LOOP), to: address(LOOP), data: '0x' })))],
    },
    '40 endless constant calls in parallel': {
      sent: many(40, () => ({ path: '/wallet/triggerconstantcontract', body: call })),
    },
    '40 endless estimates in parallel': { sent: many(40, () => ({ path: '/wallet/estimateenergy', body: call })) },
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
      sent: many(40, () => ({ path: '/admin/temporary-accounts-generation?accounts=500' })),
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
    '40 different ranges of 100 blocks': {
      before: [mined],
      sent: many(40, (i) => ({
        path: '/wallet/getblockbylimitnext',
        body: { startNum: 100 * i + 1, endNum: 100 * i + 101 },
      })),
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
    'a deployment with an ABI of 2,000 functions': {
      sent: [{ path: '/admin/deploy', body: { owner, bytecode: '00', abi: abi.slice(0, 2_000) } }],
    },
    '40 deployments whose constructor never ends': {
      sent: many(40, () => ({ path: '/admin/deploy', body: { owner, bytecode: '5b600056' } })),
    },
    '/admin/load of 20,000 blocks': { sent: [{ path: '/admin/load', body: { dump } }] },
    'a body of 40 MB of numbers': { sent: [{ path: '/jsonrpc', body: many(20_000_000, () => 1) }] },
    'a body of 3 MB of numbers': { sent: [{ path: '/jsonrpc', body: many(1_500_000, () => 1) }] },
    'a batch of 250,000 numbers': { sent: [{ path: '/jsonrpc', body: many(250_000, () => 1) }] },
    '40 bodies of 2 MB of numbers': {
      sent: many(40, () => ({ path: '/wallet/broadcasttransaction', body: many(1_000_000, () => 1) })),
    },
    'a body of 120 MB of one text': { sent: [{ path: '/admin/load', body: { dump: 'a'.repeat(120_000_000) } }] },
    '/admin/importblock of 2 MB of empty transactions': {
      sent: [{ path: '/admin/importblock', body: { transactions: many(700_000, () => ({})) } }],
    },
  };
}
