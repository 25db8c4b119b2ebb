import { readContract } from '../ledger/execution/prepared-transaction.ts';
import { type ContractTypeName } from '../protocol/messages/enumerations.ts';
import { type TransactionMessage } from '../protocol/messages/messages.ts';
import { packContract, type PackedContract } from '../protocol/messages/packed-contract.ts';
import { type MessageSchema } from '../protocol/messages/schema.ts';
import { finalBlock, headBlock, headSlot, headTime } from '../state/accessors/blocks.ts';
import { type State } from '../state/root.ts';
import { latestState, now, passRequest, solidState, type Chain } from './chain.ts';

/** The time from the head block to the expiration of a built transaction. */
const LIFETIME = 60_000;

interface WrapOptions {
  readonly feeLimit?: bigint;
}

/**
 * Validates a contract against the ledger with its pending transactions, and wraps it in a transaction.
 *
 * Source: docs/protocol/transfers.md, Fields the node fills.
 *
 * @throws ContractValidateError with the node's message.
 */
export function buildTransaction<Contract>(
  chain: Chain,
  schema: MessageSchema<Contract, ContractTypeName>,
  contract: Contract,
  options: WrapOptions = {},
): TransactionMessage {
  const state = latestState(chain);
  const packed = packContract(schema, contract);
  validateForBuild(chain, state, packed);
  passRequest(chain);
  return wrap(chain, state, packed, options);
}

function validateForBuild({ network }: Chain, state: State, packed: PackedContract): void {
  const call = readContract(packed);
  if (call.kind === 'contract-run') call.checkBuild();
  else call.validate({ state, network, now: headTime(state), slot: headSlot(state), phase: 'build' });
}

/** Wraps a contract in a transaction without validating it. */
export function wrapContract<Contract>(
  chain: Chain,
  state: State,
  {
    schema,
    contract,
    feeLimit = 0n,
  }: {
    readonly schema: MessageSchema<Contract, ContractTypeName>;
    readonly contract: Contract;
  } & WrapOptions,
): TransactionMessage {
  return wrap(chain, state, packContract(schema, contract), { feeLimit });
}

/** Fills in a reference to the last solid block, the expiration and the clock's time. */
function wrap(chain: Chain, state: State, packed: PackedContract, { feeLimit = 0n }: WrapOptions): TransactionMessage {
  // A lag set by an option applies here too. A transaction then outlives any block that can still be replaced.
  const { id } = chain.solidityLag === undefined ? finalBlock(state) : headBlock(solidState(chain));
  return {
    raw_data: {
      ref_block_bytes: id.slice(12, 16),
      ref_block_num: 0n,
      ref_block_hash: id.slice(16, 32),
      expiration: BigInt(headTime(state) + LIFETIME),
      auths: [],
      data: '',
      contract: [{ ...packed, provider: '', ContractName: '', Permission_id: 0 }],
      scripts: '',
      timestamp: BigInt(now(chain)),
      fee_limit: feeLimit,
    },
    signature: [],
    ret: [],
  };
}
