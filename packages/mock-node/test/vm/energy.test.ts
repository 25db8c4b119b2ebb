import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { EnergyExpectations } from '../support/energy-expectations.ts';
import { compareEnergy } from '../support/energy-expectations.ts';

function readExpectations(name: string): EnergyExpectations {
  const packed = readFileSync(new URL(`../fixtures/energy/${name}.json.gz`, import.meta.url));
  return JSON.parse(gunzipSync(packed).toString()) as EnergyExpectations;
}

describe('energy, penalty, result, output and state equal what a node recorded', () => {
  test.each([
    ['contracts', 183],
    ['programs', 403],
  ])('%s', (name, expected) => {
    expect(compareEnergy(readExpectations(name))).toEqual({ agreed: expected, expected, differences: [] });
  });
});
