import {
  broadcastHex,
  createNodeClient,
  createTransaction,
  custom,
  getBalance,
  getChainParameters,
  isRpcError,
  listWitnesses,
  triggerConstantContract,
  type NodeClient,
} from '@coin/rpc';
import { quorum } from '@coin/rpc/proof';
import { expect, test } from 'vitest';
import { clockAt } from '../support/clock-at.ts';
import { JUDY } from '../support/judy.ts';
import { outcomeOf } from '../support/outcome.ts';
import { recorded, RECORDED_AT } from '../support/recordings.ts';

const SILENCE = Symbol('silence');
type Say = string | Error | typeof SILENCE | ((body: string, path: string) => string | Promise<string>);

/** A client of a quorum over nodes that say this, and how often each was asked. */
function among(says: readonly Say[], options: { atLeast?: number; retries?: number; timeoutMs?: number } = {}) {
  const asked = says.map(() => 0);
  const transports = says.map((say, index) =>
    custom(
      {
        request: async ({ body, path, signal }) => {
          asked[index] = (asked[index] ?? 0) + 1;
          if (say instanceof Error) throw say;
          if (say === SILENCE)
            return new Promise<string>((_, reject) =>
              signal.addEventListener('abort', () => reject(signal.reason as Error)),
            );
          return typeof say === 'function' ? say(body, path) : say;
        },
      },
      { name: `node ${index}` },
    ),
  );
  const { atLeast = 2, retries = 0, ...rest } = options;
  const transport = quorum(transports, { atLeast, retries, retryDelayMs: 0, ...rest });
  return { client: createNodeClient({ transport, clock: clockAt(RECORDED_AT) }), asked };
}

const account = recorded('account.visible').answer;
const richer = account.replace('1000000000000000', '9000000000000000');
const balance = (client: NodeClient) => getBalance(client, { address: JUDY });
const BALANCE = 1_000_000_000_000_000n;

test.each<[string, readonly Say[]]>([
  ['all agree', [account, account, account]],
  ['one lies', [account, richer, account]],
  ['the first one lies', [richer, account, account]],
  ['one is silent', [SILENCE, account, account]],
  ['one is broken', [account, new Error('no connection'), account]],
  ['one is a page', [account, '<html>', account]],
  ['one says that there is no account', [account, '{}', account]],
  ['one says that it failed', ['{"Error":"class java.lang.NullPointerException : null"}', account, account]],
])('reads the balance that two of three nodes say where %s', async (_, says) => {
  expect(await balance(among(says).client)).toBe(BALANCE);
});

test('reports the answer of each node if too few agree', async () => {
  const { client } = among([account, richer, new Error('no connection')]);
  const error = await balance(client).catch((thrown: unknown) => thrown);
  if (!isRpcError(error, 'NODES_DISAGREE')) throw error;
  const { atLeast, replies } = error.context;
  expect(atLeast).toBe(2);
  expect(replies.map(({ endpoint, status }) => `${endpoint}: ${status}`).sort()).toEqual([
    'node 0: differs',
    'node 1: differs',
    'node 2: failed',
  ]);
  expect(error.shortMessage).toBe('/wallet/getaccount: fewer than 2 of 3 nodes gave the same answer.');
});

test('needs as many nodes as atLeast says', async () => {
  const { client } = among([account, account, richer], { atLeast: 3 });
  expect(await outcomeOf(balance(client))).toBe('NODES_DISAGREE');
});

test('rejects with the failure of the nodes if none answers', async () => {
  const { client } = among([new Error('no connection'), new Error('no connection')]);
  expect(await outcomeOf(balance(client))).toBe('NETWORK_FAILED');
});

test('rejects with the error that two nodes agree on', async () => {
  const failed = '{"Error":"class java.lang.NullPointerException : null"}';
  const { client } = among([failed, account, failed]);
  expect(await outcomeOf(balance(client))).toBe('NODE_ERROR');
});

test('asks again while nodes are on different blocks', async () => {
  let time = 0;
  const catchesUp: Say = () => (time++ < 2 ? richer : account);
  const { client, asked } = among([account, catchesUp, new Error('no connection')], { retries: 4 });
  expect(await balance(client)).toBe(BALANCE);
  expect(asked).toEqual([3, 3, 3]);
});

test('agrees on a constant call although each node shows a transaction with its own time', async () => {
  const later = CALL.replace(/"timestamp": ?\d+/, '"timestamp": 5');
  expect(later).not.toBe(CALL);
  const call = { owner: JUDY, contract: JUDY, functionSelector: 'f()' };
  const { energyUsed } = await triggerConstantContract(among([CALL, later]).client, call);
  expect(energyUsed).toBe(541n);
  const cheaper = later.replace('541', '41');
  const { client } = among([CALL, cheaper]);
  expect(await outcomeOf(triggerConstantContract(client, call))).toBe('NODES_DISAGREE');
});

const CALL = `{"result": {"result": true},"energy_used": 541,"constant_result": ["${'0'.repeat(64)}"],"internal_transactions": [],"transaction": {"ret": [{}],"visible": false,"txID": "${'ab'.repeat(32)}","raw_data": {"timestamp": 1795231232000}}}`;

test('agrees on witnesses in any order', async () => {
  const witness = (address: string) => `{"address":"${address}","voteCount":5,"isJobs":true}`;
  const [a, b] = [witness(JUDY), witness('TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8')];
  const { client } = among([`{"witnesses":[${a},${b}]}`, `{"witnesses":[${b},${a}]}`]);
  expect(await listWitnesses(client)).toHaveLength(2);
});

test('has any node build a transaction, which the client compares with the request', async () => {
  const built = recorded('build.visible').answer;
  const forged = built.replace('18c0843d', '18c0843e');
  const transfer = {
    owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
    to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
    amount: 1_000_000n,
  };
  const { client } = among([new Error('no connection'), built, new Error('no connection')]);
  expect((await createTransaction(client, transfer)).rawDataHex).toMatch(/^0a02/);
  const lying = among([forged, new Error('no connection')]);
  expect(await outcomeOf(createTransaction(lying.client, transfer))).toBe('TRANSACTION_MISMATCH');
});

test('broadcasts to every node, and succeeds if one accepts', async () => {
  const { transaction } = JSON.parse(recorded('transfer.hex.broadcasthex').body ?? '') as { transaction: string };
  const accepted = recorded('transfer.hex.broadcasthex').answer;
  const rejected = '{"result":false,"code":"SIGERROR","message":"00"}';
  const { client, asked } = among([rejected, accepted, new Error('no connection')]);
  await broadcastHex(client, { transaction });
  expect(asked).toEqual([1, 1, 1]);
  expect(await outcomeOf(broadcastHex(among([rejected, new Error('x')]).client, { transaction }))).toBe(
    'BROADCAST_REJECTED',
  );
});

test('prices that one node lowers are not believed', async () => {
  const honest = recorded('chain.getchainparameters').answer;
  const lie = honest.replace(/("getEnergyFee","value": ?)\d+/, '$11');
  expect(lie).not.toBe(honest);
  const parameters = await getChainParameters(among([lie, honest, honest]).client);
  expect(parameters.energyPrice).toBe(100n);
});

test.each([
  ['atLeast', [account, account], { atLeast: 1 }],
  ['atLeast', [account, account], { atLeast: 3 }],
  ['transports', [account], { atLeast: 2 }],
  ['atleast', [account, account], { atLeast: 2, atleast: 2 } as never],
] as const)('rejects %s out of range', (argument, says, options) => {
  expect(() =>
    quorum(
      says.map(() => custom({ request: async () => '{}' })),
      options,
    ),
  ).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument }) }));
});
