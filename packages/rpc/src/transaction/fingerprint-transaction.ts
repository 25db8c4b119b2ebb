import { bytesToHex, hexToBytes, isHex } from '../encoding/hex.ts';
import { readFields } from './wire/read-fields.ts';

/** The fields of raw data that say what a transaction does: its memo and its contract. */
const ACTION: ReadonlySet<number> = /* @__PURE__ */ new Set([10, 11]);

/**
 * Returns what a transaction does, as text: two transactions with the same fingerprint have the same memo and the same
 * contract, byte by byte. They may differ in what the node fills in, such as their expirations.
 *
 * Source: docs/protocol/transfers.md, Fields the node fills.
 *
 * @param transaction - a transaction of a build function, of {@link decodeTransaction} or of a block: its `rawDataHex`
 * @returns undefined if the bytes are not those of a transaction
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, fingerprintTransaction } from '@coin/rpc';
 * import { extendExpiration } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner, to, amount: 1_000_000n });
 * const extended = extendExpiration(transfer, transfer.timestamp + 3_600_000);
 * fingerprintTransaction(transfer) === fingerprintTransaction(extended); // => true
 * ```
 */
export function fingerprintTransaction({ rawDataHex }: { readonly rawDataHex: string }): string | undefined {
  if (!isHex(rawDataHex)) return undefined;
  return readFields(hexToBytes(rawDataHex))
    ?.flatMap(([field, value]) =>
      ACTION.has(field) && value instanceof Uint8Array ? `${field}:${bytesToHex(value)};` : [],
    )
    .join('');
}
