import { scaled } from '@coin/test-kit/scaled';
import { createNodeTest } from '@coin/testing/vitest';
import { asyncProperty, assert, array, bigInt, boolean, nat, record } from 'fast-check';
import { expect } from 'vitest';
import { invoke, readInteger } from '../src/invoke.ts';
import { deploySwapPool, TOKEN, type SwapPool } from '../src/swap-pool.ts';

// Random runs would make the report depend on the seed.
const test = createNodeTest({ prepare: deploySwapPool, energyReport: false });

/** More than both reserves. */
const amount = bigInt({ min: 1n, max: 200_000n * TOKEN });

test('a swap pays what was quoted, and less than the reserve', async ({ node, prepared: { pool, first, second } }) => {
  const [{ address: owner }] = node.accounts;
  const start = node.snapshot();
  const run = asyncProperty(boolean(), amount, async (isFirst, amountIn) => {
    const [tokenIn, tokenOut] = isFirst ? [first, second] : [second, first];
    const quoted = await readInteger(node, pool, 'quote', [tokenIn.address, amountIn]);
    const before = await readInteger(node, tokenOut, 'balanceOf', [pool.address]);
    const args = [tokenIn.address, amountIn, quoted];
    expect(await invoke(node, pool, { functionName: 'swap', args, owner })).toMatchObject({ status: 'SUCCESS' });
    expect(before - (await readInteger(node, tokenOut, 'balanceOf', [pool.address]))).toBe(quoted);
    expect(quoted).toBeLessThan(before);
  }).afterEach(() => node.revert(start));
  await assert(run, { numRuns: scaled(30) });
});

const step = record({ kind: nat(4), isFirst: boolean(), amount });

test('no sequence of calls takes value out of the pool', async ({ node, prepared }) => {
  const { pool, first, second } = prepared;
  const [{ address: provider }, { address: trader }] = node.accounts;
  // The trader has both tokens and has approved them.
  for (const token of [first, second]) {
    await invoke(node, token, { functionName: 'transfer', args: [trader, 500_000n * TOKEN], owner: provider });
    await invoke(node, token, { functionName: 'approve', args: [pool.address, 500_000n * TOKEN], owner: trader });
  }
  const start = node.snapshot();
  const run = asyncProperty(array(step, { maxLength: 6 }), async (steps) => {
    let product = await productOf();
    for (const { kind, isFirst, amount: drawn } of steps) {
      const swap = [(isFirst ? first : second).address, drawn, 0n];
      const call = kind === 0 ? { functionName: 'supply', args: [drawn, drawn] } : { functionName: 'swap', args: swap };
      await invoke(node, pool, { ...call, owner: kind === 1 ? provider : trader });
      const next = await productOf();
      expect(next).toBeGreaterThanOrEqual(product);
      product = next;
      await checkReserves(prepared);
    }
  }).afterEach(() => node.revert(start));
  await assert(run, { numRuns: scaled(10) });

  async function productOf(): Promise<bigint> {
    return (await readInteger(node, pool, 'firstReserve')) * (await readInteger(node, pool, 'secondReserve'));
  }
  async function checkReserves(at: SwapPool): Promise<void> {
    const holds = (token: SwapPool['first']) => readInteger(node, token, 'balanceOf', [at.pool.address]);
    expect(await readInteger(node, at.pool, 'firstReserve')).toBe(await holds(at.first));
    expect(await readInteger(node, at.pool, 'secondReserve')).toBe(await holds(at.second));
  }
});
