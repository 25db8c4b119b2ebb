import type { Address, Hex, Milliseconds, Slot } from '../protocol/primitives.ts';
import type {
  Account,
  Contract,
  ContractEnergyState,
  Delegation,
  Properties,
  Proposal,
  ResourceUse,
  Root,
  StoredBlock,
  Vote,
  Witness,
} from './root.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';

/**
 * The one mutable cell around the ledger: `const mark = state.root` is a snapshot, `state.root = mark` goes back to it.
 */
export interface State {
  root: Root;
}

/** Makes a cell that starts at a root. */
export function createState(root: Root): State {
  return { root };
}

const untouched: ResourceUse = { usage: 0n, time: 0, window: 0n, windowOptimized: false };

/** A new account: everything that is not named is 0, empty or absent. It is not yet in any state. */
export function newAccount(fields: Pick<Account, 'address'> & Partial<Account>): Account {
  return {
    type: 'Normal',
    name: '',
    balance: 0n,
    votes: [],
    createTime: 0,
    latestOperationTime: 0,
    allowance: 0n,
    latestWithdrawTime: 0,
    isWitness: false,
    freeNetUsage: 0n,
    latestConsumeFreeTime: 0,
    net: untouched,
    energy: untouched,
    frozen: {},
    unfreezing: [],
    delegated: { bandwidth: 0n, energy: 0n },
    acquired: { bandwidth: 0n, energy: 0n },
    activePermissions: [],
    writtenIn: 0,
    assetOptimized: false,
    ...fields,
  };
}

export function getAccount(state: State, address: Address): Account | undefined {
  return state.root.accounts.get(address);
}

/** Writes an account; the bookkeeping of `writtenIn` and `assetOptimized` is done here. */
export function putAccount(state: State, account: Account): void {
  const { root } = state;
  const before = root.accounts.get(account.address);
  const writtenIn = root.blocks.size;
  const assetOptimized = before !== undefined && isAssetOptimized(state, before);
  const written =
    account.writtenIn === writtenIn && account.assetOptimized === assetOptimized
      ? account
      : { ...account, writtenIn, assetOptimized };
  state.root = { ...root, accounts: root.accounts.set(account.address, written) };
}

/** Changes fields of an account that exists. */
export function updateAccount(state: State, address: Address, change: Partial<Account>): void {
  putAccount(state, { ...existing(getAccount(state, address), 'account', address), ...change });
}

/** Adds small units to the balance of an account that exists; a negative amount takes them. Limits are the caller's to check. */
export function addBalance(state: State, address: Address, amount: bigint): void {
  const account = existing(getAccount(state, address), 'account', address);
  putAccount(state, { ...account, balance: account.balance + amount });
}

/** Whether the node shows `asset_optimized` for an account. docs/protocol/http.md, getaccount details. */
export function isAssetOptimized(state: State, account: Account): boolean {
  return account.assetOptimized || account.writtenIn <= state.root.properties.flushedNumber;
}

/** A chain parameter by its name in getchainparameters; 0 for one that the network does not have. */
export function parameter(state: State, name: string): bigint {
  return state.root.parameters.get(name, 0n);
}

/** Whether a chain parameter that works as a switch is on. */
export function isOn(state: State, name: string): boolean {
  return parameter(state, name) > 0n;
}

export function setParameter(state: State, name: string, value: bigint): void {
  state.root = { ...state.root, parameters: state.root.parameters.set(name, value) };
}

export function updateProperties(state: State, change: Partial<Properties>): void {
  state.root = { ...state.root, properties: { ...state.root.properties, ...change } };
}

/** The head block. While a block is being applied: its parent. */
export function headBlock(state: State): StoredBlock {
  return existing(state.root.blocks.last(), 'block', 'head');
}

/** Time of the head block: the "now" of everything that a transaction does. */
export function headTime(state: State): Milliseconds {
  return headBlock(state).timestamp;
}

/** Whole block intervals of 3 s from the genesis block to a time. docs/protocol/blocks.md, Slots. */
export function slotAt(state: State, time: Milliseconds): Slot {
  return Math.floor((time - existing(state.root.blocks.first(), 'block', '0').timestamp) / BLOCK_INTERVAL_MS);
}

/** The head block's slot: the unit in which resources recover. */
export function headSlot(state: State): Slot {
  return slotAt(state, headTime(state));
}

export function getContract(state: State, address: Address): Contract | undefined {
  return state.root.contracts.get(address);
}

export function putContract(state: State, contract: Contract): void {
  state.root = { ...state.root, contracts: state.root.contracts.set(contract.address, contract) };
}

export function getContractState(state: State, address: Address): ContractEnergyState | undefined {
  return state.root.contractStates.get(address);
}

export function putContractState(state: State, address: Address, value: ContractEnergyState): void {
  state.root = { ...state.root, contractStates: state.root.contractStates.set(address, value) };
}

export function getWitness(state: State, address: Address): Witness | undefined {
  return state.root.witnesses.get(address);
}

export function putWitness(state: State, witness: Witness): void {
  state.root = { ...state.root, witnesses: state.root.witnesses.set(witness.address, witness) };
}

/** Votes changed since the last maintenance: what they were before, and what they are now. */
export interface PendingVotes {
  readonly before: readonly Vote[];
  readonly after: readonly Vote[];
}

export function getPendingVotes(state: State, voter: Address): PendingVotes | undefined {
  return state.root.pendingVotes.get(voter);
}

export function putPendingVotes(state: State, voter: Address, votes: PendingVotes): void {
  state.root = { ...state.root, pendingVotes: state.root.pendingVotes.set(voter, votes) };
}

/** What one account lends to another. */
export interface DelegationPair {
  readonly unlocked?: Delegation;
  readonly locked?: Delegation;
  readonly indexedAt?: Milliseconds;
}

export function getDelegation(state: State, from: Address, to: Address): DelegationPair | undefined {
  return state.root.delegations.get(from + to);
}

/** Writes what one account lends to another; a pair without parts is deleted. */
export function putDelegation(state: State, from: Address, to: Address, pair: DelegationPair): void {
  const { delegations } = state.root;
  const empty = pair.unlocked === undefined && pair.locked === undefined && pair.indexedAt === undefined;
  state.root = { ...state.root, delegations: empty ? delegations.delete(from + to) : delegations.set(from + to, pair) };
}

/** A reward record by the node's key; undefined where none was written. */
export function getReward(state: State, key: string): bigint | undefined {
  return state.root.rewards.get(key);
}

export function putReward(state: State, key: string, value: bigint): void {
  state.root = { ...state.root, rewards: state.root.rewards.set(key, value) };
}

export function getVoterSnapshot(state: State, key: string): readonly Vote[] | undefined {
  return state.root.voterSnapshots.get(key);
}

export function putVoterSnapshot(state: State, key: string, votes: readonly Vote[]): void {
  state.root = { ...state.root, voterSnapshots: state.root.voterSnapshots.set(key, votes) };
}

export function getProposal(state: State, id: number): Proposal | undefined {
  return state.root.proposals.get(id);
}

/** Writes a proposal; the bookkeeping of `writtenIn` is done here. */
export function putProposal(state: State, proposal: Omit<Proposal, 'writtenIn'>): void {
  const { root } = state;
  const written = { ...proposal, writtenIn: root.blocks.size };
  state.root = { ...root, proposals: root.proposals.set(proposal.id, written) };
}

/** Writes an account's name into the index of names. */
export function putAccountName(state: State, name: Hex, address: Address): void {
  state.root = { ...state.root, names: state.root.names.set(name, address) };
}

function existing<Value>(value: Value | undefined, kind: string, key: string): Value {
  if (value === undefined) throw new Error(`The ledger has no ${kind} ${key}.`);
  return value;
}
