import { createOutboxQueue, PaymentsError } from '@coin/payments';
import {
  createPostgresStore,
  migrate,
  migrations,
  type PostgresClient,
  type PostgresListener,
  type PostgresQueryable,
} from '@coin/payments/postgres';
// What a store does with a pool, beside its statements.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';

useVirtualTime();

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const record = { key: 'a', value: '1', listing: 'open' } as const;
const row = { ...record, status: null, group: null, version: '1', position: '1' };
const unused = async () => expect.unreachable();

/** A pool that gives each statement the same rows. */
const poolOf = (...rows: unknown[]) => ({ query: async () => ({ rows }), connect: unused });
/** A pool whose statements fail. */
const failing = (error: unknown) => ({
  async query(): Promise<never> {
    throw error;
  },
  connect: unused,
});

test.each([
  ['42P01', true],
  ['3F000', true],
  ['42P02', false],
  [undefined, false],
])('an error of PostgreSQL with the code %s advises to create the tables: %s', async (code, isAdvised) => {
  const thrown = Object.assign(new Error('no relation'), { code });
  const store = createPostgresStore({ pool: failing(thrown), schema: 'shop' });
  const error = await store.get('a').catch((caught: unknown) => caught);
  if (!isAdvised) return expect(error).toBe(thrown);
  expect(error).toMatchObject({
    message: 'the schema shop lacks its tables: call migrate({ pool }) first',
    cause: thrown,
  });
});

test('a pool may reject with any value', async () => {
  const queue = createOutboxQueue({ store: createPostgresStore({ pool: failing(undefined) }) });
  const context = { method: 'get', reason: 'undefined' };
  await expect(queue.get('a')).rejects.toMatchObject({ code: 'STORE_FAILED', context });
});

describe('in a transaction of the caller', () => {
  const store = createPostgresStore({ pool: poolOf() });

  test('reads and creates with its client, and reports its errors', async () => {
    const client = poolOf(row);
    expect(await store.get('a', { transaction: client })).toEqual({ ...record, version: 1, position: 1 });
    expect(await store.createIfAbsent(record, { transaction: client })).toBe(true);
    await expect(store.get('a', { transaction: failing(new Error('aborted')) })).rejects.toThrow('aborted');
  });

  test('uses the pool without one', async () => {
    expect(await store.get('a')).toBeUndefined();
    expect(await store.get('a', {})).toBeUndefined();
    expect(await store.createIfAbsent(record, { transaction: undefined })).toBe(false);
  });

  test.each([{}, { query: 'BEGIN' }, 5, null])('uses no other client instead of %o', async (transaction) => {
    const options = { transaction: transaction as never };
    await expect(store.get('a', options)).rejects.toThrow(TypeError);
    await expect(store.createIfAbsent(record, options)).rejects.toThrow(TypeError);
  });

  test('rejects the pool', async () => {
    const pool = poolOf(row);
    const expected = 'a client with an open transaction, not the pool';
    await expect(createPostgresStore({ pool }).get('a', { transaction: pool })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'transaction', expected },
    });
  });
});

/** A client that a pool lends, and what happens to it. */
function createClient(query: PostgresQueryable['query'] = async () => ({ rows: [{ version: 1 }] })) {
  const listeners = new Set<readonly [string, PostgresListener]>();
  const released: unknown[][] = [];
  const client: PostgresClient = {
    query,
    on: (event, listener) => listeners.add([event, listener]),
    removeListener: (event, listener) =>
      listeners.forEach((each) => void (each[0] === event && each[1] === listener && listeners.delete(each))),
    release: (...given) => void released.push(given),
  };
  const emit = (event: 'notification' | 'error', payload = '') =>
    [...listeners].forEach(([name, listener]) => void (name === event && listener({ payload })));
  return { client, released, emit };
}

const migrateWith = (options: object) =>
  migrate({ pool: { ...poolOf(), connect: async () => createClient().client }, ...options });

test.each<[string, (options: object) => unknown]>([
  ['createPostgresStore', (options) => createPostgresStore({ pool: poolOf(), ...options })],
  ['migrate', migrateWith],
])('%s rejects a schema that it cannot use', async (_, run) => {
  const call = async (options: object) => run(options);
  for (const schema of ['a', '_', 'shop_2', 'a'.repeat(48), undefined]) await call({ schema });
  const rejections: [string, unknown[]][] = [['schema', ['', '2', 'A', 'a b', 'a"', 'a-', 'a'.repeat(49), 5, null]]];
  for (const [argument, values] of rejections)
    for (const value of values)
      await expect(call({ [argument]: value })).rejects.toMatchObject({
        code: 'ARGUMENT_INVALID',
        context: { argument },
      });
});

test('counts no negative age after the clock of the server was set back', async () => {
  const count = { listing: 'open', status: 'queued', count: '2', age: '-5' };
  expect(await createPostgresStore({ pool: poolOf(count) }).count()).toEqual([
    { listing: 'open', status: 'queued', count: 2, oldestAgeMs: 0 },
  ]);
});

describe('a statement that the isolation of the server rejects', () => {
  /** A pool whose own statements fail with a code, and that lends a client. */
  const rejecting = (code: string, query: PostgresQueryable['query'] = async () => ({ rows: [row] })) => {
    const { client, released } = createClient(query);
    const pool = { ...failing(Object.assign(new Error('could not serialize'), { code })), connect: async () => client };
    return { store: createPostgresStore({ pool }), released };
  };

  test('runs again in a transaction that is READ COMMITTED', async () => {
    const texts: string[] = [];
    const { store, released } = rejecting('40001', async (text) => (texts.push(text), { rows: [row] }));
    expect(await store.get('a')).toMatchObject(record);
    expect(texts).toEqual(['BEGIN ISOLATION LEVEL READ COMMITTED', expect.stringMatching(/^SELECT /), 'COMMIT']);
    expect(released).toEqual([[]]);
  });

  test('closes its connection if it fails there too', async () => {
    const { store, released } = rejecting('40001', () => Promise.reject(new Error('disk full')));
    await expect(store.get('a')).rejects.toThrow('disk full');
    expect(released).toEqual([[true]]);
  });

  test('is told apart from other failures', async () => {
    const { store, released } = rejecting('40P01');
    await expect(store.get('a')).rejects.toThrow('could not serialize');
    expect(released).toEqual([]);
  });
});

describe('migrate', () => {
  test('gives its connection back to the pool', async () => {
    const { client, released } = createClient();
    expect(await migrate({ pool: { ...poolOf(), connect: async () => client } })).toEqual({
      version: migrations.length,
    });
    expect(released).toEqual([[]]);
  });

  test('closes a connection on which a statement failed', async () => {
    const thrown = new Error('disk full');
    const { client, released } = createClient(() => Promise.reject(thrown));
    const failed = migrate({ pool: { ...poolOf(), connect: async () => client } });
    const context = { method: 'migrate', reason: 'disk full' };
    await expect(failed).rejects.toMatchObject({ code: 'STORE_FAILED', context, cause: thrown });
    expect(released).toEqual([[true]]);
  });

  test('fails if no connection can be had', async () => {
    const thrown = new Error('no server');
    const failed = migrate({ pool: { ...poolOf(), connect: () => Promise.reject(thrown) } });
    await expect(failed).rejects.toMatchObject({ context: { method: 'migrate', reason: 'no server' } });
    const own = new PaymentsError('NODE_FAILED', { reason: 'x' });
    await expect(migrate({ pool: { ...poolOf(), connect: () => Promise.reject(own) } })).rejects.toBe(own);
  });
});

describe('a listener', () => {
  /** A store that listens, and the connections that its pool has lent. `failing` are the numbers of those that fail. */
  function listening(options: { failing?: readonly number[]; refused?: readonly number[] } = {}) {
    const { failing: broken = [], refused = [] } = options;
    const lent: ReturnType<typeof createClient>[] = [];
    const statements: string[] = [];
    let attempts = 0;
    let wakes = 0;
    const connect = async () => {
      const number = ++attempts;
      if (refused.includes(number)) throw new Error('refused');
      const created = createClient(async (text) => {
        if (broken.includes(number)) throw new Error('cut');
        statements.push(text);
        return { rows: [] };
      });
      lent.push(created);
      return created.client;
    };
    const store = createPostgresStore({ pool: { ...poolOf(), connect }, schema: 'shop' });
    const start = async () => (await store.listen?.(() => void wakes++)) ?? expect.unreachable();
    return { start, lent, statements, attempts: () => attempts, wakes: () => wakes };
  }

  test('wakes a run when it is connected and for each notification, until it is stopped', async () => {
    const { start, lent, statements, wakes } = listening();
    const stop = await start();
    expect([statements, wakes()]).toEqual([['LISTEN "shop"'], 1]);
    lent[0]?.emit('notification', 'new 1');
    lent[0]?.emit('notification', 'new 2');
    await wait(50);
    expect(wakes()).toBe(3);
    lent[0]?.emit('notification', 'new 3');
    await stop();
    lent[0]?.emit('notification', 'new 4');
    await wait(50);
    expect([wakes(), lent[0]?.released]).toEqual([3, [[true]]]);
  });

  test('tells the owner of the new record, if it has one', async () => {
    const { client, emit } = createClient();
    const told: (string | undefined)[] = [];
    const store = createPostgresStore({ pool: { ...poolOf(), connect: async () => client } });
    const stop = await store.listen?.((owner) => void told.push(owner));
    emit('notification', 'new 7 TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi');
    await wait(50);
    emit('notification', 'new 8');
    await wait(50);
    expect(told).toEqual([undefined, 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi', undefined]);
    await stop?.();
  });

  test('wakes one of several runs for a new record if that one claims it, otherwise all', async () => {
    const woken: number[] = [];
    const runs = Array.from({ length: 8 }, () => createClient());
    const emitAll = (payload: string): void => runs.forEach(({ emit }) => emit('notification', payload));
    const listen = async ({ client }: (typeof runs)[number], index: number) =>
      await createPostgresStore({ pool: { ...poolOf(), connect: async () => client } }).listen?.((owner) => {
        if (owner !== undefined) woken.push(index);
        if (owner === 'ann') emitAll('claimed 1');
      });
    const stops = await Promise.all(runs.map(listen));
    emitAll('new 1 ann');
    await wait(50);
    expect(woken).toHaveLength(1);
    emitAll('new 2 bob');
    await wait(50);
    expect(new Set(woken.slice(1))).toEqual(new Set(runs.keys()));
    await Promise.all(stops.map(async (stop) => await stop?.()));
  });

  test('connects once more a second after its connection is lost, and wakes the run', async () => {
    const { start, lent, attempts, wakes } = listening();
    const stop = await start();
    lent[0]?.emit('error');
    expect(lent[0]?.released).toEqual([[true]]);
    await wait(999);
    expect(attempts()).toBe(1);
    await wait(1);
    expect([attempts(), wakes()]).toEqual([2, 2]);
    lent[0]?.emit('notification', 'new 1');
    lent[0]?.emit('error');
    lent[1]?.emit('notification', 'new 1');
    await wait(5000);
    expect([attempts(), wakes(), lent[1]?.released]).toEqual([2, 3, []]);
    await stop();
    expect(lent.map(({ released }) => released)).toEqual([[[true]], [[true]]]);
  });

  test('keeps trying each second, and closes the connections that fail', async () => {
    const { start, lent, attempts, wakes } = listening({ refused: [2], failing: [3] });
    const stop = await start();
    lent[0]?.emit('error');
    await wait(3001);
    expect([attempts(), wakes()]).toEqual([4, 2]);
    expect(lent.map(({ released }) => released)).toEqual([[[true]], [[true]], []]);
    await stop();
  });

  test('connects once after a connection that fails in two ways', async () => {
    let reject: (reason: Error) => void = () => {};
    const lent = [
      createClient(),
      createClient(() => new Promise((_, rejected) => (reject = rejected))),
      createClient(),
      createClient(),
    ];
    let attempts = 0;
    const connect = async () => lent[attempts++]?.client ?? expect.unreachable();
    const stop = await createPostgresStore({ pool: { ...poolOf(), connect } }).listen?.(() => {});
    lent[0]?.emit('error');
    await wait(1000);
    lent[1]?.emit('error');
    reject(new Error('cut'));
    await wait(5000);
    expect(attempts).toBe(3);
    await stop?.();
  });

  test('connects no more after it is stopped', async () => {
    const { start, lent, attempts } = listening();
    const stop = await start();
    lent[0]?.emit('error');
    await stop();
    expect(vi.getTimerCount()).toBe(0);
    await wait(5000);
    expect(attempts()).toBe(1);
    lent[0]?.emit('error');
    await wait(5000);
    expect(attempts()).toBe(1);
  });

  test.each([
    ['closes a connection that it gets', false],
    ['tries no more if it is refused a connection', true],
  ])('%s after it was stopped', async (_, isRefused) => {
    const [first, second] = [createClient(), createClient()];
    const { promise, resolve, reject } = Promise.withResolvers<PostgresClient>();
    const connections = [Promise.resolve(first.client), promise];
    const connect = vi.fn(() => connections.shift() ?? expect.unreachable());
    const stop = await createPostgresStore({ pool: { ...poolOf(), connect } }).listen?.(() => {});
    first.emit('error');
    await wait(1000);
    await stop?.();
    if (isRefused) reject(new Error('refused'));
    else resolve(second.client);
    await wait(5000);
    expect(second.released).toEqual(isRefused ? [] : [[true]]);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  test('fails if its first connection does, and tries no more', async () => {
    const refused = listening({ refused: [1] });
    await expect(refused.start()).rejects.toThrow('refused');
    const broken = listening({ failing: [1] });
    await expect(broken.start()).rejects.toThrow('cut');
    expect(broken.lent.map(({ released }) => released)).toEqual([[[true]]]);
    await wait(5000);
    expect([refused.attempts(), broken.attempts()]).toEqual([1, 1]);
  });
});
