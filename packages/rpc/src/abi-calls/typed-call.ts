import { type SmallUnits, type Abi } from '@coin/units';
import { type FunctionArgs, type FunctionName, type FunctionResult, type WithArgs } from '../abi/abi-types.ts';
import { decodeResult } from '../abi/decode-result.ts';
import { encodeCall, type EncodedCall } from '../abi/encode-call.ts';
import { pick } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { isRpcError } from '../errors.ts';
import { type TransactionFields } from '../transaction/build-transaction.ts';
import { unexpectedAnswer } from '../transport/answer/check-answer.ts';
import { type NodeClient } from '../transport/transport.ts';

/** A function of a contract, and its arguments, whose types follow from the ABI. */
export type TypedCall<A extends Abi, N extends FunctionName<A>> = {
  /** The contract's ABI, `as const` or from `parseAbi`. */
  readonly abi: A;
  /** The contract: base58check or 41-hex. */
  readonly address: string;
  /** A name, or a full signature if the arguments fit several functions of one name. */
  readonly functionName: N;
} & WithArgs<FunctionArgs<A, N>>;

/** The arguments of a call besides its function. */
export interface CallValueArgs {
  /** Coin sent along, in small units. */
  readonly callValue?: SmallUnits;
}

interface AnyCall extends Pick<EncodedContractCall, 'callValue' | 'memo' | 'permissionId'> {
  readonly abi: Abi;
  readonly address: string;
  readonly functionName: string;
  readonly args?: readonly unknown[];
}

/** A call as endpoint functions and planners of `@coin/fee` take it. */
export interface EncodedContractCall extends EncodedCall, CallValueArgs, TransactionFields {
  readonly owner: string;
  readonly contract: string;
  readonly abi: Abi;
  /** UTF-8 text stored in the transaction. */
  readonly memo?: string;
}

/** The call as endpoint functions take it. */
export function encodeTypedCall(call: AnyCall, owner: string): EncodedContractCall {
  const { abi, address, functionName, args = [] } = call;
  const fields = pick(call, ['callValue', 'memo', 'permissionId']);
  return { owner, contract: address, abi, ...encodeCall({ abi, functionName, args }), ...omitUndefined(fields) };
}

/** A function's result, as the node returned it. */
export function decodeAnswer<A extends Abi, N extends FunctionName<A>>(
  client: NodeClient,
  call: { readonly abi: A; readonly functionName: N; readonly data: string },
): FunctionResult<A, N> {
  try {
    return decodeResult(call);
  } catch (error) {
    if (!isRpcError(error, 'ARGUMENT_INVALID')) throw error;
    const source = { path: '/wallet/triggerconstantcontract', endpoint: client.endpoint };
    throw unexpectedAnswer(source, 'constant_result', `not a result of ${call.functionName} by the ABI`);
  }
}
