import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { type NodeClient } from '../transport/transport.ts';
import { RAW_DATA_LAYOUT } from './transaction-layout.ts';
import { type Transaction } from './transaction.ts';
import { decodeMessage } from './wire/decode-message.ts';
import { encodeMessage } from './wire/encode-message.ts';

/** The expirations of the transactions that each client has built, by the hash of everything else in their bytes. */
const builtBy = /* @__PURE__ */ new WeakMap<NodeClient, Map<string, number>>();

/**
 * Whether a client builds a transaction for the first time. Remembers it until it expires. A node writes the time in
 * milliseconds into a transaction, so two equal requests within a millisecond are answered with the same bytes, which
 * can pay only once. Signers may extend the expiration, so it makes no difference.
 */
export function isFirstBuild(client: NodeClient, { rawDataHex, expiration }: Transaction): boolean {
  const built = builtBy.get(client) ?? new Map<string, number>();
  builtBy.set(client, built);
  const now = client.clock.now();
  // In the order of building, which is nearly the order of expirations.
  for (const [key, until] of built) {
    if (until > now) break;
    built.delete(key);
  }
  const raw = decodeMessage(RAW_DATA_LAYOUT, hexToBytes(rawDataHex));
  const key = bytesToHex(sha256(encodeMessage(RAW_DATA_LAYOUT, { ...raw, expiration: 0n })));
  const isFirst = !built.has(key);
  built.set(key, expiration);
  return isFirst;
}
