import { DatabaseSync } from 'node:sqlite';
import {
  type ChangeOptions,
  createMemoryStore,
  type OutboxStore,
  type RecordChange,
  type RecordEvent,
  type StoredRecord,
} from '@coin/payments';
import { checkOutboxStore } from '@coin/payments/conformance';
import { createSqliteStore } from '@coin/payments/sqlite';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { withEpoch } from '@coin/test-kit/with-epoch';
import { expect, test } from 'vitest';

useVirtualTime();

const stores: readonly [string, () => OutboxStore][] = [
  ['memory', createMemoryStore],
  ['SQLite', () => createSqliteStore(new DatabaseSync(':memory:'))],
  ['memory, with an epoch', () => withEpoch(createMemoryStore(), () => 'now')],
  ['SQLite, whose integers are bigint', () => createSqliteStore(new DatabaseSync(':memory:', { readBigInts: true }))],
];

test.each(stores)('the store in %s conforms, and has no open records afterwards', async (_, createStore) => {
  const store = createStore();
  await expect(checkOutboxStore(() => store)).resolves.toBeUndefined();
  expect(await store.list({ listing: 'open', after: 0, limit: 5 })).toEqual([]);
});

test('a store conforms once more, and beside open records of others', async () => {
  const store = createMemoryStore();
  const holders = new Set<string>();
  const shared: OutboxStore = {
    ...store,
    async claim(claim) {
      const key = `of another program ${holders.size}`;
      const record = { key, value: '', listing: 'open', status: 'queued', priority: -100 } as const;
      if (!holders.has(claim.holder)) await store.createIfAbsent(record);
      holders.add(claim.holder);
      return store.claim(claim);
    },
  };
  await checkOutboxStore(() => shared);
  await expect(checkOutboxStore(async () => shared)).resolves.toBeUndefined();
});

test('a store whose clock runs in steps conforms', async () => {
  const store = createMemoryStore();
  const count = async () =>
    (await store.count()).map(({ oldestAgeMs, ...rest }) => ({
      ...rest,
      ...(oldestAgeMs !== undefined && { oldestAgeMs: oldestAgeMs + 20 }),
    }));
  await expect(checkOutboxStore(() => ({ ...store, count }))).resolves.toBeUndefined();
});

test('a store that is rejected is named with its result and the expected one', async () => {
  const store = createMemoryStore();
  const contextOf = async (fault: Partial<OutboxStore>): Promise<unknown> =>
    checkOutboxStore(() => ({ ...store, ...fault })).catch(({ context }: { context: unknown }) => context);
  expect(await contextOf({ createIfAbsent: async () => false })).toEqual({
    argument: 'result of store.createIfAbsent',
    value: 'false',
    expected: 'true for a new key',
  });
  expect(
    await contextOf({ get: async (key) => ({ key, value: '', listing: 'open', version: 1, position: 1 }) }),
  ).toEqual({
    argument: 'result of store.get',
    value: expect.stringMatching(/^\{"key":"check \d+-/),
    expected: 'undefined for a key that does not exist',
  });
  const claim: OutboxStore['claim'] = async (given) => {
    const claimed = await store.claim(given);
    await store.renew({ holder: given.holder, leaseMs: 0 });
    return claimed;
  };
  expect(await contextOf({ claim })).toEqual({
    argument: 'result of store.claim',
    value: expect.stringMatching(/^check /),
    expected: 'each record once while its claim lasts',
  });
});

test.each([
  ['get', { get: () => Promise.reject(new Error('gone')) }],
  ['list', { list: () => Promise.reject(new Error('gone')) }],
  ['history', { history: () => Promise.reject(new Error('gone')) }],
  ['count', { count: () => Promise.reject(new Error('gone')) }],
  ['createIfAbsent', { createIfAbsent: () => Promise.reject(new Error('gone')) }],
  ['compareAndSet', { compareAndSet: () => Promise.reject(new Error('gone')) }],
  ['claim', { claim: () => Promise.reject(new Error('gone')) }],
  ['renew', { renew: () => Promise.reject(new Error('gone')) }],
] satisfies [string, Partial<OutboxStore>][])('the error of a failing %s names the method', async (method, fault) => {
  const store = createMemoryStore();
  const rejection = { code: 'STORE_FAILED', context: { method, reason: 'gone' } };
  await expect(checkOutboxStore(() => ({ ...store, ...fault }))).rejects.toMatchObject(rejection);
});

/** A copy without a property. */
function without<T extends object, Name extends keyof T>(value: T, name: Name): Omit<T, Name> {
  const { [name]: _, ...rest } = value;
  return rest;
}
/** The change that leaves a record as it is, and ends its claim or delay. */
const sameRecord = (record: StoredRecord): RecordChange => without(record, 'position');
const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));
const byKey = (a: StoredRecord, b: StoredRecord): number => (a.key < b.key ? -1 : 1);
const withoutGroup = (record: StoredRecord): StoredRecord => without(record, 'group');

/** Runs one function after another. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const result = last.then(run);
    last = result.catch(() => {});
    return result;
  };
}

/** A claim that holders share while it is under way, for some records. */
function sharedClaims(store: OutboxStore, isShared: (record: StoredRecord) => boolean): OutboxStore['claim'] {
  let current: Promise<readonly StoredRecord[]> | undefined;
  return async (claim) => {
    const earlier = current;
    if (earlier !== undefined) return [...(await earlier).filter(isShared), ...(await store.claim(claim))];
    const claiming = pause().then(() => store.claim(claim));
    current = claiming;
    try {
      return await claiming;
    } finally {
      current = undefined;
    }
  };
}

const isNow = ({ epoch }: ChangeOptions = {}): boolean => epoch === undefined || epoch === 'now';

/** A fault of a store with an epoch. */
const inEpoch = (store: OutboxStore, fault: Partial<OutboxStore>): Partial<OutboxStore> => ({
  ...fault,
  ...withEpoch(store, () => 'now'),
  ...fault,
});

/** Each fault of a store, around a store that has none. */
const faulty: Record<string, (store: OutboxStore) => Partial<OutboxStore>> = {
  'overwrites on create': () => ({ createIfAbsent: async () => true }),
  'forgets what it has stored': () => ({ get: async () => undefined }),
  'creates with a change that it rejects': (store) => ({
    get: store.get,
    compareAndSet: async (change) => !(await store.createIfAbsent(change)) && store.compareAndSet(change),
  }),
  'creates with a change': (store) => ({
    compareAndSet: async (change) => (await store.createIfAbsent(change)) || store.compareAndSet(change),
  }),
  'ignores versions': (store) => ({
    compareAndSet: async (record) =>
      store.compareAndSet({ ...record, version: (await store.get(record.key))?.version ?? 1 }),
  }),
  'accepts earlier versions': (store) => ({
    async compareAndSet(record) {
      const { version = 0 } = (await store.get(record.key)) ?? {};
      return store.compareAndSet({ ...record, version: Math.max(record.version, version) });
    },
  }),
  'accepts later versions': (store) => ({
    async compareAndSet(record) {
      const { version = 0 } = (await store.get(record.key)) ?? {};
      return store.compareAndSet({ ...record, version: Math.min(record.version, version) });
    },
  }),
  'compares and sets in two steps': (store) => ({
    async compareAndSet(record) {
      const { version = 1 } = (await store.get(record.key)) ?? {};
      const isSame = version === record.version;
      await pause();
      const { version: later = 1 } = (await store.get(record.key)) ?? {};
      return isSame && (await store.compareAndSet({ ...record, version: later }));
    },
  }),
  'keeps the value of one of several rivals, and confirms that of another': (store) => {
    const values = new Map<string, string>();
    let running = 0;
    return {
      async get(key) {
        const record = await store.get(key);
        return record && { ...record, value: values.get(`${key} ${record.version}`) ?? record.value };
      },
      async compareAndSet(change) {
        running++;
        const isChanged = await store.compareAndSet(change);
        if (!isChanged && running > 1) values.set(`${change.key} ${change.version + 1}`, change.value);
        running--;
        return isChanged;
      },
    };
  },
  'keeps the status and the group that a change leaves out': (store) => ({
    get: store.get,
    async compareAndSet(change) {
      const { status, group } = (await store.get(change.key)) ?? {};
      return store.compareAndSet({ ...(status && { status }), ...(group && { group }), ...change });
    },
  }),
  'trims keys': (store) => ({ get: async (key) => store.get(key.trim()) }),
  'trims groups': (store) => ({
    async get(key) {
      const record = await store.get(key);
      return record?.group === undefined ? record : { ...record, group: record.group.trim() };
    },
  }),
  'cuts long values': (store) => ({
    async get(key) {
      const record = await store.get(key);
      return record && { ...record, value: record.value.slice(0, 65_535) };
    },
  }),
  'has no groups in its records': (store) => ({
    async get(key) {
      const record = await store.get(key);
      return record && withoutGroup(record);
    },
  }),
  'has no statuses in its records': (store) => ({
    async get(key) {
      const record = await store.get(key);
      return record && without(record, 'status');
    },
  }),
  'has no groups in its lists': (store) => ({ list: async (range) => (await store.list(range)).map(withoutGroup) }),
  'has no groups in what was claimed': (store) => ({
    claim: async (claim) => (await store.claim(claim)).map(withoutGroup),
  }),
  'evicts old records': (store) => {
    const kept: string[] = [];
    return {
      get: async (key) => (kept.slice(-100).includes(key) ? store.get(key) : undefined),
      async createIfAbsent(record) {
        kept.push(record.key);
        return store.createIfAbsent(record);
      },
    };
  },
  'lists what has ended': (store) => ({ list: async (range) => store.list({ ...range, listing: 'all' }) }),
  'lists only what is open': (store) => ({ list: async (range) => store.list({ ...range, listing: 'open' }) }),
  'lists what is unlisted': (store) => {
    const unlisted: string[] = [];
    return {
      async list(range) {
        const found = await Promise.all(unlisted.map(async (key) => store.get(key)));
        const all = [...(await store.list(range)), ...found.filter((record) => record !== undefined)];
        return all
          .filter(({ position }) => position > range.after)
          .sort((a, b) => a.position - b.position)
          .slice(0, range.limit);
      },
      async createIfAbsent(record) {
        if (record.listing === 'none') unlisted.push(record.key);
        return store.createIfAbsent(record);
      },
    };
  },
  'lists by key': (store) => ({ list: async (range) => [...(await store.list(range))].sort(byKey) }),
  'lists records as they were created': (store) => {
    const created = new Map<string, object>();
    return {
      list: async (range) =>
        (await store.list(range)).map((record) => ({ ...record, ...created.get(record.key), version: 1 })),
      async createIfAbsent(record) {
        created.set(record.key, { value: record.value });
        return store.createIfAbsent(record);
      },
    };
  },
  'has no limit': (store) => ({ list: async (range) => store.list({ ...range, limit: 1000 }) }),
  'has other positions than its lists': (store) => ({
    async get(key) {
      const record = await store.get(key);
      return record && { ...record, position: record.version };
    },
  }),
  'claims more than it is asked for': (store) => ({ claim: async (claim) => store.claim({ ...claim, limit: 1000 }) }),
  'claims more than it is asked for, unless it is asked for one': (store) => ({
    claim: async (claim) => store.claim({ ...claim, limit: claim.limit === 1 ? 1 : 1000 }),
  }),
  'claims in another order': (store) => ({ claim: async (claim) => (await store.claim(claim)).toReversed() }),
  'claims by key': (store) => ({ claim: async (claim) => [...(await store.claim(claim))].sort(byKey) }),
  'claims without a new version': (store) => ({
    claim: async (claim) => (await store.claim(claim)).map((record) => ({ ...record, version: record.version - 1 })),
  }),
  'returns the version before a claim': (store) => {
    const claimed = new Map<string, number>();
    return {
      async get(key) {
        const record = await store.get(key);
        return record && { ...record, version: record.version - (claimed.get(key) === record.version ? 1 : 0) };
      },
      async claim(claim) {
        const records = await store.claim(claim);
        for (const { key, version } of records) claimed.set(key, version);
        return records;
      },
    };
  },
  'claims what is unlisted': (store) => {
    const hidden = new Set<string>();
    return {
      claim: store.claim,
      async get(key) {
        const record = await store.get(key);
        return record && (hidden.has(key) ? { ...record, listing: 'none' } : record);
      },
      list: async (range) =>
        (await store.list({ ...range, limit: 1000 })).filter(({ key }) => !hidden.has(key)).slice(0, range.limit),
      async createIfAbsent(record) {
        if (record.listing === 'none') hidden.add(record.key);
        return store.createIfAbsent({ ...record, listing: record.listing === 'none' ? 'open' : record.listing });
      },
    };
  },
  'gives records to several holders': (store) => ({
    async claim(claim) {
      const claimed = await store.claim(claim);
      await store.renew({ holder: claim.holder, leaseMs: 0 });
      return claimed;
    },
  }),
  'accepts the version before a claim': (store) => {
    const claimed = new Map<string, number>();
    return {
      async compareAndSet(change) {
        const isBefore = claimed.get(change.key) === change.version + 1;
        return store.compareAndSet({ ...change, version: change.version + (isBefore ? 1 : 0) });
      },
      async claim(claim) {
        const records = await store.claim(claim);
        for (const { key, version } of records) claimed.set(key, version);
        return records;
      },
    };
  },
  'gives records to each of several holders that claim at the same time': (store) => ({
    claim: sharedClaims(store, ({ group }) => group === undefined),
  }),
  'gives records of a group to each of several holders that claim at the same time': (store) => ({
    claim: sharedClaims(store, ({ group }) => group !== undefined),
  }),
  'claims records of one group at a time': (store) => ({
    async claim(claim) {
      const claimed = await store.claim(claim);
      const first = claimed.find(({ group }) => group !== undefined)?.group;
      return claimed.filter(({ group }) => group === undefined || group === first);
    },
  }),
  'claims nothing': () => ({ claim: async () => [] }),
  'ends a claim with each change': (store) => ({
    claim: store.claim,
    compareAndSet: async (change) => store.compareAndSet(without(change, 'holder')),
  }),
  'keeps a claim that a change ends': (store) => {
    const holders = new Map<string, string>();
    return {
      async claim(claim) {
        const records = await store.claim(claim);
        for (const { key } of records) holders.set(key, claim.holder);
        return records;
      },
      async compareAndSet(change) {
        const holder = holders.get(change.key);
        return store.compareAndSet({ ...(holder !== undefined && { holder }), ...change });
      },
    };
  },
  'gives back the claims of others': (store) => {
    const holders = new Set<string>();
    return {
      async claim(claim) {
        holders.add(claim.holder);
        return store.claim(claim);
      },
      async renew(claims) {
        for (const holder of holders) await store.renew({ ...claims, holder });
      },
    };
  },
  'has another epoch over each connection': () => {
    let reads = 0;
    return { epoch: async () => `${reads++}` };
  },
  'creates in another epoch': (store) => inEpoch(store, { createIfAbsent: (record) => store.createIfAbsent(record) }),
  'creates in another epoch, and reports that it did not': (store) =>
    inEpoch(store, {
      get: store.get,
      createIfAbsent: async (record, options) => (await store.createIfAbsent(record)) && isNow(options),
    }),
  'creates in no epoch': (store) =>
    inEpoch(store, {
      createIfAbsent: async (record, options) => options?.epoch === undefined && store.createIfAbsent(record),
    }),
  'changes in another epoch': (store) => inEpoch(store, { compareAndSet: (change) => store.compareAndSet(change) }),
  'changes in another epoch, and reports that it did not': (store) =>
    inEpoch(store, {
      get: store.get,
      compareAndSet: async (change, options) => (await store.compareAndSet(change)) && isNow(options),
    }),
  'changes in no epoch': (store) =>
    inEpoch(store, {
      compareAndSet: async (change, options) => options?.epoch === undefined && store.compareAndSet(change),
    }),
  'claims in another epoch': (store) => inEpoch(store, { claim: (claim) => store.claim(claim) }),
  'claims in no epoch': (store) =>
    inEpoch(store, {
      claim: async (claim, options) => (options?.epoch === undefined ? store.claim(claim) : []),
    }),
  'gives claims back in another epoch': (store) =>
    inEpoch(store, { claim: withEpoch(store, () => 'now').claim, renew: (claims) => store.renew(claims) }),
  'gives claims back in no epoch': (store) =>
    inEpoch(store, {
      claim: withEpoch(store, () => 'now').claim,
      renew: async (claims, options) => (options?.epoch === undefined ? store.renew(claims) : undefined),
    }),
  'ends no claim': (store) => ({
    claim: async (claim) => store.claim({ ...claim, leaseMs: 1e12 }),
    renew: async () => {},
  }),
  'only shortens claims': (store) => ({
    claim: store.claim,
    renew: async (claims) => (claims.leaseMs > 1000 ? undefined : store.renew(claims)),
  }),
  'claims records of a group at the same time': (store) => ({
    async claim({ holder, limit, leaseMs }) {
      const claimed = await store.claim({ holder, limit, leaseMs });
      const records = await store.list({ listing: 'open', after: 0, limit: 1000 });
      const same = records.filter(({ key, group }) => claimed.some((each) => each.group === group && each.key !== key));
      return [...claimed, ...same.filter(({ group }) => group !== undefined)];
    },
  }),
  'forgets which record of a group was begun': (store) => ({
    claim: store.claim,
    async renew(claims) {
      await store.renew(claims);
      const open = await store.list({ listing: 'open', after: 0, limit: 1000 });
      if (claims.leaseMs > 0) return;
      for (const record of open) if (record.group !== undefined) await store.compareAndSet(sameRecord(record));
    },
  }),
  'begins a group with a change of any of its records': (store) => ({
    claim: store.claim,
    async compareAndSet(change) {
      const isWork = change.group !== undefined && change.delayMs === undefined;
      return store.compareAndSet({ ...(isWork && { holder: '' }), ...change });
    },
  }),
  'lets no other record of a group be claimed after its holder ended one': (store) => {
    const blocked = new Set<string>();
    return {
      claim: async (claim) =>
        (await store.claim(claim)).filter(({ group }) => group === undefined || !blocked.has(group)),
      async compareAndSet(change) {
        const { listing, holder, group } = change;
        if (listing === 'ended' && holder !== undefined && group !== undefined) blocked.add(group);
        return store.compareAndSet(change);
      },
    };
  },
  'looks at the first hundred records alone': (store) => ({
    async claim(claim) {
      const first = await store.list({ listing: 'open', after: 0, limit: 100 });
      return (await store.claim(claim)).filter(({ key }) => first.some((each) => each.key === key));
    },
  }),
  'ignores priorities': (store) => ({
    claim: store.claim,
    createIfAbsent: async (record) => store.createIfAbsent({ ...record, priority: 0 }),
    compareAndSet: async (change) => store.compareAndSet({ ...change, priority: 0 }),
  }),
  'ignores a changed priority': (store) => ({
    claim: store.claim,
    compareAndSet: async (change) => store.compareAndSet(without(change, 'priority')),
  }),
  'ignores priorities in a group': (store) => ({
    claim: store.claim,
    createIfAbsent: async (record) =>
      store.createIfAbsent({ ...record, priority: record.group === undefined ? (record.priority ?? 0) : 0 }),
  }),
  'ignores delays': (store) => ({
    claim: store.claim,
    compareAndSet: async (change) => store.compareAndSet(without(change, 'delayMs')),
  }),
  'rejects delays': (store) => ({
    compareAndSet: async (change) => change.delayMs === undefined && store.compareAndSet(change),
  }),
  'delays forever': (store) => ({
    claim: store.claim,
    compareAndSet: async ({ delayMs, ...change }) =>
      store.compareAndSet({ ...change, ...(delayMs !== undefined && { delayMs: 1e12 }) }),
  }),
  'delays until another delay, whatever the change': (store) => {
    const delayed = new Map<string, number>();
    return {
      claim: store.claim,
      async compareAndSet(change) {
        const delayMs = change.delayMs ?? delayed.get(change.key);
        if (delayMs !== undefined) delayed.set(change.key, delayMs);
        return store.compareAndSet({ ...change, ...(delayMs !== undefined && { delayMs }) });
      },
    };
  },
  'lets a group go on while its first record is delayed': (store) => ({
    claim: store.claim,
    async compareAndSet({ group, ...change }) {
      return store.compareAndSet({ ...change, ...(group !== undefined && change.delayMs === undefined && { group }) });
    },
  }),
  'gives back what is delayed': (store) => {
    const delayed = new Set<string>();
    return {
      claim: store.claim,
      async compareAndSet(change) {
        if (change.delayMs !== undefined) delayed.add(change.key);
        return store.compareAndSet(change);
      },
      async renew(claims) {
        await store.renew(claims);
        for (const key of delayed) {
          const record = await store.get(key);
          if (record !== undefined) await store.compareAndSet(sameRecord(record));
        }
        delayed.clear();
      },
    };
  },
  'claims what is delayed for longer than the lease': (store) => {
    const delayed = new Set<string>();
    return {
      async claim(claim) {
        for (const key of claim.leaseMs < 60_000 ? delayed : []) {
          const record = await store.get(key);
          if (record?.listing === 'open') await store.compareAndSet(sameRecord(record));
        }
        return store.claim(claim);
      },
      async compareAndSet(change) {
        if (change.delayMs !== undefined) delayed.add(change.key);
        return store.compareAndSet(change);
      },
    };
  },
  'forgets events': () => ({ history: async () => [] }),
  'has events of what does not exist': () => ({
    history: async () => [{ version: 1, at: Date.now(), event: 'created' }],
  }),
  'has events of changes that were not made': (store) => ({
    async history(key) {
      const events = await store.history(key);
      return [...events, ...events.slice(-1)];
    },
  }),
  'has an event of each creation': (store) => ({
    async history(key) {
      const events = await store.history(key);
      if (events[0]?.version === 1 || (await store.get(key)) === undefined) return events;
      return [{ version: 1, at: Date.now(), event: '' }, ...events];
    },
  }),
  'has an event of each attempt to create': (store) => {
    const attempts = new Map<string, RecordEvent[]>();
    return {
      history: async (key) => [...(attempts.get(key) ?? []), ...(await store.history(key))],
      async createIfAbsent(record) {
        const isCreated = await store.createIfAbsent(record);
        const { key, event } = record;
        if (!isCreated && event !== undefined) attempts.set(key, [{ version: 1, at: Date.now(), event }]);
        return isCreated;
      },
    };
  },
  'has an event of each attempt to change': (store) => {
    const attempts = new Map<string, RecordEvent[]>();
    return {
      history: async (key) => [...(attempts.get(key) ?? []), ...(await store.history(key))],
      async compareAndSet(change) {
        const isChanged = await store.compareAndSet(change);
        const { key, event, version } = change;
        if (!isChanged && event !== undefined) attempts.set(key, [{ version, at: Date.now(), event }]);
        return isChanged;
      },
    };
  },
  'has no empty events': (store) => ({
    history: async (key) => (await store.history(key)).filter(({ event }) => event !== ''),
  }),
  'orders events by the digits of their versions': (store) => ({
    history: async (key) => [...(await store.history(key))].sort((a, b) => (`${a.version}` < `${b.version}` ? -1 : 1)),
  }),
  'has times of its own': (store) => ({
    history: async (key) => (await store.history(key)).map((event) => ({ ...event, at: Math.floor(event.at / 1000) })),
  }),
  'has times in fractions': (store) => ({
    history: async (key) => (await store.history(key)).map((event) => ({ ...event, at: event.at + 0.5 })),
  }),
  'has times that go back': (store) => ({
    history: async (key) => (await store.history(key)).map((event) => ({ ...event, at: event.at - event.version })),
  }),
  'counts nothing': () => ({ count: async () => [] }),
  'counts what has ended as open': (store) => ({
    count: async () => (await store.count()).map((count) => ({ ...count, listing: 'open' as const, oldestAgeMs: 0 })),
  }),
  'counts what is open alone': (store) => ({
    count: async () => (await store.count()).filter(({ listing }) => listing === 'open'),
  }),
  'counts what is created twice': (store) => {
    const twice: string[] = [];
    return {
      count: async () =>
        (await store.count()).map((each) => ({
          ...each,
          count: each.count + twice.filter((status) => status === each.status).length,
        })),
      async createIfAbsent(record) {
        const isCreated = await store.createIfAbsent(record);
        if (!isCreated && record.status !== undefined) twice.push(record.status);
        return isCreated;
      },
    };
  },
  'counts changes that were not made': (store) => {
    const counted: string[] = [];
    return {
      count: async () =>
        (await store.count()).map((each) => ({
          ...each,
          count: each.count + counted.filter((status) => status === each.status).length,
        })),
      async compareAndSet(change) {
        const isChanged = await store.compareAndSet(change);
        if (!isChanged && change.status !== undefined) counted.push(change.status);
        return isChanged;
      },
    };
  },
  'counts what has ended by the status that it gets later': (store) => {
    const later = new Map<string, number>();
    const add = (status: string, count: number) => later.set(status, (later.get(status) ?? 0) + count);
    return {
      async count() {
        const counts = await store.count();
        const ended = [...later].map(([status, change]) => {
          const found = counts.find((each) => each.listing === 'ended' && each.status === status);
          return { status, listing: 'ended' as const, count: (found?.count ?? 0) + change };
        });
        return [...ended, ...counts];
      },
      async compareAndSet(change) {
        const before = await store.get(change.key);
        const isChanged = await store.compareAndSet(change);
        if (!isChanged || before?.listing !== 'ended') return isChanged;
        add(before.status ?? '', 1);
        add(change.status ?? '', -1);
        return true;
      },
    };
  },
  'claims for all owners': (store) => ({ claim: (claim) => store.claim(without(claim, 'owners')) }),
  'claims for the owner that a record had first': (store) => {
    const owners = new Map<string, string | undefined>();
    return {
      claim: store.claim,
      createIfAbsent: (record) => (owners.set(record.key, record.owner), store.createIfAbsent(record)),
      compareAndSet: (change) => store.compareAndSet({ ...change, owner: owners.get(change.key) ?? 'none' }),
    };
  },
  'claims nothing for no owners, or for all': (store) => ({
    claim: (claim) => store.claim({ ...claim, owners: claim.owners ?? [] }),
  }),
  'lists an owner for each of its records': (store) => ({
    owners: async () => [...((await store.owners?.()) ?? []), ...((await store.owners?.()) ?? [])],
  }),
  'lists no owners': () => ({ owners: async () => [] }),
  'lists the owners of what has ended': (store) => {
    const owners = new Set<string>();
    return {
      owners: async () => [...owners],
      createIfAbsent: (record) => (owners.add(record.owner ?? ''), store.createIfAbsent(record)),
    };
  },
  'counts what is listed nowhere': (store) => {
    const lastOf = new Map<string, RecordChange>();
    return {
      async count() {
        const counts = await store.count();
        const unlisted = [...lastOf.values()].filter(({ listing }) => listing === 'none');
        return [
          ...unlisted.map(({ status = '' }) => ({ status, listing: 'ended' as const, count: unlisted.length })),
          ...counts,
        ];
      },
      async compareAndSet(change) {
        lastOf.set(change.key, change);
        return store.compareAndSet(change);
      },
    };
  },
  'has no ages': (store) => ({
    count: async () => (await store.count()).map(({ status, listing, count }) => ({ status, listing, count })),
  }),
  'has ages of what has ended': (store) => ({
    count: async () => (await store.count()).map((count) => ({ oldestAgeMs: 0, ...count })),
  }),
  'has the age of the last change': (store) => ({
    count: async () =>
      (await store.count()).map((count) => (count.listing === 'open' ? { ...count, oldestAgeMs: 1 } : count)),
  }),
  'has ages since its start': (store) => ({
    count: async () =>
      (await store.count()).map((count) => (count.listing === 'open' ? { ...count, oldestAgeMs: 1e9 } : count)),
  }),
};

test.each(Object.entries(faulty))('a store that %s does not conform', async (_, faultOf) => {
  const store = createMemoryStore();
  const fault = faultOf(store);
  const argument = `result of store.${Object.keys(fault)[0]}`;
  const rejection = { code: 'ARGUMENT_INVALID', context: { argument } };
  await expect(checkOutboxStore(() => ({ ...store, ...fault }))).rejects.toMatchObject(rejection);
});

/** Faults that only two processes together have, each of which conforms alone. */
const faultyTogether: Record<string, (store: OutboxStore) => Partial<OutboxStore>> = {
  'compare and set in two steps': (store) => {
    const inTurn = createQueue();
    return {
      compareAndSet: (change) =>
        inTurn(async () => {
          const { version = 1 } = (await store.get(change.key)) ?? {};
          await pause();
          const { version: later = 1 } = (await store.get(change.key)) ?? {};
          return version === change.version && store.compareAndSet({ ...change, version: later });
        }),
    };
  },
  'create in two steps': (store) => {
    const inTurn = createQueue();
    return {
      createIfAbsent: (record) =>
        inTurn(async () => {
          const found = await store.get(record.key);
          await pause();
          return found === undefined && ((await store.createIfAbsent(record)) || true);
        }),
    };
  },
};

test.each(Object.entries(faultyTogether))('stores of two processes that %s do not conform', async (_, faultOf) => {
  const store = createMemoryStore();
  const openStore = () => ({ ...store, ...faultOf(store) });
  await expect(checkOutboxStore(openStore)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
});
