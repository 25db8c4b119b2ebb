import { hexToBytes } from '@noble/hashes/utils.js';
import { array, constantFrom, integer, nat, oneof, record, type Arbitrary } from 'fast-check';
import { createMockNode, type MockNode, type NetworkDescription, type PresetName } from '../../src/index.ts';
import {
  actionOf,
  at,
  FIRST_WITNESS,
  SENDER_COUNT,
  type Action,
  type Step,
  type StepKind,
  type Walk,
} from './actions.ts';
import { post } from './post.ts';
import { signId } from './sign-id.ts';

const kinds: readonly StepKind[] = [
  'transfer',
  'transfer',
  'transfer-to-new-account',
  'memo',
  'create-account',
  'freeze',
  'freeze',
  'unfreeze',
  'cancel-unfreeze',
  'withdraw-unfrozen',
  'delegate',
  'delegate',
  'delegate-locked',
  'undelegate',
  'undelegate',
  'undelegate',
  'vote',
  'vote',
  'withdraw-reward',
  'become-witness',
  'brokerage',
  'propose',
  'approve',
  'approve',
  'require-cosigner',
  'cosigned-transfer',
  'deploy',
  'setting',
  'energy-limit',
  'clear-abi',
  'call',
  'call',
  'call',
  'issue-token',
  'buy-token',
  'send-token',
  'send-token',
  'send-all-tokens',
  'send-token-to-new-account',
  'unfreeze-token',
  'update-token',
  'deploy-purse',
  'call-with-tokens',
  'call-with-tokens',
  'wait',
  'wait-days',
  'next-cycle',
  'next-cycle',
];

const step: Arbitrary<Step> = record({
  kind: constantFrom(...kinds),
  // Few accounts, so their stakes, votes and delegations interact.
  sender: nat(SENDER_COUNT - 1),
  receiver: nat(SENDER_COUNT - 1),
  amount: oneof(integer({ min: 1, max: 50 }), integer({ min: 1, max: 2_000_000 })),
  choice: nat(1_000_000),
});

/** Two of the accounts stake for both resources; the third pays for all it uses. */
const initialSteps: readonly Step[] = [0, 1].flatMap((sender) =>
  [0, 1].map((choice): Step => ({ kind: 'freeze', sender, receiver: 0, amount: 49, choice })),
);

export const steps: Arbitrary<readonly Step[]> = array(step, { minLength: 15, maxLength: 35 }).map((list) => [
  ...initialSteps,
  ...list,
]);

const tokenKinds: readonly StepKind[] = [
  ...kinds.filter((kind) => /token|purse|wait/.test(kind)),
  'create-exchange',
  'fill-exchange',
  'empty-exchange',
  'swap',
  'swap',
  'sell-on-market',
  'sell-on-market',
  'sell-on-market',
  'cancel-order',
];

/** Two tokens and a contract that can hold them, and what happens to them. */
export const tokenSteps: Arbitrary<readonly Step[]> = array(
  step.chain((first) => constantFrom(...tokenKinds).map((kind) => ({ ...first, kind }))),
  { minLength: 10, maxLength: 30 },
).map((list) => [
  ...initialSteps,
  ...(['issue-token', 'deploy-purse'] as const).flatMap((kind) =>
    [0, 1].map((sender): Step => ({ kind, sender, receiver: 1 - sender, amount: 1000, choice: 700 + sender })),
  ),
  ...list,
]);

/** The network of a walk. */
export interface NetworkSetup {
  readonly preset: PresetName;
  readonly witnesses: number;
}

/** The `private` preset measures the windows of resource usage in whole slots, as a new network does. */
export const networkSetups: Arbitrary<NetworkSetup> = record({
  preset: constantFrom('spec', 'private'),
  witnesses: constantFrom(1, 3, 5, 6),
});

/** A node whose witnesses are known accounts. Its blocks mint so much that even a few votes earn something. */
export function createWalkNode(
  { preset, witnesses }: NetworkSetup,
  changes: Partial<NetworkDescription> = { proposalExpireTime: 1 },
): MockNode {
  const { accounts, network } = createMockNode({ preset });
  const chosen = accounts.slice(FIRST_WITNESS, FIRST_WITNESS + witnesses);
  return createMockNode({
    network: {
      ...network,
      // A proposal is decided at the next maintenance.
      ...changes,
      parameters: { ...network.parameters, getWitnessPayPerBlock: 9_000_000_000n, getAllowMarketTransaction: 1n },
      genesis: {
        ...network.genesis,
        witnesses: chosen.map(({ address }, index) => ({ address, url: '', voteCount: 1000n - BigInt(index) })),
      },
    },
    witnessKeys: chosen.map(({ privateKey }) => privateKey),
  });
}

export const startWalk = (node: MockNode): Walk => ({
  node,
  accounts: createMockNode().accounts,
  cosigners: new Map(),
  deployed: [],
  delegations: [],
  issuers: [],
  exchanges: [],
  proposals: 0,
  accepted: [],
});

/** A copy of a walk that continues on another node. */
export const continueWalk = (walk: Walk, node: MockNode): Walk => ({
  ...walk,
  node,
  cosigners: new Map(walk.cosigners),
  deployed: [...walk.deployed],
  delegations: [...walk.delegations],
  issuers: [...walk.issuers],
  exchanges: [...walk.exchanges],
  accepted: [...walk.accepted],
});

/** Takes one step. A transaction that the node rejects has no effect. */
export async function takeStep(walk: Walk, step: Step): Promise<void> {
  const action = await actionOf(walk, step);
  if (action !== undefined) await submit(walk, step.sender, action);
}

interface Built {
  readonly txID?: string;
  readonly contract_address?: string;
}

/** Builds, signs and broadcasts a transaction. */
async function submit(walk: Walk, sender: number, action: Action): Promise<void> {
  const { node, accounts } = walk;
  const { path, body, signers = [sender], onAccepted } = action;
  const answer = (await post(node, `/wallet/${path}`, body)) as Built & { readonly transaction?: Built };
  const built = answer.transaction ?? answer;
  const { txID } = built;
  if (txID === undefined) return;
  const signature = signers.map((index) => signId(txID, hexToBytes(at(accounts, index).privateKey)));
  const { result } = (await post(node, '/wallet/broadcasttransaction', { ...built, signature })) as {
    readonly result?: boolean;
  };
  if (result !== true) return;
  walk.accepted.push(txID);
  onAccepted?.(built);
}
