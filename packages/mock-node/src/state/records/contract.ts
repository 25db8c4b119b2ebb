import { type Address, type Hex } from '../../protocol/primitives.ts';
import { type ForkUnknown } from './fork-unknown.ts';

/** A contract as deployed. Later transactions may change its settings. */
export interface Contract {
  readonly address: Address;
  readonly deployer: Address;
  readonly name: string;
  /**
   * The ABI as its protobuf message; empty after clearabi and for contracts created by contracts. Only the contract of
   * block ids has none.
   */
  readonly abi?: Hex;
  /** Creation code with its arguments. */
  readonly bytecode: Hex;
  readonly callValue: bigint;
  /** Percentage that the caller pays, 0 to 100. */
  readonly consumeUserResourcePercent: bigint;
  readonly deployerEnergyLimit: bigint;
  /** Empty if the node writes none, as for contracts created by contracts. */
  readonly codeHash: Hex;
  readonly transactionHash: Hex;
  readonly version: number;
}

/**
 * Runtime code and its keccak-256 hash, as the virtual machine needs it. It is the same object until the code changes.
 */
export interface Code {
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

/** The dynamic energy model's record of a contract. docs/protocol/dynamic-energy.md. */
export interface ContractEnergyState {
  /** Energy used in the cycle of `updateCycle`, before penalties. */
  readonly energyUsage: bigint;
  /** Ten-thousandths. */
  readonly energyFactor: bigint;
  /** The maintenance cycle of the other two numbers. */
  readonly updateCycle: bigint;
  /** On a fork, the answer from which it was read, which shows an earlier cycle's state caught up and rounded. */
  readonly rounded?: ForkUnknown;
}
