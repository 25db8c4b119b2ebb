import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import type { MockNode, NodeAccount } from '../../src/index.ts';
import { recordedContracts } from './recorded-contracts.ts';
import { post } from './post.ts';

/**
 * Something that happens to a node: somebody sends a transaction, or time passes. Numbers are places in lists, taken
 * modulo their length.
 */
export interface Step {
  readonly kind: Kind;
  readonly who: number;
  readonly whom: number;
  readonly amount: number;
  readonly choice: number;
}

export interface Loan {
  readonly owner_address: string;
  readonly receiver_address: string;
  readonly resource: string;
  readonly balance: number;
}

/** A walk over a node's ledger. Everything in it follows from the steps and from the node's answers. */
export interface Walk {
  readonly node: MockNode;
  readonly people: readonly NodeAccount[];
  /** Who signs together with whom, by their places. */
  readonly partners: Map<number, number>;
  /** Contracts deployed so far. */
  readonly deployed: { readonly address: string; readonly owner: number; readonly calls: readonly string[] }[];
  /** What was lent, and by whom. */
  readonly loans: { readonly lender: number; readonly loan: Loan }[];
  /** Proposals that were made. */
  proposed: number;
  /** Transactions that were taken. */
  readonly taken: string[];
}

/** What a step comes to: what is built, who signs it, and what to remember once it was taken. */
export interface Deed {
  readonly path: string;
  readonly body: object;
  /** Places of those who sign; who does the step unless given. */
  readonly signers?: readonly number[];
  readonly done?: (built: { readonly contract_address?: string }) => void;
}

type Maker = (walk: Walk, step: Step) => Deed | undefined | Promise<Deed | undefined>;

/** Accounts that walk; a candidate who may stand for election; then those who are witnesses from the start. */
export const WALKERS = 3;
const candidate = WALKERS;
export const firstWitness = candidate + 1;

export function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place % list.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

const DAYS = 86_400_000;
const resources = ['BANDWIDTH', 'ENERGY'];
/** A few coins and a fraction; stakes are a thousand times larger, so that something can be taken back. */
const coins = (amount: number): number => ((amount % 50) + 1) * 1_000_000 + (amount % 1_000_000);

const stranger = (choice: number): string => `41${(choice % 20).toString(16).padStart(40, '0')}`;

const base58check = createBase58check(sha256);

const hexOf = ({ address }: NodeAccount): string => bytesToHex(base58check.decode(address));

/** Address of one of the people, in hexadecimal. */
const addressOf = ({ people }: Walk, who: number): string => hexOf(at(people, who));

const transfer = (walk: Walk, { who, whom, amount }: Step, more: object = {}): Deed => ({
  path: 'createtransaction',
  body: { owner_address: addressOf(walk, who), to_address: addressOf(walk, whom), amount, ...more },
});

/** A transaction that says nothing but whose it is. */
const plain =
  (path: string): Maker =>
  (walk, { who }) => ({ path, body: { owner_address: addressOf(walk, who) } });

const stake = (walk: Walk, { who, choice }: Step, path: string, more: object): Deed => ({
  path,
  body: { owner_address: addressOf(walk, who), resource: at(resources, choice), ...more },
});

function lend(walk: Walk, { who, whom, amount, choice }: Step, more: object = {}): Deed {
  const loan: Loan = {
    owner_address: addressOf(walk, who),
    receiver_address: addressOf(walk, whom),
    resource: at(resources, choice),
    balance: coins(amount),
  };
  return {
    path: 'delegateresource',
    body: { ...loan, ...more },
    done: () => void walk.loans.push({ lender: who, loan }),
  };
}

/** All that an active permission may allow, except for changing permissions. */
const sharedOperations = `7fff1fc0033e${'0'.repeat(52)}`;

function share(walk: Walk, { who, whom }: Step): Deed | undefined {
  if (who === whom) return undefined;
  const keys = [who, whom].map((place) => ({ address: addressOf(walk, place), weight: 1 }));
  const owner = { type: 0, permission_name: 'owner', threshold: 1, keys: keys.slice(0, 1) };
  const active = { type: 2, permission_name: 'both', threshold: 2, operations: sharedOperations, keys };
  return {
    path: 'accountpermissionupdate',
    body: { owner_address: addressOf(walk, who), owner, actives: [active] },
    done: () => walk.partners.set(who, whom),
  };
}

function deploy(walk: Walk, { who, choice }: Step): Deed {
  const { name, bytecode, calls } = at(recordedContracts(), choice);
  return {
    path: 'deploycontract',
    body: {
      owner_address: addressOf(walk, who),
      bytecode,
      name,
      abi: '[]',
      fee_limit: 1_000_000_000,
      consume_user_resource_percent: choice % 101,
      origin_energy_limit: 10_000_000,
    },
    done: ({ contract_address: address }) => walk.deployed.push({ address: address!, owner: who, calls }),
  };
}

/** A change of a contract by who deployed it. */
const change =
  (path: string, values: (step: Step) => object): Maker =>
  (walk, step) => {
    if (walk.deployed.length === 0) return undefined;
    const { address: contract_address, owner } = at(walk.deployed, step.amount);
    return {
      path,
      body: { owner_address: addressOf(walk, owner), contract_address, ...values(step) },
      signers: [owner],
    };
  };

function call(walk: Walk, { who, amount, choice }: Step): Deed | undefined {
  if (walk.deployed.length === 0) return undefined;
  const { address: contract_address, calls } = at(walk.deployed, amount);
  return {
    path: 'triggersmartcontract',
    body: {
      owner_address: addressOf(walk, who),
      contract_address,
      data: at(calls, choice),
      call_value: choice % 5 === 0 ? amount : 0,
      fee_limit: at([1_000_000_000, 40_000_000, 3_000_000, 0], choice),
    },
  };
}

/** Something that a witness does, as all of them may in turn. */
function govern(walk: Walk, { whom }: Step, path: string, more: object): Deed {
  const place = firstWitness + (whom % walk.node.network.genesis.witnesses.length);
  return { path, body: { owner_address: addressOf(walk, place), ...more }, signers: [place] };
}

/** Parameters that the committee changes, with values that keep a network alive. */
const proposals = [
  { key: 11, least: 50, most: 420 },
  { key: 3, least: 10, most: 1000 },
  { key: 5, least: 1_000_000, most: 64_000_000 },
  { key: 31, least: 1_000_000, most: 160_000_000 },
  { key: 7, least: 0, most: 2_000_000 },
  { key: 61, least: 0, most: 5000 },
  { key: 73, least: 50_000, most: 400_000 },
] as const;

function propose(walk: Walk, step: Step): Deed {
  const { key, least, most } = at(proposals, step.choice);
  const parameters = [{ key, value: least + (step.amount % (most - least + 1)) }];
  return { ...govern(walk, step, 'proposalcreate', { parameters }), done: () => void walk.proposed++ };
}

async function witnesses(node: MockNode): Promise<readonly string[]> {
  const { witnesses: list } = (await post(node, '/wallet/listwitnesses', {})) as {
    readonly witnesses: readonly { readonly address: string }[];
  };
  return list.map(({ address }) => address).toSorted();
}

function pass({ node }: Walk, time: number): undefined {
  node.advanceTime(time);
  node.mine();
}

const makers = {
  transfer,
  memo: (walk, step) => transfer(walk, step, { extra_data: '6d656d6f' }),
  'transfer-to-stranger': (walk, step) => transfer(walk, step, { to_address: stranger(step.choice) }),
  'create-account': (walk, { who, choice }) => ({
    path: 'createaccount',
    body: { owner_address: addressOf(walk, who), account_address: stranger(choice) },
  }),
  share,
  together(walk, step) {
    const partner = walk.partners.get(step.who);
    return partner === undefined
      ? undefined
      : { ...transfer(walk, step, { Permission_id: 2 }), signers: [step.who, partner] };
  },

  freeze: (walk, step) => stake(walk, step, 'freezebalancev2', { frozen_balance: 1000 * coins(step.amount) }),
  unfreeze: (walk, step) => stake(walk, step, 'unfreezebalancev2', { unfreeze_balance: coins(step.amount) }),
  'cancel-unfreeze': plain('cancelallunfreezev2'),
  'withdraw-unfrozen': plain('withdrawexpireunfreeze'),
  delegate: (walk, step) => lend(walk, step),
  'delegate-locked': (walk, step) =>
    lend(walk, step, { lock: true, lock_period: at([0, 20, 1200, 28_800], step.amount) }),
  undelegate(walk, { amount, choice }) {
    if (walk.loans.length === 0) return undefined;
    const { lender, loan } = at(walk.loans, choice);
    const balance = amount < 1000 ? loan.balance : Math.ceil(loan.balance / 3);
    return { path: 'undelegateresource', body: { ...loan, balance }, signers: [lender] };
  },

  async vote(walk, { who, amount, choice }) {
    const votes = [{ vote_address: at(await witnesses(walk.node), choice), vote_count: (amount % 500) + 1 }];
    return { path: 'votewitnessaccount', body: { owner_address: addressOf(walk, who), votes } };
  },
  'withdraw-reward': plain('withdrawbalance'),
  stand: (walk) => ({
    path: 'createwitness',
    body: { owner_address: addressOf(walk, candidate), url: '75726c' },
    signers: [candidate],
  }),
  brokerage: (walk, step) => govern(walk, step, 'updateBrokerage', { brokerage: step.choice % 101 }),
  propose,
  approve(walk, step) {
    const { proposed } = walk;
    if (proposed === 0) return undefined;
    const proposal_id = proposed - (step.amount % Math.min(2, proposed));
    return govern(walk, step, 'proposalapprove', { proposal_id, is_add_approval: true });
  },

  deploy,
  setting: change('updatesetting', ({ choice }) => ({ consume_user_resource_percent: choice % 101 })),
  'energy-limit': change('updateenergylimit', ({ amount }) => ({ origin_energy_limit: amount })),
  'clear-abi': change('clearabi', () => ({})),
  call,

  wait: (walk, { amount }) => pass(walk, (amount % 600) * 1000),
  'wait-days': (walk, { choice }) => pass(walk, (choice % 15) * DAYS),
  'next-cycle'({ node }) {
    node.advanceCycle();
    return undefined;
  },
} satisfies Readonly<Record<string, Maker>>;

export type Kind = keyof typeof makers;

/** What there is to send for a step, once what needs no transaction has happened. */
export const deedOf = (walk: Walk, step: Step): Deed | undefined | Promise<Deed | undefined> =>
  makers[step.kind](walk, step);
