import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type EnergyExpectations, compareEnergy } from '../support/energy-expectations.ts';

function readExpectations(name: string): EnergyExpectations {
  const packed = readFileSync(new URL(`../fixtures/energy/${name}.json.gz`, import.meta.url));
  return JSON.parse(gunzipSync(packed).toString()) as EnergyExpectations;
}

describe('execution of recorded steps', () => {
  test.each([
    ['contracts', 183],
    ['programs', 403],
  ])('matches the energy, penalty, result, output and state that a node recorded: %s', (name, expected) => {
    expect(compareEnergy(readExpectations(name))).toEqual({ agreed: expected, expected, differences: [] });
  });
});
