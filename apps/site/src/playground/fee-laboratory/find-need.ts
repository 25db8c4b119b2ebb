import { type Outcome } from '../node/execute-call.ts';

/**
 * The least energy under which a call succeeds, found by executing it: the call under that, and under a unit less.
 *
 * An estimate is usually exact. A call that hands a stipend on needs more than it uses, one that looks at its energy
 * may need less; where it succeeds with some energy and fails with more, one of its borders is found.
 *
 * @param execute - executes the call under so many units of energy
 * @param estimate - units that are probably enough; with 0, a call that needs none, no limit is too low
 */
export async function findNeed(
  execute: (energy: bigint) => Promise<Outcome>,
  estimate: bigint,
): Promise<{ enough: Outcome; short: Outcome }> {
  let energy = estimate;
  let enough = await execute(energy);
  // Doubled until it is enough; the node rejects limits above its maximum.
  while (!enough.succeeded) enough = await execute((energy = energy * 2n + 1n));
  if (energy === 0n) return { enough, short: enough };
  let short = await execute(energy - 1n);
  let [low, high] = [0n, energy];
  if (!short.succeeded) return { enough, short };
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    const outcome = await execute(middle);
    if (outcome.succeeded) [high, enough] = [middle, outcome];
    else [low, short] = [middle, outcome];
  }
  return { enough, short: low === 0n ? await execute(0n) : short };
}
