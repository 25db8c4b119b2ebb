import { keccak256 } from './keccak.ts';
import { storagePrefix, storageRowKey } from './storage.ts';
import type {
  Address,
  ContractCode,
  ContractEnergyState,
  ContractRecord,
  StakeState,
  VoteState,
  WorldState,
} from './world-state.ts';

interface MemoryAccount {
  readonly balance: bigint;
  readonly tokens: ReadonlyMap<bigint, bigint>;
}

/** Everything a memory state holds. Maps are copied before they are changed after a mark. */
interface Tables {
  readonly accounts: Map<Address, MemoryAccount>;
  readonly codes: Map<Address, ContractCode>;
  readonly contracts: Map<Address, ContractRecord>;
  readonly energyStates: Map<Address, ContractEnergyState>;
  readonly rows: Map<string, Uint8Array>;
}

/** A contract to put into a memory state. */
export interface MemoryContract {
  readonly code: Uint8Array;
  /** Small units. */
  readonly balance?: bigint;
  /** 0 unless given. */
  readonly version?: number;
  /** Values by slot, both 32 bytes. */
  readonly storage?: readonly (readonly [slot: Uint8Array, value: Uint8Array])[];
  readonly energyState?: ContractEnergyState;
}

/** A {@link WorldState} that is filled by hand. */
export interface MemoryState extends WorldState {
  /** Makes an account, or sets its balance in small units. */
  putAccount(address: Address, balance: bigint): void;
  putContract(address: Address, contract: MemoryContract): void;
  /** Deletes account, code and record of a contract, as the ledger does after a self-destruction. */
  removeAccount(address: Address): void;
  /** Issues a TRC-10 token, or sets what an existing account holds of it. */
  putToken(address: Address, tokenId: bigint, amount: bigint): void;
}

const refuse = (): false => false;
const nothing = (): undefined => undefined;
const zero = (): bigint => 0n;

/** No stakes: every operation refuses, every query answers 0. */
const noStakes: StakeState = {
  freezeV2: refuse,
  unfreezeV2: nothing,
  withdrawExpireUnfreeze: nothing,
  cancelAllUnfreezeV2: nothing,
  delegateResource: refuse,
  undelegateResource: refuse,
  freezeV1: refuse,
  unfreezeV1: nothing,
  freezeV1ExpireTime: zero,
  canSelfDestruct: () => true,
  inheritStakeV1: nothing,
  inheritStakeV2: zero,
  getChainParameter: zero,
  availableUnfreezeV2Size: zero,
  unfreezableBalanceV2: zero,
  expireUnfreezeBalanceV2: zero,
  delegatableResource: zero,
  delegatedResourceV2: zero,
  checkUndelegateResource: () => [0n, 0n, 0n],
  resourceUsage: () => [0n, 0n],
  totalResource: zero,
  totalDelegatedResource: zero,
  totalAcquiredResource: zero,
};

const noVotes: VoteState = {
  voteWitness: refuse,
  withdrawReward: zero,
  settleAndCancelVotes: () => true,
  isWitness: refuse,
  getReceivedVotes: zero,
  getVotes: () => [],
  queryReward: zero,
  getTronPower: zero,
};

const copyTables = (tables: Tables): Tables => ({
  accounts: new Map(tables.accounts),
  codes: new Map(tables.codes),
  contracts: new Map(tables.contracts),
  energyStates: new Map(tables.energyStates),
  rows: new Map(tables.rows),
});

const BLACKHOLE: Address = `41${'00'.repeat(20)}`;

/**
 * Makes a state in memory, to run contracts without a ledger: accounts, tokens, code and storage, but no stakes and no
 * votes. Taking a mark is free; the first write after one copies the tables.
 *
 * @example
 * ```ts
 * import { createMemoryState } from '@coin/mock-node/vm';
 *
 * const state = createMemoryState();
 * const alice = `41${'aa'.repeat(20)}`;
 * state.putAccount(alice, 5n);
 * state.getBalance(alice); // => 5n
 * ```
 *
 * Source: Decision: what the interface of the virtual machine needs and nothing more.
 */
export function createMemoryState(): MemoryState {
  let tables: Tables = {
    accounts: new Map(),
    codes: new Map(),
    contracts: new Map(),
    energyStates: new Map(),
    rows: new Map(),
  };
  const tokens = new Set<bigint>();
  let marked = false;

  const writable = (): Tables => {
    if (marked) {
      tables = copyTables(tables);
      marked = false;
    }
    return tables;
  };
  const createAccount = (address: Address): void => {
    writable().accounts.set(address, { balance: 0n, tokens: new Map() });
  };
  const setToken = (address: Address, tokenId: bigint, amount: bigint): void => {
    const held = tables.accounts.get(address) ?? { balance: 0n, tokens: new Map() };
    writable().accounts.set(address, { ...held, tokens: new Map(held.tokens).set(tokenId, amount) });
  };
  const tokenBalance = (address: Address, tokenId: bigint): bigint =>
    tables.accounts.get(address)?.tokens.get(tokenId) ?? 0n;

  return {
    mark: () => {
      marked = true;
      return tables;
    },
    restore: (mark) => {
      tables = mark as Tables;
      marked = true;
    },
    stakes: noStakes,
    votes: noVotes,
    blackhole: BLACKHOLE,
    hasAccount: (address) => tables.accounts.has(address),
    getBalance: (address) => tables.accounts.get(address)?.balance ?? 0n,
    addBalance: (address, amount) => {
      const held = tables.accounts.get(address) ?? { balance: 0n, tokens: new Map() };
      writable().accounts.set(address, { ...held, balance: held.balance + amount });
    },
    createNormalAccount: createAccount,
    createContractAccount: createAccount,
    convertToContractAccount: nothing,
    hasToken: (tokenId) => tokens.has(tokenId),
    getTokenBalance: tokenBalance,
    addTokenBalance: (address, tokenId, amount) => setToken(address, tokenId, tokenBalance(address, tokenId) + amount),
    getTokenBalances: (address) =>
      Array.from(tables.accounts.get(address)?.tokens ?? [], ([id, amount]) => [String(id), amount] as const),
    transferAllTokens: (from, to) => {
      for (const [tokenId, amount] of tables.accounts.get(from)?.tokens ?? []) {
        setToken(to, tokenId, tokenBalance(to, tokenId) + amount);
        setToken(from, tokenId, 0n);
      }
    },
    getPermission: nothing,
    getCode: (address) => tables.codes.get(address),
    setCode: (address, code) => {
      if (code.bytes.length > 0) writable().codes.set(address, code);
    },
    getContract: (address) => tables.contracts.get(address),
    createContract: (address, record) => {
      writable().contracts.set(address, record);
    },
    getContractEnergyState: (address) => tables.energyStates.get(address),
    setContractEnergyState: (address, state) => {
      writable().energyStates.set(address, state);
    },
    getStorageRow: (_contract, rowKey) => tables.rows.get(rowKey),
    setStorageRow: (_contract, rowKey, value) => {
      const { rows } = writable();
      if (value === undefined) rows.delete(rowKey);
      else rows.set(rowKey, value);
    },
    putAccount: (address, balance) => {
      writable().accounts.set(address, { balance, tokens: tables.accounts.get(address)?.tokens ?? new Map() });
    },
    putContract: (address, { code, balance = 0n, version = 0, storage = [], energyState }) => {
      const target = writable();
      target.accounts.set(address, { balance, tokens: new Map() });
      if (code.length > 0) target.codes.set(address, { bytes: code, hash: keccak256(code) });
      target.contracts.set(address, { version, origin: address });
      const prefix = storagePrefix(address, undefined);
      for (const [slot, value] of storage) target.rows.set(storageRowKey(prefix, version, slot), value);
      if (energyState !== undefined) target.energyStates.set(address, energyState);
    },
    removeAccount: (address) => {
      const { accounts, codes, contracts } = writable();
      accounts.delete(address);
      codes.delete(address);
      contracts.delete(address);
    },
    putToken: (address, tokenId, amount) => {
      tokens.add(tokenId);
      setToken(address, tokenId, amount);
    },
  };
}
