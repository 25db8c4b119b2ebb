import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { array, constantFrom, integer, nat, oneof, record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { MockNode } from '../../src/index.ts';
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
  'create-account',
  'freeze',
  'freeze',
  'unfreeze',
  'cancel-unfreeze',
  'withdraw-unfrozen',
  'delegate',
  'delegate',
  'undelegate',
  'undelegate',
  'undelegate',
  'vote',
  'withdraw-reward',
  'deploy',
  'call',
  'call',
  'call',
  'wait',
  'wait-days',
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

/** A walk over a node's ledger. Everything in it follows from the steps and from the node's answers. */
export interface Walk {
  readonly node: MockNode;
  /** Contracts deployed so far. */
  readonly deployed: { readonly address: string; readonly calls: readonly string[] }[];
  /** Transactions that were taken. */
  readonly taken: string[];
}

export const startWalk = (node: MockNode): Walk => ({ node, deployed: [], taken: [] });

/** The same walk so far, on another node. */
export const walkOn = ({ deployed, taken }: Walk, node: MockNode): Walk => ({
  node,
  deployed: [...deployed],
  taken: [...taken],
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

/** Takes one step; what the node refuses does not happen. */
export async function takeStep(walk: Walk, step: Step): Promise<void> {
  const { node } = walk;
  const { kind, who, whom, amount, choice } = step;
  const owner_address = addressOf(node, who);
  const other = addressOf(node, whom);
  const resource = at(resources, choice);
  const send = (path: string, body: object): Promise<void> => sendBuilt(walk, who, path, { owner_address, ...body });
  switch (kind) {
    case 'transfer':
      return send('createtransaction', { to_address: other, amount });
    case 'transfer-to-stranger':
      return send('createtransaction', { to_address: stranger(choice), amount });
    case 'create-account':
      return send('createaccount', { account_address: stranger(choice) });
    case 'freeze':
      return send('freezebalancev2', { frozen_balance: 1000 * coins(amount), resource });
    case 'unfreeze':
      return send('unfreezebalancev2', { unfreeze_balance: coins(amount), resource });
    case 'cancel-unfreeze':
      return send('cancelallunfreezev2', {});
    case 'withdraw-unfrozen':
      return send('withdrawexpireunfreeze', {});
    case 'delegate':
      return send('delegateresource', {
        receiver_address: other,
        balance: coins(amount),
        resource,
        lock: choice % 7 === 0,
      });
    case 'undelegate':
      return send('undelegateresource', { receiver_address: other, balance: Math.ceil(coins(amount) / 40), resource });
    case 'vote':
      return send('votewitnessaccount', {
        votes: [{ vote_address: at(await witnesses(node), choice), vote_count: (amount % 500) + 1 }],
      });
    case 'withdraw-reward':
      return send('withdrawbalance', {});
    case 'deploy':
      return deploy(walk, who, choice);
    case 'call':
      return call(walk, step);
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
  }
}

const stranger = (choice: number): string => `41${(choice % 20).toString(16).padStart(40, '0')}`;

const base58check = createBase58check(sha256);

/** Address of one of the node's accounts, in hexadecimal. */
const addressOf = ({ accounts }: MockNode, who: number): string =>
  bytesToHex(base58check.decode(at(accounts, who).address));

async function deploy(walk: Walk, who: number, choice: number): Promise<void> {
  const { name, bytecode, calls } = at(recordedContracts(), choice);
  const built = (await post(walk.node, '/wallet/deploycontract', {
    owner_address: addressOf(walk.node, who),
    bytecode,
    name,
    abi: '[]',
    fee_limit: 1_000_000_000,
    consume_user_resource_percent: choice % 101,
    origin_energy_limit: 10_000_000,
  })) as Built & { readonly contract_address: string };
  if (await broadcast(walk, who, built)) walk.deployed.push({ address: built.contract_address, calls });
}

async function call(walk: Walk, { who, amount, choice }: Step): Promise<void> {
  if (walk.deployed.length === 0) return;
  const { address, calls } = at(walk.deployed, amount);
  const { transaction } = (await post(walk.node, '/wallet/triggersmartcontract', {
    owner_address: addressOf(walk.node, who),
    contract_address: address,
    data: at(calls, choice),
    call_value: choice % 5 === 0 ? amount : 0,
    fee_limit: at([1_000_000_000, 40_000_000, 3_000_000, 0], choice),
  })) as { readonly transaction: Built };
  await broadcast(walk, who, transaction);
}

interface Built {
  readonly txID?: string;
}

async function sendBuilt(walk: Walk, who: number, path: string, body: object): Promise<void> {
  await broadcast(walk, who, (await post(walk.node, `/wallet/${path}`, body)) as Built);
}

async function broadcast(walk: Walk, who: number, built: Built): Promise<boolean> {
  if (built.txID === undefined) return false;
  const signature = [sign(built.txID, at(walk.node.accounts, who).privateKey)];
  const { result } = (await post(walk.node, '/wallet/broadcasttransaction', { ...built, signature })) as {
    readonly result?: boolean;
  };
  if (result !== true) return false;
  walk.taken.push(built.txID);
  return true;
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
