import { documentationGaps } from '@coin/test-kit';
import * as units from '@coin/units';
import { expect, test } from 'vitest';

const folder = `${import.meta.dirname}/..`;

test('the package exports these names and no others', () => {
  expect(Object.keys(units).sort()).toMatchInlineSnapshot(`
    [
      "COIN_DECIMALS",
      "MAX_SMALL_UNITS",
      "MAX_TOKEN_UNITS",
      "MIN_SMALL_UNITS",
      "UNITS_PER_COIN",
      "UnitsError",
      "allocate",
      "basisPoints",
      "clamp",
      "coinJson",
      "coinSchema",
      "compareRatios",
      "createLocale",
      "divide",
      "formatCoin",
      "formatUnits",
      "isUnitsError",
      "max",
      "min",
      "multiplyRatio",
      "parseCoin",
      "parseRatio",
      "parseUnits",
      "percent",
      "ratio",
      "safeParseCoin",
      "safeParseUnits",
      "sum",
      "tokenJson",
      "tokenSchema",
    ]
  `);
});

test('documents every export', () => {
  expect(documentationGaps(folder)).toEqual([]);
});
