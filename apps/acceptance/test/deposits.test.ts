// What is a deposit, and what only looks like one.
import { createMockNode, type PresetNode } from '@coin/mock-node';
import {
  createMemoryDepositStore,
  watchDeposits,
  type Deposit,
  type DepositEvent,
  type DepositStore,
  type WatchDepositsOptions,
} from '@coin/payments';
import * as rpc from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { askNode } from '../src/ask-node.ts';
import { issueAsset } from '../src/issue-asset.ts';

useVirtualTime();

const TRANSFERRED = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const addressOf = (byte: string) => rpc.toAddress(`41${byte.repeat(20)}`);
/** Logs a transfer of the amount to the address in its calldata. */
const TOKEN_CODE = `602435600052600435337f${TRANSFERRED}60206000a300`;
const SEND_HALF = '600060006000600060023404600035620186a0f1';
const [token, fake, forwarder, undoing, twice, router, undoneRouter, assetForwarder] = [
  '70',
  '71',
  'f0',
  'f1',
  'f2',
  '50',
  '51',
  'f3',
].map(addressOf) as [string, string, string, string, string, string, string, string];
const stranger = addressOf('5a');
const REVERT = '60006000fd';
/** Calls the contract in the first word of its calldata with the rest. */
const CALL_REST = '602036038060206000376000600082600060006000355af1';

const word = (value: string | bigint) =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');
const transferData = (to: string, amount: bigint) => `a9059cbb${word(to)}${word(amount)}`;

/** An address that begins and ends with the same letters as another one. */
function lookAlike(address: string): string {
  const hex = addressToHex(address);
  for (let index = 1; ; index++) {
    const other = rpc.toAddress(hex.slice(0, 20) + index.toString(16).padStart(22, '0'));
    if (other !== address && other.slice(0, 5) === address.slice(0, 5) && other.slice(-2) === address.slice(-2))
      return other;
  }
}

async function openNetwork({ saveInternalTransactions = true, solidityLag = 3 } = {}) {
  const network = { ...createMockNode().network, saveInternalTransactions };
  const node = createMockNode({ mining: { kind: 'manual' }, solidityLag, network }) as PresetNode;
  const contracts = {
    [token]: TOKEN_CODE,
    [fake]: TOKEN_CODE,
    // Sends the coin that it receives to the address in its calldata.
    [forwarder]: '6000600060006000346000355af100',
    [undoing]: `6000600060006000346000355af1${REVERT}`,
    [twice]: `${SEND_HALF}50${SEND_HALF}00`,
    [router]: `${CALL_REST}00`,
    [undoneRouter]: `${CALL_REST}${REVERT}`,
    // Sends the TRC-10 tokens that it receives on, by CALLTOKENID and CALLTOKENVALUE.
    [assetForwarder]: '6000600060006000d3d26000355ad000',
  };
  for (const [address, code] of Object.entries(contracts)) node.placeContract({ address, code, balance: 0n });
  const client = rpc.createNodeClient({ transport: node });
  const [{ privateKey, address: owner }, { address: deposit }, { address: contractOwner }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const tokenId = await issueAsset(node, signer, 10n ** 9n);
  const broadcast = async (built: rpc.Transaction | Promise<rpc.Transaction>) =>
    rpc.broadcastTransaction(client, await rpc.signTransaction(await built, signer));
  const call = (contract: string, data: string, { callValue = 0n, feeLimit = 1_000_000_000n } = {}) =>
    broadcast(rpc.triggerSmartContract(client, { owner, contract, data, callValue, feeLimit }));
  const callWithAsset = async (contract: string, data: string, amount: number) => {
    const { transaction } = await askNode<{ transaction: { txID: string } }>(node, 'triggersmartcontract', {
      owner_address: addressToHex(owner),
      contract_address: addressToHex(contract),
      data,
      call_token_value: amount,
      token_id: Number(tokenId),
      fee_limit: 1_000_000_000,
    });
    const signature = [Buffer.from(signer.sign(Buffer.from(transaction.txID, 'hex'))).toString('hex')];
    await askNode(node, 'broadcasttransaction', { ...transaction, signature });
  };
  const pay = (to: string, amount: bigint, memo?: string) =>
    broadcast(rpc.createTransaction(client, { owner, to, amount, ...(memo !== undefined && { memo }) }));
  const payAsset = (to: string, id: string, amount: bigint) =>
    broadcast(rpc.transferAsset(client, { owner, to, tokenId: id, amount }));
  return { node, client, owner, deposit, contractOwner, tokenId, broadcast, call, callWithAsset, pay, payAsset };
}
type Network = Awaited<ReturnType<typeof openNetwork>>;

/** Everything that a watch of a network reports up to its newest block, once that is solid. */
async function watchAll(
  { node, client, tokenId }: Network,
  store: DepositStore,
  options: Partial<WatchDepositsOptions> = {},
) {
  const { number: toBlock } = await rpc.getNowBlock(client);
  node.mine(6);
  const events: DepositEvent[] = [];
  let seesInternalTransfers = false;
  const given = { client, store, tokens: [token], tokenIds: [tokenId], fromBlock: 1, toBlock, ...options };
  for await (const batch of watchDeposits(given)) {
    events.push(...(await batch.save()));
    ({ seesInternalTransfers } = batch);
  }
  return { events, seesInternalTransfers };
}

type Expected = Partial<Deposit>[];
const rows: Record<string, (network: Network) => Promise<Expected>> = {
  async 'a transfer of coin'({ pay, owner, deposit }) {
    await pay(deposit, 5n);
    return [{ kind: 'coin', index: 0, from: owner, to: deposit, amount: 5n }];
  },
  async 'a transfer with a memo'({ pay, deposit }) {
    await pay(deposit, 5n, 'order 7');
    return [{ kind: 'coin', amount: 5n, memo: 'order 7', memoHex: '6f726465722037' }];
  },
  async dust({ pay, deposit }) {
    await pay(deposit, 1n);
    return [{ kind: 'coin', amount: 1n }];
  },
  async 'a transfer to another address that begins and ends alike'({ pay, deposit }) {
    await pay(lookAlike(deposit), 5n);
    return [];
  },
  async 'coin that a contract sends'({ call, deposit }) {
    await call(forwarder, word(deposit), { callValue: 7n });
    return [{ kind: 'coin', index: 1, from: forwarder, to: deposit, amount: 7n }];
  },
  async 'two payments of a contract in one transaction'({ call, deposit }) {
    await call(twice, word(deposit), { callValue: 8n });
    return [
      { kind: 'coin', index: 1, from: twice, amount: 4n },
      { kind: 'coin', index: 2, from: twice, amount: 4n },
    ];
  },
  async 'coin that a contract sends before it reverts'({ call, deposit }) {
    await call(undoing, word(deposit), { callValue: 7n });
    return [];
  },
  async 'coin that comes with a call to a contract of yours'({ call, deposit }) {
    await call(router, word(deposit), { callValue: 6n });
    return [{ kind: 'coin', index: 0, to: router, amount: 6n }];
  },
  async 'tokens of a contract that you accept'({ call, owner, deposit }) {
    await call(token, transferData(deposit, 9n));
    return [{ kind: 'token', token, index: 1, from: owner, to: deposit, amount: 9n }];
  },
  async 'tokens that another contract moves'({ call, deposit }) {
    await call(router, word(token) + transferData(deposit, 2n ** 200n));
    return [{ kind: 'token', token, from: router, to: deposit, amount: 2n ** 200n }];
  },
  async 'tokens of another contract that looks the same'({ call, deposit }) {
    await call(fake, transferData(deposit, 9n));
    return [];
  },
  async 'no tokens, with a log'({ call, deposit }) {
    await call(token, transferData(deposit, 0n));
    return [];
  },
  async 'tokens in a call that runs out of energy'({ call, deposit }) {
    await call(token, transferData(deposit, 9n), { feeLimit: 100n });
    return [];
  },
  async 'tokens in a call that reverts after it'({ call, deposit }) {
    await call(undoneRouter, word(token) + transferData(deposit, 9n));
    return [];
  },
  async 'TRC-10 tokens that you accept'({ payAsset, deposit, tokenId }) {
    await payAsset(deposit, tokenId, 11n);
    return [{ kind: 'asset', tokenId, index: 0, to: deposit, amount: 11n }];
  },
  async 'TRC-10 tokens that a contract sends'({ callWithAsset, deposit, tokenId }) {
    await callWithAsset(assetForwarder, word(deposit), 12);
    return [{ kind: 'asset', tokenId, index: 1, from: assetForwarder, to: deposit, amount: 12n }];
  },
  async 'other TRC-10 tokens'({ node, client, deposit }) {
    const [, , { privateKey, address: owner }] = node.accounts;
    const issuer = createKeySigner(privateKey);
    const tokenId = await issueAsset(node, issuer, 100n);
    const built = await rpc.transferAsset(client, { owner, to: deposit, tokenId, amount: 11n });
    await rpc.broadcastTransaction(client, await rpc.signTransaction(built, issuer));
    return [];
  },
  async 'a transfer that no block includes'({ node, pay, deposit, owner }) {
    await pay(deposit, 5n);
    node.setBalance(owner, 0n);
    return [];
  },
  async 'a transfer from an address of yours'({ client, node, deposit }) {
    const from = createKeySigner(node.accounts[1].privateKey);
    const built = await rpc.createTransaction(client, { owner: deposit, to: router, amount: 3n });
    await rpc.broadcastTransaction(client, await rpc.signTransaction(built, from));
    return [{ kind: 'coin', from: deposit, to: router, amount: 3n }];
  },
};

describe.each(Object.entries(rows))('%s', (_, act) => {
  test('is reported as it moved the balance, and confirmed once', async () => {
    const network = await openNetwork();
    await using _node = network.node;
    const expected = await act(network);
    network.node.mine();
    const addresses = new Set([network.deposit, router]);
    const { events } = await watchAll(network, createMemoryDepositStore(), { addresses });
    const kinds = expected.flatMap(() => ['seen', 'confirmed']);
    expect(events.map(({ kind }) => kind).sort()).toEqual(kinds.sort());
    for (const kind of ['seen', 'confirmed'])
      expect(events.filter((event) => event.kind === kind).map(({ deposit }) => deposit)).toMatchObject(expected);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });
});

describe('a node that keeps no internal transactions', () => {
  test.each([true, false])('is told from one that does: %s', async (saveInternalTransactions) => {
    const network = await openNetwork({ saveInternalTransactions });
    await using _node = network.node;
    const { deposit, call, node } = network;
    await call(forwarder, word(deposit), { callValue: 7n });
    node.mine();
    const store = createMemoryDepositStore();
    const { events, seesInternalTransfers } = await watchAll(network, store, { addresses: new Set([deposit]) });
    expect([events.length > 0, seesInternalTransfers]).toEqual([saveInternalTransactions, saveInternalTransactions]);
  });
});

/** A watch in memory, and what it reports up to the newest block, which it must not have read. */
async function openWatch(network: Network, options: Partial<WatchDepositsOptions> = {}) {
  const store = createMemoryDepositStore();
  await store.addAddresses([network.deposit]);
  const open = () => watchDeposits({ client: network.client, store, ...options });
  const watch = open();
  const read = async (batches = watch) => {
    const kinds: string[] = [];
    const { number } = await rpc.getNowBlock(network.client);
    for (let read = -1; read < number;) {
      const { value: batch } = await batches.next();
      for (const { kind } of (await batch?.save()) ?? []) kinds.push(kind);
      read = batch?.progress.blockNumber ?? number;
    }
    return kinds;
  };
  await read();
  return { store, open, read };
}

describe('a fork that drops the block of a deposit', () => {
  const forkOf = async (transactions: 'included' | 'dropped', confirmations: number | 'solid' = 'solid') => {
    const network = await openNetwork();
    await using node = network.node;
    const { read } = await openWatch(network, { confirmations });
    await network.pay(network.deposit, 5n);
    node.mine();
    const seen = await read();
    node.reorganize({ blocks: 1, newBlocks: 2, transactions });
    const afterFork = await read();
    node.mine(5);
    return [seen, afterFork, await read()];
  };

  test('has it return when another block includes it', async () => {
    expect(await forkOf('included')).toEqual([['seen'], ['dropped', 'returned'], ['confirmed']]);
  });

  test('leaves it dropped when no other block includes it', async () => {
    expect(await forkOf('dropped')).toEqual([['seen'], ['dropped'], []]);
  });

  test('takes it back even if it was confirmed, with fewer confirmations than a fork can undo', async () => {
    expect(await forkOf('dropped', 1)).toEqual([['seen', 'confirmed'], ['dropped'], []]);
    expect(await forkOf('included', 2)).toEqual([['seen'], ['dropped', 'returned', 'confirmed'], []]);
  });

  test('has everything read again that is not solid, if it is deeper than the known blocks', async () => {
    const network = await openNetwork({ solidityLag: 90 });
    await using node = network.node;
    node.mine(95);
    const { read } = await openWatch(network);
    await network.pay(network.deposit, 5n);
    node.mine();
    expect(await read()).toEqual(['seen']);
    node.mine(70);
    expect(await read()).toEqual([]);
    node.reorganize({ blocks: 80, newBlocks: 81, transactions: 'included' });
    expect(await read()).toEqual(['dropped', 'returned']);
    node.mine(100);
    expect(await read()).toEqual(['confirmed']);
  });
});

describe('a watch that has read blocks which a fork replaces before it saves them', () => {
  test.each([0, 6])('confirms no deposit by a solid block of the other side, %i blocks later', async (later) => {
    const network = await openNetwork();
    await using node = network.node;
    const { open, read } = await openWatch(network);
    await network.pay(network.deposit, 5n);
    node.mine(3);
    const watch = open();
    const { value: first } = await watch.next();
    expect((await first?.save())?.map(({ kind }) => kind)).toEqual(['seen']);
    node.reorganize({ blocks: 3, newBlocks: 4 + later, transactions: 'dropped' });
    expect(await read(watch)).toEqual(['dropped']);
  });

  test('leaves a deposit that another watch has confirmed on the other side', async () => {
    const network = await openNetwork();
    await using node = network.node;
    const { store, read } = await openWatch(network);
    const slow = watchDeposits({ client: network.client, store, name: 'slow' });
    await read(slow);
    node.mine();
    await network.pay(network.deposit, 5n);
    node.mine(2);
    const { value: first } = await slow.next();
    expect(await first?.save()).toEqual([]);
    node.reorganize({ blocks: 2, newBlocks: 3, transactions: 'included' });
    node.mine(6);
    expect(await read()).toEqual(['seen', 'confirmed']);
    expect(await read(slow)).toEqual([]);
  });
});

test('counts confirmations from the block of the deposit on', async () => {
  const network = await openNetwork();
  await using node = network.node;
  const { read } = await openWatch(network, { confirmations: 3 });
  await network.pay(network.deposit, 5n);
  const kinds = [];
  for (let block = 0; block < 4; block++) {
    node.mine();
    kinds.push(await read());
  }
  expect(kinds).toEqual([['seen'], [], ['confirmed'], []]);
});

describe('addresses', () => {
  test('may be a function, or a set that grows', async () => {
    const network = await openNetwork();
    await using node = network.node;
    const { deposit, pay } = network;
    const asked: string[][] = [];
    const set = new Set<string>();
    const lookUp = (addresses: readonly string[]) => {
      asked.push([...addresses]);
      return addresses.filter((address) => address === deposit);
    };
    const watches = [await openWatch(network, { addresses: lookUp }), await openWatch(network, { addresses: set })];
    set.add(deposit);
    await pay(deposit, 5n);
    await pay(stranger, 6n);
    node.mine();
    for (const { read } of watches) expect(await read()).toEqual(['seen']);
    expect(asked).toEqual([[deposit, stranger]]);
  });

  test('that are added later are found from then on, and before that by a backfill, each deposit once', async () => {
    const network = await openNetwork();
    await using node = network.node;
    const { client, pay } = network;
    const late = addressOf('d7');
    const { store, read } = await openWatch(network);
    for (const amount of [1n, 2n]) {
      await pay(late, amount);
      node.mine();
    }
    expect(await read()).toEqual([]);
    await store.addAddresses([late]);
    await pay(late, 3n);
    node.mine();
    expect(await read()).toEqual(['seen']);
    const { events } = await watchAll(network, store, { name: 'backfill', addresses: new Set([late]) });
    const found = events.map(({ kind, deposit: { amount } }) => `${kind} ${amount}`);
    expect(found.sort()).toEqual(['confirmed 1', 'confirmed 2', 'seen 1', 'seen 2']);
    expect(await read()).toEqual(['confirmed']);
    // It is done, and reads nothing more.
    for await (const _ of watchDeposits({ client, store, name: 'backfill', toBlock: 1 })) expect.unreachable();
  });
});

test('a backfill tells how far it is, and how long it takes', async () => {
  const network = await openNetwork();
  await using node = network.node;
  node.mine(250);
  const store = createMemoryDepositStore();
  const seen: (readonly [number, number])[] = [];
  for await (const { save, progress } of watchDeposits({ client: network.client, store, fromBlock: 1, toBlock: 240 })) {
    await save();
    seen.push([progress.blockNumber, progress.toBlock]);
    const { remainingMs, blocksPerSecond } = progress;
    expect(blocksPerSecond).toBeGreaterThan(0);
    expect(remainingMs).toBeCloseTo(((240 - progress.blockNumber) * 1000) / blocksPerSecond);
  }
  expect(seen).toEqual([
    [1, 240],
    [101, 240],
    [201, 240],
    [240, 240],
  ]);
});

describe('a batch', () => {
  test('of a watch that another process moved is not saved', async () => {
    const network = await openNetwork();
    await using node = network.node;
    const { open, read } = await openWatch(network);
    const others = open();
    node.mine();
    const { value: batch } = await others.next();
    await read();
    await expect(batch?.save()).rejects.toMatchObject({ code: 'WATCH_MOVED', context: { name: 'deposits' } });
    node.mine();
    expect(await read(open())).toEqual([]);
  });

  test('that was not saved stops the next one', async () => {
    const network = await openNetwork();
    await using node = network.node;
    const { open } = await openWatch(network);
    node.mine(2);
    const watch = open();
    await watch.next();
    const { value: next } = await watch.next();
    await expect(next?.save()).rejects.toMatchObject({ code: 'WATCH_MOVED' });
  });
});

test('ends when its signal aborts', async () => {
  const network = await openNetwork();
  await using node = network.node;
  const stop = new AbortController();
  const { open } = await openWatch(network, { signal: stop.signal });
  node.mine(2);
  const watch = open();
  await watch.next();
  stop.abort();
  expect(await watch.next()).toEqual({ done: true, value: undefined });
});
