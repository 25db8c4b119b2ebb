import type { Energy, SmallUnits } from '@coin/units';
import { object, type output } from 'zod/mini';
import type { Abi } from '../contract/abi.ts';
import {
  internalTransactionSchema,
  logSchema,
  readInternalTransaction,
  readLog,
  type ContractLog,
  type InternalTransaction,
} from '../contract/execution-trace.ts';
import { revertReason } from '../contract/revert-reason.ts';
import { toAddress, type Address } from '../encoding/address.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { readableMessage } from '../transport/node-message.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalInt64,
  optionalInteger,
  optionalObject,
  optionalString,
} from '../transport/wire-schema.ts';

export const transactionInfoSchema = /* @__PURE__ */ object({
  id: optionalString,
  fee: optionalInt64,
  blockNumber: optionalInteger,
  blockTimeStamp: optionalInteger,
  contractResult: /* @__PURE__ */ optionalArray(optionalString),
  contract_address: optionalString,
  receipt: /* @__PURE__ */ optionalObject({
    energy_usage: optionalInt64,
    energy_fee: optionalInt64,
    origin_energy_usage: optionalInt64,
    energy_usage_total: optionalInt64,
    energy_penalty_total: optionalInt64,
    net_usage: optionalInt64,
    net_fee: optionalInt64,
    result: optionalString,
  }),
  log: /* @__PURE__ */ optionalArray(logSchema),
  result: optionalString,
  resMessage: optionalString,
  withdraw_amount: optionalInt64,
  unfreeze_amount: optionalInt64,
  withdraw_expire_amount: optionalInt64,
  internal_transactions: /* @__PURE__ */ optionalArray(internalTransactionSchema),
});

/** What a transaction used and burned. Energy in units, fees in small units, bandwidth in bytes. */
export interface Receipt {
  /** Energy in total, including the penalty and the shares of caller and deployer. */
  energyTotal: Energy;
  energyPenalty: Energy;
  /** Taken from the caller's stake. */
  energyFromStake: Energy;
  /** Taken from the deployer's stake. */
  energyFromOrigin: Energy;
  /** Burned for the rest of the energy. */
  energyFee: SmallUnits;
  /** Taken from free or staked bandwidth; 0 where coin was burned instead. */
  bandwidth: bigint;
  /** Burned for bandwidth or for a new account. */
  bandwidthFee: SmallUnits;
}

/** How a transaction in a block ended. */
export interface TransactionInfo {
  txID: string;
  blockNumber: number;
  /** Milliseconds since 1970. */
  blockTime: number;
  /** Whether it took effect. A failed transaction still costs its fees. */
  succeeded: boolean;
  /** Of a contract: `SUCCESS`, `REVERT`, `OUT_OF_ENERGY` and so on; `DEFAULT` where none ran. */
  result: string;
  /** Why it failed: the decoded revert reason or the virtual machine's message; absent when it succeeded. */
  reason?: string;
  /** Small units burned in total. */
  fee: SmallUnits;
  receipt: Receipt;
  /** Hex of what the contract returned. */
  contractResult: string;
  contractAddress?: Address;
  logs: ContractLog[];
  internalTransactions: InternalTransaction[];
  /** Rewards paid out, in small units. */
  rewardWithdrawn: SmallUnits;
  /** Stake paid out, in small units. */
  stakeWithdrawn: SmallUnits;
}

/** What an answer tells about the transaction `txID`. */
export function readTransactionInfo(
  txID: string,
  wire: output<typeof transactionInfoSchema>,
  abi?: Abi,
): TransactionInfo {
  const { receipt = {} } = wire;
  const succeeded = wire.result !== 'FAILED';
  const contractResult = (wire.contractResult ?? []).map((item) => item ?? '').join('');
  const result = receipt.result ?? 'DEFAULT';
  const reason = result === 'REVERT' ? revertReason(contractResult, abi) : readableMessage(wire.resMessage ?? result);
  return omitUndefined({
    txID,
    blockNumber: wire.blockNumber ?? 0,
    blockTime: wire.blockTimeStamp ?? 0,
    succeeded,
    result,
    reason: succeeded ? undefined : reason,
    fee: bigintOrZero(wire.fee),
    receipt: {
      energyTotal: bigintOrZero(receipt.energy_usage_total),
      energyPenalty: bigintOrZero(receipt.energy_penalty_total),
      energyFromStake: bigintOrZero(receipt.energy_usage),
      energyFromOrigin: bigintOrZero(receipt.origin_energy_usage),
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
