import { drawFlameGraph, energyBySource, formatCallTree, formatSourceEnergy } from '@coin/testing/report';
import { createNodeTest } from '@coin/testing/vitest';
import { expect } from 'vitest';
import { readInteger } from '../src/invoke.ts';
import { call, compilation, deploySwapPool, TOKEN } from '../src/swap-pool.ts';

/** Small units for a unit of energy, by the specification. */
const ENERGY_PRICE = 100n;

const test = createNodeTest({ prepare: deploySwapPool });

test('pays the amount that the product of the reserves leaves after the fee', async ({
  node,
  prepared: { pool, first },
}) => {
  expect(await readInteger(node, pool, 'quote', [first.address, 1_000n * TOKEN])).toBe(987_158_034n);
  const swapped = await call(node, pool, 'swap', [first.address, 1_000n * TOKEN, 0n]);
  const [{ address: by }] = node.accounts;
  await expect(swapped).toEmit({
    event: 'Swapped',
    abi: pool.abi,
    args: { by, tokenIn: first.address, amountIn: 1_000n * TOKEN, amountOut: 987_158_034n },
  });
});

test('pays less for the second swap of the same amount', async ({ node, prepared: { pool, first } }) => {
  const swap = () => call(node, pool, 'swap', [first.address, 1_000n * TOKEN, 0n]);
  await swap();
  await expect(swap()).toEmit({ event: 'Swapped', abi: pool.abi, args: { amountOut: 967_830_460n } });
});

test('rejects a swap that pays less than the minimum', async ({ node, prepared: { pool, second } }) => {
  await expect(() => call(node, pool, 'swap', [second.address, TOKEN, 2n * TOKEN])).toRevertWith({
    error: 'AmountOutTooLow',
    abi: pool.abi,
    args: [996_990n, 2n * TOKEN],
  });
});

test('rejects an amount of 0, other tokens, tokens without approval, and supplies of others', async ({
  node,
  prepared,
}) => {
  const { pool, first } = prepared;
  const [, other] = node.accounts;
  await expect(() => call(node, pool, 'swap', [first.address, 0n, 0n])).toRevertWith('nothing to swap');
  await expect(() => call(node, pool, 'swap', [pool.address, TOKEN, 0n])).toRevertWith({
    error: 'UnknownToken',
    abi: pool.abi,
  });
  await expect(() => call(node, pool, 'swap', [first.address, TOKEN, 0n], other)).toRevertWith({
    error: 'InsufficientAllowance',
    abi: first.abi,
    args: [pool.address, 0n, TOKEN],
  });
  await expect(() => call(node, pool, 'supply', [TOKEN, TOKEN], other)).toRevertWith({
    error: 'NotTheProvider',
    abi: pool.abi,
    args: [other.address],
  });
});

test('costs a swap 45,286 units of energy', async ({ node, prepared: { pool, first } }) => {
  const swapped = await call(node, pool, 'swap', [first.address, TOKEN, 0n]);
  await expect(swapped).toUseEnergy(45_286);
  const bandwidth = swapped.receipt.bandwidthFee;
  await expect(swapped).toBurn(45_286n * ENERGY_PRICE + bandwidth);
});

test('shows where the energy of a swap goes', async ({ node, prepared: { pool, first } }) => {
  const { txID } = await call(node, pool, 'swap', [first.address, 1_000n * TOKEN, 0n]);
  const trace = node.traceTransaction(txID);
  await expect(formatCallTree(trace)).toMatchFileSnapshot('../reports/swap-call-tree.txt');
  await expect(drawFlameGraph(trace)).toMatchFileSnapshot('../reports/swap-flame-graph.svg');
  await expect(formatSourceEnergy(trace, compilation)).toMatchFileSnapshot('../reports/swap-by-line.txt');
  const rows = energyBySource(trace, compilation);
  expect(rows.reduce((sum, { energy }) => sum + energy, 0n)).toBe(trace.call?.energy);
});
