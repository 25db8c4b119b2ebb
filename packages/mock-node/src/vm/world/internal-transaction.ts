import { hexToBytes } from '@noble/hashes/utils.js';
import { keccak256 } from '../words/keccak.ts';
import type { Address } from '../../protocol/primitives.ts';

/**
 * A call, creation, self-destruction or staking operation by a contract, as transaction infos list them.
 *
 * Source: docs/protocol/contract-calls.md.
 */
export interface InternalTransaction {
  /** Position of the internal transaction whose code made this one; -1 for the transaction itself. */
  readonly parent: number;
  /** Depth of the frame that made it. */
  readonly depth: number;
  readonly caller: Address;
  /** Receiver, or the address of the contract made; empty for voteWitness. */
  readonly transferTo: Address;
  /** Small units; for operations that pay out, what they paid. */
  readonly value: bigint;
  /** TRC-10 tokens moved, by id. */
  readonly tokens: readonly (readonly [tokenId: string, amount: bigint])[];
  /** `call`, `create`, `suicide`, `freezeBalanceV2ForEnergy`, … */
  readonly note: string;
  /** The votes of a voteWitness, as JSON. */
  readonly extra?: string;
  readonly rejected: boolean;
  /** Number of the internal transaction within the transaction, from 1. */
  readonly nonce: bigint;
  /** keccak-256 of the parent's hash, receiver, data, first value and nonce, 32 bytes. */
  readonly hash: Uint8Array;
}

/** An internal transaction while its execution runs. */
export interface InternalDraft {
  readonly parent: number;
  readonly depth: number;
  readonly caller: Address;
  readonly transferTo: Address;
  /** The value that enters the hash: what was asked, not what was paid. */
  readonly hashedValue: bigint;
  value: bigint;
  readonly data: Uint8Array;
  readonly tokens: readonly (readonly [tokenId: string, amount: bigint])[];
  readonly note: string;
  extra?: string;
  rejected: boolean;
  readonly nonce: number;
}

/** Completes the internal transactions of an execution with their hashes. */
export function finishInternalTransactions(
  drafts: readonly InternalDraft[],
  transactionId: Uint8Array,
): readonly InternalTransaction[] {
  const finished: InternalTransaction[] = [];
  for (const { data, hashedValue, nonce, ...draft } of drafts) {
    const parentHash = draft.parent < 0 ? transactionId : finished[draft.parent]!.hash;
    // A creation has no receiver in the hash.
    const receiver = draft.note === 'create' ? new Uint8Array(0) : hexToBytes(draft.transferTo);
    const hashed = new Uint8Array(parentHash.length + receiver.length + data.length + 16);
    hashed.set(parentHash);
    hashed.set(receiver, parentHash.length);
    hashed.set(data, parentHash.length + receiver.length);
    const view = new DataView(hashed.buffer);
    view.setBigInt64(hashed.length - 16, hashedValue);
    view.setBigInt64(hashed.length - 8, BigInt(nonce));
    finished.push({ ...draft, nonce: BigInt(nonce), hash: keccak256(hashed) });
  }
  return finished;
}
