import { toBase58 } from '../../protocol/address.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getAccount, putAccount } from '../../state/accessors/accounts.ts';
import { headSlot, headTime } from '../../state/accessors/blocks.ts';
import { getParameter, isEnabled, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { noteSharedBandwidth } from '../../state/unknowns.ts';
import { adjustBalance, burn, burnOrPool } from '../accounts/balance.ts';
import {
  AccountResourceInsufficientError,
  ContractExecuteError,
  ContractValidateError,
  TooBigTransactionError,
} from '../ledger-errors.ts';
import { bandwidthLimit } from '../staking/resource-limits.ts';
import { freeUsage, increaseUsage, recoverQuota, recoveredUsage } from '../staking/resource-usage.ts';
import { useAssetBandwidth } from './asset-bandwidth.ts';
import { type PreparedTransaction } from './prepared-transaction.ts';
import { RESULT_ALLOWANCE, type Destination } from './transaction-checks.ts';

/** Bytes counted per signature for the size limit of transactions that create an account. */
const SIGNATURE_BYTES = 65;
/** Free bandwidth of the whole network per day. */
const PUBLIC_NET_LIMIT = 14_400_000_000n;

/** The payment for a transaction's bandwidth. */
export interface BandwidthBill {
  /** Bytes taken from stake or the free quota. */
  readonly usage: bigint;
  /** Small units burned for bytes, or for the creation of an account. */
  readonly fee: bigint;
  /** Part of the fee that goes into the fee pool. */
  readonly packingFee: bigint;
}

/** Pays a transaction's bandwidth from the first source that covers all of it. Source: docs/protocol/bandwidth.md. */
export function consumeBandwidth(
  state: State,
  transaction: PreparedTransaction,
  destination: Destination,
): BandwidthBill {
  const { call } = transaction;
  const { owner } = call;
  const account = getAccount(state, owner);
  if (account === undefined) throw new ContractValidateError(`account [${toBase58(owner)}] does not exist`);
  const bytes = BigInt(transaction.size + RESULT_ALLOWANCE);
  if (call.kind === 'native' && call.createsAccount(state)) {
    if (destination === 'pool' || isEnabled(state, 'getConsensusLogicOptimization'))
      checkCreationSize(state, transaction);
    return payForCreation(state, account, bytes);
  }
  if (
    call.kind === 'native' &&
    call.sentAsset !== undefined &&
    useAssetBandwidth(state, owner, call.sentAsset, bytes)
  ) {
    return { usage: bytes, fee: 0n, packingFee: 0n };
  }
  if (useStakedBandwidth(state, account, bytes)) return { usage: bytes, fee: 0n, packingFee: 0n };
  if (useFreeBandwidth(state, account, bytes)) return { usage: bytes, fee: 0n, packingFee: 0n };
  const fee = getParameter(state, 'getTransactionFee') * bytes;
  if (!payFee(state, account, fee, burnOrPool)) throw insufficient(owner, bytes, fee);
  return { usage: 0n, fee, packingFee: isEnabled(state, 'getAllowTransactionFeePool') ? fee : 0n };
}

function checkCreationSize(state: State, { id, size: wholeSize, message }: PreparedTransaction): void {
  const limit = getParameter(state, 'getMaxCreateAccountTxSize');
  const size = wholeSize - message.signature.length * SIGNATURE_BYTES;
  if (BigInt(size) > limit) {
    throw new TooBigTransactionError(
      `Too big new account transaction, TxId ${id}, the size is ${size} bytes, maxTxSize ${limit}`,
    );
  }
}

/** The creation of an account is paid from stake or by a separate fee, never from the free quota. */
function payForCreation(state: State, account: Account, bytes: bigint): BandwidthBill {
  const cost = bytes * getParameter(state, 'getCreateNewAccountBandwidthRate');
  if (useStakedBandwidth(state, account, cost)) return { usage: cost, fee: 0n, packingFee: 0n };
  const fee = getParameter(state, 'getCreateAccountFee');
  if (!payFee(state, account, fee, burn)) throw insufficient(account.address, bytes, fee);
  return { usage: 0n, fee, packingFee: 0n };
}

function useStakedBandwidth(state: State, account: Account, bytes: bigint): boolean {
  const now = headSlot(state);
  if (bytes > bandwidthLimit(state, account) - recoveredUsage(state, account.net, now)) return false;
  putAccount(state, {
    ...account,
    net: increaseUsage(state, account.net, bytes, now),
    latestOperationTime: headTime(state),
  });
  return true;
}

function useFreeBandwidth(state: State, account: Account, bytes: bigint): boolean {
  const now = headSlot(state);
  const { publicNetUsage, publicNetTime } = state.root.properties;
  const free = freeUsage(state, account, now);
  if (bytes > getParameter(state, 'getFreeNetLimit') - free) return false;
  const pool = recoverQuota(state, { usage: publicNetUsage, time: publicNetTime }, now);
  noteSharedBandwidth(state);
  if (bytes > PUBLIC_NET_LIMIT - pool) return false;
  putAccount(state, {
    ...account,
    freeNetUsage: free + bytes,
    latestConsumeFreeTime: now,
    latestOperationTime: headTime(state),
  });
  updateProperties(state, { publicNetUsage: pool + bytes, publicNetTime: now });
  return true;
}

function payFee(
  state: State,
  account: Account,
  fee: bigint,
  destination: (state: State, fee: bigint) => void,
): boolean {
  if (account.balance < fee) return false;
  // A fee of 0 leaves the account unchanged, including its time.
  if (fee > 0n) {
    putAccount(state, { ...account, balance: account.balance - fee, latestOperationTime: headTime(state) });
    destination(state, fee);
  }
  return true;
}

function insufficient(owner: Address, bytes: bigint, fee: bigint): AccountResourceInsufficientError {
  return new AccountResourceInsufficientError(
    `account [${toBase58(owner)}] has insufficient bandwidth[${bytes}] and balance[${fee}] to create new account`,
  );
}

/** Charges the fee for more than one signature. docs/protocol/bandwidth.md, Memo and multi-signature. */
export function consumeMultiSignFee(state: State, { message, call }: PreparedTransaction): bigint {
  if (message.signature.length <= 1) return 0n;
  return consumeExtraFee(state, call.owner, getParameter(state, 'getMultiSignFee'), 'to multiSign');
}

/** Charges the fee for a memo. docs/protocol/bandwidth.md, Memo and multi-signature. */
export function consumeMemoFee(state: State, { rawData, call }: PreparedTransaction): bigint {
  if (rawData.data === '') return 0n;
  return consumeExtraFee(state, call.owner, getParameter(state, 'getMemoFee'), 'to memo fee');
}

function consumeExtraFee(state: State, owner: Address, fee: bigint, purpose: string): bigint {
  if (fee === 0n) return 0n;
  try {
    adjustBalance(state, owner, -fee);
  } catch (error) {
    if (!(error instanceof ContractExecuteError)) throw error;
    throw new AccountResourceInsufficientError(`account ${toBase58(owner)} insufficient balance[${fee}] ${purpose}`);
  }
  burn(state, fee);
  return fee;
}
