import { createMockNode } from '@coin/mock-node';
import {
  broadcastTransaction,
  createNodeClient,
  getNowBlock,
  http,
  isRpcError,
  signTransaction,
  triggerSmartContract,
  type BlockCursor,
  type NodeClient,
  type Signer,
} from '@coin/rpc';
import {
  encodeCall,
  getContractEvents,
  parseAbi,
  watchContractEvent,
  type ContractEvent,
  type WatchedEvents,
} from '@coin/rpc/abi';
import { toAddress } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };

useVirtualTime();

const abi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
type Transfer = ContractEvent<typeof abi>;

const node = createMockNode({ solidityLag: 19 });
const client = createNodeClient({ transport: node });
const [signer, ...others] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey));
if (signer === undefined) throw new Error('the node has no accounts');
const owner = signer.address;
const { address: hex } = await node.deploy({ bytecode: fixture.bytecode, abi: fixture.abi, args: [10n ** 9n] });
const address = toAddress(hex);
node.setMining({ kind: 'manual' });
node.mine(30);
const clean = node.snapshot();
const headNumber = async (): Promise<number> => (await getNowBlock(client)).number;

async function pay({ to, value }: { to: string; value: bigint }): Promise<void> {
  const call = encodeCall({ abi, functionName: 'transfer', args: [to, value] });
  const transaction = await triggerSmartContract(client, { owner, contract: address, ...call, feeLimit: 10n ** 9n });
  await broadcastTransaction(client, await signTransaction(transaction, signer as Signer));
}

const receivers = others.slice(0, 4).map((each) => each.address);
const receiver = fc.constantFrom(...receivers);
const payment = fc.record({ to: receiver, value: fc.bigInt({ min: 1n, max: 4n }) });
const oneOrSeveral = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.array(value, { maxLength: 3 }));
const filter = fc.record(
  {
    from: oneOrSeveral(fc.constantFrom(owner, ...receivers)),
    to: oneOrSeveral(receiver),
    value: oneOrSeveral(fc.bigInt({ min: 1n, max: 4n })),
  },
  { requiredKeys: [] },
);

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

test('events are those with one of the values of each parameter, in the order of blocks and logs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(payment, { maxLength: 4 }), { maxLength: 4 }), filter, async (blocks, args) => {
      node.revert(clean);
      const fromBlock = (await headNumber()) + 1;
      for (const payments of blocks) {
        for (const each of payments) await pay(each);
        node.mine(1);
      }
      const events = await getContractEvents(client, { abi, address, args, fromBlock });
      const expected = blocks.flatMap((payments, index) =>
        payments
          .filter((paid) =>
            Object.entries(args).every(([name, value]) =>
              listOf<unknown>(value).includes({ from: owner, ...paid }[name as 'to']),
            ),
          )
          .map((paid) => ({ blockNumber: fromBlock + index, args: { from: owner, ...paid } })),
      );
      expect(events.map((event) => ({ blockNumber: event.blockNumber, args: event.args }))).toEqual(expected);
    }),
    { numRuns: scaled(12) },
  );
});

/** What happens to the network before one of a client's requests. */
const incident = (kind: fc.Arbitrary<'blocks' | 'payment' | 'fork' | 'crash'>, maxAfter: number) =>
  fc.record({
    after: fc.nat(maxAfter),
    kind,
    count: fc.integer({ min: 1, max: 6 }),
    paid: payment,
    transactions: fc.constantFrom('included', 'pending', 'dropped'),
  });
type Incident = ReturnType<typeof incident> extends fc.Arbitrary<infer T> ? T : never;

async function happen({ kind, count, paid, transactions }: Incident): Promise<void> {
  if (kind === 'fork') node.reorganize({ blocks: count, newBlocks: count + 1, transactions });
  if (kind === 'payment') await pay(paid);
  if (kind === 'blocks' || kind === 'payment') node.mine(count);
}

/** A client before whose requests the incidents happen. A crash leaves its request without an answer. */
function clientWith(incidents: Incident[], onCrash?: () => void, onIdle?: () => void): NodeClient {
  let requests = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const [next] = incidents;
    if (next !== undefined && requests++ >= next.after) {
      requests = 0;
      incidents.shift();
      await happen(next);
      if (next.kind === 'crash') {
        onCrash?.();
        return new Promise<Response>(() => {});
      }
    }
    return node.fetch(input, init);
  };
  const sleep = async (ms: number): Promise<void> => {
    node.advanceTime(ms);
    if (incidents.length === 0) onIdle?.();
  };
  return createNodeClient({ transport: http('http://node', { fetch, retry: 0 }), clock: { now: node.now, sleep } });
}

const forkedRange = fc.record({
  paid: fc.array(payment, { minLength: 1, maxLength: 6 }),
  fork: incident(fc.constant('fork'), 9),
});

test('a range that a fork replaces while it is read gives the events of one chain', () =>
  fc.assert(
    fc.asyncProperty(forkedRange, async ({ paid, fork }) => {
      node.revert(clean);
      const fromBlock = (await headNumber()) - 1;
      // A request reads 100 blocks: the payments are around the end of the first.
      node.mine(98);
      for (const each of paid) {
        await pay(each);
        node.mine(1);
      }
      const range = { abi, address, fromBlock, toBlock: await headNumber() };
      const before = await getContractEvents(client, range);
      const read = await getContractEvents(clientWith([fork]), range);
      const after = await getContractEvents(client, range);
      expect([before, after]).toContainEqual(read);
    }),
    { numRuns: scaled(12) },
  ));

test('a node that lags behind its own newest block is an error, not a range without events', async () => {
  node.revert(clean);
  await pay({ to: owner, value: 1n });
  node.mine(2);
  const lagging = createNodeClient({ transport: node });
  node.faults.add({ path: /limitnext/, fault: { kind: 'stale', blocks: 2 } });
  const reading = getContractEvents(lagging, { abi, address, fromBlock: (await headNumber()) - 1 });
  await expect(reading).rejects.toMatchObject({ code: 'RESPONSE_INVALID', retryable: true });
  node.faults.reset();
});

const watched = fc.record({
  state: fc.constantFrom('head', 'solid'),
  args: filter,
  incidents: fc.array(incident(fc.constantFrom('blocks', 'payment', 'payment', 'fork', 'fork', 'crash'), 4), {
    minLength: 3,
    maxLength: 14,
  }),
});

test('a watcher has the events of the chain, each once, through forks and crashes', () =>
  fc.assert(
    fc.asyncProperty(watched, async ({ state, args, incidents }) => {
      node.revert(clean);
      const fromBlock = (await headNumber()) - 5;
      let stored: Transfer[] = [];
      let cursor: string | undefined;
      /** The blocks whose events this run reported. */
      let reported = new Set<string>();
      const apply = (found: WatchedEvents<typeof abi>) => {
        const { kind, blockID, events } = found;
        if (kind === 'block') stored.push(...events);
        else {
          const dropped = stored.filter((event) => event.blockID === blockID);
          expect(events).toEqual(reported.has(blockID) ? dropped : []);
          stored = stored.filter((event) => event.blockID !== blockID);
        }
        reported.add(blockID);
        cursor = JSON.stringify(found.cursor);
      };
      const run = async (): Promise<'crashed' | 'at the end'> => {
        const { promise: crash, resolve } = Promise.withResolvers<'crashed'>();
        const end = new AbortController();
        let pauses = 0;
        const using = clientWith(
          incidents,
          () => resolve('crashed'),
          () => void (++pauses > 3 && end.abort()),
        );
        const from = cursor === undefined ? fromBlock : (JSON.parse(cursor) as BlockCursor);
        const watch = async () => {
          const found = watchContractEvent(
            using,
            { abi, address, args, state, fromBlock: from },
            { signal: end.signal },
          );
          for await (const each of found) apply(each);
        };
        reported = new Set();
        const watching = watch().then(undefined, (error) => {
          if (!isRpcError(error, 'ABORTED')) throw error;
          return 'at the end' as const;
        });
        return Promise.race([watching, crash]) as Promise<'crashed' | 'at the end'>;
      };
      while ((await run()) === 'crashed');
      expect(stored).toEqual(await getContractEvents(client, { abi, address, args, fromBlock }, { state }));
    }),
    { numRuns: scaled(12) },
  ));

test('a watcher reports the events of a dropped block', async () => {
  node.revert(clean);
  await pay({ to: owner, value: 3n });
  node.mine(1);
  const found = watchContractEvent(client, { abi, address, eventName: 'Transfer', state: 'head' });
  const added = (await found.next()).value;
  expect(added).toMatchObject({ kind: 'block', events: [{ eventName: 'Transfer', args: { to: owner, value: 3n } }] });
  node.reorganize({ blocks: 1, newBlocks: 2, transactions: 'dropped' });
  const { number, blockID, events } = added as WatchedEvents<typeof abi>;
  expect((await found.next()).value).toMatchObject({ kind: 'dropped', number, blockID, events });
  expect((await found.next()).value).toMatchObject({ kind: 'block', number, events: [] });
});

test('a watcher reports the events of every block that it can drop', async () => {
  // Code that logs Ping() at every call.
  const code = `7f${toEventSelector('Ping()').slice(2)}5f5fa1`;
  const contract = `41${'c1'.repeat(20)}`;
  const pinged = createMockNode({ solidityLag: 100, contracts: [{ address: contract, code }] });
  const [{ address: caller }] = pinged.accounts;
  const ping = parseAbi(['event Ping()']);
  const using = createNodeClient({ transport: pinged });
  await pinged.invoke({ contract, owner: caller, data: '' });
  const { number: first } = await getNowBlock(using);
  const found = watchContractEvent(using, { abi: ping, address: contract, state: 'head', fromBlock: first });
  const last = first + 63;
  for (let number = first; number <= last; number++) {
    if (number > first) await pinged.invoke({ contract, owner: caller, data: '' });
    expect((await found.next()).value).toMatchObject({ kind: 'block', number, events: [{ eventName: 'Ping' }] });
  }
  // A cursor has 64 ids, here of all blocks since the first.
  pinged.reorganize({ blocks: 64, newBlocks: 65, transactions: 'dropped' });
  for (let number = last; number >= first; number--)
    expect((await found.next()).value).toMatchObject({ kind: 'dropped', number, events: [{ eventName: 'Ping' }] });
  expect((await found.next()).value).toMatchObject({ kind: 'block', number: first, events: [] });
});
