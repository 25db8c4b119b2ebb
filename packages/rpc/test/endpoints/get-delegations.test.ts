import { getDelegations } from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers, type SentRequest } from '../support/client-with-answers.ts';

const ANN = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const BEN = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const EVA = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';
const PATH = '/wallet/getdelegatedresource';

interface Index {
  readonly fromAccounts?: readonly string[];
  readonly toAccounts?: readonly string[];
}
type Row = Readonly<Record<string, string | number>>;

/** A node with indexes and rows, by path. */
function nodeWith({
  indexes,
  rows,
}: {
  indexes: Record<string, Index & { account?: string }>;
  rows: Record<string, Row[]>;
}) {
  return clientWithAnswers(({ path, body }: SentRequest) => {
    const name = path.slice(PATH.length);
    if (name.startsWith('accountindex')) return Response.json({ account: body['value'], ...indexes[name] });
    const { fromAddress: from, toAddress: to } = body;
    const found = (rows[name] ?? []).filter((row) => row['to'] === to || row['from'] === from);
    return Response.json(found.length === 0 ? {} : { delegatedResource: found });
  });
}

const unlocked = { from: ANN, to: BEN, frozen_balance_for_bandwidth: 5, frozen_balance_for_energy: 7 };
const locked = { from: ANN, to: BEN, frozen_balance_for_energy: 9, expire_time_for_energy: 1_800_000_000_000 };
const old = { from: ANN, to: EVA, frozen_balance_for_bandwidth: 3, expire_time_for_bandwidth: 1_600_000_000_000 };
const expected = [
  { from: ANN, to: BEN, resource: 'BANDWIDTH', amount: 5n },
  { from: ANN, to: BEN, resource: 'ENERGY', amount: 7n },
  { from: ANN, to: BEN, resource: 'ENERGY', amount: 9n, lockedUntil: 1_800_000_000_000 },
  { from: ANN, to: EVA, resource: 'BANDWIDTH', amount: 3n, lockedUntil: 1_600_000_000_000, version: 1 },
];

test('reads what an account delegated, of both versions, with the ends of locks', async () => {
  const { client, requests } = nodeWith({
    indexes: { accountindexv2: { toAccounts: [BEN] }, accountindex: { toAccounts: [EVA] } },
    rows: { v2: [unlocked, locked], '': [old] },
  });
  expect(await getDelegations(client, { from: ANN })).toEqual(expected);
  expect(requests.map(({ path, body }) => [path.slice(PATH.length), body])).toEqual([
    ['accountindexv2', { value: ANN, visible: true }],
    ['v2', { fromAddress: ANN, toAddress: BEN, visible: true }],
    ['accountindex', { value: ANN, visible: true }],
    ['', { fromAddress: ANN, toAddress: EVA, visible: true }],
  ]);
});

test('reads what is delegated to an account, and asks for no index between two accounts', async () => {
  const { client, requests } = nodeWith({
    indexes: { accountindexv2: { fromAccounts: [ANN], toAccounts: [EVA] } },
    rows: { v2: [unlocked, locked] },
  });
  expect(await getDelegations(client, { to: BEN })).toEqual(expected.slice(0, 3));
  requests.length = 0;
  expect(await getDelegations(client, { from: ANN, to: BEN })).toEqual(expected.slice(0, 3));
  expect(requests.map(({ path }) => path)).toEqual([`${PATH}v2`, PATH]);
});

test('reads many accounts, a few at a time', async () => {
  let [open, most] = [0, 0];
  const { client } = clientWithAnswers(async ({ path, body }) => {
    if (path.endsWith('indexv2')) return Response.json({ account: ANN, toAccounts: [BEN, EVA, ...OTHERS] });
    if (path.endsWith('index')) return Response.json({});
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    const row = { from: ANN, to: body['toAddress'], frozen_balance_for_energy: 1 };
    return Response.json({ delegatedResource: [row] });
  });
  const read = await getDelegations(client, { from: ANN });
  expect(read.map(({ to }) => to)).toEqual([BEN, EVA, ...OTHERS]);
  expect(most).toBeLessThanOrEqual(5);
});
const OTHERS = [
  'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY',
  'TB4ztgEPR3D9bQrfn8zQ6zLcVqnQjSiSh3',
  'TJtKvxdp4FbqWRyh1LA5J7P4f7NmyKsiq9',
  'TU6f9qGifVvKMTFHJSnTwijatVDFRbhr3V',
];

test.each<[string, object, object]>([
  ['an index of another account', { account: BEN, toAccounts: [BEN] }, {}],
  ['one account twice', { account: ANN, toAccounts: [BEN, BEN] }, {}],
  [
    'a row from another account',
    { account: ANN, toAccounts: [BEN] },
    { delegatedResource: [{ ...unlocked, from: EVA }] },
  ],
  ['a row to another account', { account: ANN, toAccounts: [BEN] }, { delegatedResource: [{ ...unlocked, to: EVA }] }],
  ['three rows of a pair', { account: ANN, toAccounts: [BEN] }, { delegatedResource: [unlocked, locked, locked] }],
])('rejects %s', async (_, index, rows) => {
  const { client } = clientWithAnswers(({ path }) => Response.json(path.includes('index') ? index : rows));
  await expect(getDelegations(client, { from: ANN })).rejects.toMatchObject({ code: 'RESPONSE_INVALID' });
});

test('rejects a question about no account', async () => {
  const { client } = clientWithAnswers(new Error('no request is expected'));
  await expect(getDelegations(client, {})).rejects.toMatchObject({ context: { argument: 'from' } });
});
