// What each option of an outbox and each field of an intent changes in a request, a record, a pause or the result.
// The compiler compares the tables with the types: an option without a row is an error.
import { createMockNode } from '@coin/mock-node';
import { createMemoryStore, createOutbox, type Outbox, type OutboxIntent, type OutboxStore } from '@coin/payments';
import * as payments from '@coin/payments';
import * as postgres from '@coin/payments/postgres';
import * as sqlite from '@coin/payments/sqlite';
import * as rpc from '@coin/rpc';
import { createNodeClient, type NodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };
import { word } from '../src/faulty-network.ts';
import { createMiningClock } from './support/mining-clock.ts';
import { signedBy } from './support/shared-wallet.ts';
import { intentOf, prepareTreasury, treasuryOptions } from './support/treasury.ts';

useVirtualTime();

const COIN = 1_000_000n;
const MINUTE_MS = 60_000;

const treasury = await prepareTreasury();
const node = createMockNode(treasuryOptions);
node.load(treasury.dump);
const [own, { address: to }, hot] = node.accounts;
const [signer, hotSigner] = [createKeySigner(own.privateKey), createKeySigner(hot.privateKey)];
const owner = signer.address;
const snapshot = node.snapshot();
const { token, witness } = treasury;

/** What is observed: a line for each request, change of a record, timer, callback and result. */
const lines: string[] = [];
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}` : item)) ?? 'undefined';

function noteClient(name: string): NodeClient {
  const client = createNodeClient({ transport: node, clock: createMiningClock(node) });
  const request: NodeClient['request'] = (path, body, options) => {
    lines.push(`${name} ${path} ${toText(body)}`);
    return client.request(path, body, options);
  };
  return { ...client, request };
}

/** A store that takes transactions. */
function noteStore(name: string): OutboxStore<string> {
  const store = createMemoryStore();
  const note = ({ key, status }: payments.NewRecord, options?: object): void =>
    void lines.push(`${name} ${key} ${status} ${toText(options)}`);
  return {
    ...store,
    get: (key) => store.get(key),
    createIfAbsent: (record, options) => (note(record, options), store.createIfAbsent(record)),
    compareAndSet: (change) => (note(change), store.compareAndSet(change)),
  };
}

const transfer = { kind: 'transfer', owner, to, amount: 5n } as const;

/** The arguments of a payment besides the defaults, and what happens after the run. */
interface Setup {
  readonly outbox?: object;
  readonly intent?: object;
  readonly enqueue?: object;
  readonly run?: object;
  /** The options of another payment that is enqueued before it. */
  readonly earlier?: object;
  readonly next?: (outbox: Outbox<string>) => Promise<unknown>;
}

/** How long an entry may wait, in minutes. */
const waitMinutes = ({ waitsFor }: Pick<payments.OutboxEntry, 'waitsFor'>): number =>
  Math.round(((waitsFor?.until ?? 0) - (waitsFor?.since ?? 0)) / MINUTE_MS);

/** Pays, and returns the entries without their intents. */
async function pay({ outbox: options, intent, enqueue, run, earlier, next }: Setup): Promise<unknown> {
  node.revert(snapshot);
  const outbox = createOutbox({ store: noteStore('store'), client: noteClient('node'), signer, ...options });
  if (earlier !== undefined) await outbox.enqueue('a', { ...transfer, amount: 6n }, earlier);
  await outbox.enqueue('b', (intent ?? transfer) as OutboxIntent, enqueue);
  const startedAt = performance.now();
  await outbox.run({ signal: abortAfter(MINUTE_MS), ...run });
  lines.push(`ran for ${performance.now() - startedAt} ms`);
  if (next !== undefined) lines.length = 0;
  const result = await next?.(outbox);
  const entries = await Array.fromAsync(outbox.entries('all'));
  return [result, entries.map((entry) => ({ ...entry, intent: undefined, waitMinutes: waitMinutes(entry) }))];
}

/** Pays until the payment is signed. */
function sign(setup: Setup): Promise<unknown> {
  const signed = new AbortController();
  const onChange = ({ status }: payments.OutboxEntry) => status === 'signed' && signed.abort();
  return pay({ ...setup, outbox: { ...setup.outbox, onChange }, run: { signal: signed.signal } });
}

/** A value of an option, what is observed only with it, and what is set beside it both times. */
type Effect = readonly [value: unknown, shows: string | RegExp, beside?: Setup];
/** All names of an object, of every member of a union. */
type Names<T> = T extends unknown ? keyof T & string : never;

/** Valid options, an effect for each of their names, and the call that takes them. */
interface Row<T = Record<string, unknown>> {
  readonly args: Readonly<Record<string, unknown>>;
  readonly effects: Readonly<Record<Names<T>, Effect>>;
  readonly run: (args: object, beside: Setup) => Promise<unknown>;
}

const locked = { outbox: { signer: { address: owner, sign: () => Promise.reject(new Error('locked')) } } };
const twice = { outbox: { ...locked.outbox, maxFailures: 2 } };
const unlimited = {
  kind: 'call',
  owner,
  contract: token,
  functionSelector: 'transfer(address,uint256)',
  parameter: word(to) + word(1n),
};
const reverting = { ...unlimited, owner: hot.address, feeLimit: 100n * COIN };
const withMemo = { intent: { ...transfer, memo: 'rent' } };
const oneAfterTheOther = /entry\/a succeeded[^]*entry\/b signed/;

const createOutboxRow: Row<payments.OutboxOptions> = {
  args: {},
  run: (outbox, beside) => pay({ ...beside, outbox: { ...beside.outbox, ...outbox } }),
  effects: {
    store: [noteStore('other store'), 'other store entry/b'],
    client: [noteClient('other node'), 'other node /wallet'],
    signer: [[], '"status":"awaiting-signatures"'],
    maxSigningMs: [20 * MINUTE_MS, '"waitMinutes":20', { outbox: { signer: [] } }],
    planFeeLimit: [async () => 77n * COIN, '"fee_limit":"77000000"', { intent: unlimited }],
    abis: [[fixture.abi], 'Insufficient(0, 1)', { intent: reverting, outbox: { signer: hotSigner } }],
    concurrency: [1, oneAfterTheOther, { earlier: {} }],
    maxFailures: [2, '"failures":2,', locked],
    maxFeePerPayment: [0n, '"kind":"payment-fee"', withMemo],
    maxFeesPerDay: [0n, '"kind":"daily-fees"', withMemo],
    retryDelayMs: [46, 'timer 23', twice],
    pollMs: [77, 'timer 77'],
    leaseMs: [4_004, 'timer 1001'],
    onChange: [({ status }: payments.OutboxEntry) => lines.push(`changed ${status}`), 'changed succeeded'],
    onProblem: [
      ({ code }: { code: string }) => lines.push(`problem ${code}`),
      'problem SIGNER_MISMATCH',
      { outbox: { signer: hotSigner } },
    ],
  },
};

/** The methods of an outbox that take options. */
type Options<P extends readonly unknown[]> = Required<P> extends readonly [...unknown[], infer L] ? L & object : never;
type OptionsOf<F> = F extends (...args: infer P) => unknown ? Options<P> : never;
type Rows<T> = { readonly [F in keyof T as [OptionsOf<T[F]>] extends [never] ? never : F]: Row<OptionsOf<T[F]>> };

const methods: Rows<Outbox<string>> = {
  run: {
    args: {},
    run: (run, beside) => pay({ ...beside, run: { ...beside.run, ...run } }),
    effects: {
      signal: [AbortSignal.abort(), '"status":"queued"'],
      whenIdle: ['wait', `ran for ${MINUTE_MS} ms`],
      owners: [[to], '"status":"queued"'],
    },
  },
  enqueue: {
    args: {},
    run: (enqueue, beside) => pay({ ...beside, enqueue: { ...beside.enqueue, ...enqueue } }),
    effects: {
      group: ['g', oneAfterTheOther, { earlier: { group: 'g' } }],
      after: ['a', oneAfterTheOther, { earlier: {} }],
      priority: [1, /entry\/b succeeded[^]*entry\/a signed/, { earlier: {}, outbox: { concurrency: 1 } }],
      transaction: ['opened', 'store entry/b queued {"transaction":"opened"}'],
    },
  },
  retry: {
    args: { code: 'OTHER' },
    run: (args, beside) => pay({ ...beside, ...twice, next: (outbox) => outbox.retry(args as { code: string }) }),
    effects: { code: ['SIGNATURE_INVALID', '"status":"queued"'] },
  },
  addSignature: {
    args: { address: owner, signature: signer },
    run: (args, beside) =>
      pay({
        ...beside,
        outbox: { signer: [] },
        async next(outbox) {
          const { signature: person, ...rest } = args as {
            readonly address: string;
            readonly signature?: typeof signer;
          };
          const entry = (await outbox.get('b')) ?? expect.fail();
          const { signature = '' } = person === undefined ? {} : signedBy(person, entry);
          await outbox.addSignature('b', { signature, ...rest });
          await outbox.run();
        },
      }),
    effects: {
      address: [hot.address, 'error ARGUMENT_INVALID {"argument":"address"'],
      signature: [hotSigner, 'error ARGUMENT_INVALID {"argument":"signature"'],
    },
  },
};

const bothSign = { outbox: { signer: [signer, hotSigner] } };
const ownerFields: Row<{ owner: string; permissionId: number }>['effects'] = {
  owner: [hot.address, `"owner_address":"${hot.address}"`, bothSign],
  permissionId: [2, '"Permission_id":2'],
};
const transferFields = {
  ...ownerFields,
  to: [witness, `"to_address":"${witness}"`],
  amount: [6n, '"amount":"6"'],
  memo: ['rent', 'rent'],
} as const;
const resourceFields = {
  ...ownerFields,
  receiver: [witness, `"receiver_address":"${witness}"`],
  amount: [3n * COIN, '"balance":"3000000"'],
  resource: ['BANDWIDTH', `"owner_address":"${owner}","balance"`],
} as const;
const callFields = {
  ...ownerFields,
  feeLimit: [88n * COIN, '"fee_limit":"88000000"'],
  memo: ['rent', Buffer.from('rent').toString('hex')],
} as const;

type Intent<Kind> = Extract<OutboxIntent, { readonly kind: Kind }>;
/** An effect of each field of each kind of intent. */
const fields: {
  readonly [Kind in OutboxIntent['kind']]: Readonly<Record<Exclude<Names<Intent<Kind>>, 'kind'>, Effect>>;
} = {
  transfer: transferFields,
  'transfer-asset': {
    ...transferFields,
    owner: [hot.address, `/wallet/getaccount {"address":"${hot.address}"`, bothSign],
    tokenId: ['1000009', '"token":"1000009"'],
  },
  'transfer-token': {
    ...callFields,
    token: [witness, `"contract_address":"${witness}"`],
    to: [witness, word(witness)],
    amount: [6n, word(6n)],
  },
  call: {
    ...callFields,
    contract: [witness, `"contract_address":"${witness}"`],
    functionSelector: ['name()', '"function_selector":"name()"'],
    parameter: [word(7n), `"parameter":"${word(7n)}"`],
    data: ['c0ffee00', '"data":"c0ffee00"', { intent: { functionSelector: undefined, parameter: undefined } }],
    callValue: [3n, '"call_value":"3"'],
  },
  stake: {
    ...ownerFields,
    amount: [3n * COIN, '"frozen_balance":"3000000"'],
    resource: ['BANDWIDTH', '"frozen_balance":"2000000","visible"'],
  },
  unstake: {
    ...ownerFields,
    amount: [3n * COIN, '"unfreeze_balance":"3000000"'],
    resource: ['BANDWIDTH', '"unfreeze_balance":"2000000","visible"'],
  },
  delegate: { ...resourceFields, lockBlocks: [9, '"lock_period":'] },
  undelegate: resourceFields,
  vote: { ...ownerFields, votes: [[{ address: witness, count: 4n }], '"vote_count":"4"'] },
  'withdraw-reward': ownerFields,
  'withdraw-unstaked': ownerFields,
};

const intents = Object.entries(fields).map(([kind, effects]): [string, Row] => {
  const intent = intentOf(kind as OutboxIntent['kind'], 0, { ...treasury, owner, to });
  const { memo: _, ...args } = { memo: '', ...intent };
  return [kind, { args, effects, run: (given, beside) => sign({ ...beside, intent: { ...given, ...beside.intent } }) }];
});

const votes: Row<{ address: string; count: bigint }> = {
  args: { address: witness, count: 3n },
  run: (vote) => sign({ intent: { kind: 'vote', owner, votes: [vote] } }),
  effects: { address: [to, `"vote_address":"${to}"`], count: [4n, '"vote_count":"4"'] },
};

/** A pool and a database that note their statements. */
function noteStatements(name: string) {
  const note = (sql: string): void => void lines.push(`${name} ${sql}`);
  const query = async (sql: string) => (note(sql), { rows: [{ version: 1, isMissing: false }] });
  const client = { query, on: () => {}, removeListener: () => {}, release: () => {} };
  const prepare = (sql: string) => (note(sql), { get: () => undefined, all: () => [], run: () => ({ changes: 0 }) });
  return { query, connect: async () => client, exec: note, prepare };
}
const place: Row<postgres.PostgresStoreOptions>['effects'] = {
  pool: [noteStatements('other pool'), 'other pool SELECT'],
  schema: ['tills', '"tills"'],
};

/** Pays an account in all three ways, in the next block. */
async function payInAllWays(): Promise<void> {
  const client = createNodeClient({ transport: node });
  node.revert(snapshot);
  const amount = 7n;
  for (const built of [
    rpc.createTransaction(client, { owner, to, amount }),
    rpc.transferAsset(client, { owner, to, tokenId: treasury.tokenId, amount }),
    rpc.triggerSmartContract(client, {
      owner,
      contract: token,
      functionSelector: 'transfer(address,uint256)',
      parameter: word(to) + word(amount),
      feeLimit: 100n * COIN,
    }),
  ])
    await rpc.broadcastTransaction(client, await rpc.signTransaction(await built, signer));
  node.mine(1);
}

/** What a watch reports of payments, one of whose requests is lost. */
async function watch(given: object): Promise<unknown> {
  const options = { ...given } as payments.WatchDepositsOptions;
  const { store } = options;
  const watching = payments.watchDeposits(options);
  await payInAllWays();
  node.mine(1);
  await store.addAddresses([to]);
  const found: string[] = [];
  for await (const { save } of watching) {
    const events = await save();
    const shown = events.map(({ kind, deposit: { kind: of } }) => `${kind} ${of}`);
    found.push(`${shown.join(' ') || 'none'} #${(await store.readWatch('deposits'))?.version}`);
    if (found.length === 8) break;
  }
  return found;
}

/** A client whose second request is lost. */
function lossyClient(name: string): NodeClient {
  const client = noteClient(name);
  let count = 0;
  return {
    ...client,
    clock: { ...client.clock, sleep: async (ms) => (lines.push(`sleep ${ms}`), node.mine(1), undefined) },
    request: (path, ...rest) =>
      ++count === 2
        ? Promise.reject(new rpc.RpcError('TIMEOUT', { path, timeoutMs: 1 }, { retryable: true }))
        : client.request(path, ...rest),
  };
}

const head = (await rpc.getNowBlock(createNodeClient({ transport: node }))).number;
const functions: Rows<typeof payments & typeof postgres & typeof sqlite> = {
  createOutbox: createOutboxRow,
  createOutboxQueue: {
    args: { store: noteStore('store') },
    run: async (args) => payments.createOutboxQueue(args as { store: OutboxStore }).enqueue('b', transfer),
    effects: { store: [noteStore('other store'), 'other store entry/b'] },
  },
  createPostgresStore: {
    args: { pool: noteStatements('pool') },
    run: async (args) => postgres.createPostgresStore(args as postgres.PostgresStoreOptions).get('a'),
    effects: place,
  },
  migrate: {
    args: { pool: noteStatements('pool') },
    run: (args) => postgres.migrate(args as postgres.PostgresStoreOptions),
    effects: place,
  },
  createPostgresDepositStore: {
    args: { pool: noteStatements('pool') },
    run: async (args) => postgres.createPostgresDepositStore(args as postgres.PostgresStoreOptions).findAddresses([to]),
    effects: place,
  },
  createSqliteDepositStore: {
    args: {},
    run: async (options) => sqlite.createSqliteDepositStore(noteStatements('database'), options),
    effects: { prefix: ['tills_', 'tills_deposits'] },
  },
  watchDeposits: {
    args: {
      get client() {
        return lossyClient('node');
      },
      get store() {
        return payments.createMemoryDepositStore();
      },
      fromBlock: head + 1,
    },
    run: watch,
    effects: {
      client: [lossyClient('other node'), 'other node /wallet/getnowblock'],
      store: [{ ...payments.createMemoryDepositStore(), findAddresses: async () => [] }, /result (?!.*seen)/],
      name: ['others', '#undefined'],
      addresses: [new Set([owner]), /result (?!.*seen)/],
      tokens: [[token], 'seen token'],
      tokenIds: [[treasury.tokenId], 'seen asset'],
      confirmations: [1, 'seen coin confirmed coin'],
      fromBlock: [head + 3, /result (?!.*seen)/],
      toBlock: [head + 1, /#[2-7]"\]$/],
      signal: [AbortSignal.abort(), 'result []'],
      pollMs: [17, 'sleep 17'],
      maxOutageMs: [0, 'error TIMEOUT'],
    },
  },
  reconcile: {
    args: {
      client: noteClient('node'),
      accounts: new Set([to]),
      fromBlock: head + 1,
      toBlock: head + 1,
      ledger: [],
    },
    async run(options) {
      await payInAllWays();
      const again = rpc.createTransaction(createNodeClient({ transport: node }), { owner, to, amount: 9n });
      const signed = await rpc.signTransaction(await again, signer);
      await rpc.broadcastTransaction(createNodeClient({ transport: node }), signed);
      node.mine(6);
      return payments.reconcile(options as payments.ReconcileOptions);
    },
    effects: {
      client: [noteClient('other node'), 'other node /wallet/getblockbynum'],
      accounts: [new Set([owner]), `"account":"${owner}"`],
      fromBlock: [head, `"startNum":${head},`],
      toBlock: [head + 2, '"chain":"16"'],
      ledger: [[{ account: to, currency: 'coin', amount: 5n, time: 0 }], '"day":"1970-01-01"'],
      tokens: [[token], `"currency":"${token}"`],
      tokenIds: [[treasury.tokenId], `"currency":"${treasury.tokenId}"`],
      signal: [AbortSignal.abort(), 'error ABORTED'],
    },
  },
  createSqliteStore: {
    args: {},
    run: async (options) => sqlite.createSqliteStore(noteStatements('database'), options),
    effects: { table: ['tills', 'tills'] },
  },
};

/** Runs the call of a row, and returns what it did. */
async function observe({ run }: Row, args: object, beside: Setup = {}): Promise<string> {
  lines.length = 0;
  try {
    lines.push(`result ${toText(await run(args, beside))}`);
  } catch (error) {
    const { code, context } = error as { code?: string; context?: object };
    lines.push(`error ${code ?? String(error)} ${toText(context)}`);
  }
  return lines.join('\n');
}

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const start = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback: () => void, ms?: number) => {
    lines.push(`timer ${ms}`);
    return start(callback, ms);
  });
});
afterEach(() => void vi.restoreAllMocks());

const rows = [...Object.entries({ ...functions, ...methods }), ...intents, ['a vote', votes] as const];

describe.each(rows as readonly (readonly [string, Row])[])('%s', (_, row) => {
  const { args, effects } = row;
  let plain: Promise<string> | undefined;
  const observeWithout = (beside?: Setup) =>
    beside === undefined ? (plain ??= observe(row, args)) : observe(row, args, beside);

  test('works with the required options alone', async () => {
    expect(await observeWithout()).not.toMatch(/^error/m);
  });

  test.each(Object.entries(effects))('takes %s and gives it an effect', async (option, [value, shows, beside]) => {
    const withOption = await observe(row, { ...args, [option]: value }, beside);
    expect(withOption).not.toContain('one of the options');
    expect(withOption).toMatch(shows);
    expect(await observeWithout(beside)).not.toMatch(shows);
  });

  const kind = 'kind' in args ? { kind: args['kind'] } : {};
  test.each([
    ['beside', { ...args, zzz: 1 }],
    ['instead of', { ...kind, zzz: 1 }],
  ])('rejects another name %s its own, and lists only these', async (_place, given) => {
    const observed = await observe(row, given);
    const [, expected = ''] =
      /error ARGUMENT_INVALID {"argument":"[^"]*zzz","value":"\(hidden\)","expected":"one of the options ([^"]*)"}/.exec(
        observed,
      ) ?? [];
    expect(expected.split(', ').toSorted()).toEqual(Object.keys({ ...kind, ...effects }).toSorted());
    expect(observed).not.toMatch(/^(?:node|pool|database) /m);
  });
});
