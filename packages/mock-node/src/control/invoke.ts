import { type Abi } from '../abi/abi.ts';
import { type Chain } from '../chain/chain.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { ADDRESS_PREFIX, toBase58 } from '../protocol/address.ts';
import { TriggerSmartContract } from '../protocol/messages/contract-messages.ts';
import { textOf } from '../protocol/text.ts';
import { getParameter } from '../state/accessors/dynamic-properties.ts';
import { createState } from '../state/root.ts';
import { type ContractResult } from '../vm/machine/frame-exception.ts';
import { readAddress, readAmount, readHex } from './arguments/control-arguments.ts';
import { mineContract, type MinedContract } from './mine-contract.ts';

/** A contract call to make in a transaction. Addresses are base58check or 41-hex. */
export interface InvokeOptions {
  /** The account that calls and pays. Its key is not needed. */
  readonly owner: string;
  readonly contract: string;
  /** Selector and arguments in hexadecimal. */
  readonly data: string;
  /** Names custom errors in the reason of a revert. */
  readonly abi?: Abi;
  /** Small units, 0 or more; defaults to 0. */
  readonly callValue?: bigint;
  /** Small units; defaults to the maximum that the chain allows. */
  readonly feeLimit?: bigint;
  /** Reverts to this snapshot first, such as before each case of a property; by default the state is kept. */
  readonly snapshot?: string;
}

/** @internal */
export const invokeKeys: KnownKeys<InvokeOptions> = {
  owner: true,
  contract: true,
  data: true,
  abi: true,
  callValue: true,
  feeLimit: true,
  snapshot: true,
};

/** The outcome of a contract call in a transaction. */
export interface Invocation {
  /** The result in the receipt, or `REJECTED` if the node rejected the transaction, so no block has it. */
  readonly status: ContractResult | 'REJECTED';
  /** Absent after success: why the contract reverted, or the node's message. */
  readonly reason?: string;
  /** With the status `REVERT`, the contract that reverted first, base58check. Its callers passed the data on. */
  readonly revertedBy?: string;
  /** 64 hexadecimal digits; absent if rejected. */
  readonly txID?: string;
  /** What the contract returned or reverted with, in hexadecimal. */
  readonly output: string;
  /** The logs of all contracts that the call ran, in order. Bytes are hexadecimal. */
  readonly logs: readonly {
    /** Base58check. */
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
  /** Energy of the call, including the penalty. */
  readonly energyUsed: bigint;
  /** Small units burned. */
  readonly fee: bigint;
}

/**
 * Calls a contract in a separate block in every mining mode. `revert` restores the snapshot of the options.
 *
 * @internal
 */
export async function invoke(
  chain: Chain,
  options: InvokeOptions,
  revert: (snapshot: string) => void,
): Promise<Invocation> {
  checkKeys('options', options, invokeKeys, '');
  const { abi = [], feeLimit, snapshot } = options;
  if (!Array.isArray(abi)) throw argumentInvalid('abi', abi, 'a list, as the compiler outputs it');
  const contract = {
    owner_address: readAddress('owner', options.owner),
    contract_address: readAddress('contract', options.contract),
    data: readHex('data', options.data),
    call_value: readAmount('callValue', options.callValue ?? 0n, { min: 0n }),
    call_token_value: 0n,
    token_id: 0n,
  };
  if (feeLimit !== undefined) readAmount('feeLimit', feeLimit, { min: 0n });
  if (snapshot !== undefined) revert(snapshot);
  const limit = feeLimit ?? getParameter(createState(chain.ledger.head), 'getMaxFeeLimit');
  try {
    const mined = mineContract(chain, { schema: TriggerSmartContract, contract, feeLimit: limit });
    return invocationOf(mined, mined.status === 'SUCCESS' ? {} : { reason: await reasonOf(mined, abi) });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return { status: 'REJECTED', reason: error.message, output: '', logs: [], energyUsed: 0n, fee: 0n };
  }
}

function invocationOf(
  { txID, status, output, revertedBy, logs, energyUsed, fee }: MinedContract,
  failure: Pick<Invocation, 'reason'>,
): Invocation {
  return {
    status,
    ...failure,
    ...(revertedBy !== undefined && { revertedBy: toBase58(revertedBy) }),
    txID,
    output,
    logs: logs.map(({ address = '', topics = [], data = '' }) => ({
      address: toBase58(ADDRESS_PREFIX + address),
      topics,
      data,
    })),
    energyUsed,
    fee,
  };
}

async function reasonOf({ message, status, output }: MinedContract, abi: Abi): Promise<string> {
  if (status !== 'REVERT') return textOf(message);
  const { describeRevert } = await import('../abi/coder.ts');
  return describeRevert(output, abi);
}
