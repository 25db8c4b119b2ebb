// Whatever happens to a development node, a client that polls sees each log once and in order.
import { createMockNode, type MockNode } from '@coin/mock-node';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { type Log } from 'ethers';
import * as fc from 'fast-check';
import { createPublicClient, http, type Address } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { Web3 } from 'web3';
import { ethersProvider } from './support/ethers-provider.ts';
import { requestOf } from './support/json-rpc-request.ts';

useVirtualTime();

/** Logs the first word of its input. */
const LOGGER = { address: `41${'10'.repeat(20)}`, code: '60003560006000a100' } as const;
const address: Address = `0x${'10'.repeat(20)}`;
const POLL_MS = 200;

/** A change that a client was told about. */
interface Change {
  readonly topic: string;
  readonly removed: boolean;
}

/** What a client has seen: applies each change, which must continue what was seen before. */
function createLedger() {
  const seen: string[] = [];
  const problems: string[] = [];
  return {
    seen,
    problems,
    apply({ topic, removed }: Change): void {
      if (!removed) {
        if (seen.includes(topic)) problems.push(`${topic} twice`);
        seen.push(topic);
      } else if (seen.pop() !== topic) problems.push(`${topic} removed out of turn`);
    },
  };
}

const changeOf = (log: { readonly topics?: readonly unknown[]; readonly removed?: boolean }): Change => ({
  topic: String(BigInt(String(log.topics?.[0]))),
  removed: log.removed === true,
});

/** Lets each client listen to a contract. Each returns a function that lets it poll. */
const clients = {
  async plain(node: MockNode, tell: (change: Change) => void) {
    const request = requestOf(node);
    const filter = await request('eth_newFilter', [{ address }]);
    return async () => ((await request('eth_getFilterChanges', [filter])) as Log[]).map(changeOf).forEach(tell);
  },
  async web3(node: MockNode, tell: (change: Change) => void) {
    const request = requestOf(node);
    const { eth } = new Web3({ request: ({ method, params }: never) => request(method, params) });
    const filter = await eth.createNewFilter({ address });
    return async () => (await eth.getFilterChanges(filter)).map((log) => changeOf(log as object)).forEach(tell);
  },
  async viem(node: MockNode, tell: (change: Change) => void) {
    const transport = http('http://node/jsonrpc', { fetchFn: node.fetch });
    const client = createPublicClient({ pollingInterval: POLL_MS, transport });
    onTestFinished(client.watchEvent({ address, onLogs: (logs) => logs.map(changeOf).forEach(tell) }));
    return () => pause(3 * POLL_MS);
  },
  async ethers(node: MockNode, tell: (change: Change) => void) {
    const provider = ethersProvider(node, { pollingInterval: POLL_MS });
    onTestFinished(() => provider.destroy());
    await provider.on({ address }, (log: Log) => tell(changeOf(log)));
    return () => pause(3 * POLL_MS);
  },
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const step = fc.oneof(
  fc.record({ kind: fc.constant('log' as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('mine' as const), count: fc.constantFrom(1, 3, 120) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(3, 301, 86_400) }),
  fc.record({ kind: fc.constant('fork' as const), blocks: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('snapshot' as const) }),
  fc.record({ kind: fc.constant('revert' as const) }),
  fc.record({ kind: fc.constant('poll' as const) }),
);

const walk = fc.record({ before: fc.array(step, { maxLength: 4 }), after: fc.array(step, { maxLength: 12 }) });

test.each(Object.keys(clients) as (keyof typeof clients)[])('%s sees each log once and in order', async (name) => {
  await fc.assert(
    fc.asyncProperty(walk, async ({ before, after }) => {
      const node = createMockNode({ ethereumTools: 'hardhat', solidityLag: 20, contracts: [LOGGER] });
      node.mine(20);
      const request = requestOf(node);
      const [from] = (await request('eth_accounts')) as string[];
      const ledger = createLedger();
      const snapshots = [await request('evm_snapshot')];
      let logs = 0;
      let poll = (): Promise<unknown> => Promise.resolve();
      const run = async (drawn: typeof after): Promise<void> => {
        for (const next of drawn) {
          if (next.kind === 'poll') await poll();
          if (next.kind === 'mine') await request('hardhat_mine', [next.count]);
          if (next.kind === 'wait') await request('evm_increaseTime', [next.seconds]);
          if (next.kind === 'fork') node.reorganize({ blocks: next.blocks, transactions: 'dropped' });
          if (next.kind === 'snapshot') snapshots.push(await request('evm_snapshot'));
          if (next.kind === 'revert') await request('evm_revert', [snapshots.at(-1)]);
          if (next.kind !== 'log') continue;
          for (let sent = 0; sent < next.count; sent++) {
            const data = `0x${(++logs).toString(16).padStart(64, '0')}`;
            await request('eth_sendTransaction', [{ from, to: address, data }]);
          }
        }
      };
      const onChain = async (): Promise<readonly string[]> => {
        const found = (await request('eth_getLogs', [{ address, fromBlock: '0x0' }])) as Log[];
        return found.map((log) => changeOf(log).topic);
      };
      await run(before);
      const missed = await onChain();
      poll = await clients[name](node, (change) => ledger.apply(change));
      await poll();
      await run(after);
      // ethers asks for logs when it sees a new block.
      for (let blocks = 0; blocks < 2; blocks++) {
        await poll();
        await request('hardhat_mine');
      }
      await poll();
      expect(ledger.problems).toEqual([]);
      const expected = (await onChain()).filter((topic) => !missed.includes(topic));
      // ethers tells a log's listener nothing of its removal.
      const isKept = (topic: string): boolean => name !== 'ethers' || expected.includes(topic);
      expect(ledger.seen.filter(isKept)).toEqual(expected);
    }),
    { numRuns: scaled(12) },
  );
});
