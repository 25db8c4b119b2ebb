import { expect, test } from 'vitest';
import { type ChartData, columnsOf, csvOf, readingAt, tableOf } from '../src/playground/chart/chart-data.ts';
import { coin, count, factor } from '../src/playground/format.ts';

const usage: ChartData = {
  title: 'Usage',
  xName: 'Cycle',
  x: [1, 2],
  unit: 'million units of energy',
  divisor: 1_000_000,
  series: [{ name: 'Usage', values: [9_007_199_254_740_993n, undefined], text: count }],
  levels: [{ name: 'Threshold', value: 5_000_000_000n }],
};
const money: ChartData = {
  title: 'Money',
  xName: 'Cycle',
  x: [1, 2],
  unit: 'coin',
  series: [
    { name: 'Limit', values: [1_234_567_890n, 1n], text: coin },
    { name: 'Factor', values: [3_400n, 0n], text: factor },
  ],
};

test('the table beside charts has every value of every series, to the last digit', () => {
  expect(tableOf([usage, money])).toEqual({
    head: ['Cycle', 'Usage', 'Limit', 'Factor'],
    rows: [
      ['1', '9,007,199,254,740,993', '1,234.56789', '0.34'],
      ['2', '–', '0.000001', '0'],
    ],
  });
});

test('the reading of a point names the point and every series', () => {
  expect(readingAt(money, 0)).toBe('Cycle 1: Limit 1,234.56789; Factor 0.34');
});

test('a chart is drawn in the unit of its axis, levels as lines across it', () => {
  expect(
    columnsOf({ ...usage, x: [1, 2], series: [{ ...usage.series[0]!, values: [2_500_000n, undefined] }] }),
  ).toEqual([
    [1, 2],
    [2.5, null],
    [5_000, 5_000],
  ]);
});

test('a table is saved with plain numbers, and with quotes if a cell needs them', () => {
  const rows = [
    ['1', '-1,234,567.5'],
    ['a "b"', '1,5'],
    ['–', '12,345'],
  ];
  expect(csvOf({ head: ['Day', 'In total, coin'], rows }).split('\r\n')).toEqual([
    'Day,"In total, coin"',
    '1,-1234567.5',
    '"a ""b""","1,5"',
    '–,12345',
    '',
  ]);
});
