import { type Address } from '@coin/units';
import { Signature } from '@noble/secp256k1';
import { toAddress } from '../address/address.ts';
import { argumentInvalid } from '../encoding/arguments.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { recoverAddress } from '../signer/recover-address.ts';
import { normalizeSignature } from '../transaction/normalize-signature.ts';

/** Anything that signs 32 bytes with a secp256k1 key; `createKeySigner` of `@coin/rpc/signer` makes one. */
export interface MessageSigner {
  /** Returns r, s and a recovery id of 0, 1, 27 or 28, as 65 bytes or their hex. */
  readonly sign: (digest: Uint8Array) => Promise<Uint8Array | string> | Uint8Array | string;
}

/** Signs a hash that no transaction has. `path` names it in errors. */
export async function signDigest(digest: Uint8Array, signer: MessageSigner, path: string): Promise<string> {
  let signature: unknown;
  try {
    signature = await signer.sign(digest);
  } catch (cause) {
    // A signer of this package throws its own error about the digest.
    if (isRpcError(cause) && 'txID' in cause.context) throw cause;
    throw new RpcError('CALLBACK_FAILED', { path, callback: 'the signer', reason: 'see the cause' }, { cause });
  }
  const hex = normalizeSignature(signature);
  if (hex === undefined) throw argumentInvalid('signature of the signer', signature, '65 bytes of r, s, recovery id');
  return `0x${hex}`;
}

/** A digest and its signature. */
export interface RecoverSignerArgs {
  /** The 32 bytes that were signed: a transaction's id, `hashMessage`, `hashTypedData`. */
  readonly digest: Uint8Array;
  /** 65 bytes of r, s and a recovery id, or their hex, with or without `0x`. */
  readonly signature: string | Uint8Array;
}

/**
 * Returns the address whose key signed 32 bytes. Returns undefined if the signature is none, or has the second form that
 * every signature has (a high s), so that no signature counts twice.
 *
 * Source: docs/protocol/permissions.md, Signed messages.
 *
 * @param args - `digest`: 32 bytes; `signature`: 65 bytes or their hex
 *
 * @example
 * ```ts
 * import { hashMessage, recoverSigner, signMessage } from '@coin/rpc/message';
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const signature = await signMessage('hello', signer);
 * recoverSigner({ digest: hashMessage('hello'), signature }); // => 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi'
 * ```
 */
export function recoverSigner({ digest, signature }: RecoverSignerArgs): Address | undefined {
  const hex = normalizeSignature(signature);
  const address = hex && recoverAddress(digest, hex);
  if (address === undefined || hex === undefined) return undefined;
  return Signature.fromBytes(hexToBytes(hex.slice(0, 128))).hasHighS() ? undefined : address;
}

/** Whether the key of an address signed a digest. Throws for a wrong address, not for a wrong signature. */
export const isSignedBy = (address: string, signed: RecoverSignerArgs): boolean =>
  recoverSigner(signed) === toAddress(address);
