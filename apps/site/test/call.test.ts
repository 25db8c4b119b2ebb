import { scaled } from '@coin/examples/scaled';
import { createEnergyCollector } from '@coin/mock-node/energy-report';
import { expect, test } from 'vitest';
import { type OwnEnergy } from '../src/playground/call/energy-tables.ts';
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
    const transaction = client.triggerSmartContract({ ...call, contract, feeLimit: 1_000_000_000n });
    return recordOf(network, client.sendTransaction({ transaction, signer }));
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
