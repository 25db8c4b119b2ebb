import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { argumentInvalid } from '../../errors.ts';
import { isAddress } from '../../protocol/address.ts';
import { type Address } from '../../protocol/primitives.ts';
import { keccak256 } from '../words/keccak.ts';

function toAddress(hash: Uint8Array): Address {
  return `41${bytesToHex(hash.subarray(12))}`;
}

/**
 * Returns the address of a contract that another contract creates with CREATE.
 *
 * Source: docs/protocol/transfers.md.
 *
 * @param args - `txID`, 32 bytes, and `nonce`, the number of earlier internal transactions in the whole transaction
 * @returns the address, 42 lower-case hexadecimal digits.
 * @throws MockNodeError `ARGUMENT_INVALID` for a nonce that is not an integer.
 * @example
 * ```ts
 * import { getCreateAddress } from '@coin/mock-node/vm';
 *
 * getCreateAddress({ txID: new Uint8Array(32), nonce: 0 }); // => '41841a6556c524d47030762eb14dc4af897e605d9b'
 * ```
 */
export function getCreateAddress(args: { readonly txID: Uint8Array; readonly nonce: number }): Address {
  const { txID, nonce } = args;
  if (!Number.isSafeInteger(nonce)) throw argumentInvalid('nonce', nonce, 'an integer');
  const last = new Uint8Array(8);
  new DataView(last.buffer).setBigInt64(0, BigInt(nonce));
  return toAddress(keccak256(concatBytes(txID, last)));
}

/**
 * Returns the address of a contract that another contract creates with CREATE2.
 *
 * Unlike on Ethereum, the hash has no leading 0xff and includes the sender's prefix.
 *
 * Source: docs/protocol/transfers.md.
 *
 * @param args - `deployer`, the creating contract; `salt`, 32 bytes; `code`, the init code with its arguments
 * @returns the address, 42 lower-case hexadecimal digits.
 * @throws MockNodeError `ARGUMENT_INVALID` for a deployer that is not an address.
 * @example
 * ```ts
 * import { getCreate2Address } from '@coin/mock-node/vm';
 *
 * const deployer = `41${'aa'.repeat(20)}`;
 * getCreate2Address({ deployer, salt: new Uint8Array(32), code: new Uint8Array(0) });
 * // => '4142453fb2d0c44805aad78719580ab9db11389bea'
 * ```
 */
export function getCreate2Address(args: {
  readonly deployer: Address;
  readonly salt: Uint8Array;
  readonly code: Uint8Array;
}): Address {
  const { deployer, salt, code } = args;
  if (!isAddress(deployer)) throw argumentInvalid('deployer', deployer, '42 hexadecimal digits beginning with 41');
  return toAddress(keccak256(concatBytes(hexToBytes(deployer), salt, keccak256(code))));
}
