import { type Energy, type SmallUnits } from '@coin/units';
import { computeCost, type CostFacts, type Spending, type TokenAmount } from './spending.ts';

/** The most coin and resources that an unfinished payment can take from an account. */
export interface Reservation {
  /** Without the cost of energy. */
  readonly coin: SmallUnits;
  /** The size of its transaction in bytes. */
  readonly size: number;
  /** Staked energy is taken before coin. */
  readonly energy: Energy;
  readonly tokens?: TokenAmount | undefined;
}

/** What a payment needs of coin (small units) or of a token, and what its account has. */
export interface Funds {
  /** The id of a TRC-10 token or the contract of a TRC-20 token; absent for coin. */
  readonly token?: string;
  readonly needed: bigint;
  readonly available: bigint;
}

const STATUSES = ['enough', 'reserved', 'earlier', 'short'] as const;

/**
 * - `enough`: for this payment and for all unfinished payments
 * - `reserved`: only if the unfinished payments of this run do not take it
 * - `earlier`: only if the transactions of earlier runs, which this run has not claimed, do not take it
 * - `short`: not enough for this payment alone
 */
type FundsStatus = (typeof STATUSES)[number];

/** Whether an account can pay. */
export interface FundsCheck {
  readonly status: FundsStatus;
  /** The coin or token that the account is short of; coin if there is enough. */
  readonly funds: Funds;
  /** The payment's tokens, if it sends any. */
  readonly tokenFunds?: Funds;
  /** The most that its fees can be. */
  readonly maxFee: SmallUnits;
}

/** What other payments can take from an account. */
export interface OtherPayments {
  /** The transactions of earlier runs. */
  readonly earlier: readonly Reservation[];
  readonly all: readonly Reservation[];
}

/** What an account has. */
export interface Holdings {
  readonly balance: SmallUnits;
  /** The part of the balance that no fork can take back. */
  readonly finalBalance: SmallUnits;
  /** Of the token that the payment sends. */
  readonly tokens: bigint;
}

/**
 * Checks whether an account can pay. `costs` are the possible facts: two if it is unknown whether the payment creates
 * an account.
 */
export function checkFunds(
  spending: Spending,
  { holdings, costs, others }: { holdings: Holdings; costs: readonly CostFacts[]; others: OtherPayments },
): FundsCheck {
  const coin = costs
    .map((facts) => checkCoin(spending, { holdings, facts, others }))
    .reduce((most, each) => (each.funds.needed > most.funds.needed ? each : most));
  const { tokens } = spending;
  if (tokens === undefined) return coin;
  const token = judge((reserved) => tokensBeside(tokens, holdings, reserved), others);
  const worse = STATUSES.indexOf(token.status) > STATUSES.indexOf(coin.status) ? token : coin;
  return { ...coin, ...worse, tokenFunds: token.funds };
}

function checkCoin(
  spending: Spending,
  { holdings, facts, others }: { holdings: Holdings; facts: CostFacts; others: OtherPayments },
): FundsCheck {
  const { maxFee } = computeCost(spending, facts);
  return { ...judge((reserved) => coinBeside(spending, { holdings, facts, reserved }), others), maxFee };
}

const isShort = ({ needed, available }: Funds): boolean => needed > available;

/** Compares what a payment needs with what is left beside other payments. */
function judge(fundsBeside: (reserved: readonly Reservation[]) => Funds, { earlier, all }: OtherPayments) {
  const alone = fundsBeside([]);
  if (isShort(alone)) return { status: 'short' as const, funds: alone };
  const besideEarlier = fundsBeside(earlier);
  if (isShort(besideEarlier)) return { status: 'earlier' as const, funds: besideEarlier };
  const besideAll = fundsBeside(all);
  const status = isShort(besideAll) ? ('reserved' as const) : ('enough' as const);
  return { status, funds: { ...alone, needed: besideAll.needed } };
}

/**
 * What a payment needs of coin, and what its account has after other payments have taken the most that they can. A call
 * that lacks coin in its block burns its fees, so coin that a fork can take back does not count while calls are under
 * way. Other payments only expire.
 */
function coinBeside(
  spending: Spending,
  { holdings, facts, reserved }: { holdings: Holdings; facts: CostFacts; reserved: readonly Reservation[] },
): Funds {
  const size = reserved.reduce((sum, each) => sum + each.size, 0);
  const energy = reserved.reduce((sum, each) => sum + each.energy, 0n);
  const coin = reserved.reduce((sum, each) => sum + each.coin, 0n);
  const { resources, prices } = facts;
  const left = {
    energy: atLeast0(resources.energy - energy),
    stakedBandwidth: Math.max(0, resources.stakedBandwidth - size),
    freeBandwidth: Math.max(0, resources.freeBandwidth - size),
  };
  const { needed } = computeCost(spending, { ...facts, resources: left });
  const taken = coin + atLeast0(energy - resources.energy) * prices.energy;
  const hasCalls = energy > 0n || spending.feeLimit > 0n;
  return { needed, available: (hasCalls ? holdings.finalBalance : holdings.balance) - taken };
}

function tokensBeside({ token, amount }: TokenAmount, { tokens }: Holdings, reserved: readonly Reservation[]): Funds {
  const taken = reserved.reduce((sum, each) => sum + (each.tokens?.token === token ? each.tokens.amount : 0n), 0n);
  return { token, needed: amount, available: tokens - taken };
}

export const atLeast0 = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
