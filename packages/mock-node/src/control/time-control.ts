import { type Chain, advanceClock, now } from '../chain/chain.ts';
import { earliestBlockTime, mineBlock } from '../chain/produce-block.ts';
import { argumentInvalid } from '../errors.ts';
import { slotOf, slotTime } from '../ledger/execution/schedule.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS, MAX_TIME } from '../protocol/time.ts';
import { headTime } from '../state/accessors/blocks.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { createState } from '../state/root.ts';
import { readInteger } from './arguments/control-arguments.ts';

/** Advances the clock by 0 milliseconds or more. The next block takes the slot that the clock has reached. */
export function advanceTime(chain: Chain, by: Milliseconds): void {
  readInteger('ms', by, { min: 0 });
  const most = MAX_TIME - now(chain);
  if (by > most) throw argumentInvalid('ms', by, `at most ${most}, which reaches the year 9999`);
  advanceClock(chain, now(chain) + by);
}

/**
 * Produces one block in the first slot that is `by` milliseconds or more after the clock and the head block. A time set
 * for the next block has no effect.
 */
export function increaseTime(chain: Chain, by: Milliseconds): void {
  readInteger('ms', by, { min: 0 });
  const start = Math.max(now(chain), headTime(createState(chain.ledger.head)));
  const most = MAX_TIME - BLOCK_INTERVAL_MS - start;
  if (by > most) throw argumentInvalid('ms', by, `at most ${most}, which reaches the year 9999`);
  mineAt(chain, firstSlotFrom(chain, start + by));
}

/**
 * Sets the time of the next block. It must be a slot's: a multiple of 3,000 after the genesis block, and not before the
 * first slot after the head block.
 */
export function setNextBlockTime(chain: Chain, time: Milliseconds): void {
  const state = createState(chain.ledger.head);
  const earliest = earliestBlockTime(chain);
  const isSlot =
    Number.isSafeInteger(time) && time <= MAX_TIME && time >= earliest && slotTime(state, slotOf(state, time)) === time;
  if (!isSlot) {
    throw argumentInvalid(
      'time',
      time,
      `the time of a slot in milliseconds, ${earliest} or later by a multiple of ${BLOCK_INTERVAL_MS}`,
    );
  }
  chain.ledger = { ...chain.ledger, nextBlockTime: time };
}

/** Produces the blocks of all slots until the head's time is at least `time`, but no more than `maxBlocks`. */
export function mineUntil(chain: Chain, time: Milliseconds, maxBlocks: number): void {
  const latest = headTime(createState(chain.ledger.head)) + maxBlocks * BLOCK_INTERVAL_MS;
  if (!Number.isSafeInteger(time) || time < 0 || time > MAX_TIME || time > latest) {
    const requirement = `milliseconds since 1970 up to ${Math.min(MAX_TIME, latest)}, ${maxBlocks} blocks from here`;
    throw argumentInvalid('time', time, `${requirement}; increaseTime skips slots`);
  }
  while (headTime(createState(chain.ledger.head)) < time) mineBlock(chain);
}

/** Produces the first block of the next maintenance cycle. */
export function advanceCycle(chain: Chain): StoredBlock {
  return mineAt(chain, firstSlotFrom(chain, chain.ledger.head.properties.nextMaintenanceTime));
}

function mineAt(chain: Chain, slot: Milliseconds): StoredBlock {
  chain.ledger = { ...chain.ledger, nextBlockTime: undefined };
  advanceClock(chain, slot);
  return mineBlock(chain);
}

/** The time of the first slot at a time or after it, and after the head block. */
export function firstSlotFrom(chain: Chain, time: Milliseconds): Milliseconds {
  const state = createState(chain.ledger.head);
  const slot = Math.max(1, slotOf(state, time));
  const start = slotTime(state, slot);
  return start < time ? slotTime(state, slot + 1) : start;
}
