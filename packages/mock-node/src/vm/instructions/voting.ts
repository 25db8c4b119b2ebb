import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58check } from '@scure/base';
import { fitsLong } from '../../protocol/java/long.ts';
import { ENERGY, MEMORY_LIMIT } from '../code/energy-schedule.ts';
import { OP } from '../code/opcodes.ts';
import { charge, expansionEnergy } from '../machine/charging.ts';
import { type Execution, addInternalTransaction } from '../machine/execution.ts';
import { FrameException, outOfMemory } from '../machine/frame-exception.ts';
import { type Frame, assertNotStatic } from '../machine/frame.ts';
import { extendMemory } from '../machine/memory.ts';
import { pushLong, pushNumber } from '../machine/push.ts';
import { intSafe, readBigint } from '../words/stack.ts';
import { type Vote } from '../world/world-state.ts';
import { type Handler } from './handler.ts';

const WORD_MASK = (1n << 256n) - 1n;
const MAX_INT32 = 0x7fff_ffff;

/** End of the memory of an array of words. Its length word counts only with the energy adjustment. */
function arrayEnd(execution: Execution, lengthWord: number, offsetWord: number): bigint {
  const { energyAdjustment, osaka } = execution.rules;
  const exactSize = readBigint(execution.stack, lengthWord) * 32n + (energyAdjustment || osaka ? 32n : 0n);
  const size = osaka ? exactSize : exactSize & WORD_MASK;
  return size === 0n ? 0n : readBigint(execution.stack, offsetWord) + size;
}

/** A word of memory as a Java int, at most its maximum. The memory grows without being charged. */
function memoryInt(frame: Frame, offset: number): number {
  if (offset > MAX_INT32 - 32) throw new FrameException('ArithmeticException', 'integer overflow');
  extendMemory(frame.memory, offset, 32);
  // Nothing can have been written beyond the limit.
  if (offset + 32 > MEMORY_LIMIT) return 0;
  const { view } = frame.memory;
  for (let i = 0; i < 28; i++) if (view.getUint8(offset + i) !== 0) return MAX_INT32;
  return Math.min(view.getUint32(offset + 28), MAX_INT32);
}

function readWord(frame: Frame, offset: number): bigint {
  let word = 0n;
  for (let i = 0; i < 32; i += 8) word = (word << 64n) | frame.memory.view.getBigUint64(offset + i);
  return word;
}

interface VoteArrays {
  readonly witnesses: number;
  readonly amounts: number;
  readonly count: number;
}

/** The votes of both arrays; undefined if an amount exceeds int64 or an array exceeds every memory. */
function readVotes(frame: Frame, { witnesses, amounts, count }: VoteArrays): readonly Vote[] | undefined {
  if (count * 32 > MAX_INT32 || witnesses + 32 > MAX_INT32 || amounts + 32 > MAX_INT32) return undefined;
  const length = count * 32;
  if (Math.max(witnesses, amounts) + 32 + length > MEMORY_LIMIT) throw outOfMemory('VOTEWITNESS');
  extendMemory(frame.memory, witnesses + 32, length);
  extendMemory(frame.memory, amounts + 32, length);
  const votes: Vote[] = [];
  for (let i = 0; i < count; i++) {
    const address = readWord(frame, witnesses + 32 * (i + 1)) & ((1n << 160n) - 1n);
    const amount = BigInt.asIntN(256, readWord(frame, amounts + 32 * (i + 1)));
    if (!fitsLong(amount)) return undefined;
    votes.push({ witness: `41${address.toString(16).padStart(40, '0')}`, count: amount });
  }
  return votes;
}

function votesJson(votes: readonly Vote[]): string {
  const encoder = base58check(sha256);
  const entries = votes.map(({ witness, count }) => {
    return `{"vote_address":"${encoder.encode(hexToBytes(witness))}","vote_count":${count}}`;
  });
  return `{"votes":[${entries.join(',')}]}`;
}

function voteWitness(execution: Execution, frame: Frame): void {
  const { stack, state } = execution;
  const top = frame.top;
  const amountsEnd = arrayEnd(execution, top - 1, top - 2);
  const witnessesEnd = arrayEnd(execution, top - 3, top - 4);
  const end = Number(amountsEnd > witnessesEnd ? amountsEnd : witnessesEnd);
  charge(execution, frame, OP.VOTEWITNESS, ENERGY.voteWitness + expansionEnergy(frame, OP.VOTEWITNESS, end));
  assertNotStatic(frame);
  const [amountCount, amounts, witnessCount, witnesses] = [1, 2, 3, 4].map((i) => intSafe(stack, top - i)) as [
    number,
    number,
    number,
    number,
  ];
  frame.top -= 4;
  const owner = frame.message.address;
  const internal = addInternalTransaction(execution, frame, {
    caller: owner,
    transferTo: '',
    value: 0n,
    note: 'voteWitness',
  });
  if (memoryInt(frame, witnesses) !== witnessCount || memoryInt(frame, amounts) !== amountCount) {
    throw new FrameException(
      'BytecodeExecutionException',
      'TVM VoteWitness: memory array length do not match length parameter!',
    );
  }
  // Arrays of different lengths fail without marking the internal transaction as rejected.
  if (witnessCount !== amountCount) {
    pushNumber(execution, frame, 0);
    return;
  }
  const votes = readVotes(frame, { witnesses, amounts, count: witnessCount });
  let done = false;
  if (votes !== undefined) {
    internal.extra = votesJson(votes);
    const snapshot = state.snapshot();
    done = state.votes.voteWitness({ owner, votes });
    if (!done) state.restore(snapshot);
  }
  if (!done) internal.rejected = true;
  pushNumber(execution, frame, done ? 1 : 0);
}

function withdrawReward(execution: Execution, frame: Frame): void {
  assertNotStatic(frame);
  const owner = frame.message.address;
  const internal = addInternalTransaction(execution, frame, {
    caller: owner,
    transferTo: owner,
    value: 0n,
    note: 'withdrawReward',
  });
  const now = Math.floor(execution.block.timestamp / 1000) * 1000;
  const snapshot = execution.state.snapshot();
  const reward = execution.state.votes.withdrawReward({ owner, now });
  if (reward === undefined) {
    execution.state.restore(snapshot);
    internal.rejected = true;
  } else {
    internal.value = reward;
  }
  pushLong(execution, frame, reward ?? 0n);
}

/** The network's own instructions for votes and rewards. The ledger keeps them. */
export const votingHandlers: Readonly<Record<number, Handler>> = {
  [OP.VOTEWITNESS]: voteWitness,
  [OP.WITHDRAWREWARD]: withdrawReward,
};
