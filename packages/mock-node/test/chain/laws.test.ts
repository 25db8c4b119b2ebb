import { scaled } from '@coin/test-kit/scaled';
import { assert, asyncProperty } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MockNode } from '../../src/index.ts';
import { type Step, type Walk } from '../support/actions.ts';
import { post } from '../support/post.ts';
import {
  continueWalk,
  createWalkNode,
  networkSetups,
  startWalk,
  steps,
  takeStep,
  tokenSteps,
} from '../support/walk.ts';

const runs = { numRuns: scaled(3) };

async function takeSteps(walk: Walk, list: readonly Step[]): Promise<void> {
  for (const step of list) await takeStep(walk, step);
}

describe('a snapshot', () => {
  test('restores the whole state any number of times, also when snapshots are nested', async () => {
    await assert(
      asyncProperty(networkSetups, steps, steps, async (setup, first, second) => {
        const node = createWalkNode(setup);
        const walk = startWalk(node);
        await takeSteps(walk, first);
        const outer = { snapshot: node.snapshot(), dump: node.dump() };
        await takeSteps(continueWalk(walk, node), second);
        const inner = { snapshot: node.snapshot(), dump: node.dump() };
        await takeSteps(continueWalk(walk, node), first);
        node.revert(inner.snapshot);
        expect(node.dump()).toBe(inner.dump);
        for (let round = 0; round < 2; round++) {
          node.revert(outer.snapshot);
          expect(node.dump()).toBe(outer.dump);
          await takeSteps(continueWalk(walk, node), second);
          expect(node.dump()).toBe(inner.dump);
        }
      }),
      runs,
    );
  });
});

describe('a follower', () => {
  test('has the same ledger after importing every block', async () => {
    await assert(
      asyncProperty(networkSetups, steps, async (setup, list) => {
        const producer = createWalkNode(setup);
        await takeSteps(startWalk(producer), list);
        const follower = createWalkNode(setup);
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

/** A node signs its own blocks only when they are read; imported blocks come with a signature. */
const withoutSignatures = (ledger: DumpedLedger): unknown => ({
  ...ledger,
  blocks: ledger.blocks.map((block) => ({ ...block, signature: undefined })),
});

describe('a node', () => {
  test('continues like another one whose dump it has loaded', async () => {
    await assert(
      asyncProperty(networkSetups, steps, steps, async (setup, first, second) => {
        const walk = startWalk(createWalkNode(setup));
        await takeSteps(walk, first);
        const other = createWalkNode(setup);
        other.load(walk.node.dump());
        expect(other.dump()).toBe(walk.node.dump());
        const copy = continueWalk(walk, other);
        await takeSteps(walk, second);
        await takeSteps(copy, second);
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
  readonly assets?: Readonly<Record<string, string>>;
  readonly issuedAsset?: { readonly id: string };
  readonly frozenSupply?: readonly { readonly amount: string }[];
}

interface DumpedVote {
  readonly witness: string;
  readonly count: string;
}

/** Amounts and times of a delegation. */
type DumpedDelegation = Readonly<Record<string, string | number>>;

interface DumpedLedger {
  readonly parameters: Readonly<Record<string, string>>;
  readonly properties: {
    readonly burned: string;
    readonly blackhole: string;
    readonly totalNetWeight: string;
    readonly totalEnergyWeight: string;
  };
  readonly accounts: Readonly<Record<string, DumpedAccount>>;
  readonly rewards: Readonly<Record<string, string>>;
  readonly witnesses: Readonly<Record<string, { readonly voteCount: string }>>;
  readonly pendingVotes: Readonly<Record<string, { readonly before: readonly DumpedVote[] }>>;
  /** By the addresses of owner and receiver. */
  readonly delegations: Readonly<
    Record<string, { readonly unlocked?: DumpedDelegation; readonly locked?: DumpedDelegation }>
  >;
  readonly exchanges: Readonly<Record<string, DumpedExchange>>;
  readonly orders: Readonly<Record<string, { readonly sellToken: string; readonly remaining: string }>>;
  readonly blocks: readonly object[];
}

interface DumpedExchange {
  readonly firstToken: string;
  readonly firstBalance: string;
  readonly secondToken: string;
  readonly secondBalance: string;
}

const ledgerOf = (node: MockNode): DumpedLedger => (JSON.parse(node.dump()) as { readonly head: DumpedLedger }).head;

const sum = (amounts: Iterable<string>): bigint => [...amounts].reduce((total, amount) => total + BigInt(amount), 0n);

function held({ balance, allowance, frozen, delegated, unfreezing }: DumpedAccount): bigint {
  const staked =
    sum(Object.values(frozen)) + sum(Object.values(delegated)) + sum(unfreezing.map(({ amount }) => amount));
  return BigInt(balance) + BigInt(allowance) + staked;
}

/** What all accounts but one have. */
const heldBesides = ({ accounts }: DumpedLedger, excluded: string): bigint =>
  Object.values(accounts).reduce((all, account) => (account.address === excluded ? all : all + held(account)), 0n);

/** What the reward pools of all cycles have received for voters. */
const pooled = ({ rewards }: DumpedLedger): bigint =>
  sum(Object.entries(rewards).flatMap(([key, amount]) => (key.endsWith('-reward') ? [amount] : [])));

/** What a block mints on a ledger: the producer's pay, and the standby reward, floored for each witness. */
function minted({ parameters, witnesses }: DumpedLedger): bigint {
  const votes = Object.values(witnesses).map(({ voteCount }) => BigInt(voteCount));
  const each =
    Number(parameters['getWitness127PayPerBlock']) / Number(votes.reduce((total, count) => total + count, 0n));
  const standby = votes.map((count) => BigInt(Math.trunc(Number(count) * each)));
  return BigInt(parameters['getWitnessPayPerBlock'] ?? 0) + standby.reduce((total, share) => total + share, 0n);
}

/** What voters have received from the pools: their allowance, and what they have withdrawn. */
async function claimed({ node, accepted }: Walk, { accounts }: DumpedLedger): Promise<bigint> {
  const allowances = Object.values(accounts).flatMap(({ isWitness, allowance }) => (isWitness ? [] : [allowance]));
  let withdrawn = 0n;
  for (const value of accepted) {
    const info = (await post(node, '/wallet/gettransactioninfobyid', { value })) as {
      readonly withdraw_amount?: number;
    };
    withdrawn += BigInt(info.withdraw_amount ?? 0);
  }
  return sum(allowances) + withdrawn;
}

describe('coin', () => {
  test('is neither lost nor created: all accounts together have genesis + minted − burned', async () => {
    await assert(
      asyncProperty(networkSetups, steps, async (setup, list) => {
        const node = createWalkNode(setup);
        const walk = startWalk(node);
        const genesis = node.network.genesis.assets.reduce((total, { balance }) => total + balance, 0n);
        let before = ledgerOf(node);
        // Each opening block minted the same, because no vote had been counted yet.
        let mintedSoFar = minted(before) * BigInt(before.blocks.length - 1);
        for (const step of list) {
          await takeStep(walk, step);
          const after = ledgerOf(node);
          mintedSoFar += minted(before) * BigInt(after.blocks.length - before.blocks.length);
          const unclaimed = pooled(after) - (await claimed(walk, after));
          const total = Object.values(after.accounts).reduce((all, account) => all + held(account), 0n) + unclaimed;
          expect(total).toBe(genesis + mintedSoFar - BigInt(after.properties.burned));
          const supply = node.supply();
          expect(supply).toMatchObject({ minted: mintedSoFar, unpaidRewards: unclaimed });
          expect(supply.inAccounts).toBe(heldBesides(after, after.properties.blackhole));
          expect(supply.inAccounts + supply.unpaidRewards + supply.feePool).toBe(
            supply.genesis + supply.minted - supply.burned,
          );
          before = after;
        }
      }),
      runs,
    );
  });
});

interface Tokens {
  readonly assetIssue?: readonly { readonly id: string; readonly total_supply: number }[];
}

/** What accounts, exchanges and orders hold of a token, and what is frozen of it. */
function heldOf(id: string, { accounts, exchanges, orders }: DumpedLedger): bigint {
  const inAccounts = Object.values(accounts).flatMap(({ assets, issuedAsset, frozenSupply = [] }) => [
    assets?.[id] ?? '0',
    ...(issuedAsset?.id === id ? frozenSupply.map(({ amount }) => amount) : []),
  ]);
  const inExchanges = Object.values(exchanges).flatMap((exchange) => [
    exchange.firstToken === id ? exchange.firstBalance : '0',
    exchange.secondToken === id ? exchange.secondBalance : '0',
  ]);
  const inOrders = Object.values(orders).map(({ sellToken, remaining }) => (sellToken === id ? remaining : '0'));
  return sum([...inAccounts, ...inExchanges, ...inOrders]);
}

describe('a token', () => {
  test('is neither lost nor created, nor is coin: accounts, exchanges and orders have all of it', async () => {
    await assert(
      asyncProperty(networkSetups, tokenSteps, async (setup, list) => {
        const walk = startWalk(createWalkNode(setup));
        for (const step of list) {
          await takeStep(walk, step);
          const ledger = ledgerOf(walk.node);
          const { assetIssue = [] } = (await post(walk.node, '/wallet/getassetissuelist', {})) as Tokens;
          expect(assetIssue).toHaveLength(walk.issuers.length);
          for (const { id, total_supply: total } of assetIssue) expect(heldOf(id, ledger)).toBe(BigInt(total));
          const { inAccounts, inTrades, unpaidRewards, feePool, ...supply } = walk.node.supply();
          const all = inAccounts + inTrades + unpaidRewards + feePool;
          expect(all).toBe(supply.genesis + supply.minted - supply.burned);
        }
        expect(walk.issuers.length).toBeGreaterThan(1);
      }),
      runs,
    );
  });
});

/** Totals of stakes, delegations and votes, summed over the accounts. */
function totalsOfAccounts({ accounts, pendingVotes }: DumpedLedger): unknown {
  const all = Object.values(accounts);
  const weight = (frozen: string, delegated: string): bigint =>
    all.reduce((total, account) => {
      const own = BigInt(account.frozen[frozen] ?? 0) + BigInt(account.delegated[delegated] ?? 0);
      return total + own / 1_000_000n;
    }, 0n);
  const amounts = new Map<string, bigint>();
  for (const { address, delegated, acquired } of all) {
    for (const resource of ['bandwidth', 'energy']) {
      add(amounts, `${address} delegates ${resource}`, delegated[resource]);
      add(amounts, `${address} acquires ${resource}`, acquired[resource]);
    }
  }
  const votes = new Map<string, bigint>();
  // Votes since the last maintenance have not been counted yet.
  for (const account of all) {
    const counted = pendingVotes[account.address]?.before ?? account.votes;
    for (const { witness, count } of counted) add(votes, witness, count);
  }
  return { net: weight('BANDWIDTH', 'bandwidth'), energy: weight('ENERGY', 'energy'), amounts, votes };
}

/** The same totals, from the properties, delegations and witnesses of the ledger. */
function totalsOfLedger(
  { properties, delegations, witnesses }: DumpedLedger,
  start: ReadonlyMap<string, bigint>,
): unknown {
  const { totalNetWeight, totalEnergyWeight } = properties;
  const amounts = new Map<string, bigint>();
  for (const [pair, rows] of Object.entries(delegations)) {
    for (const row of [rows.unlocked, rows.locked]) {
      for (const resource of ['bandwidth', 'energy']) {
        add(amounts, `${pair.slice(0, 42)} delegates ${resource}`, row?.[resource]);
        add(amounts, `${pair.slice(42)} acquires ${resource}`, row?.[resource]);
      }
    }
  }
  const votes = new Map<string, bigint>();
  for (const [address, { voteCount }] of Object.entries(witnesses)) {
    add(votes, address, BigInt(voteCount) - (start.get(address) ?? 0n));
  }
  return { net: BigInt(totalNetWeight), energy: BigInt(totalEnergyWeight), amounts, votes };
}

function add(sums: Map<string, bigint>, key: string, amount: bigint | string | number = 0n): void {
  if (BigInt(amount) !== 0n) sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
}

describe('stakes, delegations and votes', () => {
  test('add up to the network’s totals', async () => {
    await assert(
      asyncProperty(networkSetups, steps, async (setup, list) => {
        const node = createWalkNode(setup);
        const start = new Map(node.network.genesis.witnesses.map(({ address, voteCount }) => [address, voteCount]));
        const walk = startWalk(node);
        for (const step of list) {
          await takeStep(walk, step);
          const ledger = ledgerOf(node);
          expect(totalsOfLedger(ledger, start)).toEqual(totalsOfAccounts(ledger));
        }
      }),
      runs,
    );
  });
});
