import { type SmallUnits } from '@coin/units';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { getChainParameters } from '../endpoints/get-chain-parameters.ts';
import { getMemoFees } from '../endpoints/get-memo-fees.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

/** The coin that a transaction burned, by reason, in small units. */
export interface FeeParts {
  readonly energy: SmallUnits;
  /** For its bytes. */
  readonly bandwidth: SmallUnits;
  readonly accountCreation: SmallUnits;
  readonly memo: SmallUnits;
  /** For more than one signature. */
  readonly multiSign: SmallUnits;
  /** The price of its type, such as issuing a token or changing permissions. */
  readonly other: SmallUnits;
  /** The sum of the others: `fee` in its info. */
  readonly total: SmallUnits;
}

interface PaidTransaction {
  readonly contractType: string;
  readonly memo?: string;
  readonly signatures: readonly string[];
}

/** Types of which the rest of the fee can only be the price of a new account. */
const CREATES_ACCOUNT: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'TransferContract',
  'TransferAssetContract',
  'AccountCreateContract',
]);

/**
 * Divides a fee by reason. The receipt has only energy and bytes. The price of a memo at that time is on the chain; the
 * price of further signatures is the current one.
 * Source: docs/protocol/bandwidth.md, Account creation, Memo and multi-signature.
 */
export async function divideFee(
  client: NodeClient,
  { contractType, memo, signatures }: PaidTransaction,
  { fee: total, blockTime, receipt }: TransactionInfo,
  options?: CallOptions,
): Promise<FeeParts> {
  const { energyFee: energy, bandwidthFee } = receipt;
  let rest = total - energy - bandwidthFee;
  const take = (price: SmallUnits): SmallUnits => {
    const taken = rest < price ? rest : price;
    rest -= taken;
    return taken;
  };
  const memoFees = memo === undefined || rest === 0n ? [] : await getMemoFees(client, options);
  const memoPart = take(memoFees.filter(({ from }) => from <= blockTime).at(-1)?.price ?? 0n);
  const hasFee = signatures.length > 1 && rest > 0n;
  const multiSign = take(hasFee ? (await getChainParameters(client, options)).multiSignFee : 0n);
  // For a new account the receipt has no fee for bytes, but the first part of the account's price.
  const parts =
    CREATES_ACCOUNT.has(contractType) && rest > 0n
      ? { bandwidth: 0n, accountCreation: rest + bandwidthFee, other: 0n }
      : { bandwidth: bandwidthFee, accountCreation: 0n, other: rest };
  return { energy, ...parts, memo: memoPart, multiSign, total };
}
