import { type Energy, type SmallUnits, type Address } from '@coin/units';
import { object, type output } from 'zod/mini';
import { describeBuiltInError } from '../abi/built-in-errors.ts';
import { toAddress } from '../address/address.ts';
import {
  internalTransactionSchema,
  logSchema,
  readInternalTransaction,
  readLog,
  type ContractLog,
  type InternalTransaction,
} from '../contract/execution-trace.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { requireField, unexpectedAnswer, type AnswerSource } from '../transport/answer/check-answer.ts';
import { readableMessage } from '../transport/answer/node-message.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalQuantity,
  optionalInteger,
  optionalObject,
  optionalString,
  optionalWord,
} from '../transport/answer/wire-schema.ts';
import { isContractResult, RESULT_CODES } from './result-words.ts';

/** @internal */
export const transactionInfoSchema = /* @__PURE__ */ object({
  id: optionalString,
  fee: optionalQuantity,
  blockNumber: optionalInteger,
  blockTimeStamp: optionalInteger,
  contractResult: /* @__PURE__ */ optionalArray(optionalString),
  contract_address: optionalString,
  receipt: /* @__PURE__ */ optionalObject({
    energy_usage: optionalQuantity,
    energy_fee: optionalQuantity,
    origin_energy_usage: optionalQuantity,
    energy_usage_total: optionalQuantity,
    energy_penalty_total: optionalQuantity,
    net_usage: optionalQuantity,
    net_fee: optionalQuantity,
    result: optionalString,
  }),
  log: /* @__PURE__ */ optionalArray(logSchema),
  result: /* @__PURE__ */ optionalWord(RESULT_CODES),
  resMessage: optionalString,
  withdraw_amount: optionalQuantity,
  unfreeze_amount: optionalQuantity,
  withdraw_expire_amount: optionalQuantity,
  internal_transactions: /* @__PURE__ */ optionalArray(internalTransactionSchema),
});

/** The resources that a transaction used and burned. Energy in units, fees in small units, bandwidth in bytes. */
export interface Receipt {
  /** Energy in total, including the penalty and the shares of caller and deployer. */
  readonly energyTotal: Energy;
  readonly energyPenalty: Energy;
  /** Taken from the caller's stake. */
  readonly energyFromStake: Energy;
  /** Taken from the deployer's stake. */
  readonly energyFromDeployer: Energy;
  /** Burned for the rest of the energy. */
  readonly energyFee: SmallUnits;
  /** Taken from free or staked bandwidth; 0 if coin was burned instead. */
  readonly bandwidth: bigint;
  /** Burned for bandwidth or for a new account. */
  readonly bandwidthFee: SmallUnits;
}

/** How a transaction in a block ended. */
export interface TransactionInfo {
  readonly txID: string;
  readonly blockNumber: number;
  /** Milliseconds since 1970. */
  readonly blockTime: number;
  /** Whether it took effect. A failed transaction still costs its fees. */
  readonly succeeded: boolean;
  /** The result of a contract: `SUCCESS`, `REVERT`, `OUT_OF_ENERGY` and so on; `DEFAULT` if none ran. */
  readonly result: string;
  /** Why it failed: the decoded revert reason or the virtual machine's message; absent when it succeeded. */
  readonly reason?: string;
  /** Small units burned in total. */
  readonly fee: SmallUnits;
  readonly receipt: Receipt;
  /** The contract's result in hex. */
  readonly contractResult: string;
  readonly contractAddress?: Address;
  readonly logs: readonly ContractLog[];
  readonly internalTransactions: readonly InternalTransaction[];
  /** Rewards paid out, in small units. */
  readonly rewardWithdrawn: SmallUnits;
  /** Stake paid out, in small units. */
  readonly stakeWithdrawn: SmallUnits;
}

interface TransactionWire {
  readonly txID: string;
  readonly wire: output<typeof transactionInfoSchema>;
}

/**
 * Reads the info of the transaction `txID` from an answer. Each info must have a block, its time and a receipt, and a
 * contract's receipt must have a result: without them nothing proves that the transaction took effect.
 * Source: docs/protocol/fee-limit.md, Receipt and TransactionInfo.
 * @internal
 */
export function readTransactionInfo(source: AnswerSource, { txID, wire }: TransactionWire): TransactionInfo {
  const blockNumber = requireField(source, 'blockNumber', wire.blockNumber || undefined);
  const blockTime = requireField(source, 'blockTimeStamp', wire.blockTimeStamp || undefined);
  const receipt = requireField(source, 'receipt', wire.receipt);
  if (wire.contract_address !== undefined) requireField(source, 'receipt.result', receipt.result);
  const { result = 'DEFAULT' } = receipt;
  // Beside FAILED, a result of a newer node is a failure. Alone, it may be either.
  if (wire.result !== 'FAILED' && !isContractResult(result))
    throw unexpectedAnswer(source, 'receipt.result', `"${result}"`);
  const succeeded = wire.result !== 'FAILED' && (result === 'SUCCESS' || result === 'DEFAULT');
  const contractResult = (wire.contractResult ?? []).map((item) => item ?? '').join('');
  const reason =
    result === 'REVERT' ? describeBuiltInError(contractResult) : readableMessage(wire.resMessage ?? result);
  return omitUndefined({
    txID,
    blockNumber,
    blockTime,
    succeeded,
    result,
    reason: succeeded ? undefined : reason,
    fee: bigintOrZero(wire.fee),
    receipt: {
      energyTotal: bigintOrZero(receipt.energy_usage_total),
      energyPenalty: bigintOrZero(receipt.energy_penalty_total),
      energyFromStake: bigintOrZero(receipt.energy_usage),
      energyFromDeployer: bigintOrZero(receipt.origin_energy_usage),
      energyFee: bigintOrZero(receipt.energy_fee),
      bandwidth: bigintOrZero(receipt.net_usage),
      bandwidthFee: bigintOrZero(receipt.net_fee),
    },
    contractResult,
    contractAddress: wire.contract_address === undefined ? undefined : toAddress(wire.contract_address),
    logs: (wire.log ?? []).map(readLog),
    internalTransactions: (wire.internal_transactions ?? []).map(readInternalTransaction),
    rewardWithdrawn: bigintOrZero(wire.withdraw_amount),
    stakeWithdrawn: bigintOrZero(wire.withdraw_expire_amount) + bigintOrZero(wire.unfreeze_amount),
  });
}
