import { assert, asyncProperty } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MockNode } from '../../src/index.ts';
import { post } from '../support/post.ts';
import { grounds, openGround, startWalk, steps, takeStep, walkOn } from '../support/walk.ts';
import type { Step, Walk } from '../support/actions.ts';

const runs = { numRuns: 12 };

async function take(walk: Walk, list: readonly Step[]): Promise<void> {
  for (const step of list) await takeStep(walk, step);
}

describe('a snapshot', () => {
  test('gives back everything, any number of times, nested too', { timeout: 60_000 }, async () => {
    await assert(
      asyncProperty(grounds, steps, steps, async (ground, first, second) => {
        const node = openGround(ground);
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

describe('a follower', () => {
  test('that imports every block has the same ledger', { timeout: 60_000 }, async () => {
    await assert(
      asyncProperty(grounds, steps, async (ground, list) => {
        const producer = openGround(ground);
        await take(startWalk(producer), list);
        const follower = openGround(ground);
        const { blocks } = ledgerOf(producer);
        for (let num = 1; num < blocks.length; num++) {
          follower.importBlock(JSON.stringify(await post(producer, '/wallet/getblockbynum', { num })));
        }
        expect(withoutSignatures(ledgerOf(follower))).toEqual(withoutSignatures(ledgerOf(producer)));
      }),
      runs,
    );
  });
});

/** A block of one's own is signed when somebody asks for it, another's when it comes. */
const withoutSignatures = (ledger: DumpedLedger): unknown => ({
  ...ledger,
  blocks: ledger.blocks.map((block) => ({ ...block, signature: undefined })),
});

describe('a dump', () => {
  test('loaded into another node goes on as the first does', { timeout: 60_000 }, async () => {
    await assert(
      asyncProperty(grounds, steps, steps, async (ground, first, second) => {
        const walk = startWalk(openGround(ground));
        await take(walk, first);
        const other = openGround(ground);
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
  readonly acquired: Readonly<Record<string, string>>;
  readonly votes: readonly DumpedVote[];
  readonly isWitness: boolean;
}

interface DumpedVote {
  readonly witness: string;
  readonly count: string;
}

/** Amounts of a loan, beside its times. */
type DumpedLoan = Readonly<Record<string, string | number>>;

interface DumpedLedger {
  readonly parameters: Readonly<Record<string, string>>;
  readonly properties: {
    readonly burned: string;
    readonly totalNetWeight: string;
    readonly totalEnergyWeight: string;
  };
  readonly accounts: Readonly<Record<string, DumpedAccount>>;
  readonly rewards: Readonly<Record<string, string>>;
  readonly witnesses: Readonly<Record<string, { readonly voteCount: string }>>;
  readonly pendingVotes: Readonly<Record<string, { readonly before: readonly DumpedVote[] }>>;
  /** By the addresses of lender and borrower. */
  readonly delegations: Readonly<Record<string, { readonly unlocked?: DumpedLoan; readonly locked?: DumpedLoan }>>;
  readonly blocks: readonly object[];
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
      asyncProperty(grounds, steps, async (ground, list) => {
        const node = openGround(ground);
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

/** What the accounts say of stakes and votes, as the totals and tables beside them should have it. */
function bookkeeping({ accounts, pendingVotes }: DumpedLedger): unknown {
  const all = Object.values(accounts);
  const weight = (frozen: string, delegated: string): bigint =>
    all.reduce((total, account) => {
      const own = BigInt(account.frozen[frozen] ?? 0) + BigInt(account.delegated[delegated] ?? 0);
      return total + own / 1_000_000n;
    }, 0n);
  const loans = new Map<string, bigint>();
  for (const { address, delegated, acquired } of all) {
    for (const resource of ['bandwidth', 'energy']) {
      add(loans, `${address} lends ${resource}`, delegated[resource]);
      add(loans, `${address} borrows ${resource}`, acquired[resource]);
    }
  }
  const votes = new Map<string, bigint>();
  // What was voted since the last maintenance has not been counted.
  for (const account of all) {
    const counted = pendingVotes[account.address]?.before ?? account.votes;
    for (const { witness, count } of counted) add(votes, witness, count);
  }
  return { net: weight('BANDWIDTH', 'bandwidth'), energy: weight('ENERGY', 'energy'), loans, votes };
}

function totals({ properties, delegations, witnesses }: DumpedLedger, start: ReadonlyMap<string, bigint>): unknown {
  const { totalNetWeight, totalEnergyWeight } = properties;
  const loans = new Map<string, bigint>();
  for (const [pair, rows] of Object.entries(delegations)) {
    for (const row of [rows.unlocked, rows.locked]) {
      for (const resource of ['bandwidth', 'energy']) {
        add(loans, `${pair.slice(0, 42)} lends ${resource}`, row?.[resource]);
        add(loans, `${pair.slice(42)} borrows ${resource}`, row?.[resource]);
      }
    }
  }
  const votes = new Map<string, bigint>();
  for (const [address, { voteCount }] of Object.entries(witnesses)) {
    add(votes, address, BigInt(voteCount) - (start.get(address) ?? 0n));
  }
  return { net: BigInt(totalNetWeight), energy: BigInt(totalEnergyWeight), loans, votes };
}

function add(sums: Map<string, bigint>, key: string, amount: bigint | string | number = 0n): void {
  if (BigInt(amount) !== 0n) sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
}

describe('stakes, loans and votes', () => {
  test('add up to the network’s totals', { timeout: 60_000 }, async () => {
    await assert(
      asyncProperty(grounds, steps, async (ground, list) => {
        const node = openGround(ground);
        const start = new Map(node.network.genesis.witnesses.map(({ address, voteCount }) => [address, voteCount]));
        const walk = startWalk(node);
        for (const step of list) {
          await takeStep(walk, step);
          const ledger = ledgerOf(node);
          expect(totals(ledger, start)).toEqual(bookkeeping(ledger));
        }
      }),
      runs,
    );
  });
});
