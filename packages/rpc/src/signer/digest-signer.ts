import { type Address } from '@coin/units';
import { Point, Signature } from '@noble/secp256k1';
import { toAddress } from '../address/address.ts';
import { rejectUnknown } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { RpcError } from '../errors.ts';
import { type Signer } from '../transaction/sign-transaction.ts';
import { readCompactSignature } from './compact-signature.ts';
import { requireDigest } from './digest-argument.ts';
import { recoverAddress } from './recover-address.ts';

/** A service or device that signs 32 bytes, and the address of its key. */
export interface DigestSignerOptions {
  /** The address of the key: base58check or 41-hex. */
  readonly address: string;
  /**
   * Signs 32 bytes with a secp256k1 key, without hashing them again. Returns r and s as DER or as 64 bytes, or the hex of
   * either.
   */
  readonly sign: (digest: Uint8Array) => Promise<Uint8Array | string> | Uint8Array | string;
}

/** A key in a service or device. */
export interface DigestSigner extends Signer {
  readonly address: Address;
  readonly sign: (digest: Uint8Array) => Promise<Uint8Array>;
}

/** The 128 hex digits of a signature whose s is low, from any form of r and s; undefined if they are none. */
function readLowSignature(given: unknown): string | undefined {
  const compact = readCompactSignature(given);
  if (compact === undefined) return undefined;
  try {
    const signature = Signature.fromBytes(hexToBytes(compact));
    const { r, s } = signature;
    return signature.hasHighS() ? bytesToHex(new Signature(r, Point.CURVE().n - s).toBytes()) : compact;
  } catch {
    return undefined;
  }
}

/**
 * Creates a signer over a key that signs 32 bytes elsewhere: in a cloud KMS, an HSM, a device. It makes a high s low,
 * finds the recovery id, and accepts only a signature by the key of `address`.
 *
 * If `sign` throws, the error is retryable and has the thrown error as its `cause`. An outbox of `@coin/payments` then
 * tries again later and does not count a failure of the payment.
 *
 * Source: docs/protocol/transfers.md, Fields the node fills.
 *
 * @param options - `address` of the key; `sign`, which gets the digest
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; signing throws `SIGNATURE_INVALID` when `sign` throws or does not return
 * a signature of the digest, and `WRONG_SIGNER` when another key has signed
 *
 * @example
 * ```ts
 * import { signMessage, verifyMessage } from '@coin/rpc/message';
 * import { createDigestSigner, createKeySigner } from '@coin/rpc/signer';
 *
 * const { address, sign } = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * // A service returns r and s without the recovery id.
 * const signer = createDigestSigner({ address, sign: async (digest) => sign(digest).subarray(0, 64) });
 * const signature = await signMessage('hello', signer);
 * verifyMessage({ message: 'hello', signature, address }); // => true
 * ```
 */
export function createDigestSigner(options: DigestSignerOptions): DigestSigner {
  rejectUnknown(options, ['address', 'sign']);
  const address = toAddress(options.address);
  return {
    address,
    async sign(digest) {
      requireDigest(digest);
      const txID = bytesToHex(digest);
      let given: unknown;
      try {
        given = await options.sign(digest);
      } catch (cause) {
        const detail = 'the signer failed, see the cause';
        throw new RpcError('SIGNATURE_INVALID', { txID, reason: 'signer failed', detail }, { cause, retryable: true });
      }
      const signature = readLowSignature(given);
      if (signature === undefined)
        throw new RpcError('SIGNATURE_INVALID', {
          txID,
          reason: 'wrong form',
          detail: 'the signer did not return r and s as DER or 64 bytes',
        });
      const signatures = [`${signature}1b`, `${signature}1c`];
      const addresses = signatures.map((each) => recoverAddress(digest, each));
      const found = signatures[addresses.indexOf(address)];
      if (found !== undefined) return hexToBytes(found);
      // Without the recovery id, two keys can have made a signature.
      const actual = addresses.filter((each) => each !== undefined).join(' or ');
      if (actual === '')
        throw new RpcError('SIGNATURE_INVALID', {
          txID,
          reason: 'no key',
          detail: 'no key can have made this signature',
        });
      throw new RpcError('WRONG_SIGNER', { txID, expected: address, actual });
    },
  };
}
