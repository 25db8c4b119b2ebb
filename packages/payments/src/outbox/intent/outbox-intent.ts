import {
  functionSelectorHex,
  type CallInput,
  type CallOptions,
  type CreateTransactionArgs,
  type TransactionFields,
} from '@coin/rpc';
import { type SmallUnits } from '@coin/units';
import {
  hexArgument,
  int64Argument,
  integerArgument,
  argumentInvalid,
  objectArgument,
  strictArgument,
  optionalTextArgument,
  wordArgument,
} from '../../arguments.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { addressArgument, rpcArgument } from './rpc-argument.ts';

/** A transfer of coin: the arguments of `createTransaction`. `memo` is optional. */
export type TransferIntent = { readonly kind: 'transfer' } & CreateTransactionArgs;

/** The caller and the contract of a call. */
export interface Callee {
  /** The caller, who pays: base58check or 41-hex. */
  readonly owner: string;
  /** The contract: base58check or 41-hex. */
  readonly contract: string;
  /** Coin sent along, in small units. */
  readonly callValue?: SmallUnits;
}

/** A call that needs a fee limit, in the form that the planner of `@coin/fee` takes. Amounts in small units. */
export type PlannedCall = Callee &
  ({ readonly functionSelector: string; readonly parameter: string } | { readonly data: string });

/**
 * A call of a contract, such as the transfer of a token: the arguments of `triggerSmartContract`. Without `feeLimit`,
 * the outbox's `planFeeLimit` chooses a limit each time the call is signed.
 */
export type CallIntent = { readonly kind: 'call'; readonly feeLimit?: SmallUnits } & Callee &
  CallInput &
  TransactionFields;

/** The action to perform on the chain. It is plain data, because it outlives the process. */
export type OutboxIntent = TransferIntent | CallIntent;

/** Chooses a call's fee limit in small units. */
export type PlanFeeLimit = (
  call: PlannedCall,
  options: { signal: NonNullable<CallOptions['signal']> },
) => Promise<SmallUnits> | SmallUnits;

/** The called function, in the stored form. */
function inputArgument({ data, functionSelector, parameter }: Pick<CallIntent, keyof CallInput>) {
  if (data !== undefined) {
    if (functionSelector !== undefined) throw argumentInvalid('data', 'given with functionSelector', 'given alone');
    return { data: hexArgument('data', data) };
  }
  // The hash is not needed, but this throws for anything that is not a signature.
  const signature = functionSelector as string;
  rpcArgument('functionSelector', signature, () => functionSelectorHex(signature));
  const words = hexArgument('parameter', parameter ?? '');
  if (words.length % 64 !== 0) throw argumentInvalid('parameter', parameter, 'whole words of 32 bytes in hex');
  return { functionSelector: signature, parameter: words };
}

const CALL = [
  'kind',
  'owner',
  'contract',
  'callValue',
  'data',
  'functionSelector',
  'parameter',
  'feeLimit',
  'permissionId',
] as const satisfies readonly (keyof CallIntent)[];

function callArgument(intent: CallIntent): OutboxIntent {
  const given = strictArgument('intent', intent, CALL);
  const { kind, owner, contract, callValue = 0n, feeLimit, permissionId } = given;
  return omitUndefined({
    kind,
    owner: addressArgument('owner', owner),
    contract: addressArgument('contract', contract),
    callValue: int64Argument('callValue', callValue) || undefined,
    ...inputArgument(given),
    feeLimit: feeLimit === undefined ? undefined : int64Argument('feeLimit', feeLimit),
    permissionId: permissionArgument(permissionId),
  });
}

const TRANSFER = ['kind', 'owner', 'to', 'amount', 'memo', 'permissionId'] as const;

function transferArgument(intent: TransferIntent): OutboxIntent {
  const { kind, owner, to, amount, memo, permissionId } = strictArgument('intent', intent, TRANSFER);
  return omitUndefined({
    kind,
    owner: addressArgument('owner', owner),
    to: addressArgument('to', to),
    amount: int64Argument('amount', amount, { min: 1n }),
    memo: optionalTextArgument('memo', memo) || undefined,
    permissionId: permissionArgument(permissionId),
  });
}

function permissionArgument(permissionId = 0): number | undefined {
  return integerArgument('permissionId', permissionId, { max: 9 }) || undefined;
}

/** A checked intent in the form in which it is stored and compared. */
export function intentArgument(intent: OutboxIntent): OutboxIntent {
  const { kind } = objectArgument('intent', intent, ['kind']);
  wordArgument('intent.kind', kind, ['transfer', 'call']);
  return kind === 'call' ? callArgument(intent as CallIntent) : transferArgument(intent as TransferIntent);
}
