import { STEP } from '../code/code-analysis.ts';
import { ENERGY } from '../code/energy-schedule.ts';
import { addInternal } from '../machine/execution.ts';
import type { Execution } from '../machine/execution.ts';
import type { Frame } from '../machine/frame.ts';
import { charge, expansionEnergy, memoryEnd } from '../machine/charging.ts';
import { FrameException, staticModification } from '../machine/frame-exception.ts';
import { readMemory } from '../machine/memory.ts';
import { OP } from '../code/opcodes.ts';
import { readAddress } from '../words/stack.ts';
import { coinTransferError, createMissingAccount, moveCoin } from '../world/value-transfer.ts';
import type { Address } from '../../protocol/primitives.ts';
import type { Handler, RunOutcome } from './handler.ts';

function output(execution: Execution, frame: Frame, opcode: number): RunOutcome {
  const { small } = execution.stack;
  const end = memoryEnd(execution, frame.top - 1, frame.top - 2);
  charge(execution, frame, opcode, expansionEnergy(frame, opcode, end));
  frame.output = readMemory(frame.memory, small[frame.top - 1]!, small[frame.top - 2]!);
  frame.top -= 2;
  return 'ended';
}

/** Moves all coin and tokens of a contract that destroys itself. */
function inheritValue(execution: Execution, owner: Address, heir: Address, balance: bigint): void {
  const { state, rules } = execution;
  if (heir === owner) {
    state.addBalance(owner, -balance);
    if (rules.transferTrc10) {
      state.addBalance(state.blackhole, balance);
      state.transferAllTokens(owner, state.blackhole);
    }
    return;
  }
  createMissingAccount(state, rules, heir);
  const error = balance === 0n ? undefined : coinTransferError(state, owner, heir, balance);
  if (error !== undefined) {
    if (!rules.constantinople) throw new FrameException('BytecodeExecutionException', 'transfer failure');
    throw new FrameException('TransferException', `transfer all token or transfer all trx failed in suicide: ${error}`);
  }
  if (balance !== 0n) moveCoin(state, owner, heir, balance);
  if (!rules.transferTrc10) return;
  if (!state.hasAccount(heir)) {
    throw new FrameException(
      'NullPointerException',
      'Cannot invoke "org.tron.core.capsule.AccountCapsule.importAllAsset()" because "toAccountCap" is null',
    );
  }
  state.transferAllTokens(owner, heir);
}

function inheritStakes(execution: Execution, frame: Frame, owner: Address, heir: Address): bigint {
  const { state, rules } = execution;
  const inheritor = heir === owner ? state.blackhole : heir;
  if (rules.freeze) state.stakes.inheritStakeV1(owner, inheritor);
  if (!rules.freezeV2) return 0n;
  const expired = state.stakes.inheritStakeV2(owner, inheritor);
  if (expired > 0n) {
    addInternal(execution, frame, {
      caller: owner,
      transferTo: inheritor,
      value: expired,
      note: 'withdrawExpireUnfreezeWhileSuiciding',
    });
  }
  return expired;
}

function selfDestruct(execution: Execution, frame: Frame): RunOutcome {
  const { state, rules } = execution;
  const owner = frame.message.address;
  const heir = readAddress(execution.stack, frame.top - 1);
  const newAccount = rules.energyAdjustment && !state.hasAccount(heir);
  charge(execution, frame, OP.SUICIDE, newAccount ? ENERGY.newAccount : ENERGY.zero);
  if (frame.message.isStatic) throw staticModification();
  if ((rules.freeze || rules.freezeV2) && !state.stakes.canSelfDestruct(owner)) {
    frame.reverted = true;
    return 'ended';
  }
  frame.top--;
  if (rules.vote) {
    const now = Math.floor(execution.block.timestamp / 1000) * 1000;
    if (!state.votes.settleAndCancelVotes({ owner, now })) {
      throw new FrameException('BytecodeExecutionException', 'Suicide: balance and allowance out of long range.');
    }
  }
  const balance = state.getBalance(owner);
  const internal = addInternal(execution, frame, {
    caller: owner,
    transferTo: heir,
    value: balance,
    tokens: [...state.getTokenBalances(owner)],
    note: 'suicide',
  });
  inheritValue(execution, owner, heir, balance);
  internal.value += inheritStakes(execution, frame, owner, heir);
  execution.destroyed.push(owner);
  return 'ended';
}

/** Instructions that end a frame, STOP excepted. */
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
