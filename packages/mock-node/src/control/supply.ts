import { latestState, type Chain } from '../chain/chain.ts';
import { type GenesisAsset } from '../network/network-description.ts';
import { allAccounts } from '../state/accessors/accounts.ts';
import { type Account } from '../state/records/account.ts';
import { COIN } from '../state/records/asset.ts';
import { type Root } from '../state/root.ts';

/**
 * Totals of coin, in small units.
 *
 * `genesis + minted − burned` equals `inAccounts + inTrades + unpaidRewards + feePool`, with two exceptions. A control
 * that sets a balance breaks the sum. If an account's market order matches another order of the same account, the coin
 * that the older order receives is lost.
 */
export interface Supply {
  /** The coin that the genesis block gave to accounts. */
  readonly genesis: bigint;
  /** The coin minted by blocks since, for their producers, witnesses and voters. */
  readonly minted: bigint;
  /** The coin burned since, including the black-hole account's balance. */
  readonly burned: bigint;
  /** The coin of all accounts: balances, stakes, pending withdrawals of stake, and rewards available for withdrawal. */
  readonly inAccounts: bigint;
  /** The coin in exchanges, and in market orders that sell coin. */
  readonly inTrades: bigint;
  /** Voters' rewards that no account has been credited with yet. */
  readonly unpaidRewards: bigint;
  /** Fees kept for the next block's producer, if `getAllowTransactionFeePool` is on. */
  readonly feePool: bigint;
}

/** @internal */
export function supplyOf(chain: Chain): Supply {
  const state = latestState(chain);
  const { root } = state;
  const { properties } = root;
  const { assets } = chain.network.genesis;
  const { blackhole } = properties;
  const isBlackhole = ({ address }: GenesisAsset<bigint> | Account): boolean => address === blackhole;
  const held = (some: Iterable<Account>): bigint => [...some].reduce((sum, account) => sum + coinOf(account), 0n);
  const given = (some: readonly GenesisAsset<bigint>[]): bigint => some.reduce((sum, { balance }) => sum + balance, 0n);
  const all = [...allAccounts(state)];
  return {
    genesis: given(assets.filter((asset) => !isBlackhole(asset))),
    minted: properties.minted,
    burned: properties.burned + held(all.filter(isBlackhole)) - given(assets.filter(isBlackhole)),
    inAccounts: held(all.filter((account) => !isBlackhole(account))),
    inTrades: coinInTrades(root),
    unpaidRewards: properties.unpaidRewards,
    feePool: properties.transactionFeePool,
  };
}

function coinInTrades({ exchanges, orders }: Root): bigint {
  const inExchanges = [...exchanges.values()].flatMap(({ firstToken, firstBalance, secondToken, secondBalance }) => [
    firstToken === COIN ? firstBalance : 0n,
    secondToken === COIN ? secondBalance : 0n,
  ]);
  const inOrders = [...orders.values()].map(({ sellToken, remaining }) => (sellToken === COIN ? remaining : 0n));
  return [...inExchanges, ...inOrders].reduce((sum, amount) => sum + amount, 0n);
}

function coinOf({ balance, allowance, frozen, delegated, unfreezing }: Account): bigint {
  const stakes = [...Object.values(frozen), delegated.bandwidth, delegated.energy];
  const withdrawn = unfreezing.map(({ amount }) => amount);
  return [...stakes, ...withdrawn].reduce((sum, amount) => sum + amount, balance + allowance);
}
