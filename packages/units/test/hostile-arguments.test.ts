import { callableExports, expectOwnErrors, missingMethods, type Samples } from '@coin/examples/hostile-arguments';
import * as units from '@coin/units';
import { expect, test } from 'vitest';

const half = units.ratio(1n, 2n);
const style = () => ({
  decimals: { min: 1, max: 2 },
  rounding: 'floor',
  symbol: 'X',
  locale: units.createLocale('de'),
});
const schema = (options: object) => units.coinSchema(options)['~standard'];

const samples: Samples = {
  UnitsError: { run: () => new units.UnitsError('DIVISION_BY_ZERO', { value: 1n }), args: () => [] },
  allocate: { run: units.allocate, args: () => [10n, [1n, 2n]] },
  basisPoints: { run: units.basisPoints, args: () => [25n] },
  clamp: { run: units.clamp, args: () => [5n, { min: 1n, max: 9n }] },
  'coinJson.decode': { run: units.coinJson.decode, args: () => ['5'] },
  'coinJson.encode': { run: units.coinJson.encode, args: () => [5n] },
  coinSchema: { run: units.coinSchema, args: () => [{ rounding: 'floor', min: 1n, max: 9n }] },
  'coinSchema().~standard.validate': {
    run: (options: object, value: unknown) => schema(options).validate(value),
    args: () => [{ min: 1n }, '5'],
  },
  compareRatios: { run: units.compareRatios, args: () => [{ ...half }, { ...half }] },
  createLocale: { run: units.createLocale, args: () => ['de-DE', { grouping: true }] },
  'createLocale().write': { run: (tag: string) => units.createLocale(tag).write('-1234.5'), args: () => ['de-DE'] },
  'createLocale().read': { run: (tag: string) => units.createLocale(tag).read('1.234,5'), args: () => ['de-DE'] },
  divide: { run: units.divide, args: () => [7n, 2n, 'floor'] },
  formatCoin: { run: units.formatCoin, args: () => [5n, style()] },
  formatUnits: { run: units.formatUnits, args: () => [5n, 6, style()] },
  isUnitsError: { run: units.isUnitsError, args: () => [new Error('x'), 'ARGUMENT_INVALID'] },
  max: { run: units.max, args: () => [5n, 6n] },
  min: { run: units.min, args: () => [5n, 6n] },
  multiplyRatio: { run: units.multiplyRatio, args: () => [5n, { ...half }, 'floor'] },
  parseCoin: { run: units.parseCoin, args: () => ['1.5', { rounding: 'floor', min: 1n, max: 10n ** 9n }] },
  'parseCoin in a locale': { run: units.parseCoin, args: () => ['1,5', { locale: units.createLocale('de') }] },
  parseRatio: { run: units.parseRatio, args: () => ['1/3'] },
  parseUnits: { run: units.parseUnits, args: () => ['1.5', 6, { rounding: 'floor', min: 1n, max: 10n ** 9n }] },
  percent: { run: units.percent, args: () => ['12.5'] },
  ratio: { run: units.ratio, args: () => [1n, 2n] },
  safeParseCoin: { run: units.safeParseCoin, args: () => ['1.5', { rounding: 'floor', min: 1n, max: 10n ** 9n }] },
  sum: { run: units.sum, args: () => [[1n, 2n]] },
  'tokenJson.decode': { run: units.tokenJson.decode, args: () => ['5'] },
  'tokenJson.encode': { run: units.tokenJson.encode, args: () => [5n] },
};

test('every callable export, and every method of its result, has a sample', async () => {
  const exported = await callableExports(new URL('../package.json', import.meta.url).pathname);
  expect(exported.filter((name) => !Object.hasOwn(samples, name))).toEqual([]);
  expect(await missingMethods(samples)).toEqual([]);
});

test.each(Object.entries(samples))('%s fails only with a UnitsError, for any arguments', (name, sample) =>
  expectOwnErrors(name, sample, units.isUnitsError),
);
