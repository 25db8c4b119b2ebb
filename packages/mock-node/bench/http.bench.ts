import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compare } from '@coin/bench/compare';
import { importBuilt } from '@coin/bench/built-package';
import { requestRound } from '@coin/bench/http-load';
import { startBareServer, startServer } from '@coin/bench/server-process';
import type * as mockNode from '@coin/mock-node';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

const VARIANTS = 1000;
const variants = Array.from({ length: VARIANTS }, (_, variant) => variant + 1);
const word = (hex: string): string => hex.padStart(64, '0');

// the served node's accounts are the same
const { createMockNode } = await importBuilt<typeof mockNode>();
const [holder, receiver] = createMockNode().accounts;
assert.ok(holder !== undefined && receiver !== undefined);

using node = await startServer(new URL('served-node.ts', import.meta.url));
async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const url = `http://127.0.0.1:${node.port}${path}`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

const base58check = createBase58check(sha256);
const addresses = variants.map((variant) =>
  base58check.encode(hexToBytes(`41${variant.toString(16).padStart(40, '0')}`)),
);
for (const address of addresses) await post('/admin/setbalance', { address, balance: 1_000_000 });

const { token } = JSON.parse(readFileSync(new URL('contracts.json', import.meta.url), 'utf8')) as { token: string };
const deployment = await post('/wallet/deploycontract', {
  owner_address: holder.address,
  bytecode: token + word((10n ** 12n).toString(16)),
  abi: '[]',
  fee_limit: 1_000_000_000,
  consume_user_resource_percent: 100,
  origin_energy_limit: 10_000_000,
  visible: true,
});
const id = hexToBytes(String(deployment['txID']));
const bytes = secp256k1.sign(id, hexToBytes(holder.privateKey), { prehash: false, format: 'recovered' });
const signature = [bytesToHex(bytes.subarray(1)) + bytesToHex(bytes.subarray(0, 1))];
const deployed = await post('/wallet/broadcasttransaction', { ...deployment, signature });
assert.equal(deployed['result'], true, JSON.stringify(deployed));

const tokenTransfers = variants.map((amount) => ({
  owner_address: holder.address,
  contract_address: base58check.encode(hexToBytes(String(deployment['contract_address']))),
  function_selector: 'transfer(address,uint256)',
  parameter: word(bytesToHex(base58check.decode(receiver.address).subarray(1))) + word(amount.toString(16)),
  visible: true,
}));

const transfers = addresses.map((to, at) => ({
  owner_address: holder.address,
  to_address: to,
  amount: at + 1,
  visible: true,
}));
const endpoints = [
  { name: 'getaccount', bodies: addresses.map((address) => ({ address, visible: true })), atLeast: 0.36 },
  { name: 'createtransaction', bodies: transfers, atLeast: 0.15 },
  { name: 'triggerconstantcontract', bodies: tokenTransfers, atLeast: 0.095 },
  { name: 'estimateenergy', bodies: tokenTransfers, atLeast: 0.13 },
];
for (const { name, bodies, atLeast } of endpoints) {
  const path = `/wallet/${name}`;
  const answer = await post(path, bodies[0] ?? {});
  if (name === 'triggerconstantcontract') assert.equal(answer['energy_used'], 27_704);
  using bare = await startBareServer({ [path]: answer });
  const load = { path, bodies: bodies.map((body) => JSON.stringify(body)), count: 1000 };
  await compare({
    what: `${name} over HTTP`,
    ours: requestRound(node, load),
    baseline: { name: 'bare node:http, same JSON', round: requestRound(bare, load) },
    bound: { atLeast },
    rounds: 21,
    warmUp: 20,
  });
}
