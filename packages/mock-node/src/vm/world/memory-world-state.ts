import { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import { argumentInvalid } from '../../errors.ts';
import { type Address } from '../../protocol/primitives.ts';
import { keccak256 } from '../words/keccak.ts';
import { storagePrefix, storageRowKey } from './storage-keys.ts';
import {
  type ContractCode,
  type ContractEnergyState,
  type ContractRecord,
  type StateSnapshot,
  type WorldState,
} from './world-state.ts';

interface MemoryAccount {
  readonly balance: bigint;
  readonly tokens: ImmutableMap<bigint, bigint>;
}

/** The contents of a memory state, in persistent maps: the object itself is a snapshot. */
interface Tables {
  readonly accounts: ImmutableMap<Address, MemoryAccount>;
  readonly codes: ImmutableMap<Address, ContractCode>;
  readonly contracts: ImmutableMap<Address, ContractRecord>;
  readonly energyStates: ImmutableMap<Address, ContractEnergyState>;
  readonly rows: ImmutableMap<string, Uint8Array>;
}

/** A contract to add to a memory state. */
export interface MemoryContract {
  readonly code: Uint8Array;
  /** Small units. */
  readonly balance?: bigint;
  /** Defaults to 0. */
  readonly version?: number;
  /** Values by slot, both 32 bytes. */
  readonly storage?: readonly (readonly [slot: Uint8Array, value: Uint8Array])[];
  readonly energyState?: ContractEnergyState;
}

/** A {@link WorldState} in memory that tests and tools fill themselves. */
export interface MemoryState extends WorldState {
  /** Creates an account, or sets its balance in small units. */
  readonly putAccount: (address: Address, balance: bigint) => void;
  readonly putContract: (address: Address, contract: MemoryContract) => void;
  /** Deletes the account, code and record of a contract, as the ledger does after a self-destruction. */
  readonly removeAccount: (address: Address) => void;
  /** Sets the TRC-10 balance of an existing account, and issues the token if necessary. */
  readonly putToken: (address: Address, tokenId: bigint, amount: bigint) => void;
}

const isTables = (snapshot: StateSnapshot): snapshot is Tables =>
  ImmutableMap.isMap((snapshot as Partial<Tables> | undefined)?.rows);

const reject = (): false => false;
const none = (): undefined => undefined;
const zero = (): bigint => 0n;

/** No stakes: every operation fails, and every query returns 0. */
const noStakes: WorldState['stakes'] = {
  freezeV2: reject,
  unfreezeV2: none,
  withdrawExpireUnfreeze: none,
  cancelAllUnfreezeV2: none,
  delegateResource: reject,
  undelegateResource: reject,
  freezeV1: reject,
  unfreezeV1: none,
  freezeV1ExpireTime: zero,
  canSelfDestruct: () => true,
  inheritStakeV1: none,
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

const noVotes: WorldState['votes'] = {
  voteWitness: reject,
  withdrawReward: zero,
  settleAndCancelVotes: () => true,
  isWitness: reject,
  getReceivedVotes: zero,
  getVotes: () => [],
  queryReward: zero,
  getTronPower: zero,
};

const EMPTY_ACCOUNT: MemoryAccount = /* @__PURE__ */ Object.freeze({
  balance: 0n,
  tokens: /* @__PURE__ */ ImmutableMap<bigint, bigint>(),
});
const BLACKHOLE: Address = `41${'00'.repeat(20)}`;

/**
 * Creates a state in memory for running contracts without a ledger.
 *
 * It has accounts, tokens, code and storage, but no stakes and no votes. Taking and restoring a snapshot take constant
 * time.
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
 */
export function createMemoryState(): MemoryState {
  let tables = noTables();
  let tokens = ImmutableSet<bigint>();

  const account = (address: Address): MemoryAccount => tables.accounts.get(address) ?? EMPTY_ACCOUNT;
  const setAccount = (address: Address, value: MemoryAccount): void => {
    tables = { ...tables, accounts: tables.accounts.set(address, value) };
  };
  const createAccount = (address: Address): void => setAccount(address, EMPTY_ACCOUNT);
  const setToken = (address: Address, tokenId: bigint, amount: bigint): void => {
    const held = account(address);
    setAccount(address, { ...held, tokens: held.tokens.set(tokenId, amount) });
  };
  const tokenBalance = (address: Address, tokenId: bigint): bigint => account(address).tokens.get(tokenId) ?? 0n;

  return {
    snapshot: () => tables,
    restore: (snapshot) => {
      if (!isTables(snapshot)) throw argumentInvalid('snapshot', snapshot, 'what snapshot() returned');
      tables = snapshot;
    },
    stakes: noStakes,
    votes: noVotes,
    blackhole: BLACKHOLE,
    hasAccount: (address) => tables.accounts.has(address),
    getBalance: (address) => account(address).balance,
    addBalance: (address, amount) => {
      const held = account(address);
      setAccount(address, { ...held, balance: held.balance + amount });
    },
    createNormalAccount: createAccount,
    createContractAccount: createAccount,
    convertToContractAccount: none,
    hasToken: (tokenId) => tokens.has(tokenId),
    getTokenBalance: tokenBalance,
    addTokenBalance: (address, tokenId, amount) => setToken(address, tokenId, tokenBalance(address, tokenId) + amount),
    getTokenBalances: (address) => Array.from(account(address).tokens, ([id, amount]) => [String(id), amount] as const),
    transferAllTokens: ({ from, to }) => {
      for (const [tokenId, amount] of account(from).tokens) {
        setToken(to, tokenId, tokenBalance(to, tokenId) + amount);
        setToken(from, tokenId, 0n);
      }
    },
    getPermission: none,
    getCode: (address) => tables.codes.get(address),
    setCode: (address, code) => {
      if (code.bytes.length > 0) tables = { ...tables, codes: tables.codes.set(address, code) };
    },
    getContract: (address) => tables.contracts.get(address),
    createContract: (address, record) => {
      tables = { ...tables, contracts: tables.contracts.set(address, record) };
    },
    getContractEnergyState: (address) => tables.energyStates.get(address),
    setContractEnergyState: (address, state) => {
      tables = { ...tables, energyStates: tables.energyStates.set(address, state) };
    },
    getStorageRow: ({ rowKey }) => tables.rows.get(rowKey),
    setStorageRow: ({ rowKey, value }) => {
      const rows = value === undefined ? tables.rows.delete(rowKey) : tables.rows.set(rowKey, value);
      tables = { ...tables, rows };
    },
    putAccount: (address, balance) => setAccount(address, { ...account(address), balance }),
    putContract: (address, contract) => {
      tables = withContract(tables, address, contract);
    },
    removeAccount: (address) => {
      tables = withoutAccount(tables, address);
    },
    putToken: (address, tokenId, amount) => {
      tokens = tokens.add(tokenId);
      setToken(address, tokenId, amount);
    },
  };
}

const noTables = (): Tables => ({
  accounts: ImmutableMap(),
  codes: ImmutableMap(),
  contracts: ImmutableMap(),
  energyStates: ImmutableMap(),
  rows: ImmutableMap(),
});

function withContract(
  { accounts, codes, contracts, energyStates, rows }: Tables,
  address: Address,
  { code, balance = 0n, version = 0, storage = [], energyState }: MemoryContract,
): Tables {
  const prefix = storagePrefix(address);
  return {
    accounts: accounts.set(address, { ...EMPTY_ACCOUNT, balance }),
    codes: code.length > 0 ? codes.set(address, { bytes: code, hash: keccak256(code) }) : codes,
    contracts: contracts.set(address, { version, deployer: address }),
    energyStates: energyState === undefined ? energyStates : energyStates.set(address, energyState),
    rows: rows.merge(storage.map(([slot, value]) => [storageRowKey(prefix, version, slot), value])),
  };
}

function withoutAccount(tables: Tables, address: Address): Tables {
  const { accounts, codes, contracts } = tables;
  return {
    ...tables,
    accounts: accounts.delete(address),
    codes: codes.delete(address),
    contracts: contracts.delete(address),
  };
}
