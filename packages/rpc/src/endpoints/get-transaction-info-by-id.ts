import type { Energy, SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { toAddress, type Address } from '../encoding/address.ts';
import { hexArgument } from '../encoding/arguments.ts';
import { expectEqual } from '../transport/check-answer.ts';
import { queryNode } from '../transport/query-node.ts';
import {
  bigintOrZero,
  optionalInteger,
  optionalInt64,
  optionalArray,
  optionalObject,
  optionalString,
} from '../transport/wire-schema.ts';
import type { NodeClient, ReadStateOptions } from '../transport/node-client.ts';
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
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { readableMessage } from '../transport/node-message.ts';

const PATH = '/wallet/gettransactioninfobyid';

const schema = /* @__PURE__ */ object({
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
  /** Energy in all: the penalty, the caller's and the deployer's shares in it. */
  energyTotal: Energy;
  energyPenalty: Energy;
  /** Taken from the caller's stake. */
  energyFromStake: Energy;
  /** Taken from the deployer's stake. */
  energyFromOrigin: Energy;
  /** Burned for the rest of the energy. */
  energyFee: SmallUnits;
  /** Taken from free or staked bandwidth; 0 where it was burned for. */
  bandwidth: bigint;
  /** Burned for bandwidth or a new account. */
  bandwidthFee: SmallUnits;
}

/** How a transaction in a block ended. */
export interface TransactionInfo {
  txID: string;
  blockNumber: number;
  /** Milliseconds since 1970. */
  blockTime: number;
  /** Whether it did what it was made for. A failed one keeps its fees. */
  succeeded: boolean;
  /** Of a contract: `SUCCESS`, `REVERT`, `OUT_OF_ENERGY` and so on; `DEFAULT` where none ran. */
  result: string;
  /** Why it failed: the decoded revert or the machine's words; absent when it succeeded. */
  reason?: string;
  /** Small units burned in all. */
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

/** Which transaction. */
export interface GetTransactionInfoArgs {
  /** 64 hex digits. */
  txID: string;
  /** Names the contract's own errors, so that a revert with one can be read. */
  abi?: Abi;
}

/**
 * Reads how a transaction ended; `undefined` as long as it is in no block. Fees in small units.
 *
 * @param args - `txID`: 64 hex digits; `abi` of the contract to name its errors
 * @param options - `state: 'solid'` to see it only once no fork can undo it
 * @throws `ARGUMENT_INVALID`; `RESPONSE_UNEXPECTED` also when the answer speaks of another transaction; transport's codes
 *
 * Source: docs/protocol/fee-limit.md, Receipt and TransactionInfo.
 *
 * @example
 * ```ts
 * import { createNodeClient, getTransactionInfoById } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * const info = await getTransactionInfoById(client, {
 *   txID: '4d5bb99f470b771acd781bdb58e24ceabce72a69302de77020218f605e78cd08',
 * });
 * info?.result; // => 'OUT_OF_ENERGY'
 * info?.receipt.energyFee; // => 6_122_100n
 * ```
 */
export async function getTransactionInfoById(
  client: NodeClient,
  args: GetTransactionInfoArgs,
  options?: ReadStateOptions,
): Promise<TransactionInfo | undefined> {
  const txID = hexArgument('txID', args.txID, { bytes: 32 });
  const { answer: wire, source, isEmpty } = await queryNode(client, PATH, { value: txID }, schema, options);
  if (isEmpty) return undefined;
  expectEqual(source, 'id', wire.id, txID);
  return readTransactionInfo({ ...wire, id: txID }, args.abi);
}

type Wire = ReturnType<typeof schema.parse> & { id: string };

function readTransactionInfo(wire: Wire, abi?: Abi): TransactionInfo {
  const { receipt = {} } = wire;
  const succeeded = wire.result !== 'FAILED';
  const contractResult = (wire.contractResult ?? []).map((item) => item ?? '').join('');
  const result = receipt.result ?? 'DEFAULT';
  const reason = result === 'REVERT' ? revertReason(contractResult, abi) : readableMessage(wire.resMessage ?? result);
  return omitUndefined({
    txID: wire.id,
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
