import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createMockNode,
  serve,
  type FaultRule,
  type FalseStatement,
  type MockNode,
  type PresetNode,
} from '../../../src/index.ts';
import { hexToBytes } from '../../../src/protocol/hex.ts';
import { blockId, transactionsRoot } from '../../../src/protocol/messages/ids.ts';
import { TransactionRaw } from '../../../src/protocol/messages/messages.ts';
import { decode } from '../../../src/protocol/messages/wire.ts';
import { broadcastSigned } from '../../support/broadcast-signed.ts';
import { forkOf } from '../../support/fork-upstream.ts';
import { ethAddress, loggingContract, logWord, rpcResult, wordOf } from '../../support/json-rpc.ts';
import { post } from '../../support/post.ts';

interface WireTransaction {
  readonly txID: string;
  readonly raw_data: { readonly contract: readonly { readonly parameter: { readonly value: object } }[] };
  readonly raw_data_hex: string;
  readonly signature: readonly string[];
  readonly ret: readonly [{ readonly contractRet: 'SUCCESS' | 'REVERT' }];
}
interface WireBlock {
  readonly blockID: string;
  readonly block_header: {
    readonly raw_data: {
      readonly number?: number;
      readonly timestamp: number;
      readonly txTrieRoot: string;
      readonly parentHash: string;
      readonly witness_address: string;
      readonly version?: number;
    };
    readonly witness_signature?: string;
  };
  readonly transactions?: readonly WireTransaction[];
}
interface WireInfo {
  readonly fee?: number;
  readonly result?: string;
  readonly resMessage?: string;
  readonly receipt: { readonly energy_fee?: number; readonly net_fee?: number; readonly result?: string };
  readonly log?: readonly { readonly data: string }[];
  readonly internal_transactions?: readonly { readonly rejected?: boolean }[];
}

/** Reverts without data. */
const REVERTER = `41${'c7'.repeat(20)}`;

/** Logs a word of zeros twice. */
const LOGGER = `41${'c8'.repeat(20)}`;
/** Sends the coin that it receives to the address in its calldata. */
const FORWARDER = `41${'c9'.repeat(20)}`;

/** A chain with transfers, calls with logs, a failed call, and one that sends coin. */
async function openChain() {
  const node = createMockNode({
    contracts: [
      { address: loggingContract.address, code: loggingContract.code },
      { address: REVERTER, code: '60006000fd' },
      { address: LOGGER, code: '60206000a060206000a000' },
      { address: FORWARDER, code: '6000600060006000346000355af100' },
    ],
  });
  const [sender, { address: other }] = node.accounts;
  const owner = sender.address;
  const pay = async (amount: number): Promise<string> => {
    const body = { owner_address: owner, to_address: other, amount, visible: true };
    const built = (await post(node, '/wallet/createtransaction', body)) as WireTransaction;
    await broadcastSigned(node, built, sender.privateKey);
    return built.txID;
  };
  const payments = [await pay(1), await pay(2), await pay(3)] as const;
  const logged = await logWord(node, 7);
  const call = async (contract_address: string, data = '', call_value = 0): Promise<string> => {
    const { transaction } = (await post(node, '/wallet/triggersmartcontract', {
      owner_address: `41${ethAddress(owner).slice(2)}`,
      contract_address,
      data,
      call_value,
      fee_limit: 100_000_000,
    })) as { transaction: WireTransaction };
    await broadcastSigned(node, transaction, sender.privateKey);
    return transaction.txID;
  };
  const reverted = await call(REVERTER);
  const loggedTwice = await call(LOGGER);
  const forwarded = await call(FORWARDER, `${'00'.repeat(12)}${ethAddress(other).slice(2)}`, 5);
  node.mine(3);
  return { node, owner, other, pay, payments, logged, reverted, loggedTwice, forwarded };
}

const falsify = (node: MockNode, statements: readonly FalseStatement[], headers?: 'rebuilt' | 'kept') =>
  node.faults.add({ fault: { kind: 'falsified', statements, ...(headers && { headers }) } });

const blockAt = async (node: MockNode, num: number) =>
  (await post(node, '/wallet/getblockbynum', { num })) as WireBlock;
const infoOf = async (node: MockNode, value: string) =>
  (await post(node, '/wallet/gettransactioninfobyid', { value })) as WireInfo;
const transactionOf = async (node: MockNode, value: string) =>
  (await post(node, '/wallet/gettransactionbyid', { value })) as WireTransaction;
const blockOf = async (node: MockNode, value: string) =>
  ((await post(node, '/wallet/gettransactioninfobyid', { value })) as { blockNumber: number }).blockNumber;
async function chainOf(node: MockNode): Promise<readonly WireBlock[]> {
  const { block } = (await post(node, '/wallet/getblockbylimitnext', { startNum: 0, endNum: 100 })) as {
    block: readonly WireBlock[];
  };
  return block;
}
const balanceOf = async (node: MockNode, address: string, base = 'wallet') =>
  ((await post(node, `/${base}/getaccount`, { address, visible: true })) as { balance?: number }).balance ?? 0;

/** Whether an id and a root of transactions follow from what the block shows. */
function expectOwnHashes({ blockID, block_header: { raw_data: raw }, transactions = [] }: WireBlock): void {
  const { number = 0, timestamp, version = 0, txTrieRoot, parentHash, witness_address } = raw;
  const header = {
    number: BigInt(number),
    timestamp: BigInt(timestamp),
    txTrieRoot,
    parentHash,
    witness_address,
    version,
  };
  expect(blockID).toBe(blockId(header));
  const stored = transactions.map(({ raw_data_hex: bytes, signature, ret: [{ contractRet }] }) => ({
    raw_data: decode(TransactionRaw, hexToBytes(bytes)),
    signature,
    ret: [{ contractRet: { SUCCESS: 1, REVERT: 2 }[contractRet] }],
  }));
  expect(txTrieRoot).toBe(transactionsRoot(stored));
}

/** Checks that every endpoint shows the same chain, and that it is one. */
async function expectConsistentChain(node: MockNode): Promise<readonly WireBlock[]> {
  const chain = await chainOf(node);
  for (const [number, block] of chain.entries()) {
    expect(await blockAt(node, number)).toEqual(block);
    expect(await post(node, '/wallet/getblockbyid', { value: block.blockID })).toEqual(block);
    const { hash, parentHash } = await rpcResult<{ hash: string; parentHash: string }>(node, 'eth_getBlockByNumber', [
      `0x${number.toString(16)}`,
      false,
    ]);
    expect([hash, parentHash]).toEqual([`0x${block.blockID}`, `0x${block.block_header.raw_data.parentHash}`]);
    if (number === 0) continue;
    expect(block.block_header.raw_data.parentHash).toBe(chain[number - 1]?.blockID);
    expectOwnHashes(block);
    const infos = (await post(node, '/wallet/gettransactioninfobyblocknum', { num: number })) as readonly WireInfo[];
    expect(infos).toHaveLength(block.transactions?.length ?? 0);
    for (const [index, transaction] of (block.transactions ?? []).entries()) {
      expect(await transactionOf(node, transaction.txID)).toEqual(transaction);
      expect(await infoOf(node, transaction.txID)).toEqual(infos[index]);
      const receipt = await rpcResult(node, 'eth_getTransactionReceipt', [`0x${transaction.txID}`]);
      expect(receipt).toMatchObject({ blockHash: `0x${block.blockID}`, transactionIndex: `0x${index.toString(16)}` });
    }
  }
  expect(await post(node, '/wallet/getnowblock', {})).toEqual(chain.at(-1));
  const { block } = (await post(node, '/wallet/getnodeinfo', {})) as { block: string };
  expect(block).toBe(`Num:${chain.length - 1},ID:${chain.at(-1)?.blockID}`);
  return chain;
}

describe('a falsified balance', () => {
  test('is shown by every endpoint until its rule is removed', async () => {
    const { node, owner, other } = await openChain();
    const before = [await balanceOf(node, owner), await balanceOf(node, other)];
    const fault = falsify(node, [{ kind: 'balance', address: owner, balance: 9n }]);
    expect(await balanceOf(node, owner)).toBe(9);
    expect(await balanceOf(node, owner, 'walletsolidity')).toBe(9);
    expect(await rpcResult(node, 'eth_getBalance', [ethAddress(owner), 'latest'])).toBe('0x9');
    expect(await balanceOf(node, other)).toBe(before[1]);
    fault.remove();
    expect([await balanceOf(node, owner), await balanceOf(node, other)]).toEqual(before);
  });

  test('shows an account that does not exist', async () => {
    const { node } = await openChain();
    const address = `41${'ab'.repeat(20)}`;
    expect(await post(node, '/wallet/getaccount', { address })).toEqual({});
    falsify(node, [{ kind: 'balance', address, balance: 5n }]);
    expect(await post(node, '/wallet/getaccount', { address })).toMatchObject({ address, balance: 5 });
  });
});

test('transactions are built and broadcast by the true ledger', async () => {
  const { node, owner, other, pay } = await openChain();
  const before = await balanceOf(node, other);
  const lie = falsify(node, [
    { kind: 'balance', address: owner, balance: 0n },
    { kind: 'transfer', owner, to: other, amount: 1n, blockNumber: 1 },
  ]);
  await pay(5);
  lie.remove();
  expect(await balanceOf(node, other)).toBe(before + 5);
});

test('a falsified price is the latest one of its history, and stays so', async () => {
  const { node } = await openChain();
  falsify(node, [{ kind: 'parameter', name: 'getEnergyFee', value: 1n }]);
  const read = async () => [
    ((await post(node, '/wallet/getchainparameters', {})) as { chainParameter: readonly object[] }).chainParameter.find(
      (parameter) => 'key' in parameter && parameter.key === 'getEnergyFee',
    ),
    await post(node, '/wallet/getenergyprices', {}),
    await post(node, '/walletsolidity/getenergyprices', {}),
    await rpcResult(node, 'eth_gasPrice'),
  ];
  const shown = [{ key: 'getEnergyFee', value: 1 }, { prices: '0:1' }, { prices: '0:1' }, '0x1'];
  expect(await read()).toEqual(shown);
  node.mine(2);
  expect(await read()).toEqual(shown);
});

test('a falsified fee is the sum of its parts', async () => {
  const { node, logged, payments, loggedTwice } = await openChain();
  const { receipt } = await infoOf(node, logged);
  // More than the whole falsified fee.
  expect((await infoOf(node, loggedTwice)).receipt.net_fee).toBeGreaterThan(5);
  falsify(node, [
    { kind: 'fee', txID: logged, fee: 1_000_000n },
    { kind: 'fee', txID: payments[0], fee: 5n },
    { kind: 'fee', txID: loggedTwice, fee: 5n },
  ]);
  for (const txID of [payments[0], loggedTwice]) {
    const { fee, receipt: parts } = await infoOf(node, txID);
    expect([fee, parts.energy_fee ?? 0, parts.net_fee]).toEqual([5, 0, 5]);
  }
  const call = await infoOf(node, logged);
  expect(call).toMatchObject({ fee: 1_000_000, receipt: { result: 'SUCCESS' } });
  expect((call.receipt.energy_fee ?? 0) + (call.receipt.net_fee ?? 0)).toBe(1_000_000);
  expect(call.receipt.net_fee).toBe(receipt.net_fee);
});

test('a falsified log has other data in infos, receipts and logs', async () => {
  const { node, logged } = await openChain();
  const truth = await chainOf(node);
  const data = wordOf(99);
  falsify(node, [{ kind: 'log', txID: logged, index: 0, data }]);
  expect((await infoOf(node, logged)).log).toMatchObject([{ data }]);
  const filter = { address: ethAddress(loggingContract.address), fromBlock: '0x0', toBlock: 'latest' };
  expect(await rpcResult(node, 'eth_getLogs', [filter])).toMatchObject([{ data: `0x${data}` }]);
  expect(await rpcResult(node, 'eth_getTransactionReceipt', [`0x${logged}`])).toMatchObject({
    logs: [{ data: `0x${data}` }],
  });
  // No block commits to its logs.
  expect(await chainOf(node)).toEqual(truth);
});

test('a falsified log leaves the other logs of its transaction as they are', async () => {
  const { node, loggedTwice: txID } = await openChain();
  falsify(node, [{ kind: 'log', txID, index: 1, data: wordOf(99) }]);
  expect((await infoOf(node, txID)).log).toMatchObject([{ data: wordOf(0) }, { data: wordOf(99) }]);
});

test('a call that is said to have reverted has moved no coin', async () => {
  const { node, forwarded: txID } = await openChain();
  const moved = async () => (await infoOf(node, txID)).internal_transactions?.map(({ rejected }) => rejected ?? false);
  expect(await moved()).toEqual([false]);
  falsify(node, [{ kind: 'outcome', txID, result: 'REVERT' }]);
  expect(await moved()).toEqual([true]);
});

test('a falsified outcome is in the block and in the info', async () => {
  const { node, logged, reverted } = await openChain();
  falsify(node, [
    { kind: 'outcome', txID: reverted, result: 'SUCCESS' },
    { kind: 'outcome', txID: logged, result: 'REVERT' },
  ]);
  await expectConsistentChain(node);
  expect((await transactionOf(node, reverted)).ret).toEqual([{ contractRet: 'SUCCESS' }]);
  const success = await infoOf(node, reverted);
  expect([success.result, success.resMessage, success.receipt.result]).toEqual([undefined, undefined, 'SUCCESS']);
  const failure = await infoOf(node, logged);
  expect([failure.result, failure.receipt.result, failure.log]).toEqual(['FAILED', 'REVERT', undefined]);
  expect(Buffer.from(failure.resMessage ?? '', 'hex').toString()).toBe('REVERT opcode executed');
  expect(await rpcResult(node, 'eth_getTransactionReceipt', [`0x${reverted}`])).toMatchObject({ status: '0x1' });
});

test('a falsified transfer has a block, an info and both balances', async () => {
  const { node, owner, other, payments } = await openChain();
  const before = [await balanceOf(node, owner), await balanceOf(node, other)] as const;
  const blockNumber = await blockOf(node, payments[1]);
  falsify(node, [{ kind: 'transfer', owner, to: other, amount: 5_000_000n, blockNumber }]);
  const chain = await expectConsistentChain(node);
  const [, falsified] = chain[blockNumber]?.transactions ?? [];
  expect(falsified?.raw_data.contract[0]?.parameter.value).toMatchObject({ amount: 5_000_000 });
  expect(await infoOf(node, falsified?.txID ?? '')).toMatchObject({ id: falsified?.txID, blockNumber });
  expect([await balanceOf(node, owner), await balanceOf(node, other)]).toEqual([
    before[0] - 5_000_000,
    before[1] + 5_000_000,
  ]);
});

test('a falsified transfer of more coin than its sender has leaves nothing', async () => {
  const { node, owner, other } = await openChain();
  falsify(node, [{ kind: 'transfer', owner, to: other, amount: 2n ** 60n, blockNumber: 4 }]);
  expect(await balanceOf(node, owner)).toBe(0);
});

test('a withheld transaction is in no block and has no info', async () => {
  const { node, payments } = await openChain();
  const [, txID] = payments;
  falsify(node, [{ kind: 'withheld', txID }]);
  const chain = await expectConsistentChain(node);
  expect(chain.flatMap(({ transactions = [] }) => transactions.map((one) => one.txID))).not.toContain(txID);
  expect(await infoOf(node, txID)).toEqual({});
  expect(await transactionOf(node, txID)).toEqual({});
  expect(await rpcResult(node, 'eth_getTransactionReceipt', [`0x${txID}`])).toBeNull();
});

test('a withheld transaction makes room for those after it in its block', async () => {
  const node = createMockNode({ mining: { kind: 'manual' } });
  const [sender, { address: to }] = node.accounts;
  const ids: string[] = [];
  for (const amount of [1, 2, 3]) {
    const body = { owner_address: sender.address, to_address: to, amount, visible: true };
    const built = (await post(node, '/wallet/createtransaction', body)) as WireTransaction;
    await broadcastSigned(node, built, sender.privateKey);
    ids.push(built.txID);
  }
  node.mine();
  falsify(node, [
    { kind: 'withheld', txID: ids[0] ?? '' },
    { kind: 'fee', txID: ids[2] ?? '', fee: 5n },
  ]);
  const fees = await Promise.all(ids.map(async (txID) => (await infoOf(node, txID)).fee));
  expect(fees).toEqual([undefined, undefined, 5]);
  const chain = await expectConsistentChain(node);
  expect(chain.at(-1)?.transactions?.map(({ txID }) => txID)).toEqual(ids.slice(1));
  expect(await infoOf(node, ids[0] ?? '')).toEqual({});
});

describe('the headers of a falsified chain', () => {
  test('are new from the falsified block on, and not signed by a witness', async () => {
    const { node, owner, other } = await openChain();
    const truth = await chainOf(node);
    falsify(node, [{ kind: 'transfer', owner, to: other, amount: 1n, blockNumber: 4 }]);
    const chain = await chainOf(node);
    expect(chain.slice(0, 4)).toEqual(truth.slice(0, 4));
    const kept = chain.filter(({ blockID }) => truth.some((block) => block.blockID === blockID));
    expect(kept).toHaveLength(4);
    const signatures = chain.slice(4).map(({ block_header: { witness_signature } }) => witness_signature);
    expect(signatures.every((signature) => /^[\da-f]{130}$/.test(signature ?? ''))).toBe(true);
  });

  test('are those of a chain that no node accepts', async () => {
    const { node, payments } = await openChain();
    const truth = await chainOf(node);
    const number = await blockOf(node, payments[0]);
    falsify(node, [{ kind: 'withheld', txID: payments[0] }]);
    // Without its only transaction, nothing but the signature of the block is wrong.
    const falsified = await blockAt(node, number);
    expect(falsified.transactions).toBeUndefined();
    const other = createMockNode();
    for (const block of truth.slice(1, number)) other.importBlock(JSON.stringify(block));
    expect(() => other.importBlock(JSON.stringify(falsified))).toThrow(/signature/);
    other.importBlock(JSON.stringify(truth[number]));
  });

  test('are the true ones with headers: kept', async () => {
    const { node, owner, other } = await openChain();
    const truth = await chainOf(node);
    falsify(node, [{ kind: 'transfer', owner, to: other, amount: 1n, blockNumber: 4 }], 'kept');
    const chain = await chainOf(node);
    const headers = (blocks: readonly WireBlock[]) => blocks.map((block) => ({ ...block, transactions: [] }));
    expect(headers(chain)).toEqual(headers(truth));
    expect(chain[4]?.transactions).toHaveLength((truth[4]?.transactions?.length ?? 0) + 1);
  });

  test('are the same for both ports', async () => {
    const { node, owner, other } = await openChain();
    falsify(node, [{ kind: 'transfer', owner, to: other, amount: 1n, blockNumber: 4 }]);
    const shown = async (num: number) => [
      await post(node, '/wallet/getblockbynum', { num }),
      await post(node, '/walletsolidity/getblockbynum', { num }),
    ];
    for (const number of [3, 4, 5]) {
      const [head, solid] = await shown(number);
      expect(solid).toEqual(head);
    }
  });
});

test('a statement about a block that the chain does not have yet has no effect until then', async () => {
  const { node, owner, other } = await openChain();
  const blockNumber = (await chainOf(node)).length + 1;
  const before = await balanceOf(node, other);
  falsify(node, [{ kind: 'transfer', owner, to: other, amount: 5n, blockNumber }]);
  expect(await balanceOf(node, other)).toBe(before);
  node.mine(2);
  expect(await balanceOf(node, other)).toBe(before + 5);
  expect((await blockAt(node, blockNumber)).transactions).toHaveLength(1);
});

test('a fork tells lies about accounts and blocks that it has not read yet', async () => {
  const { node: live, owner, other, payments } = await openChain();
  const truth = await chainOf(live);
  const fork = await forkOf(live);
  const transfer = { kind: 'transfer', owner, to: other, amount: 5n, blockNumber: 4 } as const;
  fork.faults.add({ fault: { kind: 'falsified', statements: [transfer, { kind: 'withheld', txID: payments[0] }] } });
  const ask = async (path: string, body: object) => (await post(fork, path, body)) as WireBlock;
  const [parent, falsified] = [
    await ask('/wallet/getblockbynum', { num: 3 }),
    await ask('/wallet/getblockbynum', { num: 4 }),
  ];
  expect(falsified.transactions).toHaveLength((truth[4]?.transactions?.length ?? 0) + 1);
  expect(falsified.block_header.raw_data.parentHash).toBe(parent.blockID);
  expectOwnHashes(falsified);
  expect(await ask('/wallet/gettransactioninfobyid', { value: payments[0] })).toEqual({});
  const { balance } = (await post(fork, '/wallet/getaccount', { address: other, visible: true })) as {
    balance: number;
  };
  expect(balance).toBe((await balanceOf(live, other)) + 5);
});

test('pending transactions are shown beside a falsified ledger', async () => {
  const node = createMockNode({ mining: { kind: 'manual' } });
  const [sender, { address: to }] = node.accounts;
  falsify(node, [{ kind: 'balance', address: to, balance: 5n }]);
  const body = { owner_address: sender.address, to_address: to, amount: 1, visible: true };
  const built = (await post(node, '/wallet/createtransaction', body)) as WireTransaction;
  await broadcastSigned(node, built, sender.privateKey);
  expect(await transactionOf(node, built.txID)).toMatchObject({ txID: built.txID });
  expect(await post(node, '/walletsolidity/gettransactionbyid', { value: built.txID })).toEqual({});
});

test('the transactions of block 0 stay', async () => {
  const { node } = await openChain();
  const truth = await chainOf(node);
  const txID = truth[0]?.transactions?.[0]?.txID ?? '';
  falsify(node, [{ kind: 'withheld', txID }]);
  expect(await chainOf(node)).toEqual(truth);
});

type Step = 'mine' | 'pay' | 'read' | 'snapshot' | 'revert' | 'reorganize';

test('a chain that is falsified block by block is the one that is falsified as a whole', async () => {
  const steps = fc.array(fc.constantFrom<Step>('mine', 'pay', 'read', 'snapshot', 'revert', 'reorganize'), {
    maxLength: 12,
  });
  const falsifiesOneChain = fc.asyncProperty(steps, async (walk) => {
    const { node, owner, other, payments, pay } = await openChain();
    const statements: readonly FalseStatement[] = [
      { kind: 'transfer', owner, to: other, amount: 1n, blockNumber: 4 },
      { kind: 'withheld', txID: payments[2] },
    ];
    falsify(node, statements);
    let snapshot = node.snapshot();
    for (const step of walk) {
      if (step === 'mine') node.mine();
      if (step === 'pay') await pay(1);
      if (step === 'read') await chainOf(node);
      if (step === 'snapshot') snapshot = node.snapshot();
      if (step === 'revert') node.revert(snapshot);
      if (step === 'reorganize') node.reorganize({ blocks: 1, newBlocks: 1 });
    }
    const shown = await chainOf(node);
    node.faults.reset();
    falsify(node, statements);
    expect(await chainOf(node)).toEqual(shown);
  });
  await fc.assert(falsifiesOneChain, { numRuns: 15 });
});

test('statements work over HTTP, with amounts as numbers or text', async () => {
  await using served = await serve(createMockNode());
  const send = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(served.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const [first, second] = ['ab', 'cd'].map((byte) => `41${byte.repeat(20)}`);
  const statements = [
    { kind: 'balance', address: first, balance: 5 },
    { kind: 'balance', address: second, balance: '9007199254740993' },
  ];
  expect(await send('/admin/addfault', { fault: { kind: 'falsified', statements } })).toEqual({ result: true });
  expect(await send('/wallet/getaccount', { address: first })).toMatchObject({ balance: 5 });
  const answer = await fetch(`${served.url}/wallet/getaccount?address=${second}`);
  expect(await answer.text()).toMatch(/"balance": ?9007199254740993/);
});

const id = 'ab'.repeat(32);
test.each<[argument: string, fault: object]>([
  ['fault.statements', {}],
  ['fault.headers', { statements: [], headers: 'true' }],
  ['fault.statements[0].kind', { statements: [{ kind: 'lie' }] }],
  ['fault.statements[1].kind', { statements: [{ kind: 'withheld', txID: id }, undefined] }],
  ['fault.statements[0].adress', { statements: [{ kind: 'balance', adress: '', balance: 1n }] }],
  ['fault.statements[0].address', { statements: [{ kind: 'balance', address: 'T', balance: 1n }] }],
  ['fault.statements[0].balance', { statements: [{ kind: 'balance', address: REVERTER, balance: -1n }] }],
  ['fault.statements[0].balance', { statements: [{ kind: 'balance', address: REVERTER, balance: 1.5 }] }],
  ['fault.statements[0].name', { statements: [{ kind: 'parameter', name: 'getEnergyFees', value: 1n }] }],
  ['fault.statements[0].value', { statements: [{ kind: 'parameter', name: 'getAllowProtoFilterNum', value: 1n }] }],
  ['fault.statements[0].txID', { statements: [{ kind: 'withheld', txID: 'ab' }] }],
  ['fault.statements[0].result', { statements: [{ kind: 'outcome', txID: id, result: 'OK' }] }],
  [
    'fault.statements[0].blockNumber',
    { statements: [{ kind: 'transfer', owner: REVERTER, to: REVERTER, amount: 1n, blockNumber: 0 }] },
  ],
])('an invalid %s is rejected', (argument, fault) => {
  const { faults }: PresetNode = createMockNode();
  const rule = { fault: { kind: 'falsified', ...fault } } as FaultRule;
  expect(() => faults.add(rule)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument }) as object }),
  );
});
