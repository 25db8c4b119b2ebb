import { type Step, type StepKind } from './actions.ts';
import { createWalkNode, startWalk, takeStep } from './walk.ts';

export const richSetup = { preset: 'spec', witnesses: 3 } as const;
const kinds: readonly StepKind[] = [
  'transfer',
  'memo',
  'create-account',
  'freeze',
  'vote',
  'delegate',
  'delegate-locked',
  'unfreeze',
  'become-witness',
  'brokerage',
  'propose',
  'approve',
  'require-cosigner',
  'deploy',
  'call',
  'issue-token',
  'send-token',
  'next-cycle',
  'vote',
  'freeze',
  'call',
  'propose',
  'next-cycle',
  'transfer',
  'call',
];

/** The dump of a node that has records of every kind, a pending transaction among them. */
export async function richDump(): Promise<string> {
  const walk = startWalk(createWalkNode(richSetup));
  const take = (kind: StepKind, sender: number): Promise<void> => {
    const step: Step = { kind, sender, receiver: sender + 1, amount: 20, choice: sender };
    return takeStep(walk, step);
  };
  for (const sender of [0, 1]) for (const kind of kinds) await take(kind, sender);
  walk.node.setMining({ kind: 'manual' });
  await take('transfer', 0);
  await take('call', 1);
  return walk.node.dump();
}
