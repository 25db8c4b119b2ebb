import { hexToBytes } from '@noble/hashes/utils.js';
import { type Address } from '../../protocol/primitives.ts';
import { keccak256 } from '../words/keccak.ts';

/**
 * A call, creation, self-destruction or staking operation of a contract, as listed in transaction infos.
 *
 * Source: docs/protocol/contract-calls.md.
 */
export interface InternalTransaction {
  /** Index of the internal transaction whose code made this one; -1 for the transaction itself. */
  readonly parent: number;
  /** Depth of the frame that made it. */
  readonly depth: number;
  readonly caller: Address;
  /** Receiver, or the address of the created contract; empty for voteWitness. */
  readonly transferTo: Address;
  /** Small units; the amount paid for operations that pay out. */
  readonly value: bigint;
  /** TRC-10 tokens transferred, by id. */
  readonly tokens: readonly (readonly [tokenId: string, amount: bigint])[];
  /** `call`, `create`, `suicide`, `freezeBalanceV2ForEnergy`, … */
  readonly note: string;
  /** The votes of a voteWitness, as JSON. */
  readonly extra?: string;
  readonly rejected: boolean;
  /** Number of the internal transaction within the transaction, starting at 1. */
  readonly nonce: bigint;
  /** keccak-256 of the parent's hash, receiver, data, first value and nonce, 32 bytes. */
  readonly hash: Uint8Array;
}

/** An internal transaction while its execution runs, without its hash. */
export interface PendingInternalTransaction {
  readonly parent: number;
  readonly depth: number;
  readonly caller: Address;
  readonly transferTo: Address;
  /** The value that enters the hash: the amount requested, not the amount paid. */
  readonly hashedValue: bigint;
  value: bigint;
  readonly data: Uint8Array;
  readonly tokens: readonly (readonly [tokenId: string, amount: bigint])[];
  readonly note: string;
  extra?: string;
  rejected: boolean;
  readonly nonce: number;
}

/** Computes the hashes of an execution's internal transactions. */
export function finishInternalTransactions(
  pending: readonly PendingInternalTransaction[],
  txID: () => Uint8Array,
): readonly InternalTransaction[] {
  const finished: InternalTransaction[] = [];
  for (const { data, hashedValue, nonce, ...internal } of pending) {
    const parentHash = finished[internal.parent]?.hash ?? txID();
    // A creation has no receiver in the hash.
    const receiver = internal.note === 'create' ? new Uint8Array(0) : hexToBytes(internal.transferTo);
    const hashed = new Uint8Array(parentHash.length + receiver.length + data.length + 16);
    hashed.set(parentHash);
    hashed.set(receiver, parentHash.length);
    hashed.set(data, parentHash.length + receiver.length);
    const view = new DataView(hashed.buffer);
    view.setBigInt64(hashed.length - 16, hashedValue);
    view.setBigInt64(hashed.length - 8, BigInt(nonce));
    finished.push({ ...internal, nonce: BigInt(nonce), hash: keccak256(hashed) });
  }
  return finished;
}
