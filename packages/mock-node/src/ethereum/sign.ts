import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { signHash } from '../crypto/witness-signer.ts';
import { type JsonValue } from '../json/json-value.ts';
import { readJson, standardRules } from '../json/read-json.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { keccak256 } from '../protocol/hash.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { hashTypedData } from './hash-typed-data.ts';
import { readAccount, readBytes } from './read-parameters.ts';

type Keys = ReadonlyMap<Address, Hex>;

/** Signs a message for one of the node's accounts. Source: EIP-191, version 0x45. @throws MethodError */
export function signMessage(keys: Keys, address: JsonValue, message: JsonValue): string {
  const bytes = hexToBytes(readBytes('message', message));
  const prefix = utf8ToBytes(`\u0019Ethereum Signed Message:\n${bytes.length}`);
  return sign(keys, address, keccak256(concatBytes(prefix, bytes)));
}

/** Signs structured data, an object or its JSON text, for one of the node's accounts. @throws MethodError */
export function signTypedData(keys: Keys, address: JsonValue, data: JsonValue): string {
  const object = typeof data === 'string' ? parse(data) : data;
  if (!(object instanceof Map)) throw invalidParams('typedData must be an object, or its JSON text');
  return sign(keys, address, hashTypedData(object));
}

function parse(text: string): JsonValue {
  try {
    return readJson(text, standardRules) ?? null;
  } catch {
    return null;
  }
}

/** Writes r, s, and v as 27 or 28. */
function sign(keys: Keys, address: JsonValue, hash: Uint8Array): string {
  const key = keys.get(readAccount('address', address));
  if (key === undefined) throw invalidParams('the node does not know the key of address');
  const signature = signHash(hash, hexToBytes(key));
  return `0x${signature.slice(0, -2)}${signature.endsWith('00') ? '1b' : '1c'}`;
}
