import { secp256k1 } from '@noble/curves/secp256k1.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { createMockNode, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { addressOfPublicKey } from '../../src/protocol/address.ts';
import { sha256 } from '../../src/protocol/hash.ts';
import { signId } from './sign-id.ts';

/** An account with its private key. */
export interface Signer {
  readonly address: string;
  readonly key: Uint8Array;
}

/** The account whose private key is the SHA-256 of a text. */
export function signerFrom(text: string): Signer {
  const key = sha256(utf8ToBytes(text));
  return { key, address: addressOfPublicKey(secp256k1.getPublicKey(key, false)) };
}

export const developmentSigner = (index: number): Signer => signerFrom(`coin mock node account ${index}`);

export const witness = /* @__PURE__ */ signerFrom('coin mock node witness');
export const alice = /* @__PURE__ */ developmentSigner(0);
export const bob = /* @__PURE__ */ developmentSigner(1);
export const carol = /* @__PURE__ */ developmentSigner(2);
/** Has no account at the start. */
export const newcomer = /* @__PURE__ */ signerFrom('nobody');

export type Json = Readonly<Record<string, unknown>>;

export interface Network {
  readonly node: MockNode;
  readonly ask: <Answer = Json>(path: string, body?: Json) => Promise<Answer>;
  /** Why a transaction is not built, without the name of the exception; undefined for one that is. */
  readonly rejection: (path: string, body: Json) => Promise<string | undefined>;
  /** Builds, signs and broadcasts a transaction. Resolves to its info, or to the answer of a failed broadcast. */
  readonly send: (path: string, body: Json, ...signers: readonly Signer[]) => Promise<Json>;
}

export function openNetwork(options: MockNodeOptions = {}): Network {
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
  const rejection = async (path: string, body: Json): Promise<string | undefined> => {
    const { Error: text } = await ask<{ Error?: string }>(path, body);
    if (text === undefined) return undefined;
    return text.startsWith(prefix) ? text.slice(prefix.length) : text;
  };
  const send = async (path: string, body: Json, ...signers: readonly Signer[]): Promise<Json> => {
    const built = await ask(path, body);
    const { txID: id } = built;
    if (typeof id !== 'string') throw new Error(JSON.stringify(built));
    const signature = signers.map(({ key }) => signId(id, key));
    const sent = await ask('broadcasttransaction', { ...built, signature });
    return sent['result'] === true ? ask('gettransactioninfobyid', { value: id }) : sent;
  };
  return { node, ask, rejection, send };
}
