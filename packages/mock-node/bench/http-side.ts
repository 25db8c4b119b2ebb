import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Address } from '@coin/bench/http-load';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

const VARIANTS = 1000;
const base58check = createBase58check(sha256);
const addressOf = (number: number): string =>
  base58check.encode(hexToBytes(`41${number.toString(16).padStart(40, '0')}`));
const word = (hex: string): string => hex.padStart(64, '0');

/** An account with enough coin for all transfers. */
export interface Holder {
  readonly address: string;
  readonly privateKey: string;
}

/** The account of a private key, 32 bytes in hexadecimal. */
export function holderOf(privateKey: string): Holder {
  const publicKey = secp256k1.getPublicKey(hexToBytes(privateKey), false);
  const bytes = keccak_256(publicKey.subarray(1)).subarray(12);
  return { address: base58check.encode(Uint8Array.of(0x41, ...bytes)), privateKey };
}

interface BuiltTransaction {
  readonly txID: string;
  readonly raw_data: { readonly expiration: number; readonly timestamp: number };
  readonly raw_data_hex: string;
  /** Of a deployment. */
  readonly contract_address?: string;
}

/** Sends a node a request and reads its answer. */
export async function ask({ host, port }: Address, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://${host}:${port}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

/** Bodies of requests to a node, of each kind that is measured. */
export interface RequestBodies {
  /** Of accounts that a transfer has made. */
  readonly accounts: readonly string[];
  /** Of accounts that have nothing but a balance, which only this node can make. */
  readonly balances?: readonly string[];
  readonly transfers: readonly string[];
  readonly tokenTransfers: readonly string[];
  readonly signedTransfers: readonly string[];
}

/** Gives a thousand accounts a balance, and makes bodies of requests that name them. */
export async function prepareBalances(node: Address): Promise<readonly string[]> {
  const addresses = Array.from({ length: VARIANTS }, (_, at) => addressOf(2 * VARIANTS + at));
  for (const address of addresses) await ask(node, '/admin/setbalance', { address, balance: 1_000_000 });
  return addresses.map((address) => JSON.stringify({ address, visible: true }));
}

/**
 * Makes a thousand accounts and a token at a node, and bodies of requests that name them.
 *
 * @param broadcasts - how many signed transfers
 */
export async function prepareSide(node: Address, holder: Holder, broadcasts: number): Promise<RequestBodies> {
  const send = async (path: string, body: object): Promise<BuiltTransaction> => {
    const built = (await ask(node, path, { owner_address: holder.address, visible: true, ...body })) as unknown;
    const transaction = built as BuiltTransaction;
    const sent = await ask(node, '/wallet/broadcasttransaction', signed(transaction, holder));
    assert.equal(sent['result'], true, JSON.stringify(sent));
    return transaction;
  };
  const addresses = Array.from({ length: VARIANTS }, (_, at) => addressOf(at + 1));
  for (const address of addresses) await send('/wallet/createtransaction', { to_address: address, amount: 1_000_000 });
  const { token } = JSON.parse(readFileSync(new URL('contracts.json', import.meta.url), 'utf8')) as { token: string };
  const deployment = await send('/wallet/deploycontract', {
    bytecode: token + word((10n ** 12n).toString(16)),
    abi: '[]',
    fee_limit: 1_000_000_000,
    consume_user_resource_percent: 100,
    origin_energy_limit: 10_000_000,
  });
  const [contract, receiver] = [base58check.encode(hexToBytes(deployment.contract_address ?? '')), addressOf(1)];
  await until(async () => (await ask(node, '/wallet/getcontract', { value: contract, visible: true }))['bytecode']);
  await until(
    async () => (await ask(node, '/wallet/getaccount', { address: addresses.at(-1), visible: true }))['balance'],
  );
  const transfers = addresses.map((to, at) => ({
    owner_address: holder.address,
    to_address: to,
    amount: at + 1,
    visible: true,
  }));
  const template = (await ask(node, '/wallet/createtransaction', transfers[0] ?? {})) as unknown as BuiltTransaction;
  return {
    accounts: addresses.map((address) => JSON.stringify({ address, visible: true })),
    transfers: transfers.map((transfer) => JSON.stringify(transfer)),
    tokenTransfers: addresses.map((_, at) =>
      JSON.stringify({
        owner_address: holder.address,
        contract_address: contract,
        function_selector: 'transfer(address,uint256)',
        parameter: word(bytesToHex(base58check.decode(receiver).subarray(1))) + word((at + 1).toString(16)),
        visible: true,
      }),
    ),
    signedTransfers: Array.from({ length: broadcasts }, (_, at) => JSON.stringify(signed(later(template, at), holder))),
  };
}

const POLL_MS = 500;
const MAX_POLLS = 60;

async function until(isDone: () => Promise<unknown>): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('The node has not taken the transactions into a block.');
}

/** Almost the longest life that a node accepts: a block of this node is 3 s after the last. */
const LIFE_MS = 23 * 3600 * 1000;

/** A copy that nobody has sent yet, and that does not expire while the node makes many blocks. */
function later(transaction: BuiltTransaction, by: number): BuiltTransaction {
  const { expiration, timestamp } = transaction.raw_data;
  const times = { expiration: timestamp + LIFE_MS, timestamp: timestamp + by };
  const bytes = transaction.raw_data_hex
    .replace(`40${varint(expiration)}`, `40${varint(times.expiration)}`)
    .replace(new RegExp(`70${varint(timestamp)}$`), `70${varint(times.timestamp)}`);
  const raw = { ...transaction.raw_data, ...times };
  return { ...transaction, raw_data: raw, raw_data_hex: bytes, txID: bytesToHex(sha256(hexToBytes(bytes))) };
}

function varint(value: number): string {
  const bytes: number[] = [];
  for (let rest = BigInt(value); rest > 0n; rest >>= 7n) bytes.push(Number(rest & 127n) + (rest > 127n ? 128 : 0));
  return bytesToHex(Uint8Array.from(bytes));
}

function signed(transaction: BuiltTransaction, { privateKey }: Holder): object {
  const id = hexToBytes(transaction.txID);
  const bytes = secp256k1.sign(id, hexToBytes(privateKey), { prehash: false, format: 'recovered' });
  return { ...transaction, signature: [bytesToHex(bytes.subarray(1)) + bytesToHex(bytes.subarray(0, 1))] };
}
