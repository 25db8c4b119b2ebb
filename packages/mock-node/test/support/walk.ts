import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { array, constantFrom, integer, nat, oneof, record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { createMockNode } from '../../src/index.ts';
import type { MockNode, PresetName } from '../../src/index.ts';
import { at, deedOf, firstWitness, WALKERS } from './actions.ts';
import type { Deed, Kind, Step, Walk } from './actions.ts';
import { post } from './post.ts';

const kinds: readonly Kind[] = [
  'transfer',
  'transfer',
  'transfer-to-stranger',
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
  'stand',
  'brokerage',
  'propose',
  'approve',
  'approve',
  'share',
  'together',
  'deploy',
  'setting',
  'energy-limit',
  'clear-abi',
  'call',
  'call',
  'call',
  'wait',
  'wait-days',
  'next-cycle',
  'next-cycle',
];

const step: Arbitrary<Step> = record({
  kind: constantFrom(...kinds),
  // Three people, so that they meet each other's stakes, votes and loans.
  who: nat(WALKERS - 1),
  whom: nat(WALKERS - 1),
  amount: oneof(integer({ min: 1, max: 50 }), integer({ min: 1, max: 2_000_000 })),
  choice: nat(1_000_000),
});

/** Two of them stake for both resources; the third pays for everything. */
const beginning: readonly Step[] = [0, 1].flatMap((who) =>
  [0, 1].map((choice): Step => ({ kind: 'freeze', who, whom: 0, amount: 49, choice })),
);

export const steps: Arbitrary<readonly Step[]> = array(step, { minLength: 15, maxLength: 35 }).map((list) => [
  ...beginning,
  ...list,
]);

/** What a network of walkers is like. */
export interface Ground {
  readonly preset: PresetName;
  readonly witnesses: number;
}

/** Half of them with a reservation of energy by staking version 2 in whole slots, as a new network has it. */
export const grounds: Arbitrary<Ground> = record({
  preset: constantFrom('spec', 'private'),
  witnesses: constantFrom(1, 3, 5, 6),
});

/** A node whose witnesses are known accounts. Blocks make so much that a few votes earn something. */
export function openGround({ preset, witnesses }: Ground): MockNode {
  const { accounts, network } = createMockNode({ preset });
  const chosen = accounts.slice(firstWitness, firstWitness + witnesses);
  return createMockNode({
    network: {
      ...network,
      // A proposal is decided at the next maintenance.
      proposalExpireTime: 0,
      parameters: { ...network.parameters, getWitnessPayPerBlock: 9_000_000_000n },
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
  people: createMockNode().accounts,
  partners: new Map(),
  deployed: [],
  loans: [],
  proposed: 0,
  taken: [],
});

/** The same walk so far, on another node. */
export const walkOn = (walk: Walk, node: MockNode): Walk => ({
  ...walk,
  node,
  partners: new Map(walk.partners),
  deployed: [...walk.deployed],
  loans: [...walk.loans],
  taken: [...walk.taken],
});

/** Takes one step; what the node refuses does not happen. */
export async function takeStep(walk: Walk, step: Step): Promise<void> {
  const deed = await deedOf(walk, step);
  if (deed !== undefined) await carryOut(walk, step.who, deed);
}

interface Built {
  readonly txID?: string;
  readonly contract_address?: string;
}

/** Builds, signs and broadcasts. */
async function carryOut(walk: Walk, who: number, { path, body, signers = [who], done }: Deed): Promise<void> {
  const { node, people } = walk;
  const answer = (await post(node, `/wallet/${path}`, body)) as Built & { readonly transaction?: Built };
  const built = answer.transaction ?? answer;
  const { txID } = built;
  if (txID === undefined) return;
  const signature = signers.map((place) => sign(txID, at(people, place).privateKey));
  const { result } = (await post(node, '/wallet/broadcasttransaction', { ...built, signature })) as {
    readonly result?: boolean;
  };
  if (result !== true) return;
  walk.taken.push(txID);
  done?.(built);
}

function sign(id: string, privateKey: string): string {
  const signature = secp256k1.sign(hexToBytes(id), hexToBytes(privateKey), { prehash: false, format: 'recovered' });
  return bytesToHex(signature.subarray(1)) + bytesToHex(signature.subarray(0, 1));
}
