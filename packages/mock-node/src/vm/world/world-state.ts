import { type Address } from '../../protocol/primitives.ts';

/**
 * A snapshot of a world state. Opaque to the virtual machine.
 *
 * The state behind it is persistent (structurally shared), so taking and restoring a snapshot take constant time.
 */
export type StateSnapshot = unknown;

/**
 * Runtime code of a contract and its keccak-256 hash.
 *
 * The virtual machine caches its analysis by the identity of this object. A state should therefore return the same
 * object for the same code.
 */
export interface ContractCode {
  readonly bytes: Uint8Array;
  /** 32 bytes. */
  readonly hash: Uint8Array;
}

/** The part of a contract's record that the virtual machine reads. */
export interface ContractRecord {
  /** 0 for every contract of a public network. Version 1 hashes storage slots and applies the 63/64 rule. */
  readonly version: number;
  /** The account that created the contract. */
  readonly deployer: Address;
  /**
   * Transaction that created the contract, 32 bytes, if the node writes it into the record, which it does for CREATE2
   * only. It is part of the storage rows' keys, so a contract created again at the same address starts empty.
   */
  readonly txID?: Uint8Array;
}

/** Bookkeeping of the dynamic energy model for one contract. Source: docs/protocol/dynamic-energy.md. */
export interface ContractEnergyState {
  /** Energy used in the cycle of `updateCycle`, before penalties. */
  readonly energyUsage: bigint;
  /** Penalty in ten-thousandths; 0 to the chain's maximum factor. */
  readonly energyFactor: bigint;
  /** The maintenance cycle of the other two numbers. */
  readonly updateCycle: bigint;
}

/** The part of an account's permission that the precompile `validateMultiSign` reads. */
export interface SigningPermission {
  readonly threshold: bigint;
  readonly keys: readonly { readonly address: Address; readonly weight: bigint }[];
}

/** Votes of one account for one witness. */
export interface Vote {
  readonly witness: Address;
  readonly count: bigint;
}

/**
 * A resource by the number that contracts pass: 0 bandwidth, 1 energy, 2 TRON power. For every other number it is -1,
 * with which operations fail and queries return 0.
 */
export type ResourceCode = 0 | 1 | 2 | -1;

/**
 * The ledger as the virtual machine sees it: the state that a call can read and change, with snapshots to restore.
 *
 * Reads show earlier writes of the same execution. The virtual machine takes a snapshot at the start of each frame and
 * restores it if the frame fails. It buffers storage writes and passes them on when the whole execution has succeeded.
 * All amounts are int64.
 *
 * Source: docs/protocol/virtual-machine.md.
 */
export interface WorldState {
  readonly snapshot: () => StateSnapshot;
  readonly restore: (snapshot: StateSnapshot) => void;

  readonly hasAccount: (address: Address) => boolean;
  /** Small units; 0 for a missing account. */
  readonly getBalance: (address: Address) => bigint;
  /**
   * Adds small units to an account; a negative amount subtracts. The virtual machine has checked that the account
   * exists and that the result fits into int64. Only the black hole's account may be missing; the ledger then creates
   * it empty.
   */
  readonly addBalance: (address: Address, amount: bigint) => void;
  /** Creates an account as a contract's transfer of value does: type Normal, head block's time, default permissions. */
  readonly createNormalAccount: (address: Address) => void;
  /**
   * Creates the account of a contract created by a contract: type Contract, name `CreatedByContract`, no permissions.
   */
  readonly createContractAccount: (address: Address) => void;
  /** Converts an existing account to a contract's: type Contract, delegated and acquired v1 resources cleared. */
  readonly convertToContractAccount: (address: Address) => void;
  /** Whether a TRC-10 token has been issued. */
  readonly hasToken: (tokenId: bigint) => boolean;
  /** 0 for a missing account or a token that it does not hold. */
  readonly getTokenBalance: (address: Address, tokenId: bigint) => bigint;
  /** Adds tokens to an existing account; a negative amount subtracts. It makes the same checks as `addBalance`. */
  readonly addTokenBalance: (address: Address, tokenId: bigint, amount: bigint) => void;
  /** All token entries of an account, including entries of 0, in the account's order. */
  readonly getTokenBalances: (address: Address) => Iterable<readonly [tokenId: string, amount: bigint]>;
  /** Transfers all token balances. Entries of 0 remain. */
  readonly transferAllTokens: (args: { readonly from: Address; readonly to: Address }) => void;
  /** Receives the coin of a contract that destroys itself and is its own beneficiary. */
  readonly blackhole: Address;
  readonly getPermission: (address: Address, permissionId: number) => SigningPermission | undefined;

  /** Runtime code; undefined if there is none or it is empty. */
  readonly getCode: (address: Address) => ContractCode | undefined;
  /** Saves runtime code, which may be empty, and its hash in the record. */
  readonly setCode: (address: Address, code: ContractCode) => void;
  readonly getContract: (address: Address) => ContractRecord | undefined;
  /** Writes the record of a contract created by a contract: percent 100, no name, no energy limit of the deployer. */
  readonly createContract: (address: Address, record: ContractRecord) => void;
  readonly getContractEnergyState: (address: Address) => ContractEnergyState | undefined;
  readonly setContractEnergyState: (address: Address, state: ContractEnergyState) => void;
  /**
   * Value of a storage row, 32 bytes that are never modified; undefined for an absent row. A row is never zero.
   *
   * `rowKey` is the node's row key, 64 lower-case hexadecimal digits (docs/protocol/virtual-machine.md). `slot`, 32
   * bytes, is given for contracts of version 1, whose row key does not reveal it.
   */
  readonly getStorageRow: (row: {
    readonly contract: Address;
    readonly rowKey: string;
    readonly slot?: Uint8Array | undefined;
  }) => Uint8Array | undefined;
  /** Writes a storage row, 32 bytes that are not all zero. Undefined deletes it. */
  readonly setStorageRow: (row: {
    readonly contract: Address;
    readonly rowKey: string;
    readonly value: Uint8Array | undefined;
  }) => void;

  /** Called before a precompile for shielded transfers runs. Throw to end the execution, because no proof is verified. */
  readonly refuseShielded?: () => void;

  /**
   * The ledger's part of the network's staking instructions (0xd5 to 0xd7, 0xda to 0xdf), of SELFDESTRUCT and of the
   * precompiles for resources. Operations either succeed, or return `false` or `undefined` and change nothing. They
   * follow the node's processors for contracts, which differ from the transactions of the same names
   * (docs/protocol/staking.md). Amounts are small units.
   */
  readonly stakes: {
    readonly freezeV2: (args: {
      readonly owner: Address;
      readonly amount: bigint;
      readonly resource: ResourceCode;
    }) => boolean;
    /** @returns the expired stake that is withdrawn too, in small units. */
    readonly unfreezeV2: (args: {
      readonly owner: Address;
      readonly amount: bigint;
      readonly resource: ResourceCode;
    }) => bigint | undefined;
    /** @returns the expired stake that is withdrawn, in small units. */
    readonly withdrawExpireUnfreeze: (owner: Address) => bigint | undefined;
    /** @returns the expired stake that is withdrawn too, in small units. */
    readonly cancelAllUnfreezeV2: (owner: Address) => bigint | undefined;
    readonly delegateResource: (args: {
      readonly owner: Address;
      readonly receiver: Address;
      readonly amount: bigint;
      readonly resource: ResourceCode;
    }) => boolean;
    readonly undelegateResource: (args: {
      readonly owner: Address;
      readonly receiver: Address;
      readonly amount: bigint;
      readonly resource: ResourceCode;
    }) => boolean;
    readonly freezeV1: (args: {
      readonly owner: Address;
      readonly receiver: Address;
      readonly amount: bigint;
      readonly resource: ResourceCode;
    }) => boolean;
    /** @returns the small units unfrozen. */
    readonly unfreezeV1: (args: {
      readonly owner: Address;
      readonly receiver: Address;
      readonly resource: ResourceCode;
    }) => bigint | undefined;
    /** @returns milliseconds since 1970; 0 without such a stake. */
    readonly freezeV1ExpireTime: (args: {
      readonly owner: Address;
      readonly target: Address;
      readonly resource: ResourceCode;
    }) => bigint;

    /**
     * False while resources are delegated (v1 under `rules.freeze`, v2 under `rules.freezeV2`), or an unfreeze is
     * pending.
     */
    readonly canSelfDestruct: (owner: Address) => boolean;
    /** SELFDESTRUCT under `rules.freeze`: v1 stakes leave the weights and become the beneficiary's balance. */
    readonly inheritStakeV1: (args: { readonly owner: Address; readonly beneficiary: Address }) => void;
    /**
     * SELFDESTRUCT under `rules.freezeV2`: stakes, usage and expired unfreezes pass to the beneficiary.
     *
     * @returns the small units of expired unfreezes, already added to the beneficiary's balance.
     */
    readonly inheritStakeV2: (args: { readonly owner: Address; readonly beneficiary: Address }) => bigint;

    /** Precompile 0x100000b: 1 TotalNetLimit … 5 UnfreezeDelayDays; 0 for any other code. */
    readonly getChainParameter: (code: bigint) => bigint;
    readonly availableUnfreezeV2Size: (address: Address) => bigint;
    readonly unfreezableBalanceV2: (address: Address, resource: ResourceCode) => bigint;
    /** @param time - milliseconds since 1970, int64. */
    readonly expireUnfreezeBalanceV2: (address: Address, time: bigint) => bigint;
    readonly delegatableResource: (address: Address, resource: ResourceCode) => bigint;
    /** The stake that `from` has delegated to `to`, including locked delegations. */
    readonly delegatedResourceV2: (args: {
      readonly from: Address;
      readonly to: Address;
      readonly resource: ResourceCode;
    }) => bigint;
    /** @returns clean amount, dirty amount and the seconds until the usage has recovered. */
    readonly checkUndelegateResource: (
      target: Address,
      amount: bigint,
      resource: ResourceCode,
    ) => readonly [clean: bigint, dirty: bigint, seconds: bigint];
    /** @returns used stake and the seconds until the usage has recovered. */
    readonly resourceUsage: (address: Address, resource: ResourceCode) => readonly [balance: bigint, seconds: bigint];
    readonly totalResource: (address: Address, resource: ResourceCode) => bigint;
    readonly totalDelegatedResource: (address: Address, resource: ResourceCode) => bigint;
    readonly totalAcquiredResource: (address: Address, resource: ResourceCode) => bigint;
  };

  /**
   * The ledger's part of the voting instructions (0xd8, 0xd9), of SELFDESTRUCT and of the precompiles for votes and
   * rewards (docs/protocol/rewards.md). Operations either succeed, or fail and change nothing.
   */
  readonly votes: {
    /**
     * Replaces the votes of a contract. Fails for unknown witnesses, negative counts, more than 30 entries, or too
     * little power.
     */
    readonly voteWitness: (args: { readonly owner: Address; readonly votes: readonly Vote[] }) => boolean;
    /** Settles and pays out the reward. @returns small units paid, possibly 0. */
    readonly withdrawReward: (args: { readonly owner: Address; readonly now: number }) => bigint | undefined;
    /**
     * SELFDESTRUCT under `rules.vote`: settles the reward, drops the votes and turns the allowance into balance.
     *
     * @returns false if balance and allowance together exceed int64.
     */
    readonly settleAndCancelVotes: (args: { readonly owner: Address; readonly now: number }) => boolean;
    readonly isWitness: (address: Address) => boolean;
    /** Votes a witness received; 0 for others. */
    readonly getReceivedVotes: (address: Address) => bigint;
    /** Current votes of an account; empty for a missing one. */
    readonly getVotes: (address: Address) => readonly Vote[];
    /** Reward that could be withdrawn, including the allowance; 0 for a missing account. */
    readonly queryReward: (address: Address) => bigint;
    /** Voting power in small units; 0 for a missing account. */
    readonly getTronPower: (address: Address) => bigint;
  };
}
