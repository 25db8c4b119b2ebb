import { createEnergyCollector } from '@coin/mock-node/energy-report';
import { sendTransaction, triggerSmartContract } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import { expect, test } from 'vitest';
import { type OwnEnergy } from '../src/playground/call/energy-tables.ts';
import { boxAfterKey, foundText, shownBoxes } from '../src/playground/call/flame-view.ts';
import { openCall, type CallChoice, type OpenedCall } from '../src/playground/call/model.ts';
import { prepareCall } from '../src/playground/node/contract-calls.ts';
import { openLocalNetwork, recordOf } from '../src/playground/node/local-network.ts';
import { ENDLESS_LOOP, NO_CONTRACT, type OwnContract } from '../src/playground/node/own-contract.ts';

const CALLS = ['transfer-to-new-holder', 'transfer-to-holder', 'swap'] as const;

const open = (choice: Partial<CallChoice>): Promise<OpenedCall> =>
  openCall({ call: 'swap', factor: 0, own: NO_CONTRACT, ...choice }, () => undefined);

/** Creation code that returns a runtime code of up to 255 bytes. */
function deploying(runtime: string): OwnContract {
  const size = (runtime.length / 2).toString(16).padStart(2, '0');
  return { ...NO_CONTRACT, bytecode: `60${size}600a5f3960${size}5ff3${runtime}` };
}

/** The record and the trace of a transaction with a call, all of whose contracts have a factor. */
async function execute(name: (typeof CALLS)[number], factor: bigint) {
  const network = openLocalNetwork();
  const { node, client, signer } = network;
  const { contract = '', ...call } = (await prepareCall(network, name)).call;
  const send = () => {
    const transaction = triggerSmartContract(client, { ...call, contract, feeLimit: 1_000_000_000n });
    return recordOf(network, sendTransaction(client, { transaction, signer }));
  };
  const before = node.snapshot();
  const { contracts } = node.traceTransaction((await send()).txID);
  node.revert(before);
  for (const { address } of contracts) node.setEnergyFactor(address, factor);
  const { receipt, txID } = await send();
  return { receipt, trace: node.traceTransaction(txID) };
}

const sum = <Row>(rows: readonly Row[], part: (row: Row) => bigint): bigint =>
  rows.reduce((total, row) => total + part(row), 0n);

function expectComplete(opened: OpenedCall): void {
  const tables: readonly (readonly OwnEnergy[])[] = [opened.contracts, opened.functions, opened.instructions];
  for (const table of tables) {
    expect(sum(table, ({ energy }) => energy)).toBe(opened.energy);
    expect(sum(table, ({ penalty }) => penalty)).toBe(opened.penalty);
    for (const { base, penalty, energy } of table) expect(base + penalty).toBe(energy);
  }
  expect(sum(opened.functions, ({ storage }) => storage)).toBe(opened.storage);
}

test.each(CALLS.flatMap((call) => [0, 3_400, 34_000].map((factor) => ({ call, factor }))))(
  'shows the energy of $call with the factor $factor that a transaction of it uses',
  async ({ call, factor }) => {
    const [opened, { receipt, trace }] = await Promise.all([open({ call, factor }), execute(call, BigInt(factor))]);
    expect(opened.outcome).toBe('Succeeded');
    expect(opened.energy).toBe(receipt.energyTotal);
    expect(opened.penalty).toBe(receipt.energyPenalty);
    expect(opened.price).toBe(receipt.energyFee);
    expectComplete(opened);
    // A report has the energy of a function with that of the calls below it.
    const collector = createEnergyCollector();
    collector.add(trace);
    const { functions } = collector.report();
    const whole = functions.find(({ maximum }) => BigInt(maximum) === opened.energy);
    for (const row of functions) {
      const shown = opened.functions.find((other) => other.function === row.function);
      const below = row === whole ? sum(functions, ({ mean }) => BigInt(mean)) - opened.energy : 0n;
      expect(shown).toMatchObject({ contract: row.contract, energy: BigInt(row.mean) - below, calls: row.calls });
    }
    expect(opened.storage).toBe(BigInt(whole?.storage ?? 0));
  },
);

test('shows the cost of saving the code of a deployment', async () => {
  const opened = await open({ call: 'deployment', factor: 3_400 });
  expectComplete(opened);
  // 200 units for each byte. Contracts in creation have no factor.
  const saved = opened.instructions.find(({ instruction }) => instruction === 'saving the code');
  expect(opened.callTree).toMatch(/constructor/);
  expect((saved?.energy ?? 0n) % 200n).toBe(0n);
  expect(saved?.energy).toBeGreaterThan(200_000n);
  expect(opened.penalty).toBe(0n);
});

test('shows storage apart from the rest, and the penalty beside the base', async () => {
  // sstore(1, 1): two times 3 units and 20,000; a third of each instruction more, rounded down.
  const opened = await open({ call: 'own', own: deploying('6001600155'), factor: 3_400 });
  expect(opened).toMatchObject({ energy: 26_808n, penalty: 6_802n, storage: 26_800n });
  expect(opened.instructions.map(({ instruction, base, penalty }) => [instruction, base, penalty])).toEqual([
    ['SSTORE', 20_000n, 6_800n],
    ['PUSH1', 6n, 2n],
  ]);
  expect(opened.contracts).toMatchObject([{ calls: 1, storage: 26_800n }]);
});

test('shows the energy that an exception took, and the node’s message', async () => {
  const opened = await open({ call: 'own', own: deploying('5ffe') });
  expect(opened.outcome).toMatch(/^Failed: Invalid operation code/);
  expect(opened.succeeded).toBe(false);
  expectComplete(opened);
  expect(opened.instructions[0]).toMatchObject({ instruction: 'lost by an exception', energy: 99_999_998n });
});

test('shows the energy of a call that reverts', async () => {
  const opened = await open({ call: 'own', own: deploying('5f5ffd') });
  expect(opened).toMatchObject({ outcome: 'Reverted', energy: 4n, succeeded: false });
});

test('draws the inner calls of a swap, each with its contract', async () => {
  const { flameGraph, callTree } = await open({ call: 'swap' });
  for (const name of ['Pool.swap', 'Token.transferFrom', 'Token.transfer']) {
    expect(flameGraph).toContain(name);
    expect(callTree).toContain(name);
  }
});

/** Energy of boxes below each call must add up to the call's own. */
function expectDivided({ boxes: { boxes, work }, energy }: OpenedCall): void {
  expect(boxes[0]).toMatchObject({ kind: 'call', energy, start: 0n, depth: 0 });
  expect(sum(work, (one) => one.energy)).toBe(energy);
  for (const [at, box] of boxes.entries()) {
    const inner = boxes.filter(({ parent }) => parent === at);
    if (inner.length === 0) continue;
    expect(sum(inner, (one) => one.energy)).toBeLessThanOrEqual(box.energy);
    for (const { start, energy: part, depth } of inner) {
      expect(depth).toBe(box.depth + 1);
      expect(start).toBeGreaterThanOrEqual(box.start);
      expect(start + part).toBeLessThanOrEqual(box.start + box.energy);
    }
  }
}

test.each([...CALLS, 'deployment'] as const)('divides the energy of %s by calls and kinds of work', async (call) => {
  const opened = await open({ call, factor: 3_400 });
  expectDivided(opened);
  const work = new Map(opened.boxes.work.map(({ kind, energy }) => [kind, energy]));
  expect(work.has('whole')).toBe(false);
  expect(work.get('storage') ?? 0n).toBe(opened.storage);
  const energyOf = (names: RegExp) =>
    sum(
      opened.instructions.filter(({ instruction }) => names.test(instruction)),
      ({ energy }) => energy,
    );
  expect(work.get('hashing') ?? 0n).toBe(energyOf(/^SHA3$/));
  expect(work.get('logs') ?? 0n).toBe(energyOf(/^LOG\d$/));
  expect(work.get('calls') ?? 0n).toBe(energyOf(/^(?:STATIC|DELEGATE)?CALL$|^CREATE/));
  expect(work.get('arithmetic') ?? 0n).toBe(
    energyOf(
      /^(?:ADD|MUL|SUB|S?DIV|S?MOD|ADDMOD|MULMOD|EXP|SIGNEXTEND|S?[LG]T|EQ|ISZERO|AND|OR|XOR|NOT|BYTE|SH[LR]|SAR)$/,
    ),
  );
  expect(work.get('code') ?? 0n).toBe(energyOf(/^saving the code$/));
});

test('colours the work of a contract of one’s own, a precompile’s among its calls', async () => {
  // A call of precompile 2, a log, a hash, and sstore(1, 1).
  const opened = await open({ call: 'own', own: deploying('5f5f5f5f5f600261fffff1505f5fa05f5f2050600160015500') });
  expectDivided(opened);
  const kinds = opened.boxes.work.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['storage', 'logs', 'hashing', 'calls', 'other']));
  expect(opened.boxes.boxes.some(({ kind, depth }) => kind === 'call' && depth === 1)).toBe(true);
});

test('tells calls in a row apart that have the same energy limit', async () => {
  // The contract calls itself twice with 10,000 units of energy: the first call hashes, the second writes a log.
  const call = (size: number) => `5f5f600${size}5f5f30612710f150`;
  const opened = await open({
    call: 'own',
    own: deploying(`36601d57${call(1)}${call(2)}005b366001146029575f5fa0005b5f5f205000`),
  });
  expectDivided(opened);
  expect(opened.outcome).toBe('Succeeded');
  const { boxes, work } = opened.boxes;
  const calls = [...boxes.keys()].filter((at) => boxes[at]?.kind === 'call' && boxes[at].depth === 1);
  const kinds = calls.map((call) => boxes.filter(({ parent }) => parent === call).map(({ kind }) => kind));
  expect(kinds.map((those) => those.filter((kind) => kind === 'hashing' || kind === 'logs'))).toEqual([
    ['hashing'],
    ['logs'],
  ]);
  expect(work.map(({ kind }) => kind)).not.toContain('whole');
});

test('shows what an exception took as lost, and work that cannot be divided as a whole', async () => {
  const lost = await open({ call: 'own', own: deploying('5ffe') });
  expectDivided(lost);
  expect(lost.boxes.work[0]).toEqual({ kind: 'lost', energy: 99_999_998n });
  expect(lost.boxes.omitted).toBeGreaterThan(0);
  // 15,000 times around, more steps than are kept.
  const long = await open({ call: 'own', own: deploying('613a985b6001900380600357600160015500') });
  expectDivided(long);
  expect(long.outcome).toBe('Succeeded');
  expect(long.boxes.work.map(({ kind }) => kind)).toEqual(['whole', 'storage']);
});

test('zooms to a box, below the calls above it, and finds boxes by name', async () => {
  const { boxes } = (await open({ call: 'swap', factor: 3_400 })).boxes;
  const all = shownBoxes(boxes, { zoom: 0, find: '' });
  expect(all).toHaveLength(boxes.length);
  expect(all[0]).toMatchObject({ left: 0, width: 100 });
  const zoom = boxes.findIndex(({ name }) => name.startsWith('Token.transferFrom'));
  const zoomed = shownBoxes(boxes, { zoom, find: 'STORAGE' });
  expect(zoomed.filter(({ width }) => width === 100).map(({ at }) => at)).toEqual([0, zoom]);
  expect(zoomed.filter(({ isFound }) => isFound).map(({ box }) => box.kind)).toEqual(['storage']);
  expect(zoomed.length).toBeLessThan(boxes.length);
  for (const { left, width } of zoomed) expect(left + width).toBeLessThanOrEqual(100.000_001);
  // A box that begins in the middle of the whole: what is in it begins at its left edge and ends at its right one.
  const later = boxes.findIndex(({ name }) => name.startsWith('Token.transfer('));
  expect(boxes[later]?.start).toBeGreaterThan(0n);
  const inside = shownBoxes(boxes, { zoom: later, find: '' }).filter(({ box }) => box.parent === later);
  expect(inside.length).toBeGreaterThan(1);
  expect(inside[0]?.left).toBe(0);
  for (const [index, { left }] of inside.entries())
    if (index > 0) expect(left).toBeCloseTo((inside[index - 1]?.left ?? 0) + (inside[index - 1]?.width ?? 0), 8);
  expect(shownBoxes(boxes, { zoom: 999, find: '' })).toEqual(all);
  expect(shownBoxes([], { zoom: 0, find: '' })).toEqual([]);

  expect(foundText(boxes, ' ')).toBe('');
  expect(foundText(boxes, 'nobody')).toBe('Nothing has this name.');
  // The outermost call is found, so what it calls counts within it.
  expect(foundText(boxes, 'p')).toMatch(/found: 60,449 energy, 100 % of all\.$/);
  expect(foundText(boxes, 'transferfrom')).toBe('1 found: 24,377 energy, 40 % of all.');
});

test('keys lead from box to box', async () => {
  const { boxes } = (await open({ call: 'swap', factor: 3_400 })).boxes;
  const shown = shownBoxes(boxes, { zoom: 0, find: '' });
  const first = boxAfterKey('ArrowDown', 0, shown) ?? -1;
  expect(boxes[first]?.parent).toBe(0);
  expect(boxAfterKey('ArrowUp', first, shown)).toBe(0);
  const second = boxAfterKey('ArrowRight', first, shown) ?? -1;
  expect(boxes[second]?.depth).toBe(1);
  expect(boxAfterKey('ArrowLeft', second, shown)).toBe(first);
  expect(['ArrowLeft', 'ArrowUp', 'x'].map((key) => boxAfterKey(key, 0, shown))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('names the problem of code that cannot be deployed', async () => {
  await expect(open({ call: 'own' })).rejects.toThrow('Bytecode is empty');
  await expect(open({ call: 'own', own: { ...NO_CONTRACT, bytecode: '5f5ffd' } })).rejects.toThrow(
    /constructor reverted/,
  );
});

test('reports its progress', async () => {
  const shares: number[] = [];
  await openCall({ call: 'transfer-to-holder', factor: 0, own: NO_CONTRACT }, ({ share }) => shares.push(share));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.length).toBeGreaterThan(1);
});

if (scaled(1) > 1) {
  test('ends an endless loop, and shows the lost energy', async () => {
    const opened = await open({ call: 'own', own: ENDLESS_LOOP });
    expect(opened.outcome).toMatch(/^Failed: CPU timeout/);
    expectComplete(opened);
    expect(opened.instructions.map(({ instruction }) => instruction)).toEqual(
      expect.arrayContaining(['lost by an exception', 'JUMP', 'JUMPDEST', 'PUSH0']),
    );
  });
}
