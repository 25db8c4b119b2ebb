import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { type MockNode } from '../../src/index.ts';
import { broadcastSigned } from './broadcast-signed.ts';
import { post } from './post.ts';

export interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string | null; readonly data?: unknown };
}

/** What a node answers to a body sent to `/jsonrpc`. */
export async function sendRpc(node: MockNode, body: string): Promise<string> {
  const answer = await node.fetch('http://node/jsonrpc', { method: 'POST', body });
  return answer.text();
}

/** The answer to a call of a method. */
export async function callRpc(node: MockNode, method: string, params: readonly unknown[] = []): Promise<RpcAnswer> {
  return JSON.parse(await sendRpc(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
}

/** The result of a call that succeeds. */
export async function rpcResult<T = unknown>(
  node: MockNode,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const { result, error } = await callRpc(node, method, params);
  if (error !== undefined) throw new Error(`${method} failed: ${JSON.stringify(error)}`);
  return result as T;
}

/** A contract that logs the first word of its data, as topic and as data. */
export const loggingContract = {
  address: 'TTYPebjFUT7iZc8g1YF3u1XBsw8UzT6fq7',
  code: '6020600060003760005160206000a100',
} as const;

/** A base58check address as JSON-RPC has it. */
export const ethAddress = (address: string): string =>
  `0x${bytesToHex(createBase58check(sha256).decode(address)).slice(2)}`;

export const wordOf = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');

/** Makes the logging contract log a word. Gives the transaction's id. */
export async function logWord(node: MockNode, value: number): Promise<string> {
  const [sender] = node.accounts;
  if (sender === undefined) throw new Error('the node has no account');
  const { transaction } = (await post(node, '/wallet/triggersmartcontract', {
    owner_address: sender.address,
    contract_address: loggingContract.address,
    data: wordOf(value),
    fee_limit: 100_000_000,
    visible: true,
  })) as { readonly transaction: { readonly txID: string } };
  await broadcastSigned(node, transaction, sender.privateKey);
  return transaction.txID;
}
