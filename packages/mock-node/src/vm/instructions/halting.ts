import { type Address } from '../../protocol/primitives.ts';
import { STEP } from '../code/code-analysis.ts';
import { ENERGY } from '../code/energy-schedule.ts';
import { OP } from '../code/opcodes.ts';
import { charge, expansionEnergy, memoryEnd } from '../machine/charging.ts';
import { addInternalTransaction, type Execution } from '../machine/execution.ts';
import { FrameException } from '../machine/frame-exception.ts';
import { type Frame, assertNotStatic } from '../machine/frame.ts';
import { readMemory } from '../machine/memory.ts';
import { readAddress } from '../words/stack.ts';
import { type PendingInternalTransaction } from '../world/internal-transaction.ts';
import { coinTransferError, createMissingAccount, transferCoin } from '../world/value-transfer.ts';
import { type Handler, type RunOutcome } from './handler.ts';

function output(execution: Execution, frame: Frame, opcode: number): RunOutcome {
  const { small } = execution.stack;
  const end = memoryEnd(execution, frame.top - 1, frame.top - 2);
  charge(execution, frame, opcode, expansionEnergy(frame, opcode, end));
  frame.output = readMemory(frame.memory, small[frame.top - 1]!, small[frame.top - 2]!);
  frame.top -= 2;
  return 'ended';
}

/** Transfers all coin and tokens of a contract that destroys itself. */
function transferEverything(execution: Execution, owner: Address, beneficiary: Address, balance: bigint): void {
  const { state, rules } = execution;
  if (beneficiary === owner) {
    state.addBalance(owner, -balance);
    if (rules.transferTrc10) {
      state.addBalance(state.blackhole, balance);
      state.transferAllTokens({ from: owner, to: state.blackhole });
    }
    return;
  }
  createMissingAccount(state, rules, beneficiary);
  const error = balance === 0n ? undefined : coinTransferError(state, owner, beneficiary, balance);
  if (error !== undefined) {
    if (!rules.constantinople) throw new FrameException('BytecodeExecutionException', 'transfer failure');
    throw new FrameException('TransferException', `transfer all token or transfer all trx failed in suicide: ${error}`);
  }
  if (balance !== 0n) transferCoin(state, owner, beneficiary, balance);
  if (!rules.transferTrc10) return;
  if (!state.hasAccount(beneficiary)) {
    throw new FrameException(
      'NullPointerException',
      'Cannot invoke "org.tron.core.capsule.AccountCapsule.importAllAsset()" because "toAccountCap" is null',
    );
  }
  state.transferAllTokens({ from: owner, to: beneficiary });
}

/** Passes stakes on. @returns expired unfreezes that became balance, in small units. */
function transferStakes(execution: Execution, frame: Frame, owner: Address, beneficiary: Address): bigint {
  const { state, rules } = execution;
  const receiver = beneficiary === owner ? state.blackhole : beneficiary;
  if (rules.freeze) state.stakes.inheritStakeV1({ owner, beneficiary: receiver });
  if (!rules.freezeV2) return 0n;
  const expired = state.stakes.inheritStakeV2({ owner, beneficiary: receiver });
  if (expired > 0n) {
    addInternalTransaction(execution, frame, {
      caller: owner,
      transferTo: receiver,
      value: expired,
      note: 'withdrawExpireUnfreezeWhileSuiciding',
    });
  }
  return expired;
}

function selfDestruct(execution: Execution, frame: Frame): RunOutcome {
  const { state, rules } = execution;
  const owner = frame.message.address;
  const beneficiary = readAddress(execution.stack, frame.top - 1);
  const isRestricted = rules.selfdestructRestriction;
  const newAccount = (rules.energyAdjustment || isRestricted) && !state.hasAccount(beneficiary);
  const base = isRestricted ? ENERGY.selfdestruct : ENERGY.zero;
  charge(execution, frame, OP.SUICIDE, base + (newAccount ? ENERGY.newAccount : 0));
  assertNotStatic(frame);
  if ((rules.freeze || rules.freezeV2) && !state.stakes.canSelfDestruct(owner)) {
    frame.reverted = true;
    return 'ended';
  }
  frame.top--;
  if (isRestricted && !execution.created.includes(owner)) {
    emptyContract(execution, frame, owner, beneficiary);
    return 'ended';
  }
  settleVotes(execution, owner);
  const internal = addSuicide(execution, frame, owner, beneficiary);
  transferEverything(execution, owner, beneficiary, internal.value);
  internal.value += transferStakes(execution, frame, owner, beneficiary);
  execution.destroyed.push(owner);
  return 'ended';
}

/** SELFDESTRUCT of a contract that the transaction did not create. It only moves everything to the beneficiary. */
function emptyContract(execution: Execution, frame: Frame, owner: Address, beneficiary: Address): void {
  const internal = addSuicide(execution, frame, owner, beneficiary);
  if (beneficiary === owner) return;
  settleVotes(execution, owner);
  internal.value = execution.state.getBalance(owner);
  transferEverything(execution, owner, beneficiary, internal.value);
  internal.value += transferStakes(execution, frame, owner, beneficiary);
}

function settleVotes({ state, rules, block }: Execution, owner: Address): void {
  if (!rules.vote) return;
  const now = Math.floor(block.timestamp / 1000) * 1000;
  if (state.votes.settleAndCancelVotes({ owner, now })) return;
  throw new FrameException('BytecodeExecutionException', 'Suicide: balance and allowance out of long range.');
}

function addSuicide(
  execution: Execution,
  frame: Frame,
  owner: Address,
  beneficiary: Address,
): PendingInternalTransaction {
  const { state } = execution;
  return addInternalTransaction(execution, frame, {
    caller: owner,
    transferTo: beneficiary,
    value: state.getBalance(owner),
    tokens: [...state.getTokenBalances(owner)],
    note: 'suicide',
  });
}

/** Instructions that end a frame, except STOP. */
export const haltHandlers: Readonly<Record<number, Handler>> = {
  [OP.RETURN]: (execution, frame) => output(execution, frame, OP.RETURN),
  [OP.REVERT]: (execution, frame) => {
    const outcome = output(execution, frame, OP.REVERT);
    frame.reverted = true;
    return outcome;
  },
  [OP.SUICIDE]: selfDestruct,
  [STEP.INVALID]: (_execution, _frame, code) => {
    const digits = code.toString(16).padStart(2, '0');
    throw new FrameException('IllegalOperationException', `Invalid operation code: opCode[${digits}];`);
  },
};
