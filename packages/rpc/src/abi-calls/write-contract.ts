import { type AllNames } from '@coin/errors';
import { type AbortSignalLike, type SmallUnits, type Abi } from '@coin/units';
import { type FunctionName } from '../abi/abi-types.ts';
import { decodeLogs, type DecodedLog } from '../abi/decode-logs.ts';
import { nameRevert } from '../abi/name-revert.ts';
import { type ContractLog } from '../contract/execution-trace.ts';
import { argumentInvalid, int64Argument, pick, rejectUnknown } from '../encoding/arguments.ts';
import { triggerSmartContract } from '../endpoints/trigger-smart-contract.ts';
import { callbackFailed, isRpcError } from '../errors.ts';
import { type TransactionFields } from '../transaction/build-transaction.ts';
import { type Signer } from '../transaction/sign-transaction.ts';
import { BUILD_OPTIONS } from '../transport/call-options.ts';
import { type BuildOptions, type CallOptions, type NodeClient } from '../transport/transport.ts';
import { sendTransaction, type SentTransaction } from '../workflows/send-transaction.ts';
import { checkWaitOptions, WAIT_OPTIONS, type WaitOptions } from '../workflows/wait-for-transaction.ts';
import { encodeTypedCall, type CallValueArgs, type EncodedContractCall, type TypedCall } from './typed-call.ts';

/** Plans fee limits, as a planner of `@coin/fee` does. */
export interface FeeLimitPlanner {
  readonly plan: (
    call: EncodedContractCall,
    options: { readonly signal?: AbortSignalLike },
  ) => Promise<{ readonly feeLimit: SmallUnits }>;
}

/** The fee limit in small units, or the planner that chooses it. */
export type FeeLimitArgs =
  | { readonly feeLimit: SmallUnits; readonly planner?: undefined }
  | { readonly planner: FeeLimitPlanner; readonly feeLimit?: undefined };

/** The sender and the signer of a call, and its fee limit. */
export type SendCallArgs = TransactionFields &
  FeeLimitArgs & {
    /** The account that sends: base58check or 41-hex; the signer's own `address` by default. */
    readonly owner?: string;
    readonly signer: Signer & { readonly address?: string };
    /** UTF-8 text stored in the transaction; the network charges an extra fee for it. */
    readonly memo?: string;
  };

export const SEND_CALL_ARGS = ['owner', 'signer', 'feeLimit', 'planner', 'memo', 'permissionId'] as const;
SEND_CALL_ARGS satisfies AllNames<SendCallArgs, typeof SEND_CALL_ARGS>;

/** The sender of a call, the coin it sends, its signer and its fee limit. */
export type WriteContractArgs = SendCallArgs & CallValueArgs;

/** Options of building the transaction, and of waiting for its outcome. Each of the two may take `timeoutMs`. */
export interface WriteContractOptions extends BuildOptions, WaitOptions {}

/** The outcome of a call: the transaction's info, with decoded logs. */
export interface WrittenContract<A extends Abi> extends Omit<SentTransaction, 'logs'> {
  /** The logs. Logs of events in the ABI have `eventName` and `args`. */
  readonly logs: readonly DecodedLog<A, ContractLog>[];
}

async function planFeeLimit(
  planner: FeeLimitPlanner,
  call: EncodedContractCall,
  { signal }: CallOptions,
): Promise<SmallUnits> {
  let feeLimit: SmallUnits | undefined;
  try {
    ({ feeLimit } = await planner.plan(call, signal === undefined ? {} : { signal }));
  } catch (error) {
    // A planner reads from a node: a revert is a revert.
    if (isRpcError(error)) throw error;
    throw callbackFailed('planner.plan', '/wallet/triggersmartcontract', error);
  }
  return int64Argument('feeLimit', feeLimit);
}

/**
 * Calls a function of a contract in a transaction: plans the fee limit, signs once, sends, and waits for the outcome.
 * It never signs a second transaction for the call.
 *
 * Source: docs/protocol/contract-calls.md; docs/decisions/08-one-signed-transaction-per-intent.md.
 *
 * @param args - the function and its arguments, typed by the ABI; `signer`; `feeLimit` in small units, or the `planner`
 * that chooses it; `callValue` in small units; `memo`, `permissionId` if needed
 * @param options - `until: 'solid'` to wait until no fork can undo the call; `timeoutMs`, `pollMs`, `signal`, `retries`;
 * `maxLifeMs` of the transaction
 * @throws `ARGUMENT_INVALID`, `ADDRESS_INVALID`; `CALLBACK_FAILED` when the planner throws another error than this
 * package's, with it as the `cause`; the codes of building, signing and `sendTransaction`, with the reason of a revert decoded by the ABI
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { parseAbi, writeContract } from '@coin/rpc/abi';
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await writeContract(client, {
 *   abi: parseAbi(['function fail(string reason)']),
 *   address: 'TXEekLHddm9mYfD2Ed2aFFCVjamdDXg3tu',
 *   functionName: 'fail',
 *   args: ['because'],
 *   owner: 'TRgXL4WJURDqUZMQKkngc5gQfLcACwihFL',
 *   feeLimit: 10_000_000n,
 *   signer: createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573'),
 * }); // throws TRANSACTION_FAILED
 * ```
 */
export async function writeContract<const A extends Abi, N extends FunctionName<A>>(
  client: NodeClient,
  args: TypedCall<A, N> & WriteContractArgs,
  options: WriteContractOptions = {},
): Promise<WrittenContract<A>> {
  rejectUnknown(args as TypedCall<Abi, string> & WriteContractArgs, [
    'abi',
    'address',
    'functionName',
    'args',
    'callValue',
    ...SEND_CALL_ARGS,
  ]);
  rejectUnknown(options, ['maxLifeMs', ...WAIT_OPTIONS]);
  const waitOptions = pick(options, WAIT_OPTIONS);
  checkWaitOptions(waitOptions);
  const { abi, signer, owner = signer?.address }: WriteContractArgs & { abi: A } = args;
  if (owner === undefined) throw argumentInvalid('owner', owner, 'the address of the account that sends');
  if ((args.feeLimit === undefined) === (args.planner === undefined))
    throw argumentInvalid('feeLimit', args.feeLimit, 'small units, or absent if there is a planner');
  const call = encodeTypedCall(args, owner);
  const feeLimit = args.planner === undefined ? args.feeLimit : await planFeeLimit(args.planner, call, options);
  const { abi: _, ...sent } = call;
  const transaction = await triggerSmartContract(client, { ...sent, feeLimit }, pick(options, BUILD_OPTIONS));
  const info = await nameRevert(abi, sendTransaction(client, { transaction, signer }, waitOptions));
  return { ...info, logs: decodeLogs({ abi, logs: info.logs }) };
}
