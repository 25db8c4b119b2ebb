import { type SmallUnits, type Address } from '@coin/units';
import { type AccountState, type NetworkRules, readAccount, readNetwork, writeAccount } from '../account-state.ts';
import { applyResourceEvent } from '../apply-resource-event.ts';
import { COIN, delegatableStake } from '../limits.ts';
import { type ResourceLedger } from '../resource-ledger.ts';
import {
  type DelegationLock,
  type PendingUnstake,
  type ScheduleStep,
  type StandingDelegation,
  type StakingIntent,
} from './delegation-schedule.ts';

/** A node's rows of a delegation. Source: docs/protocol/staking.md, "Account fields". */
interface DelegationRows {
  readonly unlocked: bigint;
  readonly locked: bigint;
  readonly lockedUntil: number;
}

/** A staking account and its wallets. It is never modified, so a plan can be tried and dropped. */
export interface Staker {
  readonly owner: Address;
  readonly ledger: ResourceLedger;
  readonly rows: Readonly<Record<Address, DelegationRows>>;
  readonly pending: readonly PendingUnstake[];
}

/** A change of a staking account. */
export interface StakerChange {
  readonly staker: Staker;
  readonly step: ScheduleStep;
}

const BLOCK_MS = 3_000;
const DAY_MS = 86_400_000;
const UNSTAKING_MS = 14 * DAY_MS;
/** Source: docs/protocol/staking.md, "UnfreezeBalanceV2". */
const MAX_PENDING_UNSTAKES = 32;
export const DEFAULT_LOCK_BLOCKS = 86_400;

const NO_ROWS: DelegationRows = { unlocked: 0n, locked: 0n, lockedUntil: 0 };

export const wholeCoins = (amount: bigint): bigint => amount - (amount % COIN);

/** Locks that have expired make stake free at the next delegation or undelegation of the pair. */
function findRows({ rows }: Staker, wallet: Address, time: number): DelegationRows {
  const row = rows[wallet] ?? NO_ROWS;
  return row.lockedUntil < time ? { unlocked: row.unlocked + row.locked, locked: 0n, lockedUntil: 0 } : row;
}

/** The stake that is delegated to a wallet. */
export const sumDelegated = ({ rows }: Staker, wallet: Address): SmallUnits => {
  const { unlocked, locked } = rows[wallet] ?? NO_ROWS;
  return unlocked + locked;
};

/** The stake that a wallet could return at a time. */
export const findReturnable = (staker: Staker, wallet: Address, time: number): SmallUnits =>
  findRows(staker, wallet, time).unlocked;

export const findAccount = ({ ledger }: Staker, address: Address, rules: NetworkRules): AccountState =>
  readAccount(ledger.accounts[address] ?? {}, rules);

export const replaceAccount = (
  staker: Staker,
  address: Address,
  account: AccountState,
  rules: NetworkRules,
): Staker => ({
  ...staker,
  ledger: {
    ...staker.ledger,
    accounts: { ...staker.ledger.accounts, [address]: writeAccount(account, rules) },
  },
});

/** The whole coins of stake that could be delegated at a time, without the stake behind use that has not recovered. */
export function freeStake(staker: Staker, time: number): SmallUnits {
  const rules = readNetwork(staker.ledger.network);
  const { energy } = findAccount(staker, staker.owner, rules);
  return wholeCoins(delegatableStake(energy, rules.energy, rules.slotAt(time)));
}

function change(staker: Staker, time: number, intent: StakingIntent): StakerChange {
  const { owner, amount, resource, kind } = intent;
  const event =
    kind === 'delegate' || kind === 'undelegate'
      ? { kind, owner, receiver: intent.receiver, amount, resource, time }
      : { kind, owner, amount, resource };
  return {
    staker: { ...staker, ledger: applyResourceEvent(staker.ledger, event).ledger },
    step: { time, intent },
  };
}

export const stakeMore = (staker: Staker, amount: SmallUnits, time: number): StakerChange =>
  change(staker, time, { kind: 'stake', owner: staker.owner, resource: 'ENERGY', amount });

/** Releases stake. Returns undefined while the most releases that a node allows are pending. */
export function unstake(staker: Staker, amount: SmallUnits, time: number): StakerChange | undefined {
  const waiting = staker.pending.filter(({ expireTime }) => expireTime > time);
  if (waiting.length >= MAX_PENDING_UNSTAKES) return undefined;
  const changed = change(staker, time, { kind: 'unstake', owner: staker.owner, resource: 'ENERGY', amount });
  const pending = [...waiting, { amount, expireTime: time + UNSTAKING_MS }];
  return { ...changed, staker: { ...changed.staker, pending } };
}

export function undelegate(staker: Staker, receiver: Address, amount: SmallUnits, time: number): StakerChange {
  const { owner } = staker;
  const row = findRows(staker, receiver, time);
  const changed = change(staker, time, { kind: 'undelegate', owner, receiver, resource: 'ENERGY', amount });
  const rows = { ...staker.rows, [receiver]: { ...row, unlocked: row.unlocked - amount } };
  return { ...changed, staker: { ...changed.staker, rows } };
}

/** A lock must last at least as long as the rest of the pair's last lock. */
function lockBlocks({ blocks = DEFAULT_LOCK_BLOCKS, maxBlocks = DEFAULT_LOCK_BLOCKS }: DelegationLock, leftMs: number) {
  if (maxBlocks <= DEFAULT_LOCK_BLOCKS) return DEFAULT_LOCK_BLOCKS;
  return Math.max(blocks, Math.ceil(leftMs / BLOCK_MS));
}

export function delegate(
  staker: Staker,
  { receiver, amount, lock }: { receiver: Address; amount: SmallUnits; lock: DelegationLock | undefined },
  time: number,
): StakerChange {
  const { owner } = staker;
  const row = findRows(staker, receiver, time);
  const intent = { kind: 'delegate', owner, receiver, resource: 'ENERGY', amount } as const;
  const blocks = lock && lockBlocks(lock, row.lockedUntil - time);
  const changed = change(staker, time, blocks === undefined ? intent : { ...intent, lockBlocks: blocks });
  const added =
    blocks === undefined
      ? { ...row, unlocked: row.unlocked + amount }
      : { ...row, locked: row.locked + amount, lockedUntil: time + blocks * BLOCK_MS };
  return { ...changed, staker: { ...changed.staker, rows: { ...staker.rows, [receiver]: added } } };
}

/** Adds a delegation that existed before the schedule to the rows of its pair. */
export function addStandingDelegation(
  rows: Readonly<Record<Address, DelegationRows>>,
  { to, amount, lockedUntil }: StandingDelegation,
): Readonly<Record<Address, DelegationRows>> {
  const row = rows[to] ?? NO_ROWS;
  const added =
    lockedUntil === undefined
      ? { ...row, unlocked: row.unlocked + amount }
      : { ...row, locked: row.locked + amount, lockedUntil: Math.max(row.lockedUntil, lockedUntil) };
  return { ...rows, [to]: added };
}
