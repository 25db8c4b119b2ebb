import { type SmallUnits, type Address } from '@coin/units';
import { argumentInvalid, bigintArgument, coinArgument } from '../argument-checks.ts';
import { type FeeBreakdown, type FeeTransaction } from '../expected-fee.ts';
import {
  type AccountState,
  type NetworkRules,
  readAccount,
  readField,
  readNetwork,
  writeAccount,
} from './account-state.ts';
import { chargeAccounts } from './charge-accounts.ts';
import { COIN, delegatableStake, usedByStake, weightChange } from './limits.ts';
import { takeOverUse, addUse } from './recovery.ts';
import { type ResourceAccount, type ResourceLedger, type StakedResourceName } from './resource-ledger.ts';

/** A transaction that uses bandwidth, and energy if it calls a contract. */
export interface TransactionEvent extends FeeTransaction {
  readonly kind: 'transaction';
  readonly owner: Address;
  /** The time of the block before the transaction's, in milliseconds since 1970. Resources recover until then. */
  readonly time: number;
  /** Whether its contract failed or reverted, which a node charges in one step instead of two; false by default. */
  readonly failed?: boolean;
  /**
   * The fee limit of a call, in small units. It matters only if the call succeeds without using any energy: the energy
   * that stake could have paid under it then counts as used.
   */
  readonly feeLimit?: SmallUnits;
  /** The called contract's deployer and its share of the energy, if it is not the owner. */
  readonly deployer?: {
    readonly address: Address;
    /** The percentage that the caller pays, 0 to 100. */
    readonly callerPercent: number;
    /** The maximum energy that one call may use from the deployer. */
    readonly deployerEnergyLimit: bigint;
  };
}

/** Coin that is staked for a resource, or released. The later payout of released coin does not change resources. */
export interface StakeEvent {
  readonly kind: 'stake' | 'unstake';
  readonly owner: Address;
  readonly resource: StakedResourceName;
  /** Small units. */
  readonly amount: SmallUnits;
}

/** Stake that is delegated, or returns. */
export interface DelegationEvent {
  readonly kind: 'delegate' | 'undelegate';
  /** The owner of the stake. An account that is not in the ledger, such as a lender's, is not followed. */
  readonly owner: Address;
  readonly receiver: Address;
  readonly resource: StakedResourceName;
  /** Small units of stake. */
  readonly amount: SmallUnits;
  /** The time of the block before its own, in milliseconds since 1970. */
  readonly time: number;
}

/** Something that changes the resources of accounts. */
export type ResourceEvent = TransactionEvent | StakeEvent | DelegationEvent;

/** The ledger after an event. */
export interface AppliedEvent {
  readonly ledger: ResourceLedger;
  /** The coin that a transaction burned, in small units; absent for other events. */
  readonly fee?: FeeBreakdown;
}

/** The accounts of a ledger. Each is read when it is needed. */
function openAccounts({ accounts }: ResourceLedger, rules: NetworkRules) {
  const changed: Record<Address, ResourceAccount> = {};
  return {
    has: (address: Address) => Object.hasOwn(accounts, address),
    get: (address: Address): AccountState =>
      readAccount(changed[address] ?? (Object.hasOwn(accounts, address) ? accounts[address] : undefined) ?? {}, rules),
    set: (address: Address, account: AccountState) => {
      changed[address] = writeAccount(account, rules);
    },
    all: () => ({ ...accounts, ...changed }),
  };
}

function applyTransaction(ledger: ResourceLedger, event: TransactionEvent, rules: NetworkRules): AppliedEvent {
  const { owner, time, failed = false, feeLimit, deployer } = event;
  const { prices = {} } = ledger.network;
  const accounts = openAccounts(ledger, rules);
  const terms = deployer !== undefined && deployer.address !== owner ? deployer : undefined;
  const charged = chargeAccounts(
    accounts.get(owner),
    {
      transaction: event,
      failed,
      prices,
      allowed:
        feeLimit === undefined
          ? undefined
          : coinArgument('feeLimit', feeLimit) / coinArgument('prices.energy', prices.energy, 1n),
      slot: rules.slotAt(time),
      deployer: terms && { ...terms, state: accounts.get(terms.address) },
    },
    rules,
  );
  accounts.set(owner, charged.owner);
  if (terms !== undefined && charged.deployer !== undefined) accounts.set(terms.address, charged.deployer);
  return { ledger: { ...ledger, accounts: accounts.all() }, fee: charged.charge.fee };
}

function applyStake(ledger: ResourceLedger, event: StakeEvent, rules: NetworkRules): AppliedEvent {
  const { kind, owner } = event;
  const field = readField(event.resource);
  const amount = coinArgument('amount', event.amount, kind === 'stake' ? COIN : 1n);
  const accounts = openAccounts(ledger, rules);
  const account = accounts.get(owner);
  const before = account[field];
  if (kind === 'unstake') requireAtMost(amount, before.stake);
  const after = { ...before, stake: before.stake + (kind === 'stake' ? amount : -amount) };
  accounts.set(owner, { ...account, [field]: after });
  const { weight, limit } = rules[field];
  const changed = weight + weightChange(before, after);
  return {
    ledger: {
      network: { ...ledger.network, [field]: { limit, weight: changed < 0n ? 0n : changed } },
      accounts: accounts.all(),
    },
  };
}

function requireAtMost(amount: bigint, most: bigint): void {
  bigintArgument('amount', amount, { min: 1n, max: most, unit: 'small units' });
}

function applyDelegation(ledger: ResourceLedger, event: DelegationEvent, rules: NetworkRules): AppliedEvent {
  const { kind, owner, receiver } = event;
  const field = readField(event.resource);
  const amount = coinArgument('amount', event.amount, kind === 'delegate' ? COIN : 1n);
  const slot = rules.slotAt(event.time);
  const accounts = openAccounts(ledger, rules);
  if (owner === receiver) throw argumentInvalid('receiver', receiver, 'an account other than the owner');

  if (kind === 'delegate') {
    if (accounts.has(owner)) {
      const from = accounts.get(owner);
      const state = from[field];
      requireAtMost(amount, delegatableStake(state, rules[field], slot));
      const delegated = { ...state, stake: state.stake - amount, delegated: state.delegated + amount };
      accounts.set(owner, { ...from, [field]: delegated });
    }
    const to = accounts.get(receiver);
    accounts.set(receiver, { ...to, [field]: { ...to[field], received: to[field].received + amount } });
    return { ledger: { ...ledger, accounts: accounts.all() } };
  }

  const to = accounts.get(receiver);
  const released = releaseStake(to, { field, amount, slot }, rules);
  accounts.set(receiver, released.receiver);
  if (accounts.has(owner)) {
    const from = accounts.get(owner);
    const state = from[field];
    requireAtMost(amount, state.delegated);
    const { average } = rules;
    const source = released.receiver[field].use;
    const use =
      released.used === 0n ? state.use : takeOverUse(state.use, { amount: released.used, source, at: slot, average });
    const returned = { ...state, stake: state.stake + amount, delegated: state.delegated - amount, use };
    accounts.set(owner, { ...from, [field]: returned });
  }
  return { ledger: { ...ledger, accounts: accounts.all() } };
}

/**
 * Takes stake from its receiver, with the use that moves along.
 *
 * Source: docs/protocol/staking.md, "UnDelegateResource".
 */
export function releaseStake(
  receiver: AccountState,
  { field, amount, slot }: { field: 'energy' | 'bandwidth'; amount: bigint; slot: number },
  rules: NetworkRules,
): { receiver: AccountState; used: bigint } {
  const state = receiver[field];
  requireAtMost(amount, state.received);
  const use = addUse(state.use, 0n, slot, rules.average);
  const used = usedByStake(use.used, { amount, of: state.stake + state.received }, rules[field]);
  const rest = { ...state, received: state.received - amount, use: { ...use, used: use.used - used } };
  return { receiver: { ...receiver, [field]: rest }, used };
}

/**
 * Applies a transaction, a stake or a delegation to the resources of the accounts involved.
 *
 * It charges a transaction as a node does, and moves the use that returns with delegated stake. Amounts are small
 * units. It does not modify the ledger that you pass. An account that is not in the ledger has no stake and no use; the
 * owner of a delegation that is not in the ledger is not followed. Every transaction that stakes or delegates also uses
 * bandwidth: apply it as a transaction first.
 *
 * It does not know balances, locks of delegations, and whether the network's common free bandwidth is exhausted.
 *
 * Source: docs/protocol/staking.md, "Actuators", "Bill", "Owner takes over usage"; docs/protocol/bandwidth.md, "Source
 * order".
 *
 * @param ledger - `network`, its limits, weights and prices in small units; `accounts`, by address
 * @param event - what happens: `kind` is `transaction`, `stake`, `unstake`, `delegate` or `undelegate`; amounts are at
 * least 1 small unit, or 1 coin to stake and delegate, sizes are bytes, times milliseconds since 1970
 * @returns the ledger after it, and what a transaction burned
 * @throws FeeError `ARGUMENT_INVALID`, also where a node would reject the event: more stake than there is, or than may
 * be delegated
 * @example
 * ```ts
 * import { applyResourceEvent } from '@coin/fee/resources';
 *
 * const network = {
 *   energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
 *   bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
 *   freeBandwidth: 600,
 *   prices: { energy: 100n, bandwidth: 1_000n },
 * };
 * const ledger = { network, accounts: { TOwner: { energy: { stake: 2_000_000_000n } } } };
 * const time = 1_700_000_000_000;
 * const call = { kind: 'transaction', owner: 'TOwner', time, size: 345, energy: 27_704n } as const;
 *
 * const after = applyResourceEvent(ledger, call);
 * after.fee?.energy; // => 875_700n
 * after.ledger.accounts['TOwner']?.energy?.used; // => 18_947n
 * ```
 */
export function applyResourceEvent(ledger: ResourceLedger, event: ResourceEvent): AppliedEvent {
  const rules = readNetwork(ledger.network);
  if (event.kind === 'transaction') return applyTransaction(ledger, event, rules);
  if (event.kind === 'stake' || event.kind === 'unstake') return applyStake(ledger, event, rules);
  if (event.kind === 'delegate' || event.kind === 'undelegate') return applyDelegation(ledger, event, rules);
  const { kind } = event as ResourceEvent;
  throw argumentInvalid('kind', kind, "'transaction', 'stake', 'unstake', 'delegate' or 'undelegate'");
}
