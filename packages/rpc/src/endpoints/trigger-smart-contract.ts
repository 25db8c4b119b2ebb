import { type SmallUnits } from '@coin/units';
import { custom, object, optional } from 'zod/mini';
import { callResultSchema, checkCallResult } from '../contract/call-result.ts';
import { prepareContractCall, type CallInput } from '../contract/contract-call.ts';
import { int64Argument, rejectUnknown } from '../encoding/arguments.ts';
import { buildTransaction, type TransactionFields } from '../transaction/build-transaction.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { checkShape } from '../transport/answer/check-answer.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';

const PATH = '/wallet/triggersmartcontract';

const schema = /* @__PURE__ */ object({
  result: callResultSchema,
  transaction: /* @__PURE__ */ optional(/* @__PURE__ */ custom(() => true)),
});

/** A call of a contract as a transaction. */
export type TriggerSmartContractArgs = TransactionFields & {
  /** The caller, who pays: base58check or 41-hex. */
  readonly owner: string;
  /** base58check or 41-hex. */
  readonly contract: string;
  /**
   * Small units: the most that energy may cost, staked energy counted at its price. 0 is allowed and pays for nothing.
   */
  readonly feeLimit: SmallUnits;
  /** Coin sent along, in small units. */
  readonly callValue?: SmallUnits;
  /**
   * UTF-8 text stored in the transaction; the network charges an extra fee for it. No node writes it for a call, so the
   * client adds it to the bytes that it has checked.
   */
  readonly memo?: string;
} & CallInput;

/**
 * Builds an unsigned transaction that calls a contract. The node builds it, and the client compares it with the
 * request, byte by byte. `feeLimit` in small units has no default: one that is too low loses coin, one that is too
 * high risks it.
 *
 * Source: docs/specification.md, 2 and 8; docs/protocol/fee-limit.md.
 *
 * @param args - `owner`, `contract`: base58check or 41-hex; `functionSelector` with `parameter`, or `data`; `feeLimit`:
 * 0 to 2^63 - 1 small units, though the network's maximum is lower; `callValue`, `memo`, `permissionId` if
 * needed
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; `VALIDATION_FAILED`; `TRANSACTION_MISMATCH`; transport's codes.
 * Whether the call will succeed is not checked here: estimate it first.
 *
 * @example
 * ```ts
 * import { createNodeClient, triggerSmartContract } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const call = await triggerSmartContract(client, {
 *   owner: '418f62fa9b92f72994cd3e36ca67eade83b512d178',
 *   contract: '41a80e906371fe0df383410803e88da2f195423af8',
 *   functionSelector: 'toggle()',
 *   feeLimit: 1_000_000_000n,
 * });
 * call.feeLimit; // => 1_000_000_000n
 * call.signatures; // => []
 * ```
 */
export async function triggerSmartContract(
  client: NodeClient,
  args: TriggerSmartContractArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, [
    'permissionId',
    'owner',
    'contract',
    'feeLimit',
    'callValue',
    'memo',
    'functionSelector',
    'parameter',
    'data',
  ]);
  const feeLimit = int64Argument('feeLimit', args.feeLimit);
  const { owner, contract = '', callValue, data, body } = prepareContractCall(args);
  return buildTransaction(
    client,
    {
      path: PATH,
      type: 'TriggerSmartContract',
      value: { owner_address: owner, contract_address: contract, call_value: callValue, data: data() },
      feeLimit,
      permissionId: args.permissionId,
      addedMemo: args.memo,
      body: { ...body, fee_limit: feeLimit },
      extract(json, source) {
        const answer = checkShape(source, json, schema);
        checkCallResult(source, answer.result);
        return answer.transaction;
      },
    },
    options,
  );
}
