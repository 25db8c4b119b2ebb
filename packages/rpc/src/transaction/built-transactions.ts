import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { type NodeClient } from '../transport/transport.ts';
import { RAW_DATA_LAYOUT } from './transaction-layout.ts';
import { type Transaction } from './transaction.ts';
import { decodeMessage } from './wire/decode-message.ts';
import { encodeMessage } from './wire/encode-message.ts';

/** The transactions that a client has built. Times in milliseconds since 1970, by the client's clock. */
interface Built {
  /** Their expirations, by the hash of everything else in their bytes. */
  readonly expirations: Map<string, number>;
  latest: number;
}

const builtBy = /* @__PURE__ */ new WeakMap<NodeClient, Built>();

/**
 * Forgets what a client has built and cannot be sent any more: what has expired, and everything if its clock was set
 * back, as it is when a test node reverts its chain.
 */
export function forgetBuilds(client: NodeClient): void {
  const now = client.clock.now();
  const built = builtBy.get(client);
  if (built === undefined || now < built.latest) builtBy.set(client, { expirations: new Map(), latest: now });
  // In the order of building, which is nearly the order of expirations.
  for (const [key, until] of built?.expirations ?? []) {
    if (until > now) break;
    built?.expirations.delete(key);
  }
}

/**
 * Whether a client builds a transaction for the first time; remembers it. A node writes the time in milliseconds into a
 * transaction, so two equal requests within a millisecond are answered with the same bytes, which can pay only once.
 * Signers may extend the expiration, so it makes no difference.
 */
export function isFirstBuild(client: NodeClient, { rawDataHex, expiration }: Transaction): boolean {
  const built = builtBy.get(client) as Built;
  const raw = decodeMessage(RAW_DATA_LAYOUT, hexToBytes(rawDataHex));
  const key = bytesToHex(sha256(encodeMessage(RAW_DATA_LAYOUT, { ...raw, expiration: 0n })));
  const isFirst = !built.expirations.has(key);
  built.expirations.set(key, expiration);
  built.latest = Math.max(built.latest, client.clock.now());
  return isFirst;
}
