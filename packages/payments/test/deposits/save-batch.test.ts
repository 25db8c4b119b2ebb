// Which events the blocks of a batch cause, for deposits that this watch or another one follows.
import { createMemoryDepositStore, type Deposit } from '@coin/payments';
import { expect, test } from 'vitest';
import { saveBatch, type BatchStep } from '../../src/deposits/save-batch.ts';
import { transfer } from '../support/paying-node.ts';

const { owner: from, to } = transfer;
/** The deposit of this name in a block, as `a5`: of block 5 on side a of a fork. */
function depositIn(name: string, blockID: string): Deposit {
  const place = { blockNumber: Number(blockID.slice(1)), blockID, blockTime: 0 };
  return { id: name, txID: name, index: 0, kind: 'coin', from, to, amount: 5n, ...place };
}
const added = (blockID: string, ...names: string[]): BatchStep => ({
  kind: 'added',
  deposits: names.map((name) => depositIn(name, blockID)),
});
const dropped = (blockID: string): BatchStep => ({ kind: 'dropped', blockID });
const reset = (afterBlock: number): BatchStep => ({ kind: 'reset', afterBlock });

/** Saves batches of watches of one store, and returns the events of each. */
function openStore() {
  const store = createMemoryDepositStore();
  return async (steps: readonly BatchStep[], { watch = 'deposits', settledBlock = 0, confirmedBlock = 0 } = {}) => {
    const { version } = (await store.readWatch(watch)) ?? { version: 0 };
    const moved = { name: watch, version: version + 1, state: '' };
    const events = await saveBatch(store, { watch: moved, steps, settledBlock, confirmedBlock }, undefined);
    return events.map(({ id, kind, deposit: { blockID } }) => `${id} ${kind} in ${blockID}`);
  };
}

test('a block that a fork drops drops its deposits alone, and each of them once', async () => {
  const save = openStore();
  expect(await save([added('a5', 'x', 'y'), added('a6', 'z')])).toEqual([
    'x:1 seen in a5',
    'y:1 seen in a5',
    'z:1 seen in a6',
  ]);
  expect(await save([dropped('a6')])).toEqual(['z:2 dropped in a6']);
  expect(await save([dropped('a5'), added('b5', 'y')])).toEqual([
    'x:2 dropped in a5',
    'y:2 dropped in a5',
    'y:3 returned in b5',
  ]);
  expect(await save([dropped('b5'), dropped('a5')], { confirmedBlock: 9 })).toEqual(['y:4 dropped in b5']);
});

test('a fork that is longer than the known blocks drops all deposits after a number, and each of them once', async () => {
  const save = openStore();
  await save([added('a5', 'x'), added('a6', 'y'), added('a7', 'z')], { confirmedBlock: 6 });
  await save([dropped('a7')]);
  expect(await save([reset(5), added('b6', 'z')], { settledBlock: 4 })).toEqual([
    'y:3 dropped in a6',
    'z:3 returned in b6',
  ]);
  expect(await save([], { settledBlock: 4, confirmedBlock: 9 })).toEqual(['z:4 confirmed in b6']);
});

test('two watches report each change of a deposit once, whichever of them notices a fork first', async () => {
  const save = openStore();
  const backfill = { watch: 'backfill' };
  expect(await save([added('a5', 'x')])).toEqual(['x:1 seen in a5']);
  expect(await save([added('a5', 'x')], backfill)).toEqual([]);
  expect(await save([added('b5', 'x')], backfill)).toEqual(['x:2 dropped in a5', 'x:3 returned in b5']);
  expect(await save([dropped('a5')], { confirmedBlock: 9 })).toEqual([]);
  expect(await save([added('b5', 'x')], { confirmedBlock: 9 })).toEqual([]);
  expect(await save([], { ...backfill, confirmedBlock: 9 })).toEqual(['x:4 confirmed in b5']);
});

test('a watch drops no deposit that another one follows', async () => {
  const save = openStore();
  await save([added('a5', 'x')]);
  expect(await save([added('a5', 'x'), dropped('a5')], { watch: 'backfill' })).toEqual([]);
  expect(await save([dropped('a5')])).toEqual(['x:2 dropped in a5']);
});
