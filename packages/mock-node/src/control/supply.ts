import { latestState, type Chain } from '../chain/chain.ts';
import { type GenesisAsset } from '../network/network-description.ts';
import { type Account } from '../state/records/account.ts';

/**
 * Totals of coin, in small units: `genesis + minted − burned` is `inAccounts + unpaidRewards + feePool`, as long as no
 * balance was set from outside.
 */
export interface Supply {
  /** What the genesis block gave to accounts. */
  readonly genesis: bigint;
  /** What blocks have minted since: for their producers, and for witnesses and their voters. */
  readonly minted: bigint;
  /** What has been burned since; the black-hole account's coin is in it. */
  readonly burned: bigint;
  /** What all accounts have: balances, stakes, stakes that are being withdrawn, and rewards that they may withdraw. */
  readonly inAccounts: bigint;
  /** Voters' rewards that no account has been credited with yet. */
  readonly unpaidRewards: bigint;
  /** Fees kept for the next block's producer, where `getAllowTransactionFeePool` is on. */
  readonly feePool: bigint;
}

/** @internal */
export function supplyOf(chain: Chain): Supply {
  const { accounts, properties } = latestState(chain).root;
  const { assets } = chain.network.genesis;
  const { blackhole } = properties;
  const isBlackhole = ({ address }: GenesisAsset | Account): boolean => address === blackhole;
  const held = (some: Iterable<Account>): bigint => [...some].reduce((sum, account) => sum + coinOf(account), 0n);
  const given = (some: readonly GenesisAsset[]): bigint => some.reduce((sum, { balance }) => sum + balance, 0n);
  const all = [...accounts.values()];
  return {
    genesis: given(assets.filter((asset) => !isBlackhole(asset))),
    minted: properties.minted,
    burned: properties.burned + held(all.filter(isBlackhole)) - given(assets.filter(isBlackhole)),
    inAccounts: held(all.filter((account) => !isBlackhole(account))),
    unpaidRewards: properties.unpaidRewards,
    feePool: properties.transactionFeePool,
  };
}

function coinOf({ balance, allowance, frozen, delegated, unfreezing }: Account): bigint {
  const stakes = [...Object.values(frozen), delegated.bandwidth, delegated.energy];
  const withdrawn = unfreezing.map(({ amount }) => amount);
  return [...stakes, ...withdrawn].reduce((sum, amount) => sum + amount, balance + allowance);
}
