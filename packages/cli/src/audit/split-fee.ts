import { type ChainTransaction, type TransactionInfo } from '@coin/rpc';

/** The coin that a transaction burned, by reason, in small units. */
export interface FeeParts {
  readonly energy: bigint;
  readonly bandwidth: bigint;
  readonly memo: bigint;
  readonly multiSign: bigint;
  /** For what the contract does: a new account, an asset, a witness, new permissions. */
  readonly contract: bigint;
  /** What none of these explains. */
  readonly unexplained: bigint;
}

/** The parameter with the fee of each type of contract. Source: docs/protocol/minting.md, Burning. */
const CONTRACT_FEES: Readonly<Record<string, string>> = {
  TransferContract: 'getCreateNewAccountFeeInSystemContract',
  TransferAssetContract: 'getCreateNewAccountFeeInSystemContract',
  AccountCreateContract: 'getCreateNewAccountFeeInSystemContract',
  WitnessCreateContract: 'getAccountUpgradeCost',
  AssetIssueContract: 'getAssetIssueFee',
  ExchangeCreateContract: 'getExchangeCreateFee',
  AccountPermissionUpdateContract: 'getUpdateAccountPermissionFee',
  MarketSellAssetContract: 'getMarketSellFee',
  MarketCancelOrderContract: 'getMarketCancelFee',
};

/** Splits a fee by the network's rules. A remainder of exactly its contract's fee is that fee; any other is unexplained. */
export function splitFee(
  { contractType, memoHex, signatures }: ChainTransaction,
  { fee, receipt }: TransactionInfo,
  valueOf: (parameter: string) => bigint,
): FeeParts {
  const { energyFee: energy, bandwidthFee: bandwidth } = receipt;
  const memo = memoHex ? valueOf('getMemoFee') : 0n;
  const multiSign = signatures.length > 1 ? valueOf('getMultiSignFee') : 0n;
  const rest = fee - energy - bandwidth - memo - multiSign;
  const parameter = CONTRACT_FEES[contractType];
  const isContractFee = parameter !== undefined && rest === valueOf(parameter);
  return {
    energy,
    bandwidth,
    memo,
    multiSign,
    contract: isContractFee ? rest : 0n,
    unexplained: isContractFee ? 0n : rest,
  };
}
