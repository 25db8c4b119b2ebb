import {
  broadcastHex,
  createNodeClient,
  createTransaction,
  custom,
  fallback,
  getBalance,
  getChainParameters,
  http,
  isRpcError,
  listWitnesses,
  RpcError,
  triggerConstantContract,
  type NodeClient,
} from '@coin/rpc';
import { quorum, type QuorumOptions } from '@coin/rpc/proof';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { clockAt } from '../support/clock-at.ts';
import { JUDY } from '../support/judy.ts';
import { outcomeOf } from '../support/outcome.ts';
import { recorded, BUILT_AT } from '../support/recordings.ts';

useVirtualTime();

const SILENCE = Symbol('silence');
type Say = string | Error | typeof SILENCE | ((body: string, path: string) => string | Promise<string>);

/** A client of a quorum over nodes that say this, and how often each was asked. */
function among(says: readonly Say[], options: Partial<QuorumOptions> = {}) {
  const asked = says.map(() => 0);
  const signals: AbortSignal[] = [];
  const transports = says.map((say, index) =>
    custom(
      {
        request: async ({ body, path, signal }) => {
          asked[index] = (asked[index] ?? 0) + 1;
          signals[index] = signal;
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
  const transport = quorum(transports, { atLeast, retries, ...rest });
  return { client: createNodeClient({ transport, clock: clockAt(BUILT_AT) }), asked, signals };
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
  expect(error.retryable).toBe(true);
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
] as const)('rejects %s out of range', (argument, says, options) => {
  expect(() =>
    quorum(
      says.map(() => custom({ request: async () => '{}' })),
      options,
    ),
  ).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument }) }));
});

test('rejects with a temporary failure, if there is one, when all nodes fail', async () => {
  const gone = new RpcError('NETWORK_FAILED', { path: '/x', reason: 'gone' }, { retryable: true });
  const forbidden = new RpcError('UNAUTHORIZED', { path: '/x', status: 401, body: '' });
  const missing = new RpcError('UNAUTHORIZED', { path: '/x', status: 403, body: '' });
  const failure = async (...says: readonly Error[]) => balance(among(says).client).catch((thrown: unknown) => thrown);
  expect(await failure(forbidden, gone)).toMatchObject({ code: 'NETWORK_FAILED' });
  expect(await failure(forbidden, missing)).toMatchObject({ code: 'UNAUTHORIZED', context: { status: 401 } });
});

test('does not count failures as answers that agree', async () => {
  const late: Say = () => new Promise((resolve) => setTimeout(resolve, 1000, account));
  const { client } = among([new Error('down'), new Error('down'), late]);
  expect(await outcomeOf(balance(client))).toBe('NODES_DISAGREE');
});

test('fails as the nodes do when none of them takes a broadcast', async () => {
  const { client } = among([new Error('down'), new Error('down')]);
  expect(await outcomeOf(client.request('/wallet/broadcasthex', {}))).toBe('NETWORK_FAILED');
});

test('takes an error of your own transport as a failed connection', async () => {
  const request = () => Promise.reject(new Error('down'));
  const transport = quorum(
    [
      { request, endpoint: 'a' },
      { request, endpoint: 'b' },
    ],
    { atLeast: 2, retries: 0 },
  );
  await expect(transport.request('/wallet/getaccount', {})).rejects.toMatchObject({
    code: 'NETWORK_FAILED',
    context: { path: '/wallet/getaccount', reason: 'unknown' },
  });
});

describe('rounds', () => {
  test('are five by default, with pauses that double between them', async () => {
    using _random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const started = Date.now();
    const { client, asked } = among([account, richer]);
    const noRetries = await outcomeOf(balance(client));
    expect([noRetries, asked, Date.now() - started]).toEqual(['NODES_DISAGREE', [1, 1], 0]);
    const transports = [account, richer].map((say) => custom({ request: async () => (asked.push(0), say) }));
    const transport = quorum(transports, { atLeast: 2 });
    expect(await outcomeOf(balance(createNodeClient({ transport })))).toBe('NODES_DISAGREE');
    expect(asked).toHaveLength(2 + 2 * 5);
    expect(Date.now() - started).toBe(150 + 300 + 600 + 1200);
  });

  test('get a third of the time each, and end with the signal', async () => {
    const { client, signals } = among([SILENCE, SILENCE], { timeoutMs: 6_000 });
    const started = Date.now();
    expect(await outcomeOf(balance(client))).toBe('TIMEOUT');
    expect(Date.now() - started).toBe(2_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    const error = await outcomeOf(getBalance(client, { address: JUDY }, { signal: abortAfter(1_000) }));
    expect([error, Date.now() - started]).toEqual(['ABORTED', 3_000]);
  });

  test('stop the requests that are not needed any more', async () => {
    const { client, signals } = among([account, account, SILENCE]);
    await balance(client);
    expect(signals[2]?.aborted).toBe(true);
  });
});

test('names all of its nodes as its endpoint', async () => {
  const { client } = among([account, account]);
  expect(client.endpoint).toBe('node 0, node 1');
  const { endpoint } = await client.request('/wallet/getaccount', {});
  expect(endpoint).toBe('node 0, node 1');
});

test('a transport has the clock of its first node that has one, or none', () => {
  const [plain, clock] = [custom({ request: async () => '{}' }), clockAt(5)];
  const [node, later] = [clock, clockAt(6)].map((own) => http({ fetch: async () => new Response(), clock: own }));
  if (node === undefined || later === undefined) throw new Error('two nodes are expected');
  expect(node.clock).toBe(clock);
  expect(quorum([plain, node, later], { atLeast: 2 }).clock).toBe(clock);
  expect(fallback([plain, node, later]).clock).toBe(clock);
  for (const without of [plain, http('http://a.example'), fallback([plain]), quorum([plain, plain], { atLeast: 2 })])
    expect(Object.keys(without).sort()).toEqual(['endpoint', 'request']);
});

test('takes mock nodes and URLs as fallback does', async () => {
  const fetch = async () => new Response(account, { headers: { 'content-type': 'application/json' } });
  const transport = quorum([{ fetch }, { fetch, clock: clockAt(5) }, 'http://c.example'], { atLeast: 2 });
  expect(transport.endpoint).toBe('http://node, http://node, http://c.example');
  expect(transport.clock?.now()).toBe(5);
  expect(await balance(createNodeClient({ transport }))).toBe(BALANCE);
});

test('agrees on what is read of answers with fields that one version adds', async () => {
  const newer = account.replace('{', '{"frozenV3":[{"type":"NEW"}],');
  expect(await balance(among([account, newer]).client)).toBe(BALANCE);
  const { client } = among([account, newer]);
  expect(await outcomeOf(client.request('/wallet/getaccount', {}))).toBe('NODES_DISAGREE');
});

test('agrees on parameters where one version prints further zeros, and not where it prints other values', async () => {
  const older = recorded('chain.getchainparameters').answer;
  const withKey = (entry: string) => older.replace(/"chainParameter": ?\[/, `$&${entry},`);
  const newer = withKey('{"key":"getAllowTvmNext"}');
  expect(newer).not.toBe(older);
  const { values } = await getChainParameters(among([older, newer]).client);
  expect(values['getEnergyFee']).toBe(100n);
  const other = among([older, withKey('{"key":"getAllowTvmNext","value":1}')]);
  expect(await outcomeOf(getChainParameters(other.client))).toBe('NODES_DISAGREE');
});

test('agrees that nodes fail, whatever their versions call it', async () => {
  const words = ['{"Error":"class java.lang.NullPointerException : null"}', '{"Error":"internal server error"}'];
  expect(await outcomeOf(balance(among(words).client))).toBe('NODE_ERROR');
});

/** The answer on which two nodes agree that give these, or the code of the error. */
async function agreedOn(path: string, first: string, second: string): Promise<unknown> {
  const answer = await outcomeOf(among([first, second]).client.request(path, {}));
  return typeof answer === 'string' ? answer : answer.json;
}

describe('two answers', () => {
  const CONSTANT = '/wallet/triggerconstantcontract';
  const READ = '/wallet/getaccount';

  test.each(['{}', '[]', '[1,"a",null]', 'null', '5', '"text"', '{"a":null,"b":[{"c":{}}],"d":{"e":"f"}}'])(
    'that are both %s agree on it',
    async (json) => {
      expect(await agreedOn(READ, json, json)).toStrictEqual(JSON.parse(json));
    },
  );

  test.each<[string, string, string, string]>([
    ['keys in another order', READ, '{"a":1,"b":2,"c":3}', '{"c":3,"a":1,"b":2}'],
    ['inner keys in another order', READ, '{"x":[{"a":1,"b":{"c":1,"d":2}}]}', '{"x":[{"b":{"d":2,"c":1},"a":1}]}'],
    ['integers of any size', READ, '{"a":9007199254740993}', '{"a":9007199254740993}'],
    [
      'calls with other times and ids',
      CONSTANT,
      '{"transaction":{"ret":[{}],"txID":"aa"},"internal_transactions":[{"hash":"aa","note":"x"}]}',
      '{"transaction":{"ret":[{}],"txID":"bb"},"internal_transactions":[{"hash":"bb","note":"x"}]}',
    ],
    [
      'witnesses in another order',
      '/wallet/listwitnesses',
      '{"witnesses":["a","b","c"]}',
      '{"witnesses":["c","a","b"]}',
    ],
    ['proposals in another order', '/wallet/listproposals', '{"proposals":[2,1]}', '{"proposals":[1,2]}'],
  ])('agree with %s', async (_, path, first, second) => {
    const agreed = await agreedOn(path, first, second);
    expect(agreed).toBeTypeOf('object');
    expect(await agreedOn(path, second, first)).toEqual(agreed);
  });

  test.each<[string, string, string, string]>([
    ['another value', READ, '{"a":1}', '{"a":2}'],
    ['another key', READ, '{"a":1}', '{"b":1}'],
    ['a number in place of a text', READ, '{"a":1}', '{"a":"1"}'],
    ['a large number in place of a text', READ, '{"a":9007199254740993}', '{"a":"bigint 9007199254740993"}'],
    ['null in place of an object', READ, '{"a":null}', '{"a":{}}'],
    ['a list in another order', READ, '{"witnesses":["a","b"]}', '{"witnesses":["b","a"]}'],
    ['another transaction', READ, '{"transaction":{"ret":[],"txID":"aa"}}', '{"transaction":{"ret":[],"txID":"bb"}}'],
    [
      'another result of a call',
      CONSTANT,
      '{"transaction":{"ret":[{"ret":"FAILED"}]}}',
      '{"transaction":{"ret":[{}]}}',
    ],
    ['no transaction of a call', CONSTANT, '{"transaction":{}}', '{}'],
    [
      'another inner call',
      CONSTANT,
      '{"internal_transactions":[{"note":"x"}]}',
      '{"internal_transactions":[{"note":"y"}]}',
    ],
    ['one inner call more', CONSTANT, '{"internal_transactions":[{}]}', '{"internal_transactions":[{},{}]}'],
  ])('do not agree with %s', async (_, path, first, second) => {
    expect(await agreedOn(path, first, second)).toBe('NODES_DISAGREE');
  });

  test('of a call without a transaction agree without one', async () => {
    expect(await agreedOn(CONSTANT, '{"a":1}', '{"a":1}')).toStrictEqual({ a: 1 });
  });

  test.each(['/wallet/getaccount', '/wallet/listwitnesses', CONSTANT, '/wallet/estimateenergy'])(
    'of %s must agree',
    async (path) => {
      expect(await agreedOn(path, '{"a":1}', '{"a":2}')).toBe('NODES_DISAGREE');
    },
  );

  test.each(['/wallet/createtransaction', '/wallet/broadcasthex'])('of %s need not agree', async (path) => {
    expect(await agreedOn(path, '{"a":1}', '{"a":2}')).toEqual({ a: 1 });
  });
});
