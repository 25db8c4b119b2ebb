import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { array, constantFrom, integer, nat, oneof, record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { createMockNode } from '../../src/index.ts';
import type { MockNode, NodeAccount, PresetName } from '../../src/index.ts';
import { readRecordedChain } from './recorded-chain.ts';

/** Something that happens to a node: somebody sends a transaction, or time passes. Numbers are places in lists, taken modulo their length. */
export interface Step {
  readonly kind: (typeof kinds)[number];
  readonly who: number;
  readonly whom: number;
  readonly amount: number;
  readonly choice: number;
}

const kinds = [
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
] as const;

const step: Arbitrary<Step> = record({
  kind: constantFrom(...kinds),
  // Three people, so that they meet each other's stakes, votes and loans.
  who: nat(2),
  whom: nat(2),
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

interface RecordedContract {
  readonly name: string;
  readonly bytecode: string;
  /** Data of calls that the real node's users made of such a contract. */
  readonly calls: readonly string[];
}

interface RecordedTransaction {
  readonly contract_address?: string;
  readonly raw_data: {
    readonly contract: readonly [{ readonly parameter: { readonly value: RecordedValue } }];
  };
}

interface RecordedValue {
  readonly data?: string;
  readonly contract_address?: string;
  readonly new_contract?: { readonly name?: string; readonly bytecode: string };
}

let recorded: readonly RecordedContract[] | undefined;

/** The contracts of a recorded chain, with calls that suit them. */
export function recordedContracts(): readonly RecordedContract[] {
  recorded ??= readContracts();
  return recorded;
}

function readContracts(): readonly RecordedContract[] {
  const contracts = new Map<string, { bytecode: string; calls: string[] }>();
  const nameOf = new Map<string, string>();
  for (const { block } of readRecordedChain('mainnet-fast-1').blocks) {
    const { transactions = [] } = block as { readonly transactions?: readonly RecordedTransaction[] };
    for (const { contract_address: made = '', raw_data } of transactions) {
      const { new_contract: creation, contract_address: called = '', data } = raw_data.contract[0].parameter.value;
      if (creation?.name !== undefined && creation.name !== 'Proxy') {
        nameOf.set(made, creation.name);
        if (!contracts.has(creation.name)) contracts.set(creation.name, { bytecode: creation.bytecode, calls: [] });
      }
      if (data !== undefined) contracts.get(nameOf.get(called) ?? '')?.calls.push(data);
    }
  }
  return [...contracts].map(([name, contract]) => ({ name, ...contract }));
}

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

/** Accounts that walk; a candidate who may stand for election; then those who are witnesses from the start. */
const walkers = 3;
const candidate = walkers;
const firstWitness = candidate + 1;

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

interface Loan {
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

function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place % list.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

const days = 86_400_000;
const resources = ['BANDWIDTH', 'ENERGY'];
/** A few coins and a fraction; stakes are a thousand times larger, so that something can be taken back. */
const coins = (amount: number): number => ((amount % 50) + 1) * 1_000_000 + (amount % 1_000_000);

/** What a step comes to: what is built, who signs it, and what to remember once it was taken. */
interface Deed {
  readonly path: string;
  readonly body: object;
  /** Places of those who sign; who does the step unless given. */
  readonly signers?: readonly number[];
  readonly done?: (built: Built) => void;
}

/** Takes one step; what the node refuses does not happen. */
export async function takeStep(walk: Walk, step: Step): Promise<void> {
  const { node } = walk;
  const { kind, amount, choice } = step;
  switch (kind) {
    case 'wait':
      node.advanceTime((amount % 600) * 1000);
      node.mine();
      return;
    case 'wait-days':
      node.advanceTime((choice % 15) * days);
      node.mine();
      return;
    case 'next-cycle':
      node.advanceCycle();
      return;
    default: {
      const deed = await deedOf(walk, step);
      if (deed !== undefined) await carryOut(walk, step.who, deed);
    }
  }
}

async function deedOf(walk: Walk, step: Step): Promise<Deed | undefined> {
  return coinDeed(walk, step) ?? stakeDeed(walk, step) ?? contractDeed(walk, step) ?? governmentDeed(walk, step);
}

function coinDeed(walk: Walk, { kind, who, whom, amount, choice }: Step): Deed | undefined {
  const owner_address = addressOf(walk, who);
  const transfer = { owner_address, to_address: addressOf(walk, whom), amount };
  switch (kind) {
    case 'transfer':
      return { path: 'createtransaction', body: transfer };
    case 'memo':
      return { path: 'createtransaction', body: { ...transfer, extra_data: '6d656d6f' } };
    case 'transfer-to-stranger':
      return { path: 'createtransaction', body: { ...transfer, to_address: stranger(choice) } };
    case 'create-account':
      return { path: 'createaccount', body: { owner_address, account_address: stranger(choice) } };
    case 'share':
      return share(walk, { who, whom });
    case 'together': {
      const partner = walk.partners.get(who);
      if (partner === undefined) return undefined;
      return { path: 'createtransaction', body: { ...transfer, Permission_id: 2 }, signers: [who, partner] };
    }
    default:
      return undefined;
  }
}

/** All that an active permission may allow, except for changing permissions. */
const sharedOperations = `7fff1fc0033e${'0'.repeat(52)}`;

function share(walk: Walk, { who, whom }: Pick<Step, 'who' | 'whom'>): Deed | undefined {
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

function stakeDeed(walk: Walk, { kind, who, whom, amount, choice }: Step): Deed | undefined {
  const owner_address = addressOf(walk, who);
  const resource = at(resources, choice);
  const loan = { owner_address, receiver_address: addressOf(walk, whom), resource, balance: coins(amount) };
  const done = (): void => void walk.loans.push({ lender: who, loan });
  switch (kind) {
    case 'freeze':
      return { path: 'freezebalancev2', body: { owner_address, frozen_balance: 1000 * coins(amount), resource } };
    case 'unfreeze':
      return { path: 'unfreezebalancev2', body: { owner_address, unfreeze_balance: coins(amount), resource } };
    case 'cancel-unfreeze':
      return { path: 'cancelallunfreezev2', body: { owner_address } };
    case 'withdraw-unfrozen':
      return { path: 'withdrawexpireunfreeze', body: { owner_address } };
    case 'delegate':
      return { path: 'delegateresource', body: loan, done };
    case 'delegate-locked':
      return {
        path: 'delegateresource',
        body: { ...loan, lock: true, lock_period: at([0, 20, 1200, 28_800], amount) },
        done,
      };
    case 'undelegate': {
      if (walk.loans.length === 0) return undefined;
      const { lender, loan: lent } = at(walk.loans, choice);
      const balance = amount < 1000 ? lent.balance : Math.ceil(lent.balance / 3);
      return { path: 'undelegateresource', body: { ...lent, balance }, signers: [lender] };
    }
    case 'withdraw-reward':
      return { path: 'withdrawbalance', body: { owner_address } };
    default:
      return undefined;
  }
}

function contractDeed(walk: Walk, { kind, who, amount, choice }: Step): Deed | undefined {
  const owner_address = addressOf(walk, who);
  if (kind === 'deploy') return deploy(walk, who, choice);
  if (walk.deployed.length === 0) return undefined;
  const { address: contract_address, owner, calls } = at(walk.deployed, amount);
  const own = { owner_address: addressOf(walk, owner), contract_address };
  switch (kind) {
    case 'call':
      return {
        path: 'triggersmartcontract',
        body: {
          owner_address,
          contract_address,
          data: at(calls, choice),
          call_value: choice % 5 === 0 ? amount : 0,
          fee_limit: at([1_000_000_000, 40_000_000, 3_000_000, 0], choice),
        },
      };
    case 'setting':
      return { path: 'updatesetting', body: { ...own, consume_user_resource_percent: choice % 101 }, signers: [owner] };
    case 'energy-limit':
      return { path: 'updateenergylimit', body: { ...own, origin_energy_limit: amount }, signers: [owner] };
    case 'clear-abi':
      return { path: 'clearabi', body: own, signers: [owner] };
    default:
      return undefined;
  }
}

function deploy(walk: Walk, who: number, choice: number): Deed {
  const { name, bytecode, calls } = at(recordedContracts(), choice);
  const body = {
    owner_address: addressOf(walk, who),
    bytecode,
    name,
    abi: '[]',
    fee_limit: 1_000_000_000,
    consume_user_resource_percent: choice % 101,
    origin_energy_limit: 10_000_000,
  };
  return {
    path: 'deploycontract',
    body,
    done: ({ contract_address: address }) => walk.deployed.push({ address: address!, owner: who, calls }),
  };
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

async function governmentDeed(walk: Walk, { kind, who, whom, amount, choice }: Step): Promise<Deed | undefined> {
  const { node, people } = walk;
  const places = node.network.genesis.witnesses.map((_, index) => firstWitness + index);
  const place = at(places, whom);
  const owner_address = addressOf(walk, place);
  switch (kind) {
    case 'vote': {
      const votes = [{ vote_address: at(await witnesses(node), choice), vote_count: (amount % 500) + 1 }];
      return { path: 'votewitnessaccount', body: { owner_address: addressOf(walk, who), votes } };
    }
    case 'stand':
      return {
        path: 'createwitness',
        body: { owner_address: hexOf(people[candidate]!), url: '75726c' },
        signers: [candidate],
      };
    case 'brokerage':
      return { path: 'updateBrokerage', body: { owner_address, brokerage: choice % 101 }, signers: [place] };
    case 'propose': {
      const { key, least, most } = at(proposals, choice);
      const parameters = [{ key, value: least + (amount % (most - least + 1)) }];
      return {
        path: 'proposalcreate',
        body: { owner_address, parameters },
        signers: [place],
        done: () => void walk.proposed++,
      };
    }
    case 'approve':
      if (walk.proposed === 0) return undefined;
      return {
        path: 'proposalapprove',
        body: {
          owner_address,
          proposal_id: walk.proposed - (amount % Math.min(2, walk.proposed)),
          is_add_approval: true,
        },
        signers: [place],
      };
    default:
      return undefined;
  }
}

const stranger = (choice: number): string => `41${(choice % 20).toString(16).padStart(40, '0')}`;

const base58check = createBase58check(sha256);

const hexOf = ({ address }: NodeAccount): string => bytesToHex(base58check.decode(address));

/** Address of one of the people, in hexadecimal. */
const addressOf = ({ people }: Walk, who: number): string => hexOf(at(people, who));

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

async function witnesses(node: MockNode): Promise<readonly string[]> {
  const { witnesses: list } = (await post(node, '/wallet/listwitnesses', {})) as {
    readonly witnesses: readonly { readonly address: string }[];
  };
  return list.map(({ address }) => address).toSorted();
}

/** Asks a node with a POST. */
export async function post(node: MockNode, path: string, body: object): Promise<unknown> {
  const answer = await node.fetch(`http://node${path}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.json();
}
