import { scaled } from '@coin/test-kit/scaled';
import { assert, asyncProperty, oneof } from 'fast-check';
import { expect, test } from 'vitest';
import { type ForkedNode } from '../../src/fork/index.ts';
import { createMockNode, type MockNode } from '../../src/index.ts';
import { actionOf, type Step, type Walk } from '../support/actions.ts';
import { ask, readEverything, readRewards, saysUnknown } from '../support/fork-reads.ts';
import { forkOf } from '../support/fork-upstream.ts';
import { signAction } from '../support/sign-action.ts';
import {
  continueWalk,
  createWalkNode,
  networkSetups,
  startWalk,
  steps,
  takeStep,
  tokenSteps,
  type NetworkSetup,
} from '../support/walk.ts';
import { withinTime } from '../support/within-time.ts';

const DAY = 86_400_000;
/** After two blocks of each witness that a setup has, all earlier blocks are solid and in the database. */
const SOLID_BLOCKS = 14;

/** Of accounts, stakes and contracts, or of tokens and what is traded. */
const anySteps = oneof(steps, tokenSteps);

/** A network that differs from the main network in nothing that no interface tells. */
const createLiveNode = (setup: NetworkSetup): MockNode =>
  createWalkNode(setup, { activeOperations: createMockNode().network.activeOperations });

/** By the energy state of a contract that was deployed lately a fork knows the number of the cycle. */
const deployment: Step = { kind: 'deploy', sender: 2, receiver: 0, amount: 1, choice: 0 };

async function walkOn(setup: NetworkSetup, list: readonly Step[]): Promise<Walk> {
  const walk = startWalk(createLiveNode(setup));
  for (const step of [...list, deployment]) await takeStep(walk, step);
  return walk;
}

// Every first answer of a fork needs records that it has not read: none of them may become an error of the ledger.

test('a fork answers every question as its network does', async () => {
  await assert(
    asyncProperty(networkSetups, anySteps, async (setup, list) => {
      const walk = await walkOn(setup, list);
      const fork = await forkOf(walk.node);
      expect(await readEverything(fork, walk)).toEqual(await readEverything(walk.node, walk));
      expect(await readRewards(fork, walk)).toEqual(await readRewards(walk.node, walk));
    }),
    { numRuns: scaled(2), ...withinTime },
  );
});

test('a fork executes later transactions as its network does', async () => {
  await assert(
    asyncProperty(networkSetups, anySteps, anySteps, async (setup, first, second) => {
      const { live, walk, fork } = await forkAtRest(setup, first);
      live.mine(SOLID_BLOCKS);
      await fork.mine(SOLID_BLOCKS);
      for (const step of second) {
        await takeStepOnBoth(walk, fork, step);
      }
      expect(await readEverything(fork, walk)).toEqual(await readEverything(live, walk));
    }),
    { numRuns: scaled(2), ...withinTime },
  );
});

// docs/fork-limits.md, What a result depended on.
test('until its first blocks are solid, a fork differs from its network in asset_optimized alone', async () => {
  const withoutFlag = (answers: Readonly<Record<string, string>>) =>
    Object.entries(answers).map(([question, answer]) => [question, answer.replace(/,"asset_optimized": true/, '')]);
  await assert(
    asyncProperty(networkSetups, anySteps, async (setup, list) => {
      const { live, walk, fork } = await forkAtRest(setup, list);
      for (let block = 0; block < SOLID_BLOCKS; block++) {
        live.mine();
        await fork.mine();
        expect(withoutFlag(await readEverything(fork, walk))).toEqual(withoutFlag(await readEverything(live, walk)));
      }
      expect(await readEverything(fork, walk)).toEqual(await readEverything(live, walk));
    }),
    { numRuns: scaled(2), ...withinTime },
  );
});

/**
 * A network after a maintenance that has counted all votes, with no resource in use; a fork of it; and the network as
 * it continues, on another node, because the fork reads from the first one later.
 */
async function forkAtRest(
  setup: NetworkSetup,
  list: readonly Step[],
): Promise<{ readonly live: MockNode; readonly walk: Walk; readonly fork: ForkedNode }> {
  const before = await walkOn(setup, list);
  before.node.advanceTime(2 * DAY);
  before.node.mine();
  const live = createLiveNode(setup);
  live.load(before.node.dump());
  return { live, walk: continueWalk(before, live), fork: await forkOf(before.node) };
}

/** Takes a step on the network and on its fork, unless the fork cannot know what the step needs. */
async function takeStepOnBoth(walk: Walk, fork: ForkedNode, step: Step): Promise<void> {
  const { node } = walk;
  const time = timeOf(step);
  if (time !== undefined) {
    node.advanceTime(time);
    await fork.advanceTime(time);
    node.mine();
    await fork.mine();
    return;
  }
  if (step.kind === 'next-cycle') {
    node.advanceCycle();
    await fork.advanceCycle();
    return;
  }
  const action = await actionOf(walk, step);
  const signed = action && (await signAction(walk, step.sender, action));
  if (action === undefined || signed === undefined) return;
  const answer = await ask(fork, 'broadcasttransaction', signed);
  if (saysUnknown(answer)) return;
  expect(answer).toBe(await ask(node, 'broadcasttransaction', signed));
  const { txID: value } = signed;
  expect(await ask(fork, 'gettransactioninfobyid', { value })).toBe(
    await ask(node, 'gettransactioninfobyid', { value }),
  );
  action.onAccepted?.(signed);
}

function timeOf({ kind, amount, choice }: Step): number | undefined {
  if (kind === 'wait') return (amount % 600) * 1000;
  return kind === 'wait-days' ? (choice % 15) * DAY : undefined;
}
