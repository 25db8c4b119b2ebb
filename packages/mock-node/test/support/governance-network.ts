import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createMockNode } from '../../src/index.ts';
import type { MockNode, MockNodeOptions } from '../../src/index.ts';
import { addressOfPublicKey } from '../../src/protocol/address.ts';
import { sha256 } from '../../src/protocol/hash.ts';

export interface Person {
  readonly address: string;
  readonly key: Uint8Array;
}

export function person(seed: string): Person {
  const key = sha256(utf8ToBytes(seed));
  return { key, address: addressOfPublicKey(secp256k1.getPublicKey(key, false)) };
}

export const witness = /* @__PURE__ */ person('coin mock node witness');
export const [alice, bob, carol] = [0, 1, 2].map((index) => person(`coin mock node account ${index}`)) as [
  Person,
  Person,
  Person,
];
export const stranger = /* @__PURE__ */ person('nobody');

export type Json = Readonly<Record<string, unknown>>;

export interface Network {
  readonly node: MockNode;
  readonly ask: <Answer = Json>(path: string, body?: Json) => Promise<Answer>;
  /** Why a transaction is not built, without the name of the exception. */
  readonly refusal: (path: string, body: Json) => Promise<string | undefined>;
  /** Builds, signs, broadcasts; gives the transaction's info, or what the broadcast answered. */
  readonly send: (path: string, body: Json, ...signers: readonly Person[]) => Promise<Json>;
}

export function open(options: MockNodeOptions = {}): Network {
  const node = createMockNode(options);
  const ask = async <Answer = Json>(path: string, body: Json = {}): Promise<Answer> => {
    const response = await node.fetch(`http://node/wallet/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };
  const prefix = 'class org.tron.core.exception.ContractValidateException : ';
  const refusal = async (path: string, body: Json): Promise<string | undefined> => {
    const { Error: text } = await ask<{ Error?: string }>(path, body);
    if (text === undefined) return undefined;
    return text.startsWith(prefix) ? text.slice(prefix.length) : text;
  };
  const send = async (path: string, body: Json, ...signers: readonly Person[]): Promise<Json> => {
    const built = await ask(path, body);
    if (typeof built['txID'] !== 'string') throw new Error(JSON.stringify(built));
    const signature = signers.map(({ key }) => sign(built['txID'] as string, key));
    const sent = await ask('broadcasttransaction', { ...built, signature });
    return sent['result'] === true ? ask('gettransactioninfobyid', { value: built['txID'] }) : sent;
  };
  return { node, ask, refusal, send };
}

function sign(id: string, key: Uint8Array): string {
  const bytes = secp256k1.sign(hexToBytes(id), key, { prehash: false, format: 'recovered' });
  return bytesToHex(bytes.subarray(1)) + bytesToHex(bytes.subarray(0, 1));
}
