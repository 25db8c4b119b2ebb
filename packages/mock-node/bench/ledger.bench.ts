import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { importBuilt } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';
import { cpuRound, type Round } from '@coin/bench/interleave';
import { report } from '@coin/bench/result';
import type * as mockNode from '@coin/mock-node';
import { type MockNode } from '@coin/mock-node';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { readRecordedChain, recordedChains } from '../test/support/recorded-chain.ts';

const { createMockNode } = await importBuilt<typeof mockNode>();

async function post(node: MockNode, path: string, body: string): Promise<string> {
  return (await node.fetch(`http://node/wallet/${path}`, { method: 'POST', body })).text();
}

interface SignedTransfer {
  readonly hash: Uint8Array;
  /** The recovery bit first, as noble takes it. */
  readonly signature: Uint8Array;
  readonly body: string;
}

/** Signed transfers between ten accounts. Each must be in a block before it expires, a minute after the head. */
async function signedTransfers(node: MockNode, count: number): Promise<readonly SignedTransfer[]> {
  const signed: SignedTransfer[] = [];
  for (let amount = 1; amount <= count; amount++) {
    const from = node.accounts.at(amount % node.accounts.length)!;
    const to = node.accounts.at((amount + 1) % node.accounts.length)!;
    const body = { owner_address: from.address, to_address: to.address, amount, visible: true };
    const transaction = JSON.parse(await post(node, 'createtransaction', JSON.stringify(body))) as { txID: string };
    const hash = hexToBytes(transaction.txID);
    const signature = secp256k1.sign(hash, hexToBytes(from.privateKey), { prehash: false, format: 'recovered' });
    const hex = bytesToHex(signature.subarray(1)) + bytesToHex(signature.subarray(0, 1));
    signed.push({ hash, signature, body: JSON.stringify({ ...transaction, signature: [hex] }) });
  }
  return signed;
}

const TRANSFERS = 18;
const samples = await signedTransfers(createMockNode(), TRANSFERS);
/** Bare recoveries of public keys by noble; `perUnit` of them are one unit of work. */
const recoveries = (perUnit: number): Round =>
  cpuRound(TRANSFERS / perUnit, () => {
    for (const { hash, signature } of samples) secp256k1.recoverPublicKey(signature, hash, { prehash: false });
  });

const sender = createMockNode();
await compare({
  what: 'broadcast of a signed transfer, a block each',
  ours: async () => {
    const transfers = await signedTransfers(sender, TRANSFERS);
    const broadcast = cpuRound(TRANSFERS, async () => {
      for (const { body } of transfers) assert.match(await post(sender, 'broadcasttransaction', body), /"result":true/);
    });
    return broadcast();
  },
  baseline: { name: 'noble recoverPublicKey', round: recoveries(1) },
  bound: { atLeast: 1.6 },
  rounds: 101,
  warmUp: 50,
});

for (const name of recordedChains) {
  const { network, blocks } = readRecordedChain(name);
  const imported = blocks.filter(({ number }) => number > 0);
  // the witness's, and those of transactions
  const signatures = imported.reduce((count, { block }) => {
    const { transactions = [] } = block as { transactions?: readonly { signature: readonly string[] }[] };
    return count + 1 + transactions.reduce((sum, { signature }) => sum + signature.length, 0);
  }, 0);
  await compare({
    what: `import of a block of ${name}`,
    ours: cpuRound(imported.length, () => {
      const node = createMockNode({ network });
      for (const { text } of imported) node.importBlock(text);
    }),
    baseline: {
      name: `noble recoverPublicKey, ${(signatures / imported.length).toFixed(1)} times`,
      round: recoveries(signatures / imported.length),
    },
    bound: { atLeast: 3.8 },
    detail: name !== 'mainnet-fast-1',
    rounds: 7,
    warmUp: 2,
  });
}

const BLOCKS = 200;
const mined = (node: MockNode): Round => cpuRound(BLOCKS, () => node.mine(BLOCKS));
const young = createMockNode();
const old = createMockNode();
old.mine(100_000);
await compare({
  what: 'empty block after 100,000 others',
  ours: mined(old),
  baseline: { name: 'after few others', round: mined(young) },
  bound: { atMost: 2 },
  rounds: 31,
  warmUp: 10,
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function memoryOf(work: () => void): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  work();
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
}
const kept = memoryOf(() => young.mine(20_000)) / 20_000;
const json = (await post(young, 'getnowblock', '')).length;
report({
  what: 'memory of an empty block',
  ours: `${Math.round(kept)} bytes`,
  baseline: `its JSON: ${json} bytes`,
  ratio: kept / json,
  bound: { atMost: 1.1 },
});

const late = createMockNode();
const punctual = createMockNode();
await compare({
  what: 'empty block after 288,000 missed slots',
  ours: cpuRound(BLOCKS, () => {
    for (let block = 0; block < BLOCKS; block++) {
      late.advanceTime(288_000 * 3000);
      late.mine();
    }
  }),
  baseline: {
    name: 'one after none',
    round: cpuRound(BLOCKS, () => {
      for (let block = 0; block < BLOCKS; block++) punctual.mine();
    }),
  },
  bound: { atMost: 4 },
  detail: true,
  rounds: 31,
  warmUp: 10,
});
