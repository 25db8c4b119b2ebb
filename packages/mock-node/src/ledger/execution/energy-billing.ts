import { type Address } from '../../protocol/primitives.ts';
import { addBalance, existingAccount, getAccount, updateAccount } from '../../state/accessors/accounts.ts';
import { headSlot, headTime } from '../../state/accessors/blocks.ts';
import { getParameter, isEnabled, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { burn, burnOrPool } from '../accounts/balance.ts';
import { ContractExecuteError, ContractValidateError } from '../ledger-errors.ts';
import { energyLimit } from '../staking/resource-limits.ts';
import { increaseUsage, recoveredUsage } from '../staking/resource-usage.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { type ContractRunPlan } from '../transactions/transaction-type.ts';
import { energyLeftForCall, reserveEnergy, undoReservation, type EnergyReservation } from './energy-reservation.ts';

/** Price of a unit of energy if the chain has none. */
const DEFAULT_ENERGY_FEE = 100n;

/** A payer's staked energy before a call. */
interface PayerStake {
  /** The energy left, which is the maximum that stake may pay. */
  readonly left: bigint;
  /** The energy reserved while the contract ran; absent before staking version 2. */
  readonly reservation?: EnergyReservation;
}

/** Energy that a run may use, and the stake behind it. */
export interface EnergyAllowance {
  readonly limit: bigint;
  readonly caller: PayerStake;
  /** Absent if the caller pays alone. */
  readonly creator?: PayerStake;
}

/** How a run's energy was paid: energy, and the fee in small units. */
export interface EnergyBill {
  readonly energyUsage: bigint;
  readonly energyFee: bigint;
  readonly originEnergyUsage: bigint;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const notNegative = (value: bigint): bigint => (value > 0n ? value : 0n);

export function energyPrice(state: State): bigint {
  const fee = getParameter(state, 'getEnergyFee');
  return fee > 0n ? fee : DEFAULT_ENERGY_FEE;
}

/**
 * Determines how much energy a run may use, and reserves the staked part in the accounts, where contracts can see it.
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
  const caller = reserveStake(state, account, { left, amount: min(left, fromFeeLimit) });
  const callerLimit = min(left + fromBalance, fromFeeLimit);
  const creatorAccount = plan.creator === plan.caller ? undefined : getAccount(state, plan.creator);
  if (creatorAccount === undefined) return { limit: callerLimit, caller };

  if (plan.deployerEnergyLimit < 0n) throw new ContractValidateError("originEnergyLimit can't be < 0");
  const creatorLeft = plan.callerPercent < 100n ? energyLeftForCall(state, creatorAccount) : 0n;
  const share = creatorShare(plan, callerLimit, min(creatorLeft, plan.deployerEnergyLimit));
  const creator = reserveStake(state, creatorAccount, { left: creatorLeft, amount: share });
  return { limit: callerLimit + share, caller, creator };
}

function creatorShare({ callerPercent }: ContractRunPlan, callerLimit: bigint, max: bigint): bigint {
  if (callerPercent <= 0n) return max;
  if (callerPercent >= 100n) return 0n;
  return min((callerLimit * (100n - callerPercent)) / callerPercent, max);
}

function reserveStake(
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
  /** The outcome's name in the receipt. */
  readonly outcome: string;
}

/**
 * Charges the energy of a run: the creator's share to its stake, the caller's to its stake and balance. After a
 * failure, the accounts are as before the reservation. After a success, the reservation is removed first.
 *
 * Source: docs/protocol/fee-limit.md, Who pays; docs/protocol/staking.md, Bill.
 *
 * @throws ContractExecuteError if the caller's balance is insufficient.
 */
export function billEnergy(state: State, plan: ContractRunPlan, run: EndedRun): EnergyBill {
  const { allowance, energyUsed, outcome } = run;
  // A run that used no energy is not billed at all, and keeps its reservation.
  if (energyUsed <= 0n) return { energyUsage: 0n, energyFee: 0n, originEnergyUsage: 0n };
  const originEnergyUsage = billCreator(state, plan, run);
  if (outcome === 'SUCCESS') removeReservation(state, plan.caller, allowance.caller);
  const amount = energyUsed - originEnergyUsage;
  const left = usesStakeBeforeRun(state) ? allowance.caller.left : stakeLeft(state, plan.caller);
  const energyUsage = min(amount, left);
  chargeStake(state, plan.caller, energyUsage);
  const energyFee = chargeBalance(state, plan.caller, { energy: amount - energyUsage, outcome });
  return { energyUsage, energyFee, originEnergyUsage };
}

function billCreator(state: State, plan: ContractRunPlan, { allowance, energyUsed, outcome }: EndedRun): bigint {
  if (plan.creator === plan.caller || getAccount(state, plan.creator) === undefined) return 0n;
  const stake = allowance.creator ?? { left: 0n };
  if (outcome === 'SUCCESS') removeReservation(state, plan.creator, stake);
  const left = usesStakeBeforeRun(state) ? stake.left : stakeLeft(state, plan.creator);
  const share = (energyUsed * (100n - plan.callerPercent)) / 100n;
  const paid = min(share, min(left, plan.deployerEnergyLimit));
  // Even a share of 0 updates the creator's usage and times.
  chargeStake(state, plan.creator, paid);
  return paid;
}

function removeReservation(state: State, address: Address, { reservation }: PayerStake): void {
  if (reservation !== undefined) undoReservation(state, address, reservation);
}

/** If contracts may stake, the energy left before the run counts; otherwise the energy left at billing. */
const usesStakeBeforeRun = (state: State): boolean => isStakingV2(state) || isEnabled(state, 'getAllowTvmFreeze');

function stakeLeft(state: State, address: Address): bigint {
  const account = existingAccount(state, address);
  return notNegative(energyLimit(state, account) - recoveredUsage(state, account.energy, headSlot(state)));
}

/**
 * Adds to the staked energy that an account has used, even 0. If contracts may not stake, using more than is left
 * changes nothing.
 */
function chargeStake(state: State, address: Address, amount: bigint): void {
  if (!usesStakeBeforeRun(state) && amount > stakeLeft(state, address)) return;
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

function chargeBalance(
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
