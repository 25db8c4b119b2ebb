import { endpoints } from '../../src/http/endpoints/index.ts';
import { type MockNode } from '../../src/index.ts';
import { addressOf, at, type Walk } from './actions.ts';
import { post } from './post.ts';

/** A request of a path, as a POST of a body or a GET with a query. */
export interface Asked {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body: Readonly<Record<string, unknown>>;
}

/** Members that are read by one endpoint or another; what an endpoint does not know it ignores. */
interface Names {
  readonly owner: string;
  readonly other: string;
  readonly contract: string;
  readonly token: string;
  readonly witness: string;
  /** Of the member `value`, which stands for many things. */
  readonly value: string;
  readonly number: number;
}

const hexText = (text: string): string => Buffer.from(text).toString('hex');

const wideBody = ({ owner, other, contract, token, witness, value, number }: Names): Asked['body'] => ({
  owner_address: owner,
  to_address: other,
  account_address: other,
  address: owner,
  receiver_address: other,
  fromAddress: owner,
  toAddress: other,
  contract_address: contract,
  value,
  data: '',
  function_selector: 'f()',
  parameter: '',
  call_value: 0,
  fee_limit: 10_000_000,
  amount: 1,
  balance: 1_000_000,
  frozen_balance: 2_000_000,
  unfreeze_balance: 1_000_000,
  frozen_duration: 3,
  resource: number % 2 === 0 ? 'BANDWIDTH' : 'ENERGY',
  type: number % 2,
  votes: [{ vote_address: witness, vote_count: 1 }],
  asset_name: hexText(token),
  account_id: hexText('account-id'),
  account_name: hexText('another name'),
  name: hexText('token'),
  abbr: hexText('tok'),
  url: hexText('url'),
  update_url: hexText('url'),
  total_supply: 1000,
  trx_num: 1,
  num: number,
  start_time: 4_000_000_000_000,
  end_time: 4_000_000_100_000,
  new_limit: 1,
  new_public_limit: 1,
  brokerage: 20,
  proposal_id: number,
  is_add_approval: true,
  id: number,
  exchange_id: number,
  token_id: hexText(token),
  quant: 5,
  expected: 1,
  first_token_id: hexText('_'),
  first_token_balance: 100,
  second_token_id: hexText(token),
  second_token_balance: 100,
  sell_token_id: hexText(number % 2 === 0 ? '_' : token),
  buy_token_id: hexText(number % 2 === 0 ? token : '_'),
  sell_token_quantity: 10,
  buy_token_quantity: 10,
  order_id: value,
  consume_user_resource_percent: 50,
  origin_energy_limit: 1_000_000,
  bytecode: '6000',
  abi: '[]',
  startNum: 0,
  endNum: 2,
  id_or_num: number % 2 === 0 ? String(number) : value,
  detail: number % 2 === 0,
  offset: 0,
  limit: 5,
  owner: { type: 0, permission_name: 'owner', threshold: 1, keys: [{ address: owner, weight: 1 }] },
  actives: [
    {
      type: 2,
      permission_name: 'one',
      threshold: 1,
      operations: `7fff1fc0033e${'0'.repeat(52)}`,
      keys: [{ address: other, weight: 1 }],
    },
  ],
});

/**
 * Requests of every path of a node, which lead somewhere on the network of a walk: with each of its accounts,
 * contracts, tokens, transactions and blocks, and with what does not exist.
 */
export async function everyRequest(walk: Walk): Promise<readonly Asked[]> {
  const bodies = await everyBody(walk);
  return endpoints.flatMap(({ name, solid, get, post: answersPost }) =>
    [`/wallet/${name}`, ...(solid ? [`/walletsolidity/${name}`] : [])].flatMap((path) => [
      ...(answersPost === undefined
        ? []
        : bodies.map((body): Asked => ({ path, method: 'POST', body: known(body, name) }))),
      ...(get === undefined ? [] : bodies.slice(0, 3).map((body): Asked => ({ path, method: 'GET', body }))),
    ]),
  );
}

/** A body without what means something else to an endpoint. */
function known(body: Asked['body'], endpoint: string): Asked['body'] {
  const { token_id: _, ...call } = body;
  if (/trigger|estimate|deploy/.test(endpoint)) return call;
  const { id: _id, ...issue } = body;
  return endpoint === 'createassetissue' ? issue : body;
}

async function everyBody(walk: Walk): Promise<readonly Asked['body'][]> {
  const { node, deployed, accepted } = walk;
  const { witnesses } = (await post(node, '/wallet/listwitnesses', {})) as {
    readonly witnesses: readonly { readonly address: string }[];
  };
  const { blockID } = (await post(node, '/wallet/getnowblock', {})) as { readonly blockID: string };
  const people = [0, 1, 2, 3, 4].map((index) => addressOf(walk, index));
  const orders = await Promise.all(people.map((value) => ordersOf(node, value)));
  const everyone = [...people, NOBODY];
  const values = [
    ...everyone,
    ...deployed.map(({ address }) => address),
    '1000001',
    '9999999',
    blockID,
    'ff'.repeat(32),
    hexText('token'),
    ...accepted.slice(-3),
    ...orders.flatMap((list) => list.slice(0, 1)),
  ];
  return values.map((value, index) =>
    wideBody({
      value,
      number: index % 4,
      owner: at(everyone, index),
      other: at(everyone, index + 1),
      contract: at(deployed, index).address,
      token: String(1_000_001 + (index % 3)),
      witness: at(witnesses, index).address,
    }),
  );
}

const NOBODY = `41${'ab'.repeat(20)}`;

async function ordersOf(node: MockNode, value: string): Promise<readonly string[]> {
  const { orders = [] } = (await post(node, '/wallet/getmarketorderbyaccount', { value })) as {
    readonly orders?: readonly { readonly order_id: string }[];
  };
  return orders.map(({ order_id }) => order_id);
}

/** Asks a node. */
export async function answerOf(
  node: Pick<MockNode, 'fetch'>,
  { path, method, body }: Asked,
): Promise<{ readonly status: number; readonly text: string }> {
  const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
  const answer = await (method === 'GET'
    ? node.fetch(`http://node${path}?${query}`)
    : node.fetch(`http://node${path}`, { method, body: JSON.stringify(body) }));
  return { status: answer.status, text: await answer.text() };
}
