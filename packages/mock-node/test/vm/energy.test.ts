import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type EnergyExpectations, compareEnergy } from '../support/energy-expectations.ts';

function readExpectations(file: string): EnergyExpectations {
  const packed = readFileSync(new URL(`../fixtures/energy/${file}`, import.meta.url));
  const text = file.endsWith('.br') ? brotliDecompressSync(packed) : gunzipSync(packed);
  return JSON.parse(text.toString()) as EnergyExpectations;
}

describe('execution of recorded steps', () => {
  test.each([
    ['contracts.json.gz', 183],
    ['programs.json.gz', 403],
    // Of 4.8.2, with proposals 94 to 96 and without them. The results of a step and the accounts at the end count.
    ['osaka.json.br', 2239],
    ['osaka-off.json.br', 194],
  ])('matches the energy, penalty, result, output and state that a node recorded: %s', (file, expected) => {
    expect(compareEnergy(readExpectations(file))).toEqual({ agreed: expected, expected, differences: [] });
  });
});
