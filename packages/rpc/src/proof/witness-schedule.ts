import { type Address } from '@coin/units';
import { toAddress } from '../address/address.ts';
import { argumentInvalid, integerArgument, listArgument, objectArgument } from '../encoding/arguments.ts';
import { RpcError } from '../errors.ts';
import { type Header } from './block-bytes.ts';

/** An active witness, and the key that signs its blocks. */
export interface ScheduledWitness {
  readonly address: Address;
  /** The address of the key of its witness permission; its own address if it has none. */
  readonly signer: Address;
}

/** The witnesses between two maintenances. Times in milliseconds since 1970. */
export interface WitnessCycle {
  /** The time of the maintenance that put the list into force. */
  readonly from: number;
  /** The time of the next maintenance, after `from`. */
  readonly until: number;
  /** The active witnesses in the order of their turns, at least one. */
  readonly witnesses: readonly ScheduledWitness[];
}

/** The witnesses that a proof trusts: their turns and their keys. */
export interface WitnessSchedule {
  /** The time of block 0, in milliseconds since 1970. */
  readonly genesisTime: number;
  /** One or more cycles, the oldest first. They may have gaps, in which nothing can be proven. */
  readonly cycles: readonly WitnessCycle[];
}

const BLOCK_INTERVAL_MS = 3000;
const SKIPPED_SLOTS = 2;

/** A copy of a schedule, with all its parts checked. */
export function scheduleArgument(schedule: WitnessSchedule): WitnessSchedule {
  const { genesisTime, cycles } = objectArgument('witnesses', schedule);
  integerArgument('witnesses.genesisTime', genesisTime);
  let previous = 0;
  const read = listArgument('witnesses.cycles', cycles).map((cycle) => {
    const { from, until, witnesses } = objectArgument('an item of witnesses.cycles', cycle);
    integerArgument('from of witnesses.cycles', from, { min: previous });
    previous = integerArgument('until of witnesses.cycles', until, { min: from + 1 });
    const list = listArgument('witnesses of a cycle', witnesses).map((witness) => {
      const { address, signer } = objectArgument('an item of witnesses', witness);
      return { address: toAddress(address), signer: toAddress(signer) };
    });
    if (list.length === 0) throw argumentInvalid('witnesses of a cycle', witnesses, 'a list of at least one witness');
    return { from, until, witnesses: list };
  });
  return { genesisTime, cycles: read };
}

/** The cycle of the blocks after a block of this time. Source: docs/protocol/proofs.md, Whose turn it is. */
export function cycleAfter({ cycles }: WitnessSchedule, { number, time }: Header): WitnessCycle {
  const cycle = cycles.find(({ from, until }) => from <= time && time < until);
  if (cycle === undefined)
    throw new RpcError('WITNESSES_UNKNOWN', {
      number,
      reason: `No cycle of witnesses covers block ${number} at ${time} ms. Add the cycle.`,
    });
  return cycle;
}

/**
 * The witness whose turn a block is; undefined if the block's time is before its first slot. Block 1 has no turn.
 *
 * Source: docs/protocol/proofs.md, Whose turn it is.
 */
export function findProducer(
  schedule: WitnessSchedule,
  { time, parent, grandparent }: { time: number; parent: Header; grandparent: Header },
): ScheduledWitness | undefined {
  const { genesisTime } = schedule;
  const { from, witnesses } = cycleAfter(schedule, parent);
  const isAfterMaintenance = parent.number === 1 || grandparent.time < from;
  const elapsed = parent.time - genesisTime;
  const firstSlot = parent.time - (elapsed % BLOCK_INTERVAL_MS) + BLOCK_INTERVAL_MS;
  const slot = Math.floor((time - firstSlot) / BLOCK_INTERVAL_MS) + 1 - (isAfterMaintenance ? SKIPPED_SLOTS : 0);
  if (slot < 1) return undefined;
  return witnesses[(Math.floor(elapsed / BLOCK_INTERVAL_MS) + slot) % witnesses.length];
}

/**
 * How many of the active witnesses must have produced a block or a later one, before it is solid.
 *
 * Source: docs/protocol/proofs.md, When a block is solid.
 */
export const witnessesNeeded = (count: number): number => count - Math.trunc(count * (1 - 0.7));
