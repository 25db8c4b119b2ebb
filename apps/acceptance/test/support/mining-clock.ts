// Real time: a pause ends in a later turn of the event loop, so other processes of the test go on in between.
import { type MockNode } from '@coin/mock-node';
import { type Clock } from '@coin/units';

/** The clock of a node that makes a block whenever something waits. */
export function createMiningClock(node: MockNode): Clock {
  return {
    now: node.now,
    async sleep(ms) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      node.advanceTime(ms);
      node.mine(1);
    },
  };
}
