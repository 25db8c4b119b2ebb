import { expect, test } from 'vitest';
import { type Json } from '../support/http-network.ts';
import { openTreNode, type TreNode } from '../support/tre-node.ts';

const SOMEONE = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

interface Trace {
  readonly failed: boolean;
  readonly gas: string;
  readonly returnValue: string;
  readonly structLogs: readonly (Json & { readonly storage: object })[];
}

/** Sets code and calls it in a transaction. */
async function callCode(tre: TreNode, code: string, fields: object = {}): Promise<string> {
  const owner = tre.node.accounts[0]?.address ?? '';
  await tre.rpc('tre_setAccountCode', SOMEONE, code);
  await tre.rpc('tre_unlockedAccounts', [owner]);
  const { transaction } = (await tre.post('/wallet/triggersmartcontract', {
    owner_address: owner,
    contract_address: SOMEONE,
    data: '',
    fee_limit: 100_000_000,
    visible: true,
    ...fields,
  })) as { transaction: Json };
  expect(await tre.post('/wallet/broadcasttransaction', transaction)).toMatchObject({ result: true });
  return String(transaction['txID']);
}

async function traceOf(tre: TreNode, code: string, fields: object = {}): Promise<Trace> {
  const txID = await callCode(tre, code, fields);
  return (await tre.rpc('debug_traceTransaction', `0x${txID}`)) as Trace;
}

test('traces a transaction as TRE prints it', async () => {
  await using tre = await openTreNode({ parameters: { getEnergyFee: 100n } });
  const trace = await traceOf(tre, '0x600260005260206000f3');
  const [first = {}, , store = {}] = trace.structLogs;
  expect({ ...trace, structLogs: trace.structLogs.map(({ op }) => op) }).toEqual({
    failed: false,
    gas: '',
    structLogs: ['PUSH1', 'PUSH1', 'MSTORE', 'PUSH1', 'PUSH1', 'RETURN'],
    returnValue: '2'.padStart(64, '0'),
  });
  expect(JSON.stringify(first)).toBe(
    '{"depth":1,"error":"","gas":"0x00000000000f4240","gasCost":3,"memory":[],"op":"PUSH1","pc":0,"stack":[],"storage":{}}',
  );
  expect(store).toMatchObject({ pc: 4, gas: '0x00000000000f423a', stack: [word(2).slice(2), word(0).slice(2)] });
  expect(trace.structLogs.at(-1)).toMatchObject({ memory: [word(2).slice(2)] });
});

test('shows slots that were written or read with a value, but not reads of empty ones', async () => {
  await using tre = await openTreNode();
  await tre.rpc('tre_setAccountStorageAt', SOMEONE, '0x02', '0x2a');
  // Reads 1 and 2, writes zero to 1.
  const { structLogs } = await traceOf(tre, '0x6001545060025450600060015500');
  const [empty, full] = [word(1).slice(2), word(2).slice(2)];
  const seen = structLogs.map(({ op, storage }) => `${String(op)} ${Object.keys(storage).join()}`);
  expect(seen.slice(0, 5)).toEqual(['PUSH1 ', 'SLOAD ', 'POP ', 'PUSH1 ', 'SLOAD ']);
  expect(seen.at(5)).toBe(`POP ${full}`);
  expect(structLogs.at(-1)?.storage).toEqual({ [empty]: word(0).slice(2), [full]: word(42).slice(2) });
});

test('says that a transaction failed, and counts depths from 1', async () => {
  await using tre = await openTreNode();
  const reverted = await traceOf(tre, '0x60006000fd');
  expect([reverted.failed, reverted.returnValue]).toEqual([true, '']);
  const inner = await traceOf(tre, '0x60006000600060006000305af100', { fee_limit: 3_000_000 });
  expect(inner.structLogs.map(({ depth }) => depth)).toContain(2);
});

test('accepts a transaction id with and without 0x', async () => {
  await using tre = await openTreNode();
  const txID = await callCode(tre, '0x6001');
  const trace = await tre.rpc('debug_traceTransaction', `0x${txID.toUpperCase()}`);
  expect(trace).toHaveProperty('structLogs.length', 1);
  expect(await tre.rpc('debug_traceTransaction', txID)).toEqual(trace);
});

test('traces neither unknown transactions nor those without a contract', async () => {
  await using tre = await openTreNode();
  expect(await tre.rpc('debug_traceTransaction', word(1))).toMatch(`Invalid txID "${word(1).slice(2)}"`);
  const owner = tre.node.accounts[0]?.address;
  await tre.rpc('tre_unlockedAccounts', [owner]);
  const transfer = { owner_address: owner, to_address: SOMEONE, amount: 1, visible: true };
  const built = await tre.post('/wallet/createtransaction', transfer);
  const { txid } = await tre.post('/wallet/broadcasttransaction', built);
  expect(await tre.rpc('debug_traceTransaction', `0x${String(txid)}`)).toEqual({
    failed: false,
    gas: '',
    structLogs: [],
    returnValue: '',
  });
});

test('rejects a trace that is larger than an answer, and names an alternative', async () => {
  await using tre = await openTreNode();
  // Three thousand instructions over 32 kB of memory.
  const answer = await traceOf(tre, `0x6001617fe052${'6000506000506000505b'.repeat(400)}00`);
  expect(answer).toMatch(/has 2\d{3} instructions, and only the first 1\d{3} fit in a trace with their memory/);
});

test('lists rows of storage in pages', async () => {
  await using tre = await openTreNode();
  const values = [7, 8, 9, 10, 11];
  for (const value of values) await tre.rpc('tre_setAccountStorageAt', SOMEONE, word(value), word(value));
  interface Rows {
    readonly storage: Readonly<Record<string, { readonly value: string }>>;
    readonly nextKey: string | null;
  }
  const page = (start: unknown, count: number) =>
    tre.rpc('debug_storageRangeAt', 0, 0, SOMEONE, start, count) as Promise<Rows>;
  const all = await page('0x01', 100);
  const read = ({ storage }: Rows) => Object.values(storage).map(({ value }) => Number(`0x${value}`));
  expect(read(all).toSorted((one, other) => one - other)).toEqual(values);
  expect(all.nextKey).toBeNull();

  const pages: number[] = [];
  for (let start: string | null = ''; start !== null;) {
    const rows: Rows = await page(start === '' ? start : `0x${start}`, 2);
    pages.push(...read(rows));
    start = rows.nextKey;
  }
  expect(pages).toEqual(read(all));
});

test.each(['latest', '', null, 0, '0x0'])('answers for the latest block by the name %j', async (block) => {
  await using tre = await openTreNode();
  expect(await tre.rpc('debug_storageRangeAt', block, 0, SOMEONE, null, 5)).toEqual({ storage: {}, nextKey: null });
});

test('answers for the head by its number and id', async () => {
  await using tre = await openTreNode();
  tre.node.mine(3);
  const { blockID } = await tre.post('/wallet/getnowblock', {});
  const head = Number.parseInt(String(blockID).slice(0, 16), 16);
  for (const block of [head, String(head), `0x${head.toString(16)}`, blockID, `0x${String(blockID)}`])
    expect(await tre.rpc('debug_storageRangeAt', block, 0, SOMEONE, '0x', 5)).toEqual({ storage: {}, nextKey: null });
});
