import type { Address } from '../../protocol/primitives.ts';
import { addBalance, existingAccount, getAccount, updateAccount } from '../../state/accounts.ts';
import { headSlot, headTime } from '../../state/blocks.ts';
import { getParameter, isEnabled, updateProperties } from '../../state/dynamic-properties.ts';
import type { Account } from '../../state/records/account.ts';
import type { State } from '../../state/root.ts';
import { burn, burnOrPool } from '../accounts/balance.ts';
import { ContractExecuteError, ContractValidateError } from '../ledger-errors.ts';
import { energyLeftForCall, reserveEnergy, undoReservation } from './energy-reservation.ts';
import type { EnergyReservation } from './energy-reservation.ts';
import { energyLimit } from '../staking/resource-limits.ts';
import { increaseUsage, recoveredUsage } from '../staking/resource-usage.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import type { ContractRunPlan } from '../transactions/transaction-type.ts';

/** Price of a unit of energy where the chain names none. */
const DEFAULT_ENERGY_FEE = 100n;

/** A payer's stake as it was before a call. */
interface PayerStake {
  /** Energy that was left: the most that stake may pay. */
  readonly left: bigint;
  /** What was set aside of it while the contract ran; nothing before staking version 2. */
  readonly reservation?: EnergyReservation;
}

/** Energy that a run may use, and the stake behind it. */
export interface EnergyAllowance {
  readonly limit: bigint;
  readonly caller: PayerStake;
  /** Absent where the caller pays alone. */
  readonly creator?: PayerStake;
}

/** How the energy of a run was paid. Energy, and the fee in small units. */
export interface EnergyBill {
  readonly energyUsage: bigint;
  readonly energyFee: bigint;
  readonly originEnergyUsage: bigint;
}

const minimum = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const notNegative = (value: bigint): bigint => (value > 0n ? value : 0n);

function energyPrice(state: State): bigint {
  const fee = getParameter(state, 'getEnergyFee');
  return fee > 0n ? fee : DEFAULT_ENERGY_FEE;
}

/**
 * Finds out how much energy a run may use and reserves the stake behind it in the accounts, as contracts can see.
 *
 * Source: docs/protocol/fee-limit.md, Energy limit of a call; docs/protocol/staking.md, Pre-charge.
 */
export function allowEnergy(
  state: State,
  plan: ContractRunPlan,
  { feeLimit }: { readonly feeLimit: bigint },
): EnergyAllowance {
  const account = existingAccount(state, plan.caller);
  const left = energyLeftForCall(state, account);
  const fromBalance = notNegative(account.balance - plan.callValue) / energyPrice(state);
  const fromFeeLimit = feeLimit / energyPrice(state);
  const caller = setAside(state, account, { left, amount: minimum(left, fromFeeLimit) });
  const callerLimit = minimum(left + fromBalance, fromFeeLimit);
  const creatorAccount = plan.creator === plan.caller ? undefined : getAccount(state, plan.creator);
  if (creatorAccount === undefined) return { limit: callerLimit, caller };

  if (plan.originEnergyLimit < 0n) throw new ContractValidateError("originEnergyLimit can't be < 0");
  const creatorLeft = plan.callerPercent < 100n ? energyLeftForCall(state, creatorAccount) : 0n;
  const share = creatorShare(plan, callerLimit, minimum(creatorLeft, plan.originEnergyLimit));
  const creator = setAside(state, creatorAccount, { left: creatorLeft, amount: share });
  return { limit: callerLimit + share, caller, creator };
}

function creatorShare({ callerPercent }: ContractRunPlan, callerLimit: bigint, most: bigint): bigint {
  if (callerPercent <= 0n) return most;
  if (callerPercent >= 100n) return 0n;
  return minimum((callerLimit * (100n - callerPercent)) / callerPercent, most);
}

function setAside(
  state: State,
  account: Account,
  { left, amount }: { readonly left: bigint; readonly amount: bigint },
): PayerStake {
  return isStakingV2(state) ? { left, reservation: reserveEnergy(state, account, amount) } : { left };
}

/** A run that has ended. */
export interface EndedRun {
  readonly allowance: EnergyAllowance;
  readonly energyUsed: bigint;
  /** What the receipt calls the outcome. */
  readonly outcome: string;
}

/**
 * Charges the energy of a run: the creator's share from its stake, the caller's from stake and balance. After a failure
 * the accounts stand as before the reservation, after a success the reservation is taken back first.
 *
 * Source: docs/protocol/fee-limit.md, Who pays; docs/protocol/staking.md, Bill.
 *
 * @throws ContractExecuteError where the caller's balance does not suffice.
 */
export function billEnergy(state: State, plan: ContractRunPlan, run: EndedRun): EnergyBill {
  const { allowance, energyUsed, outcome } = run;
  // A run of no energy is not billed at all, so that a reservation for it stays.
  if (energyUsed <= 0n) return { energyUsage: 0n, energyFee: 0n, originEnergyUsage: 0n };
  const originEnergyUsage = billCreator(state, plan, run);
  if (outcome === 'SUCCESS') takeBack(state, plan.caller, allowance.caller);
  const amount = energyUsed - originEnergyUsage;
  const left = isStakeRemembered(state) ? allowance.caller.left : stakeLeftNow(state, plan.caller);
  const energyUsage = minimum(amount, left);
  spend(state, plan.caller, energyUsage);
  const energyFee = burnFor(state, plan.caller, { energy: amount - energyUsage, outcome });
  return { energyUsage, energyFee, originEnergyUsage };
}

function billCreator(state: State, plan: ContractRunPlan, { allowance, energyUsed, outcome }: EndedRun): bigint {
  if (plan.creator === plan.caller || getAccount(state, plan.creator) === undefined) return 0n;
  const stake = allowance.creator ?? { left: 0n };
  if (outcome === 'SUCCESS') takeBack(state, plan.creator, stake);
  const left = isStakeRemembered(state) ? stake.left : stakeLeftNow(state, plan.creator);
  const share = (energyUsed * (100n - plan.callerPercent)) / 100n;
  const paid = minimum(share, minimum(left, plan.originEnergyLimit));
  // Even a share of 0 brings the creator's usage and times up to date.
  spend(state, plan.creator, paid);
  return paid;
}

function takeBack(state: State, address: Address, { reservation }: PayerStake): void {
  if (reservation !== undefined) undoReservation(state, address, reservation);
}

/** Where contracts may stake, what was left before the run counts; else what is left when the bill is made. */
const isStakeRemembered = (state: State): boolean => isStakingV2(state) || isEnabled(state, 'getAllowTvmFreeze');

function stakeLeftNow(state: State, address: Address): bigint {
  const account = existingAccount(state, address);
  return notNegative(energyLimit(state, account) - recoveredUsage(state, account.energy, headSlot(state)));
}

/**
 * Adds to what an account used of its stake, 0 included. Where contracts may not stake, more than is left changes
 * nothing.
 */
function spend(state: State, address: Address, amount: bigint): void {
  if (!isStakeRemembered(state) && amount > stakeLeftNow(state, address)) return;
  const { energy } = existingAccount(state, address);
  updateAccount(state, address, {
    energy: increaseUsage(state, energy, amount, headSlot(state)),
    latestOperationTime: headTime(state),
  });
  countBlockUsage(state, amount);
}

function countBlockUsage(state: State, amount: bigint): void {
  if (!isEnabled(state, 'getAllowAdaptiveEnergy')) return;
  updateProperties(state, { blockEnergyUsage: state.root.properties.blockEnergyUsage + amount });
}

function burnFor(
  state: State,
  payer: Address,
  { energy, outcome }: { readonly energy: bigint; readonly outcome: string },
): bigint {
  if (energy === 0n) return 0n;
  countBlockUsage(state, energy);
  const fee = energy * energyPrice(state);
  if (existingAccount(state, payer).balance < fee) throw new ContractExecuteError(`${payer} insufficient balance`);
  addBalance(state, payer, -fee);
  if (outcome === 'OUT_OF_TIME') burn(state, fee);
  else burnOrPool(state, fee);
  return fee;
}
