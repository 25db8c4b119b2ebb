import { expect, test } from 'vitest';
import { type OrdinaryPlan, planOrdinaryCalls } from '../src/ordinary-contracts.ts';

const plans = await planOrdinaryCalls();

const answer = (above: number, isWarned: boolean) => `${above} %${isWarned ? ', a warning' : ''}`;
const row = ({ call, above, isWarned, aboveWithoutSearch, isWarnedWithoutSearch }: OrdinaryPlan) =>
  `${call} | ${answer(above, isWarned)} | ${answer(aboveWithoutSearch, isWarnedWithoutSearch)}`;

test('the planner gives tight limits or warnings for ordinary calls, with the node’s search and without', () => {
  expect(plans.map(row)).toEqual([
    'token: transfer | 0 % | 0 %',
    'token: approve | 0 % | 0 %',
    'token behind a minimal proxy: transfer | 0 % | 0 %',
    'token behind a proxy with its implementation in storage: transfer | 25 % | 8 %, a warning',
    'multisig: confirm | 5 % | 5 %',
    'multisig: pay a token | 6 % | 6 %',
    'multisig: pay coin | 5 % | 5 %',
    'multisig: run a library | 25 % | 8 %, a warning',
    'multisig that checks the energy left: pay a token | 100 % | 6 %, a warning',
    'swap: through a router and a pool | 3 % | 3 %',
    'swap: create a pool | 1 % | 0 %, a warning',
    'shop: sell a token for coin | 6 % | 6 %',
  ]);
});

test('every limit is enough, or comes with a warning', () => {
  expect(plans.filter(({ suffices }) => !suffices)).toEqual([]);
});

test('no ordinary call gets a warning from a node with a search, and at most a third from one without', () => {
  expect(plans.filter(({ isWarned }) => isWarned)).toEqual([]);
  expect(plans.filter(({ isWarnedWithoutSearch }) => isWarnedWithoutSearch).length * 3).toBeLessThanOrEqual(
    plans.length,
  );
});

test('only calls through code that is hidden or looks at its energy have limits by a search', () => {
  const wide = plans.filter(({ above, aboveWithoutSearch }) => above > aboveWithoutSearch);
  expect(wide.map(({ call }) => call)).toEqual(
    plans.filter(({ isWarnedWithoutSearch }) => isWarnedWithoutSearch).map(({ call }) => call),
  );
});
