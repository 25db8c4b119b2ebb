import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressOfPublicKey } from '../protocol/address.ts';
import { sha256 } from '../protocol/hash.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { createRecentValues } from '../protocol/recent-values.ts';
import { getAccount } from '../state/accessors/accounts.ts';
import { type State } from '../state/root.ts';
import { UnrecoverableSignatureError, recoverSigner } from './signer-recovery.ts';

/** Signs blocks for the witnesses. */
export interface WitnessSigner {
  /** @returns a witness's 65-byte signature of a block's hash. */
  readonly sign: (blockHash: Uint8Array, witness: Address) => Hex;
}

/** The key that a witness signs with. */
export interface WitnessKey {
  readonly address: Address;
  /** 32 bytes. */
  readonly privateKey: Hex;
}

/**
 * Creates a signer from private keys.
 *
 * Network descriptions name witnesses without their keys. A witness without a key signs with a stand-in key derived
 * from its address. The signature is well formed and the same in every run, but not the witness's own.
 */
export function createWitnessSigner(keys: readonly WitnessKey[]): WitnessSigner {
  const known = new Map(keys.map(({ address, privateKey }) => [address, privateKey]));
  // The head block is requested often, and signing is the slowest part of the response.
  const signatures = createRecentValues<Hex, Hex>(512);
  const sign = (hash: Uint8Array, witness: Address): Hex => {
    const privateKey = known.get(witness);
    const key = privateKey === undefined ? standInKey(witness) : hexToBytes(privateKey);
    return signHash(hash, key);
  };
  return {
    sign(blockHash, witness) {
      const id = bytesToHex(blockHash);
      const signature = signatures.get(id) ?? sign(blockHash, witness);
      signatures.set(id, signature);
      return signature;
    },
  };
}

/** Returns the 65-byte signature of a hash. */
export function signHash(hash: Uint8Array, privateKey: Uint8Array): Hex {
  const recovered = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' });
  // On the wire the recovery bit comes last, after r and s.
  return bytesToHex(recovered.subarray(1)) + bytesToHex(recovered.subarray(0, 1));
}

/** The address of a private key (32 bytes in hexadecimal). */
export function addressOfPrivateKey(privateKey: Hex): Address {
  return addressOfPublicKey(secp256k1.getPublicKey(hexToBytes(privateKey), false));
}

/**
 * Whether a block's signature is its witness's. It must be made with the key of the witness permission, with the
 * witness's own key if it has none, or with the stand-in key of another mock node.
 */
export function isSignedByWitness(
  state: State,
  { hash, signature, witness }: { readonly hash: Uint8Array; readonly signature: Hex; readonly witness: Address },
): boolean {
  const expected = getAccount(state, witness)?.witnessPermission?.keys[0]?.address ?? witness;
  try {
    const signer = recoverSigner(bytesToHex(hash), signature, [expected]);
    return signer === expected || signer === addressOfPrivateKey(bytesToHex(standInKey(witness)));
  } catch (error) {
    if (error instanceof UnrecoverableSignatureError) return false;
    throw error;
  }
}

const standInKey = (witness: Address): Uint8Array => sha256(utf8ToBytes(`stand-in witness key ${witness}`));
