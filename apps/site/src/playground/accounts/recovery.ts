import { getAccountResources } from '@coin/rpc';
import { type Stage } from './stage.ts';

/** What an account has used of its resources and not recovered yet, some time from now. */
export interface RecoveryPoint {
  readonly minutes: number;
  readonly freeBandwidth: bigint;
  readonly stakedBandwidth: bigint;
  readonly energy: bigint;
}

const STEP_MINUTES = 30;
const DAY_MINUTES = 24 * 60;
const MINUTE = 60_000;

/**
 * How the resources of an account recover: the node's time is moved forward, and afterwards back.
 *
 * @param shown - the number of the account
 */
export async function recoveryOf(
  { node, client, actors }: Stage,
  shown: number,
  report: (share: number) => void,
): Promise<readonly RecoveryPoint[]> {
  const address = actors[shown - 1]?.address ?? '';
  const now = node.snapshot();
  const points: RecoveryPoint[] = [];
  for (let minutes = 0; minutes <= DAY_MINUTES; minutes += STEP_MINUTES) {
    if (minutes > 0) {
      node.advanceTime(minutes * MINUTE);
      node.mine();
    }
    const resources = await getAccountResources(client, { address });
    points.push({
      minutes,
      freeBandwidth: resources?.freeBandwidth.used ?? 0n,
      stakedBandwidth: resources?.stakedBandwidth.used ?? 0n,
      energy: resources?.energy.used ?? 0n,
    });
    node.revert(now);
    report(minutes / DAY_MINUTES);
  }
  return points;
}
