import { isAddress } from '../../protocol/address.ts';
import { fitsLong, wrapLong } from '../../protocol/java/long.ts';
import { AssetIssueContract } from '../../protocol/messages/contract-messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { textOf } from '../../protocol/text.ts';
import { getAccount, updateAccount } from '../../state/accessors/accounts.ts';
import { nextTokenId, putAsset, setAssetBalance } from '../../state/accessors/assets.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { requireTokenIds } from '../accounts/asset-balance.ts';
import { isAssetDescription, isAssetName, isAssetNetLimit, isAssetUrl } from '../accounts/asset-text.ts';
import { payFee } from '../accounts/balance.ts';
import { hasVersionPassed } from '../governance/block-version.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type ExecutionContext, type TransactionType } from './transaction-type.ts';

const MAX_PRECISION = 6;
const MAX_FROZEN_SUPPLIES = 10;
const MAX_FROZEN_DAYS = 3652n;
const MS_PER_DAY = 86_400_000n;

type Issue = MessageOf<typeof AssetIssueContract>;

/**
 * Issues a token, once per account. The issuer gets the supply that is not frozen. docs/protocol/assets.md, AssetIssue.
 */
export const assetIssue: TransactionType = /* @__PURE__ */ nativeType({
  schema: AssetIssueContract,

  validate({ state, network, now }, issue) {
    requireTokenIds(state);
    if (!isAddress(issue.owner_address)) throw new ContractValidateError('Invalid ownerAddress');
    checkTexts(issue);
    checkTimes(issue, BigInt(now));
    checkNumbers(issue);
    checkFrozenSupply(issue, { allowsOverflow: !hasVersionPassed(state, network, 34) });
    const owner = getAccount(state, issue.owner_address);
    if (owner === undefined) throw new ContractValidateError('Account not exists');
    if (owner.issuedAsset !== undefined) throw new ContractValidateError('An account can only issue one asset');
    if (owner.balance < getParameter(state, 'getAssetIssueFee')) {
      throw new ContractValidateError('No enough balance for fee!');
    }
  },

  execute,
});

function checkTexts({ name, precision, abbr, url, description }: Issue): void {
  if (!isAssetName(name)) throw new ContractValidateError('Invalid assetName');
  if (textOf(name).toLowerCase() === 'trx') throw new ContractValidateError("assetName can't be trx");
  if (precision < 0 || precision > MAX_PRECISION) throw new ContractValidateError('precision cannot exceed 6');
  if (abbr !== '' && !isAssetName(abbr)) throw new ContractValidateError('Invalid abbreviation for token');
  if (!isAssetUrl(url)) throw new ContractValidateError('Invalid url');
  if (!isAssetDescription(description)) throw new ContractValidateError('Invalid description');
}

function checkTimes({ start_time: start, end_time: end }: Issue, now: bigint): void {
  if (start === 0n) throw new ContractValidateError('Start time should be not empty');
  if (end === 0n) throw new ContractValidateError('End time should be not empty');
  if (end <= start) throw new ContractValidateError('End time should be greater than start time');
  if (start <= now) throw new ContractValidateError('Start time should be greater than HeadBlockTime');
}

function checkNumbers(issue: Issue): void {
  if (issue.total_supply <= 0n) throw new ContractValidateError('TotalSupply must greater than 0!');
  if (issue.trx_num <= 0) throw new ContractValidateError('TrxNum must greater than 0!');
  if (issue.num <= 0) throw new ContractValidateError('Num must greater than 0!');
  if (issue.public_free_asset_net_usage !== 0n) throw new ContractValidateError('PublicFreeAssetNetUsage must be 0!');
  if (issue.frozen_supply.length > MAX_FROZEN_SUPPLIES) {
    throw new ContractValidateError('Frozen supply list length is too long');
  }
  if (!isAssetNetLimit(issue.free_asset_net_limit)) throw new ContractValidateError('Invalid FreeAssetNetLimit');
  if (!isAssetNetLimit(issue.public_free_asset_net_limit)) {
    throw new ContractValidateError('Invalid PublicFreeAssetNetLimit');
  }
}

function checkFrozenSupply(
  { total_supply: supply, frozen_supply: frozen, start_time: start }: Issue,
  { allowsOverflow }: { readonly allowsOverflow: boolean },
): void {
  let remaining = supply;
  for (const { frozen_amount: amount, frozen_days: days } of frozen) {
    if (amount <= 0n) throw new ContractValidateError('Frozen supply must be greater than 0!');
    if (amount > remaining) throw new ContractValidateError('Frozen supply cannot exceed total supply');
    if (days < 1n || days > MAX_FROZEN_DAYS) {
      throw new ContractValidateError(`frozenDuration must be less than ${MAX_FROZEN_DAYS} days and more than 1 days`);
    }
    if (!allowsOverflow && !fitsLong(start + days * MS_PER_DAY))
      throw new ContractValidateError('Start time and frozen days would cause expire time overflow');
    remaining -= amount;
  }
}

function execute({ state }: ExecutionContext, issue: Issue): { readonly fee: bigint; readonly assetIssueId: string } {
  const { owner_address: owner, name, start_time: start, frozen_supply: frozen, total_supply: supply } = issue;
  const id = nextTokenId(state);
  putAsset(state, { ...issue, id });
  const fee = getParameter(state, 'getAssetIssueFee');
  payFee(state, owner, fee);
  updateAccount(state, owner, {
    issuedAsset: { id, name },
    frozenSupply: frozen.map(({ frozen_amount: amount, frozen_days: days }) => ({
      amount,
      expireTime: wrapLong(start + days * MS_PER_DAY),
    })),
  });
  const frozenSupply = frozen.reduce((sum, { frozen_amount: amount }) => sum + amount, 0n);
  setAssetBalance(state, owner, id, supply - frozenSupply);
  return { fee, assetIssueId: id };
}
