import { type MockNode } from '../../src/index.ts';
import { type Walk } from './actions.ts';

type Asked = Pick<MockNode, 'fetch'>;

/** The text of an answer of `/wallet/<endpoint>`. */
export async function ask(node: Asked, endpoint: string, body: object = {}): Promise<string> {
  const answer = await node.fetch(`http://node/wallet/${endpoint}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.text();
}

const UNKNOWN = 'A fork cannot know';

/** Whether an answer says what a fork cannot know: in words, or for a broadcast in hexadecimal. */
export const saysUnknown = (text: string): boolean =>
  text.includes(UNKNOWN) || text.includes(Buffer.from(UNKNOWN).toString('hex'));

const ofTheNetwork = [
  'getnowblock',
  'getchainparameters',
  'listwitnesses',
  'listproposals',
  'getburntrx',
  'getnextmaintenancetime',
  'getenergyprices',
  'getbandwidthprices',
  'getmemofee',
];

/** The fork has no keys of witnesses, and what no interface tells of rewards is an error. */
const comparable = (text: string): string =>
  saysUnknown(text) ? '' : text.replace(/"witness_signature":"[^"]*",?/, '');

/** Everything that a node tells of its network and of the accounts, contracts and delegations of a walk. */
export async function readEverything(node: Asked, walk: Walk): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {};
  const read = async (endpoint: string, body: object = {}): Promise<void> => {
    answers[`${endpoint} ${JSON.stringify(body)}`] = comparable(await ask(node, endpoint, body));
  };
  for (const endpoint of ofTheNetwork) await read(endpoint);
  for (const { address } of [...walk.accounts, ...walk.deployed]) {
    const visible = address.startsWith('T');
    await read('getaccount', { address, visible });
    await read('getaccountresource', { address, visible });
    await read('getcontractinfo', { value: address, visible });
    await read('getdelegatedresourceaccountindexv2', { value: address, visible });
    await read('getcandelegatedmaxsize', { owner_address: address, type: 1, visible });
    await read('getBrokerage', { address });
  }
  for (const { delegation } of walk.delegations) {
    const { owner_address: fromAddress, receiver_address: toAddress } = delegation;
    await read('getdelegatedresourcev2', { fromAddress, toAddress });
  }
  for (const { id } of walk.exchanges) await read('getexchangebyid', { id });
  await read('listexchanges');
  await read('getpaginatedexchangelist', { offset: 0, limit: 10 });
  for (const value of walk.accepted.slice(-3)) await read('gettransactioninfobyid', { value });
  return answers;
}

/** What accounts could withdraw, which a fork knows as of the head that it began with. */
export async function readRewards(node: Asked, walk: Walk): Promise<readonly string[]> {
  return Promise.all(walk.accounts.map(({ address }) => ask(node, 'getReward', { address })));
}
