import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { type MockNode, type NodeAccount } from '../../src/index.ts';
import { post } from './post.ts';
import { recordedContracts, type RecordedContract } from './recorded-contracts.ts';

/**
 * One event of a walk: an account sends a transaction, or time passes. Numbers are indexes into lists, taken modulo
 * their length.
 */
export interface Step {
  readonly kind: StepKind;
  readonly sender: number;
  readonly receiver: number;
  readonly amount: number;
  readonly choice: number;
}

interface Delegation {
  readonly owner_address: string;
  readonly receiver_address: string;
  readonly resource: string;
  readonly balance: number;
}

/** A random walk over a node's ledger. Everything in it follows from the steps and from the node's answers. */
export interface Walk {
  readonly node: MockNode;
  readonly accounts: readonly NodeAccount[];
  /** Index of an account → index of the account that must sign with it. */
  readonly cosigners: Map<number, number>;
  /** Contracts deployed so far. */
  readonly deployed: {
    readonly address: string;
    readonly owner: number;
    readonly name: string;
    readonly calls: readonly string[];
  }[];
  readonly delegations: { readonly owner: number; readonly delegation: Delegation }[];
  /** Index of the issuer of each token so far. */
  readonly issuers: number[];
  /** Exchanges of coin for a token so far, and the index of their creator. */
  readonly exchanges: { readonly id: number; readonly owner: number; readonly token: string }[];
  /** Number of proposals so far. */
  proposals: number;
  /** Ids of the transactions that the node accepted. */
  readonly accepted: string[];
}

/** The transaction of a step: what is built, who signs it, and what to record once it is accepted. */
export interface Action {
  readonly path: string;
  readonly body: object;
  /** Indexes of the signing accounts; only the sender by default. */
  readonly signers?: readonly number[];
  readonly onAccepted?: (built: { readonly contract_address?: string }) => void;
}

type ActionOf = (walk: Walk, step: Step) => Action | undefined | Promise<Action | undefined>;

/** The first accounts send the transactions; the next one may become a witness; the rest can be initial witnesses. */
export const SENDER_COUNT = 3;
const CANDIDATE = SENDER_COUNT;
export const FIRST_WITNESS = CANDIDATE + 1;

export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

const DAY = 86_400_000;
const resources = ['BANDWIDTH', 'ENERGY'];
/** A few coins and a fraction; stakes are a thousand times larger, so parts of them can be unfrozen. */
const coins = (amount: number): number => ((amount % 50) + 1) * 1_000_000 + (amount % 1_000_000);

/** One of twenty addresses without a known key. */
const foreignAddress = (choice: number): string => `41${(choice % 20).toString(16).padStart(40, '0')}`;

const base58check = createBase58check(sha256);

const hexOf = ({ address }: NodeAccount): string => bytesToHex(base58check.decode(address));

/** Address of an account, in hexadecimal. */
export const addressOf = ({ accounts }: Walk, index: number): string => hexOf(at(accounts, index));

const transfer = (walk: Walk, { sender, receiver, amount }: Step, more: object = {}): Action => ({
  path: 'createtransaction',
  body: { owner_address: addressOf(walk, sender), to_address: addressOf(walk, receiver), amount, ...more },
});

/** A transaction whose only field is its owner. */
const ownerOnly =
  (path: string): ActionOf =>
  (walk, { sender }) => ({ path, body: { owner_address: addressOf(walk, sender) } });

const stake = (walk: Walk, { sender, choice }: Step, path: string, more: object): Action => ({
  path,
  body: { owner_address: addressOf(walk, sender), resource: at(resources, choice), ...more },
});

function delegate(walk: Walk, { sender, receiver, amount, choice }: Step, more: object = {}): Action {
  const delegation: Delegation = {
    owner_address: addressOf(walk, sender),
    receiver_address: addressOf(walk, receiver),
    resource: at(resources, choice),
    balance: coins(amount),
  };
  return {
    path: 'delegateresource',
    body: { ...delegation, ...more },
    onAccepted: () => void walk.delegations.push({ owner: sender, delegation }),
  };
}

/** Everything that an active permission may allow except changing permissions. */
const sharedOperations = `7fff1fc0033e${'0'.repeat(52)}`;

function requireCosigner(walk: Walk, { sender, receiver }: Step): Action | undefined {
  if (sender === receiver) return undefined;
  const keys = [sender, receiver].map((index) => ({ address: addressOf(walk, index), weight: 1 }));
  const owner = { type: 0, permission_name: 'owner', threshold: 1, keys: keys.slice(0, 1) };
  const active = { type: 2, permission_name: 'both', threshold: 2, operations: sharedOperations, keys };
  return {
    path: 'accountpermissionupdate',
    body: { owner_address: addressOf(walk, sender), owner, actives: [active] },
    onAccepted: () => walk.cosigners.set(sender, receiver),
  };
}

function deploy(
  walk: Walk,
  { sender, choice }: Step,
  among: readonly RecordedContract[] = recordedContracts(),
): Action {
  const { name, bytecode, calls } = at(among, choice);
  return {
    path: 'deploycontract',
    body: {
      owner_address: addressOf(walk, sender),
      bytecode,
      name,
      abi: '[]',
      fee_limit: 1_000_000_000,
      consume_user_resource_percent: choice % 101,
      origin_energy_limit: 10_000_000,
    },
    onAccepted({ contract_address: address = '' }) {
      walk.deployed.push({ address, owner: sender, name, calls });
    },
  };
}

/** A change of a contract by its deployer. */
const changeContract =
  (path: string, values: (step: Step) => object): ActionOf =>
  (walk, step) => {
    if (walk.deployed.length === 0) return undefined;
    const { address: contract_address, owner } = at(walk.deployed, step.amount);
    return {
      path,
      body: { owner_address: addressOf(walk, owner), contract_address, ...values(step) },
      signers: [owner],
    };
  };

function call(walk: Walk, { sender, amount, choice }: Step): Action | undefined {
  if (walk.deployed.length === 0) return undefined;
  const { address: contract_address, calls } = at(walk.deployed, amount);
  return {
    path: 'triggersmartcontract',
    body: {
      owner_address: addressOf(walk, sender),
      contract_address,
      data: at(calls, choice),
      call_value: choice % 5 === 0 ? amount : 0,
      fee_limit: at([1_000_000_000, 40_000_000, 3_000_000, 0], choice),
    },
  };
}

/** A token is on sale from the next blocks on, and a tenth of it is frozen for a day. */
const issueToken = (walk: Walk, { sender, amount, choice }: Step): Action => ({
  path: 'createassetissue',
  body: {
    owner_address: addressOf(walk, sender),
    name: '746f6b656e',
    url: '75726c',
    total_supply: 10 * amount,
    frozen_supply: [{ frozen_amount: amount, frozen_days: 1 }],
    trx_num: at([1, 7], choice),
    num: at([3, 2], choice),
    start_time: walk.node.clock.now() + 5000,
    end_time: walk.node.clock.now() + 300 * DAY,
    free_asset_net_limit: choice % 1000,
    public_free_asset_net_limit: choice % 5000,
  },
  onAccepted: () => void walk.issuers.push(sender),
});

/** A token issued so far; undefined for none. */
function tokenOf({ issuers }: Walk, choice: number): { readonly id: number; readonly issuer: number } | undefined {
  if (issuers.length === 0) return undefined;
  const index = choice % issuers.length;
  return { id: 1_000_001 + index, issuer: at(issuers, index) };
}

const digits = (id: number): string => bytesToHex(utf8ToBytes(String(id)));

/** A transaction that moves a token, to the step's receiver except where `more` names another. */
function moveToken(walk: Walk, step: Step, path: string, more: (issuer: string) => object): Action | undefined {
  const token = tokenOf(walk, step.choice);
  if (token === undefined) return undefined;
  const body = {
    owner_address: addressOf(walk, step.sender),
    to_address: addressOf(walk, step.receiver),
    asset_name: digits(token.id),
    amount: step.amount,
  };
  return { path, body: { ...body, ...more(addressOf(walk, token.issuer)) } };
}

/** A trade on an exchange of coin for a token, which is the exchange's creator's to fill and to empty. */
function trade(
  walk: Walk,
  { sender, choice }: Step,
  path: string,
  more: (token: string) => object,
): Action | undefined {
  if (walk.exchanges.length === 0) return undefined;
  const { id, owner, token } = at(walk.exchanges, choice);
  const index = path === 'exchangetransaction' ? sender : owner;
  const body = { owner_address: addressOf(walk, index), exchange_id: id };
  return { path, body: { ...body, ...more(choice % 2 === 0 ? COIN : token) }, signers: [index] };
}

/** How contracts name coin: `_`. */
const COIN = '5f';

function createExchange(walk: Walk, { sender, amount, choice }: Step): Action | undefined {
  const token = tokenOf(walk, choice);
  if (token === undefined) return undefined;
  const named = digits(token.id);
  const body = { first_token_id: COIN, first_token_balance: 1 + amount, second_token_id: named };
  return {
    path: 'exchangecreate',
    body: { owner_address: addressOf(walk, sender), ...body, second_token_balance: 1 + (amount % 500) },
    onAccepted: () => void walk.exchanges.push({ id: walk.exchanges.length + 1, owner: sender, token: named }),
  };
}

/**
 * Each account sells coin for a token, or the token for coin: an order that meets one of its own account loses coin.
 */
function sellOnMarket(walk: Walk, { sender, amount, choice }: Step): Action | undefined {
  const token = tokenOf(walk, 0);
  if (token === undefined) return undefined;
  const pair = [digits(token.id), COIN];
  const [sell, buy] = sender % 2 === 0 ? pair : pair.toReversed();
  const body = { sell_token_id: sell, sell_token_quantity: 1 + (amount % 200), buy_token_id: buy };
  return {
    path: 'marketsellasset',
    body: { owner_address: addressOf(walk, sender), ...body, buy_token_quantity: 1 + (choice % 200) },
  };
}

async function cancelOrder(walk: Walk, { sender, choice }: Step): Promise<Action | undefined> {
  const owner_address = addressOf(walk, sender);
  const { orders = [] } = (await post(walk.node, '/wallet/getmarketorderbyaccount', { value: owner_address })) as {
    readonly orders?: readonly { readonly order_id: string }[];
  };
  if (orders.length === 0) return undefined;
  return { path: 'marketcancelorder', body: { owner_address, order_id: at(orders, choice).order_id } };
}

/** A call of a contract that holds tokens, with tokens. */
function callWithTokens(walk: Walk, { sender, amount, choice }: Step): Action | undefined {
  const purses = walk.deployed.filter(({ name }) => name === 'Purse');
  const token = tokenOf(walk, choice);
  if (purses.length === 0 || token === undefined) return undefined;
  const { address: contract_address, calls } = at(purses, amount);
  const tokens = { call_token_value: amount % 100, token_id: token.id };
  return {
    path: 'triggersmartcontract',
    body: {
      owner_address: addressOf(walk, sender),
      contract_address,
      data: at(calls, choice),
      fee_limit: 1_000_000_000,
      ...(choice % 3 > 0 && tokens),
    },
  };
}

/** A transaction of one of the initial witnesses. */
function byWitness(walk: Walk, { receiver }: Step, path: string, more: object): Action {
  const index = FIRST_WITNESS + (receiver % walk.node.network.genesis.witnesses.length);
  return { path, body: { owner_address: addressOf(walk, index), ...more }, signers: [index] };
}

/** Parameters that are proposed, with bounds within which the network keeps working. */
const proposedParameters = [
  { key: 11, min: 50, max: 420 },
  { key: 3, min: 10, max: 1000 },
  { key: 5, min: 1_000_000, max: 64_000_000 },
  { key: 31, min: 1_000_000, max: 160_000_000 },
  { key: 7, min: 0, max: 2_000_000 },
  { key: 61, min: 0, max: 5000 },
  { key: 73, min: 50_000, max: 400_000 },
] as const;

function propose(walk: Walk, step: Step): Action {
  const { key, min, max } = at(proposedParameters, step.choice);
  const parameters = [{ key, value: min + (step.amount % (max - min + 1)) }];
  return { ...byWitness(walk, step, 'proposalcreate', { parameters }), onAccepted: () => void walk.proposals++ };
}

async function witnesses(node: MockNode): Promise<readonly string[]> {
  const { witnesses: list } = (await post(node, '/wallet/listwitnesses', {})) as {
    readonly witnesses: readonly { readonly address: string }[];
  };
  return list.map(({ address }) => address).toSorted();
}

function passTime({ node }: Walk, time: number): undefined {
  node.advanceTime(time);
  node.mine();
}

const actions = {
  transfer,
  memo: (walk, step) => transfer(walk, step, { extra_data: '6d656d6f' }),
  'transfer-to-new-account': (walk, step) => transfer(walk, step, { to_address: foreignAddress(step.choice) }),
  'create-account': (walk, { sender, choice }) => ({
    path: 'createaccount',
    body: { owner_address: addressOf(walk, sender), account_address: foreignAddress(choice) },
  }),
  'require-cosigner': requireCosigner,
  'cosigned-transfer'(walk, step) {
    const cosigner = walk.cosigners.get(step.sender);
    return cosigner === undefined
      ? undefined
      : { ...transfer(walk, step, { Permission_id: 2 }), signers: [step.sender, cosigner] };
  },

  freeze: (walk, step) => stake(walk, step, 'freezebalancev2', { frozen_balance: 1000 * coins(step.amount) }),
  unfreeze: (walk, step) => stake(walk, step, 'unfreezebalancev2', { unfreeze_balance: coins(step.amount) }),
  'cancel-unfreeze': ownerOnly('cancelallunfreezev2'),
  'withdraw-unfrozen': ownerOnly('withdrawexpireunfreeze'),
  delegate: (walk, step) => delegate(walk, step),
  'delegate-locked': (walk, step) =>
    delegate(walk, step, { lock: true, lock_period: at([0, 20, 1200, 28_800], step.amount) }),
  undelegate(walk, { amount, choice }) {
    if (walk.delegations.length === 0) return undefined;
    const { owner, delegation } = at(walk.delegations, choice);
    const balance = amount < 1000 ? delegation.balance : Math.ceil(delegation.balance / 3);
    return { path: 'undelegateresource', body: { ...delegation, balance }, signers: [owner] };
  },

  async vote(walk, { sender, amount, choice }) {
    const votes = [{ vote_address: at(await witnesses(walk.node), choice), vote_count: (amount % 500) + 1 }];
    return { path: 'votewitnessaccount', body: { owner_address: addressOf(walk, sender), votes } };
  },
  'withdraw-reward': ownerOnly('withdrawbalance'),
  'become-witness': (walk) => ({
    path: 'createwitness',
    body: { owner_address: addressOf(walk, CANDIDATE), url: '75726c' },
    signers: [CANDIDATE],
  }),
  brokerage: (walk, step) => byWitness(walk, step, 'updateBrokerage', { brokerage: step.choice % 101 }),
  propose,
  approve(walk, step) {
    const { proposals } = walk;
    if (proposals === 0) return undefined;
    const proposal_id = proposals - (step.amount % Math.min(2, proposals));
    return byWitness(walk, step, 'proposalapprove', { proposal_id, is_add_approval: true });
  },

  deploy: (walk, step) => deploy(walk, step),
  setting: changeContract('updatesetting', ({ choice }) => ({ consume_user_resource_percent: choice % 101 })),
  'energy-limit': changeContract('updateenergylimit', ({ amount }) => ({ origin_energy_limit: amount })),
  'clear-abi': changeContract('clearabi', () => ({})),
  call,

  'issue-token': issueToken,
  'buy-token': (walk, step) =>
    moveToken(walk, step, 'participateassetissue', (issuer) => ({ to_address: issuer, amount: step.amount % 100 })),
  'send-token': (walk, step) => moveToken(walk, step, 'transferasset', () => ({ amount: step.amount % 1000 })),
  'send-token-to-new-account': (walk, step) =>
    moveToken(walk, step, 'transferasset', () => ({ to_address: foreignAddress(step.choice) })),
  'send-all-tokens': (walk, step) => moveToken(walk, step, 'transferasset', () => ({})),
  'unfreeze-token': ownerOnly('unfreezeasset'),
  'update-token': (walk, { sender, amount, choice }) => ({
    path: 'updateasset',
    body: { owner_address: addressOf(walk, sender), url: '75', new_limit: amount, new_public_limit: choice },
  }),
  'deploy-purse': (walk, step) =>
    deploy(
      walk,
      step,
      recordedContracts().filter(({ name }) => name === 'Purse'),
    ),
  'call-with-tokens': callWithTokens,
  'create-exchange': createExchange,
  'fill-exchange': (walk, step) =>
    trade(walk, step, 'exchangeinject', (token_id) => ({ token_id, quant: 1 + (step.amount % 300) })),
  'empty-exchange': (walk, step) =>
    trade(walk, step, 'exchangewithdraw', (token_id) => ({ token_id, quant: 1 + (step.amount % 30) })),
  swap: (walk, step) =>
    trade(walk, step, 'exchangetransaction', (token_id) => ({ token_id, quant: 1 + (step.amount % 300), expected: 1 })),
  'sell-on-market': sellOnMarket,
  'cancel-order': cancelOrder,

  wait: (walk, { amount }) => passTime(walk, (amount % 600) * 1000),
  'wait-days': (walk, { choice }) => passTime(walk, (choice % 15) * DAY),
  'next-cycle'({ node }) {
    node.advanceCycle();
    return undefined;
  },
} satisfies Readonly<Record<string, ActionOf>>;

export type StepKind = keyof typeof actions;

/** The transaction of a step; undefined for one that is not possible, or that needs none and has already happened. */
export const actionOf = (walk: Walk, step: Step): Action | undefined | Promise<Action | undefined> =>
  actions[step.kind](walk, step);
