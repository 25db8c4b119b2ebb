import { scaled } from '@coin/test-kit/scaled';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { assert, asyncProperty } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createMockNode,
  type CallFrame,
  type ExecutionTrace,
  type MockNode,
  type TransactionTrace,
} from '../../src/index.ts';
import { broadcastSigned } from '../support/broadcast-signed.ts';
import { post } from '../support/post.ts';
import { readRecordedChain } from '../support/recorded-chain.ts';
import { createWalkNode, networkSetups, startWalk, steps, takeStep } from '../support/walk.ts';

const outer = `41${'c0'.repeat(20)}`;
const inner = `41${'c1'.repeat(20)}`;
/** Stores 7 in slot 1, logs nothing under topic 5, and returns 32 bytes of zeros. */
const INNER = '6007600155600560006000a160206000f3';
/** Calls the other contract with all its energy. */
const OUTER = `6000600060006000600073${'c1'.repeat(20)}5af100`;

const base58check = createBase58check(sha256);
const hexOf = (address: string): string => bytesToHex(base58check.decode(address));

interface Receipt {
  readonly energy_usage_total?: number;
  readonly energy_penalty_total?: number;
  readonly result?: string;
}

async function receiptOf(node: MockNode, value: string): Promise<Receipt> {
  const info = (await post(node, '/wallet/gettransactioninfobyid', { value })) as { readonly receipt?: Receipt };
  return info.receipt ?? {};
}

async function send(node: MockNode, path: string, body: object): Promise<string> {
  const [{ address, privateKey }] = node.accounts as [MockNode['accounts'][number]];
  const answer = (await post(node, `/wallet/${path}`, { owner_address: hexOf(address), ...body })) as {
    readonly txID: string;
    readonly transaction?: { readonly txID: string };
  };
  const built = answer.transaction ?? answer;
  expect(await broadcastSigned(node, built, privateKey)).toMatchObject({ result: true });
  return built.txID;
}

function framesOf(frame: CallFrame | undefined): CallFrame[] {
  return frame === undefined ? [] : [frame, ...frame.calls.flatMap(framesOf)];
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** What holds for every trace: calls, instructions and totals are the same energy, cut in three ways. */
function checkSums(trace: ExecutionTrace, total: { readonly energy: bigint; readonly penalty: bigint }): void {
  const frames = framesOf(trace.call);
  expect(trace.call?.energy ?? 0n).toBe(total.energy);
  expect(trace.call?.penalty ?? 0n).toBe(total.penalty);
  expect(sum(frames.map(({ ownEnergy }) => ownEnergy))).toBe(total.energy);
  expect(sum(frames.map(({ ownPenalty }) => ownPenalty))).toBe(total.penalty);
  const withoutInstruction = sum(frames.map(({ forfeited, codeEnergy }) => forfeited + codeEnergy));
  expect(sum(trace.instructions.map(({ energy }) => energy)) + withoutInstruction).toBe(total.energy);
  expect(sum(trace.instructions.map(({ penalty }) => penalty))).toBe(total.penalty);
  const stored = trace.instructions.filter(({ name }) => name === 'SLOAD' || name === 'SSTORE');
  expect(sum(frames.map(({ storageEnergy }) => storageEnergy))).toBe(sum(stored.map(({ energy }) => energy)));
  for (const frame of frames) {
    expect(frame.energy).toBe(frame.ownEnergy + sum(frame.calls.map(({ energy }) => energy)));
    expect(frame.penalty).toBe(frame.ownPenalty + sum(frame.calls.map(({ penalty }) => penalty)));
  }
}

async function checkTransaction(node: MockNode, txID: string): Promise<TransactionTrace> {
  const { energy_usage_total = 0, energy_penalty_total = 0, result = 'DEFAULT' } = await receiptOf(node, txID);
  const trace = node.traceTransaction(txID);
  expect(trace).toMatchObject({
    result,
    energyUsed: BigInt(energy_usage_total),
    energyPenalty: BigInt(energy_penalty_total),
  });
  checkSums(trace, { energy: trace.energyUsed, penalty: trace.energyPenalty });
  return trace;
}

describe('the trace of a transaction', () => {
  test('is its tree of calls, with energy, penalty and logs of each', async () => {
    const node = createMockNode({
      contracts: [
        { address: outer, code: OUTER },
        { address: inner, code: INNER, energyFactor: 5_000n },
      ],
    });
    const txID = await send(node, 'triggersmartcontract', {
      contract_address: outer,
      fee_limit: 1e9,
      data: '01020304',
    });
    const { call, steps } = await checkTransaction(node, txID);
    expect(call).toMatchObject({
      instruction: 'CALL',
      kind: 'call',
      input: '01020304',
      status: 'success',
      energyFactor: 0n,
    });
    expect(call?.calls).toHaveLength(1);
    const [called] = call?.calls ?? [];
    expect(called).toMatchObject({
      instruction: 'CALL',
      status: 'success',
      output: '0'.repeat(64),
      energyFactor: 5_000n,
      storageEnergy: 30_000n,
      logs: [{ topics: ['5'.padStart(64, '0')], data: '', callsBefore: 0 }],
      calls: [],
    });
    // SSTORE 20,000 and LOG1 750, half more each; seven pushes of 3, each with a penalty of 1 after rounding down, and
    // 3 for the memory of RETURN with 1.
    expect(called?.energy).toBe(30_000n + 1_125n + 7n * 4n + 4n);
    expect(steps.map(({ depth }) => depth)).toEqual([...Array(8).fill(0), ...Array(10).fill(1), 0]);
  });

  test('has stack, memory and storage on request, in process and below /admin', async () => {
    const node = createMockNode({ contracts: [{ address: inner, code: INNER, storage: { '1': '9' } }] });
    const txID = await send(node, 'triggersmartcontract', { contract_address: inner, fee_limit: 1e9, data: '' });
    const details = ['stack', 'memory', 'storage'] as const;
    const { steps } = node.traceTransaction(txID, { details });
    const slot = '1'.padStart(64, '0');
    const store = steps.findIndex(({ name }) => name === 'SSTORE');
    expect(steps[store]).toMatchObject({ stack: [7n, 1n], memory: '', storage: { [slot]: '9'.padStart(64, '0') } });
    expect(steps[store + 1]?.storage).toEqual({ [slot]: '7'.padStart(64, '0') });
    expect(node.traceTransaction(txID).steps[store]).not.toHaveProperty('stack');

    const { trace } = (await post(node, '/admin/tracetransaction', { txID, details: ['stack'], maxSteps: 3 })) as {
      readonly trace: { readonly steps: readonly object[]; readonly omittedSteps: number; readonly energyUsed: number };
    };
    expect(trace.steps).toHaveLength(3);
    expect(trace.steps[2]).toMatchObject({
      name: 'SSTORE',
      pc: 4,
      top: '0x1',
      stack: ['0x7', '0x1'],
      energy: 9_999_994,
    });
    expect(trace.omittedSteps).toBe(steps.length - 3);
    expect(BigInt(trace.energyUsed)).toBe(node.traceTransaction(txID).energyUsed);
  });

  test('matches the original transaction after any later change', async () => {
    const node = createMockNode({ contracts: [{ address: inner, code: INNER }] });
    const txID = await send(node, 'triggersmartcontract', { contract_address: inner, fee_limit: 1e9, data: '' });
    const first = node.traceTransaction(txID);
    node.setCode({ address: inner, code: '00' });
    node.advanceCycle();
    await send(node, 'triggersmartcontract', { contract_address: inner, fee_limit: 1e9, data: '' });
    expect(node.traceTransaction(txID)).toEqual(first);
  });

  test('lists nothing for a transaction that runs no contract', async () => {
    const node = createMockNode();
    const txID = await send(node, 'createtransaction', { to_address: hexOf(node.accounts[1].address), amount: 5 });
    expect(node.traceTransaction(txID)).toMatchObject({ instructions: [], steps: [], energyUsed: 0n });
    expect(node.traceTransaction(txID)).not.toHaveProperty('call');
  });

  test('keeps the creation code of a contract apart from its runtime code', () => {
    // Creates a contract whose code is STOP, and calls it.
    const factory = '6460016000f36000526005601b6000f060006000600060006000855af100';
    const node = createMockNode({ contracts: [{ address: outer, code: factory }] });
    const { instructions, call } = node.traceCall({ owner: outer, contract: outer, data: '' });
    const created = call?.calls[0]?.address;
    const used = instructions.filter(({ contract }) => contract === created);
    expect(used.map(({ code, pc, name, count }) => [code, pc, name, count])).toEqual([
      ['creation', 0, 'PUSH1', 1],
      ['creation', 2, 'PUSH1', 1],
      ['creation', 4, 'RETURN', 1],
      ['runtime', 0, 'STOP', 1],
    ]);
  });

  test('is rejected for a transaction that is unknown, or from before a dump was loaded', async () => {
    const node = createMockNode({ contracts: [{ address: inner, code: INNER }] });
    const txID = await send(node, 'triggersmartcontract', { contract_address: inner, fee_limit: 1e9, data: '' });
    expect(() => node.traceTransaction('ab'.repeat(32))).toThrow(
      /^Invalid txID "abab.*": it must be the id of a transaction that can be traced; this one is in no block/,
    );
    expect(() => node.traceTransaction('ab')).toThrow(
      'Invalid txID "ab": it must be a transaction id of 64 hexadecimal digits.',
    );
    expect(() => node.traceTransaction(txID, { details: ['gas' as never] })).toThrow(
      /^Invalid details "gas": it must be stack, memory/,
    );
    const other = createMockNode({ contracts: [{ address: inner, code: INNER }] });
    other.load(node.dump());
    expect(() => other.traceTransaction(txID)).toThrow(/before which the ledger is no longer known/);
  });
});

describe('the energy of a trace', () => {
  test('matches the receipt of every transaction of a recorded chain', async () => {
    const { network, blocks } = readRecordedChain('mainnet-edge-1');
    const node = createMockNode({ network: network as never });
    let traced = 0;
    for (const { number, text, block } of blocks) {
      if (number === 0) continue;
      node.importBlock(text);
      const { transactions = [] } = block as { readonly transactions?: readonly { readonly txID: string }[] };
      for (const { txID } of transactions) {
        if ((await checkTransaction(node, txID)).call !== undefined) traced++;
      }
    }
    expect(traced).toBeGreaterThan(20);
  });

  test('matches the receipts of random chains', async () => {
    await assert(
      asyncProperty(networkSetups, steps, async (setup, list) => {
        const node = createWalkNode(setup);
        const walk = startWalk(node);
        for (const step of list) await takeStep(walk, step);
        for (const txID of walk.accepted) await checkTransaction(node, txID);
      }),
      { numRuns: scaled(4) },
    );
  });
});
