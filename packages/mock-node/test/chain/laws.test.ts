import { assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import type { MockNode } from '../../src/index.ts';
import { post, startWalk, steps, takeStep, walkOn } from './walk.ts';
import type { Step, Walk } from './walk.ts';

const runs = { numRuns: 12 };
/** Blocks make so much that a few votes earn something. */
const parameters = { getWitnessPayPerBlock: 9_000_000_000n };
/** Half of them with a reservation of energy by staking version 2 in whole slots, as a new network has it. */
const presets = constantFrom('spec', 'private');

async function take(walk: Walk, list: readonly Step[]): Promise<void> {
  for (const step of list) await takeStep(walk, step);
}

describe('a snapshot', () => {
  test('gives back everything, any number of times, nested too', { timeout: 60_000 }, async () => {
    await assert(
      asyncProperty(presets, steps, steps, async (preset, first, second) => {
        const node = createMockNode({ preset, parameters });
        const walk = startWalk(node);
        await take(walk, first);
        const outer = { snapshot: node.snapshot(), dump: node.dump() };
        await take(walkOn(walk, node), second);
        const inner = { snapshot: node.snapshot(), dump: node.dump() };
        await take(walkOn(walk, node), first);
        node.revert(inner.snapshot);
        expect(node.dump()).toBe(inner.dump);
        for (let again = 0; again < 2; again++) {
          node.revert(outer.snapshot);
          expect(node.dump()).toBe(outer.dump);
          await take(walkOn(walk, node), second);
          expect(node.dump()).toBe(inner.dump);
        }
      }),
      runs,
    );
  });
});

describe('a dump', () => {
  test('loaded into another node goes on as the first does', { timeout: 60_000 }, async () => {
    await assert(
      asyncProperty(presets, steps, steps, async (preset, first, second) => {
        const walk = startWalk(createMockNode({ preset, parameters }));
        await take(walk, first);
        const other = createMockNode({ preset, parameters });
        other.load(walk.node.dump());
        expect(other.dump()).toBe(walk.node.dump());
        const copy = walkOn(walk, other);
        await take(walk, second);
        await take(copy, second);
        expect(other.dump()).toBe(walk.node.dump());
      }),
      runs,
    );
  });
});

interface DumpedAccount {
  readonly address: string;
  readonly balance: string;
  readonly allowance: string;
  readonly frozen: Readonly<Record<string, string>>;
  readonly delegated: Readonly<Record<string, string>>;
  readonly unfreezing: readonly { readonly amount: string }[];
  readonly isWitness: boolean;
}

interface DumpedLedger {
  readonly parameters: Readonly<Record<string, string>>;
  readonly properties: { readonly burned: string };
  readonly accounts: Readonly<Record<string, DumpedAccount>>;
  readonly rewards: Readonly<Record<string, string>>;
  readonly witnesses: Readonly<Record<string, { readonly voteCount: string }>>;
  readonly blocks: readonly unknown[];
}

const ledgerOf = (node: MockNode): DumpedLedger => (JSON.parse(node.dump()) as { readonly head: DumpedLedger }).head;

const sum = (amounts: Iterable<string>): bigint => [...amounts].reduce((total, amount) => total + BigInt(amount), 0n);

function held({ balance, allowance, frozen, delegated, unfreezing }: DumpedAccount): bigint {
  const staked =
    sum(Object.values(frozen)) + sum(Object.values(delegated)) + sum(unfreezing.map(({ amount }) => amount));
  return BigInt(balance) + BigInt(allowance) + staked;
}

/** What the pools of all cycles received for voters. */
const pooled = ({ rewards }: DumpedLedger): bigint =>
  sum(Object.entries(rewards).flatMap(([key, amount]) => (key.endsWith('-reward') ? [amount] : [])));

/** What a block makes, by the ledger before it: the producer's pay, and the standby share floored for each witness. */
function minted({ parameters, witnesses }: DumpedLedger): bigint {
  const votes = Object.values(witnesses).map(({ voteCount }) => BigInt(voteCount));
  const each =
    Number(parameters['getWitness127PayPerBlock']) / Number(votes.reduce((total, count) => total + count, 0n));
  const standby = votes.map((count) => BigInt(Math.trunc(Number(count) * each)));
  return BigInt(parameters['getWitnessPayPerBlock'] ?? 0) + standby.reduce((total, share) => total + share, 0n);
}

/** What voters have claimed from the pools: what they still have as allowance, and what they withdrew. */
async function claimed({ node, taken }: Walk, { accounts }: DumpedLedger): Promise<bigint> {
  const allowances = Object.values(accounts).flatMap(({ isWitness, allowance }) => (isWitness ? [] : [allowance]));
  let withdrawn = 0n;
  for (const value of taken) {
    const info = (await post(node, '/wallet/gettransactioninfobyid', { value })) as {
      readonly withdraw_amount?: number;
    };
    withdrawn += BigInt(info.withdraw_amount ?? 0);
  }
  return sum(allowances) + withdrawn;
}

describe('coin', () => {
  test('is neither lost nor made: genesis + minted − burned is what all have', { timeout: 60_000 }, async () => {
    await assert(
      asyncProperty(presets, steps, async (preset, list) => {
        const node = createMockNode({ preset, parameters });
        const walk = startWalk(node);
        const genesis = node.network.genesis.assets.reduce((total, { balance }) => total + balance, 0n);
        let before = ledgerOf(node);
        // The opening blocks: no vote has been counted yet, so that each made the same.
        let made = minted(before) * BigInt(before.blocks.length - 1);
        for (const step of list) {
          await takeStep(walk, step);
          const after = ledgerOf(node);
          made += minted(before) * BigInt(after.blocks.length - before.blocks.length);
          const unclaimed = pooled(after) - (await claimed(walk, after));
          const total = Object.values(after.accounts).reduce((all, account) => all + held(account), 0n) + unclaimed;
          expect(total).toBe(genesis + made - BigInt(after.properties.burned));
          before = after;
        }
      }),
      runs,
    );
  });
});
