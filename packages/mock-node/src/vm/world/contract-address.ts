import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { rejectUnusable } from '../../errors.ts';
import { type Address } from '../../protocol/primitives.ts';
import { keccak256 } from '../words/keccak.ts';

function toAddress(hash: Uint8Array): Address {
  return `41${bytesToHex(hash.subarray(12))}`;
}

/**
 * Address of a contract that a contract creates with CREATE.
 *
 * Source: docs/protocol/transfers.md.
 *
 * @param transactionId - id of the transaction, 32 bytes.
 * @param nonce - number of internal transactions before it in the whole transaction, 0 or more.
 * @returns the address, 42 lower-case hexadecimal digits.
 * @throws MockNodeError `ARGUMENT_INVALID` for an id that is no bytes, and a nonce that is no integer.
 * @example
 * ```ts
 * import { getCreateAddress } from '@coin/mock-node/vm';
 *
 * getCreateAddress(new Uint8Array(32), 0); // => '41841a6556c524d47030762eb14dc4af897e605d9b'
 * ```
 */
export function getCreateAddress(transactionId: Uint8Array, nonce: number): Address {
  return rejectUnusable('arguments', () => {
    const last = new Uint8Array(8);
    new DataView(last.buffer).setBigInt64(0, BigInt(nonce));
    return toAddress(keccak256(concatBytes(transactionId, last)));
  });
}

/**
 * Address of a contract that a contract creates with CREATE2: without a leading 0xff, and with the sender's prefix.
 *
 * Source: docs/protocol/transfers.md.
 *
 * @param sender - the creating contract.
 * @param salt - 32 bytes.
 * @param code - init code with constructor arguments.
 * @returns the address, 42 lower-case hexadecimal digits.
 * @throws MockNodeError `ARGUMENT_INVALID` for a sender, a salt or a code of another form.
 * @example
 * ```ts
 * import { getCreate2Address } from '@coin/mock-node/vm';
 *
 * getCreate2Address(`41${'aa'.repeat(20)}`, new Uint8Array(32), new Uint8Array(0));
 * // => '4142453fb2d0c44805aad78719580ab9db11389bea'
 * ```
 */
export function getCreate2Address(sender: Address, salt: Uint8Array, code: Uint8Array): Address {
  return rejectUnusable('arguments', () =>
    toAddress(keccak256(concatBytes(hexToBytes(sender), salt, keccak256(code)))),
  );
}
