import { type NetworkDescription } from '../../network/network-description.ts';
import { hexToBytes } from '../../protocol/hex.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { rememberLatest } from '../../protocol/remember-latest.ts';
import { firstBlock, getBlock } from '../../state/accessors/blocks.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';
import { executeMessage, type ExecutionOutcome } from '../../vm/execute.ts';
import { type BlockContext } from '../../vm/machine/execution.ts';
import { type Tracing } from '../../vm/machine/trace.ts';
import { createWorldState } from '../contracts/ledger-world-state.ts';
import { rulesOfState } from '../contracts/rules-of-state.ts';
import { chainError } from '../ledger-errors.ts';
import { type ContractRunPlan } from '../transactions/transaction-type.ts';
import { type BlockOfTransaction } from './block.ts';

/** The node's error message for a failed run. */
export function runtimeErrorOf(executed: ExecutionOutcome): string | undefined {
  if (executed.status === 'revert') return 'REVERT opcode executed';
  return executed.exception?.message;
}

export interface RunOptions {
  readonly network: NetworkDescription<bigint>;
  readonly transactionId: () => Hex;
  readonly energyLimit: bigint;
  readonly block: BlockOfTransaction;
  readonly effects: 'commit' | 'discard';
  /** Steps after which the run is out of time; may be infinite. */
  readonly stepLimit: number;
  readonly tracing?: Tracing;
}

/** Runs a plan in the virtual machine. @throws ChainError if the run cannot start. */
export function runPlan(state: State, plan: ContractRunPlan, options: RunOptions): ExecutionOutcome {
  const { network, transactionId, energyLimit, block, effects, stepLimit, tracing } = options;
  plan.prepare(state);
  const max = BigInt(Number.MAX_SAFE_INTEGER);
  const result = executeMessage({
    state: createWorldState(state),
    rules: rulesOfState(state, network),
    block: blockContext(state, block),
    message: {
      kind: plan.kind,
      caller: plan.caller,
      to: plan.contract,
      data: plan.data,
      callValue: plan.callValue,
      tokenValue: plan.tokenValue,
      tokenId: plan.tokenId,
      txID: () => hexToBytes(transactionId()),
    },
    energyLimit: energyLimit < max ? energyLimit : max,
    effects,
    stepLimit,
    ...tracing,
  });
  if (result.status === 'rejected') throw chainError(result.className, result.message);
  return result;
}

/** The id of block 0, which is the same for all executions of a chain. */
const idBytes = /* @__PURE__ */ rememberLatest(({ id }: StoredBlock) => hexToBytes(id));

/** A block as contracts see it. */
function blockContext(state: State, { number, timestamp, witness }: BlockOfTransaction): BlockContext {
  return {
    number,
    timestamp,
    coinbase: witness,
    cycle: state.root.properties.cycle,
    genesisBlockID: idBytes(firstBlock(state.root)),
    blockID(earlier) {
      const block = getBlock(state, earlier);
      return block === undefined ? undefined : hexToBytes(block.id);
    },
  };
}
