import { type Address } from '../../protocol/primitives.ts';
import { ENERGY } from '../code/energy-schedule.ts';
import { OP } from '../code/opcodes.ts';
import { charge } from '../machine/charging.ts';
import { type Execution, addInternalTransaction } from '../machine/execution.ts';
import { type Frame, assertNotStatic } from '../machine/frame.ts';
import { pushLong, pushNumber } from '../machine/push.ts';
import { lowInt, lowLong, readAddress, signedLong } from '../words/stack.ts';
import { type PendingInternalTransaction } from '../world/internal-transaction.ts';
import { type ResourceCode } from '../world/world-state.ts';
import { type Handler } from './handler.ts';

/** The resource by the low 32 bits of a word, as version 1 and all notes read it. */
function resourceByInt(execution: Execution, word: number): ResourceCode {
  const code = lowInt(execution.stack, word);
  return code === 0 || code === 1 || code === 2 ? code : -1;
}

/** The resource by the whole word, as version 2 reads it. */
function resourceByWord(execution: Execution, word: number): ResourceCode {
  const code = execution.stack.small[word]!;
  return code === 0 || code === 1 || code === 2 ? code : -1;
}

const names: Readonly<Record<ResourceCode, string>> = {
  0: 'Bandwidth',
  1: 'Energy',
  2: 'TronPower',
  [-1]: 'UnknownType',
};

function resourceName(execution: Execution, word: number): string {
  return names[resourceByInt(execution, word)];
}

/** Adds an internal transaction, attempts the operation and pushes 1 or 0; a failed one is marked rejected. */
function attempt(
  execution: Execution,
  frame: Frame,
  { operands, value, note, receiver }: { operands: number; value: bigint; note: string; receiver?: Address },
  operate: (internal: PendingInternalTransaction) => boolean,
): void {
  const owner = frame.message.address;
  const internal = addInternalTransaction(execution, frame, {
    caller: owner,
    transferTo: receiver ?? owner,
    value,
    note,
  });
  const snapshot = execution.state.snapshot();
  const done = operate(internal);
  if (!done) {
    execution.state.restore(snapshot);
    internal.rejected = true;
  }
  frame.top -= operands;
  pushNumber(execution, frame, done ? 1 : 0);
}

function freeze(execution: Execution, frame: Frame): void {
  const { state, rules, stack } = execution;
  const receiver = readAddress(stack, frame.top - 3);
  charge(execution, frame, OP.FREEZE, ENERGY.freeze + (state.hasAccount(receiver) ? 0 : ENERGY.newAccount));
  if (rules.vote) assertNotStatic(frame);
  if (rules.freezeV2) {
    frame.top -= 3;
    pushNumber(execution, frame, 0);
    return;
  }
  const resourceWord = frame.top - 1;
  const amount = signedLong(stack, frame.top - 2);
  const code = resourceByInt(execution, resourceWord);
  const note = `freezeFor${resourceName(execution, resourceWord)}`;
  attempt(execution, frame, { operands: 3, value: lowLong(stack, frame.top - 2), note, receiver }, () => {
    if (amount === undefined) return false;
    const resource = code === 2 ? -1 : code;
    return state.stakes.freezeV1({ owner: frame.message.address, receiver, amount, resource });
  });
}

function unfreeze(execution: Execution, frame: Frame): void {
  const { state, rules, stack } = execution;
  if (rules.vote) assertNotStatic(frame);
  const receiver = readAddress(stack, frame.top - 2);
  const code = resourceByInt(execution, frame.top - 1);
  const note = `unfreezeFor${resourceName(execution, frame.top - 1)}`;
  attempt(execution, frame, { operands: 2, value: 0n, note, receiver }, (internal) => {
    const resource = code === 2 ? -1 : code;
    const amount = state.stakes.unfreezeV1({ owner: frame.message.address, receiver, resource });
    if (amount !== undefined) internal.value = amount;
    return amount !== undefined;
  });
}

/** An operation on an amount and a resource, the second and first word from the top. */
function amountOperation(
  execution: Execution,
  frame: Frame,
  { prefix, operands, receiver }: { prefix: string; operands: number; receiver?: Address },
  operate: (amount: bigint, resource: ResourceCode) => boolean,
): void {
  assertNotStatic(frame);
  const { stack } = execution;
  const amount = signedLong(stack, frame.top - 2);
  const resource = resourceByWord(execution, frame.top - 1);
  const note = prefix + resourceName(execution, frame.top - 1);
  const value = lowLong(stack, frame.top - 2);
  attempt(
    execution,
    frame,
    { operands, value, note, ...(receiver !== undefined && { receiver }) },
    () => amount !== undefined && operate(amount, resource),
  );
}

/** Adds an internal transaction for expired unfreezes that an operation paid out. */
function addWithdrawal(execution: Execution, frame: Frame, value: bigint, note: string): void {
  if (value <= 0n) return;
  const owner = frame.message.address;
  addInternalTransaction(execution, frame, { caller: owner, transferTo: owner, value, note });
}

function unfreezeV2(execution: Execution, frame: Frame): void {
  amountOperation(execution, frame, { prefix: 'unfreezeBalanceV2For', operands: 2 }, (amount, resource) => {
    const expired = execution.state.stakes.unfreezeV2({ owner: frame.message.address, amount, resource });
    if (expired !== undefined) {
      addWithdrawal(execution, frame, expired, 'withdrawExpireUnfreezeWhileUnfreezing');
    }
    return expired !== undefined;
  });
}

function cancelAllUnfreezeV2(execution: Execution, frame: Frame): void {
  assertNotStatic(frame);
  attempt(execution, frame, { operands: 0, value: 0n, note: 'cancelAllUnfreezeV2' }, () => {
    const expired = execution.state.stakes.cancelAllUnfreezeV2(frame.message.address);
    if (expired !== undefined) {
      addWithdrawal(execution, frame, expired, 'withdrawExpireUnfreezeWhileCanceling');
    }
    return expired !== undefined;
  });
}

function withdrawExpireUnfreeze(execution: Execution, frame: Frame): void {
  assertNotStatic(frame);
  const owner = frame.message.address;
  const internal = addInternalTransaction(execution, frame, {
    caller: owner,
    transferTo: owner,
    value: 0n,
    note: 'withdrawExpireUnfreeze',
  });
  const amount = execution.state.stakes.withdrawExpireUnfreeze(owner);
  if (amount === undefined) internal.rejected = true;
  else internal.value = amount;
  pushLong(execution, frame, amount ?? 0n);
}

/** The network's own instructions for staking. The ledger does the staking. */
export const stakingHandlers: Readonly<Record<number, Handler>> = {
  [OP.FREEZE]: freeze,
  [OP.UNFREEZE]: unfreeze,
  [OP.FREEZEEXPIRETIME]: (execution, frame) => {
    const target = readAddress(execution.stack, frame.top - 2);
    const resource = resourceByInt(execution, frame.top - 1);
    const owner = frame.message.address;
    frame.top -= 2;
    pushLong(execution, frame, execution.state.stakes.freezeV1ExpireTime({ owner, target, resource }) / 1000n);
  },
  [OP.FREEZEBALANCEV2]: (execution, frame) => {
    const owner = frame.message.address;
    amountOperation(execution, frame, { prefix: 'freezeBalanceV2For', operands: 2 }, (amount, resource) =>
      execution.state.stakes.freezeV2({ owner, amount, resource }),
    );
  },
  [OP.UNFREEZEBALANCEV2]: unfreezeV2,
  [OP.CANCELALLUNFREEZEV2]: cancelAllUnfreezeV2,
  [OP.WITHDRAWEXPIREUNFREEZE]: withdrawExpireUnfreeze,
  [OP.DELEGATERESOURCE]: (execution, frame) => {
    const owner = frame.message.address;
    const receiver = readAddress(execution.stack, frame.top - 3);
    const request = { prefix: 'delegateResourceOf', operands: 3, receiver };
    amountOperation(execution, frame, request, (amount, resource) =>
      execution.state.stakes.delegateResource({ owner, receiver, amount, resource }),
    );
  },
  [OP.UNDELEGATERESOURCE]: (execution, frame) => {
    const owner = frame.message.address;
    const receiver = readAddress(execution.stack, frame.top - 3);
    const request = { prefix: 'unDelegateResourceOf', operands: 3, receiver };
    amountOperation(execution, frame, request, (amount, resource) =>
      execution.state.stakes.undelegateResource({ owner, receiver, amount, resource }),
    );
  },
};
