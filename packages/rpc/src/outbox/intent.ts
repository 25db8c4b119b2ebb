import { type SmallUnits } from '@coin/units';
import { prepareContractCall, type CallInput } from '../contract/contract-call.ts';
import { toAddress } from '../encoding/address.ts';
import {
  hexArgument,
  int64Argument,
  integerArgument,
  objectArgument,
  optionalTextArgument,
  wordArgument,
} from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type CreateTransactionArgs } from '../endpoints/create-transaction.ts';
import { type TransactionFields } from '../transaction/build-transaction.ts';
import { type PlatformSignal } from '../transport/platform.ts';

/** A transfer of coin: the arguments of `createTransaction`, of which `memo` is optional. */
export type TransferIntent = { readonly kind: 'transfer' } & CreateTransactionArgs;

/** Who calls which contract. */
interface Callee {
  /** The caller, who pays: base58check or 41-hex. */
  readonly owner: string;
  /** base58check or 41-hex. */
  readonly contract: string;
  /** Coin sent along, in small units. */
  readonly callValue?: SmallUnits;
}

/** A call whose fee limit is to be planned: what the planner of `@coin/fee` takes. Amounts in small units. */
export type PlannedCall = Callee &
  ({ readonly functionSelector: string; readonly parameter: string } | { readonly data: string });

/**
 * A call of a contract, such as the transfer of a token: the arguments of `triggerSmartContract`. Without `feeLimit`,
 * the outbox's `planFeeLimit` is asked for one each time that it is signed.
 */
export type CallIntent = { readonly kind: 'call'; readonly feeLimit?: SmallUnits } & Callee &
  CallInput &
  TransactionFields;

/** What is to happen on the chain. It is data, because it outlives the process. */
export type OutboxIntent = TransferIntent | CallIntent;

/** Chooses a call's fee limit in small units. */
export type PlanFeeLimit = (call: PlannedCall, options: { signal: PlatformSignal }) => Promise<SmallUnits> | SmallUnits;

function checkCall(intent: CallIntent): OutboxIntent {
  const { owner, callValue } = prepareContractCall(intent);
  const { kind, feeLimit, permissionId } = intent;
  const input =
    intent.data === undefined
      ? { functionSelector: intent.functionSelector, parameter: hexArgument('parameter', intent.parameter ?? '') }
      : { data: hexArgument('data', intent.data) };
  return omitUndefined({
    kind,
    owner,
    contract: toAddress(intent.contract),
    ...input,
    callValue: callValue || undefined,
    feeLimit: feeLimit === undefined ? undefined : int64Argument('feeLimit', feeLimit),
    permissionId: permissionArgument(permissionId),
  });
}

function permissionArgument(permissionId = 0): number | undefined {
  return integerArgument('permissionId', permissionId, { max: 9 }) || undefined;
}

/** A checked intent in the one form in which it is stored and compared. */
export function intentArgument(intent: OutboxIntent): OutboxIntent {
  wordArgument('intent.kind', objectArgument('intent', intent).kind, ['transfer', 'call']);
  if (intent.kind === 'call') return checkCall(intent);
  return omitUndefined({
    kind: intent.kind,
    owner: toAddress(intent.owner),
    to: toAddress(intent.to),
    amount: int64Argument('amount', intent.amount, { min: 1n }),
    memo: optionalTextArgument('memo', intent.memo) || undefined,
    permissionId: permissionArgument(intent.permissionId),
  });
}
