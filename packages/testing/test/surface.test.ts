import { readFileSync } from 'node:fs';
import { documentationGaps } from '@coin/test-kit';
import * as testing from '@coin/testing';
import * as report from '@coin/testing/report';
import * as forVitest from '@coin/testing/vitest';
import * as reporter from '@coin/testing/vitest-reporter';
import { expect, test } from 'vitest';

const folder = `${import.meta.dirname}/..`;
const readme = readFileSync(`${folder}/README.md`, 'utf8');

test('the entry of assertions exports these functions', () => {
  expect(Object.keys(testing).toSorted()).toEqual([
    'TestingError',
    'assertBurns',
    'assertChangesBalances',
    'assertEmits',
    'assertRevertsWith',
    'assertUsesEnergy',
    'isTestingError',
  ]);
});

test('the entry of reports exports these functions', () => {
  expect(Object.keys(report).toSorted()).toEqual([
    'drawFlameGraph',
    'energyBySource',
    'formatCallTree',
    'formatSourceEnergy',
  ]);
});

test('the entries for vitest export these functions', () => {
  expect(Object.keys(forVitest).toSorted()).toEqual(['createNodeTest', 'test']);
  expect(Object.keys(reporter)).toEqual(['createEnergyReporter']);
});

test('documents every public function', () => {
  expect(documentationGaps(folder)).toEqual([]);
});

test('lists every assertion, view and matcher in the README', () => {
  const functions = [...Object.keys(testing), ...Object.keys(report)].filter((name) => /^[a-z]/.test(name));
  const matchers = ['toRevertWith', 'toEmit', 'toBurn', 'toUseEnergy', 'toChangeBalances'];
  for (const name of [...functions, ...matchers]) expect(readme).toContain(`\`${name}`);
});
