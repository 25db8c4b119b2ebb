import { type Address, type Hex, type Milliseconds } from '../protocol/primitives.ts';

/** An amount as files write it. JSON has no bigints, and its numbers are exact only up to 2^53. */
export type DescribedAmount = bigint | number | string;

/**
 * The initial state of a network: the switches of its nodes, its chain parameters and its genesis block.
 *
 * In a JSON file, amounts are safe integers or strings of decimal digits. In a node, they are bigints.
 *
 * Source: docs/protocol/node-configuration.md, docs/protocol/genesis.md.
 */
export interface NetworkDescription<Amount extends DescribedAmount = DescribedAmount> {
  /** Whether nodes answer constant calls. */
  readonly supportConstant: boolean;
  /** Whether nodes answer estimateenergy, which also requires `supportConstant`. */
  readonly estimateEnergy: boolean;
  /** How often estimateenergy repeats an execution that ran out of time, 0 to 10. */
  readonly estimateEnergyMaxRetry: number;
  /** Maximum energy of a constant call; at least 3,000,000. */
  readonly maxEnergyLimitForConstant: Amount;
  /** Whether transaction infos contain internal transactions. */
  readonly saveInternalTransactions: boolean;
  /**
   * Whether executions never run out of time. It has no effect, because the mock node counts steps instead of time and a
   * recorded network must be safe to serve. To lift the limit, use the node's option `stepLimit`.
   */
  readonly unlimitedCpuTime: boolean;
  /** Maintenance cycle from which rewards follow the vi algorithm. If absent, only a proposal can enable it. */
  readonly newRewardAlgorithmFromCycle?: number;
  /** Software version that getnodeinfo names. */
  readonly codeVersion: string;
  /** Version in the header of every block. */
  readonly blockVersion: number;
  /** Milliseconds between two blocks. */
  readonly blockInterval: Milliseconds;
  /** Operations of default active permissions: 32 bytes, one bit per contract type. */
  readonly activeOperations: Hex;
  /** Milliseconds until a proposal expires. */
  readonly proposalExpireTime: Milliseconds;
  /** Chain parameters at the start, by their names in getchainparameters. */
  readonly parameters: Readonly<Record<string, Amount>>;
  readonly genesis: GenesisDescription<Amount>;
}

/** The contents of block 0. */
export interface GenesisDescription<Amount extends DescribedAmount = DescribedAmount> {
  readonly timestamp: Milliseconds;
  /** 32 bytes. */
  readonly parentHash: Hex;
  /** Accounts in the order of the configuration, on which block 0's id depends. */
  readonly assets: readonly GenesisAsset<Amount>[];
  readonly witnesses: readonly GenesisWitness<Amount>[];
}

/** An account of the genesis block, with its initial balance. */
export interface GenesisAsset<Amount extends DescribedAmount = DescribedAmount> {
  readonly accountName: string;
  /** Base58check or 41-hex; always 41-hex in a node. */
  readonly address: Address;
  /** Small units, int64; may be negative. */
  readonly balance: Amount;
}

/** A witness of the genesis block, with votes that nobody cast. */
export interface GenesisWitness<Amount extends DescribedAmount = DescribedAmount> {
  /** Base58check or 41-hex; always 41-hex in a node. */
  readonly address: Address;
  readonly url: string;
  readonly voteCount: Amount;
}
