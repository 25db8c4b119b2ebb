import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { getNowBlock, getTransactionById } from '@coin/rpc';
import { addressToHex, toEvmAddress } from '@coin/rpc/address';
import { signMessage } from '@coin/rpc/message';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { openNetwork } from './support/network.ts';
import { readResult, runCoin } from './support/run-coin.ts';

const schema: object = JSON.parse(readFileSync(new URL('../output.schema.json', import.meta.url), 'utf8'));
const isEnvelope = new Ajv().compile(schema);

const network = await openNetwork();
const { node, owner, receiver, contract, paid, moved, created, failedTxID } = network;
const { number: head } = await getNowBlock(network.client);
const NOBODY = 'TBia4uHnb3oSSZm5isP284cA7Np1v15Vhi';
const signature = await signMessage('hello', network.signer);
const rawDataHex = (await getTransactionById(network.client, { txID: paid.txID }))?.rawDataHex;
const transfer = `a9059cbb${'0'.repeat(24)}eca9bc828a3005b9a3b909f2cc5c2a54794de05f${'5'.padStart(64, '0')}`;

/** Each command once, with what its result must show. */
const cases: [args: readonly string[], result: object, stdin?: string][] = [
  [['account', owner], { address: owner, kind: 'Normal' }],
  [['block'], { number: head }],
  [['block', `${paid.blockNumber}`, '--transactions'], { transactionCount: 1, transactions: [{ result: 'SUCCESS' }] }],
  [['block', '--solid'], { number: expect.any(Number) }],
  [
    ['tx', paid.txID],
    { status: 'succeeded', owner, memo: 'order 1', fee: { memo: { coin: '1', smallUnits: '1000000' } } },
  ],
  [['tx', created.txID], { status: 'succeeded', fee: { accountCreation: { coin: '1.1' } } }],
  [
    ['tx', moved.txID],
    { status: 'succeeded', events: [{ contract, event: 'Transfer', args: { from: owner, to: receiver, value: '7' } }] },
  ],
  [['tx', failedTxID], { status: 'failed', result: 'REVERT' }],
  [['call', contract, 'balanceOf(address) view returns (uint256)', receiver], { result: '7' }],
  [['call', contract, 'balanceOf', receiver], { function: 'balanceOf', result: '7' }],
  [['logs', contract, 'Transfer', '--from', '0'], { event: 'Transfer', txID: moved.txID, args: { value: '7' } }],
  [
    ['logs', contract, 'Transfer(address indexed from, address indexed to, uint256 value)', '--from', '4'],
    { event: 'Transfer' },
  ],
  [['params'], { energyPrice: { smallUnits: '100' }, maxFactor: '3.4' }],
  [['resources', owner], { address: owner }],
  [['units', '1.5'], { coin: '1.5', smallUnits: '1500000' }],
  [['units', '15coin'], { coin: '15', smallUnits: '15000000' }],
  [['units', '15'], { coin: '0.000015', smallUnits: '15' }],
  [['units', '1.5', '--decimals', '18'], { tokens: '1.5', smallestUnits: '1500000000000000000' }],
  [['units'], { coin: '2', smallUnits: '2000000' }, '2coin\n'],
  [['address', '-'], { base58: owner }, `${owner}\n`],
  [['fee', '--from', owner, '--to', receiver, '--amount', '2coin'], { createsAccount: false, bandwidth: 267 }],
  [['fee', contract, 'transfer', receiver, '7', '--from', owner], { method: 'across-cycle', energyFromStake: '0' }],
  [['limit', '130000'], { energy: '130000', limits: [{ method: 'estimate' }, { method: 'max factor' }] }],
  [['limit', '130000', '--contract', contract], { limits: [{}, { method: 'energy factor' }, {}] }],
  [['decode', transfer], { kind: 'call', function: 'transfer', isExact: true }],
  [
    ['decode', '-'],
    { kind: 'transaction', owner, builder: 'createTransaction' },
    JSON.stringify({ raw_data_hex: rawDataHex }),
  ],
  [['decode', `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`], { reason: 'no' }],
  [['encode', 'transfer(address,uint256)', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', '5'], { data: transfer }],
  [['verify-message', 'hello', '--address', owner, '--signature', signature], { isValid: true }],
  [['watch', '--from', `${paid.blockNumber}`, '--count', '2'], { number: paid.blockNumber + 1, transactions: 1 }],
  [['watch', receiver, '--from', '1', '--count', '2'], { asset: contract, amount: '7', txID: moved.txID }],
  [['watch', contract, '--event', 'Transfer', '--from', '1', '--count', '1'], { event: 'Transfer' }],
  [['wait', paid.txID], { result: 'DEFAULT', blockNumber: paid.blockNumber }],
  [['trace', contract, 'balanceOf', receiver], { function: 'balanceOf(address)' }],
  [
    ['trace', contract, 'transfer', receiver, '5', '--from', NOBODY],
    { error: 'REVERT Insufficient(0, 5)', calls: [{ error: 'REVERT Insufficient(0, 5)' }] },
  ],
  [['logs', contract, 'Transfer(address,address,uint256)', '--from', '4'], { args: { to: receiver, value: '7' } }],
  [['audit', '--from', '0'], { block: 'all', unexplained: '0', memo: '1000000' }],
];

describe('each command', () => {
  test.each(cases)('coin %j prints what it finds, as data and for people', async (args, expected, stdin) => {
    const options = { node, ...(stdin !== undefined && { stdin }) };
    const { stdout, stderr, exitCode } = await runCoin([...args, '--json'], options);
    expect([exitCode, stderr]).toEqual([0, '']);
    const envelopes = stdout
      .trim()
      .split('\n')
      .map((line): { result: object } => JSON.parse(line));
    for (const envelope of envelopes) expect(isEnvelope(envelope), JSON.stringify(isEnvelope.errors)).toBe(true);
    expect(envelopes.at(-1)).toMatchObject({ version: 1, ok: true, node: 'http://node.example', result: expected });
    const text = await runCoin(args, options);
    expect(text).toMatchObject({ exitCode: 0, stderr: '' });
    expect(text.stdout).not.toMatch(/undefined|\[object|NaN/);
    expect(text.stdout.split('\n').length).toBeGreaterThan(1);
  });

  const ADDRESS = /^T[\dA-Za-z]{33}$/;
  const withAddress = cases.filter(([args]) => args.some((text) => ADDRESS.test(text)));
  test.each(withAddress)('coin %j takes addresses in each form', async (args) => {
    const expected = await runCoin(args, { node });
    for (const convert of [addressToHex, toEvmAddress]) {
      const converted = args.map((text) => (ADDRESS.test(text) ? convert(text) : text));
      expect(await runCoin(converted, { node })).toEqual(expected);
    }
  });

  test('prints nothing to a terminal but text, bold headings and progress', async () => {
    const { stdout } = await runCoin(['params'], { node, isTTY: true });
    expect(stripVTControlCharacters(stdout)).toBe((await runCoin(['params'], { node })).stdout);
    expect((await runCoin(['params'], { node, isTTY: true, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001B');
    expect((await runCoin(['audit', '--from', '0', '--to', `${head}`], { node, isTTY: true })).stderr).toContain(
      `${head + 1} of ${head + 1} blocks`,
    );
  });
});

test('audit prints CSV and NDJSON, with equal rows', async () => {
  const csv = (await runCoin(['audit', '--from', '0', '--format', 'csv'], { node })).stdout.trim().split('\n');
  const json = (await runCoin(['audit', '--from', '0', '--format', 'ndjson'], { node })).stdout.trim().split('\n');
  const [head = '', ...rows] = csv;
  expect(rows).toEqual(json.map((line) => Object.values(JSON.parse(line) as object).join(',')));
  expect(head).toBe('block,minted,energy,bandwidth,memo,multiSign,contract,unexplained');
});

test('audit waits while the reader of its output is slower', async () => {
  const waiting: number[] = [];
  const stdout = new Writable({
    highWaterMark: 1,
    write: (line: Buffer, _, done) => {
      waiting.push(stdout.writableLength - line.length);
      setImmediate(done);
    },
  });
  expect(await runCoin(['audit', '--from', '1', '--to', '5', '--json'], { node, stdout })).toMatchObject({
    exitCode: 0,
  });
  // Five blocks and their sum.
  expect(waiting).toEqual([0, 0, 0, 0, 0, 0]);
});

test('without a node, fee shows what common transactions cost on the embedded one', async () => {
  const { result } = await readResult(['fee']);
  expect(
    result.costs.map(({ transaction, fee }: { transaction: string; fee: { coin: string } }) => [transaction, fee.coin]),
  ).toEqual([
    ['a transfer of coin', '0'],
    ['a transfer of coin to a new account', '1.1'],
    ['a transfer of coin with a memo', '1'],
    ['a token transfer to a holder', expect.any(String)],
    ['a token transfer to a new holder', expect.any(String)],
  ]);
});
