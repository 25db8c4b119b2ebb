import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type OrdinaryPlan, planOrdinaryCalls } from '../src/ordinary-contracts.ts';

const page = readFileSync(new URL('../../../docs/concepts/fee-limit-and-fee.md', import.meta.url), 'utf8');
const plans = await planOrdinaryCalls();

const answer = (above: number, isWarned: boolean) => `${above} %${isWarned ? ', a warning' : ''}`;
const row = ({ call, above, isWarned, aboveWithoutSearch, isWarnedWithoutSearch }: OrdinaryPlan) =>
  `| ${call} | ${answer(above, isWarned)} | ${answer(aboveWithoutSearch, isWarnedWithoutSearch)} |`;

test('the page shows the limits and warnings that the planner gives for ordinary calls', () => {
  const [, table] = page.split(/<!-- ordinary calls: (?:start|end) -->/);
  expect(table?.trim().split('\n')).toEqual([
    '| Call | With a search | Without |',
    '| --- | --- | --- |',
    ...plans.map(row),
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
