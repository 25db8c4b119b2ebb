import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instructionTable } from '@coin/mock-node/vm';
import { type Case, type Source } from '../case.ts';
import { bytesOf, callPrecompile, hexOf, rules, runContract } from '../vm-calls.ts';

const DATA = 'core/vm/testdata';

const readVectors = <T>(folder: string, file: string): readonly T[] =>
  JSON.parse(readFileSync(join(folder, DATA, `${file}.json`), 'utf8')) as readonly T[];

/** The instructions with two operands, by the names of their files. */
const operations = 'add and byte div eq exp gt lt mod mul or sar sdiv sgt shl shr signext slt smod sub xor'.split(' ');
const opcodes = new Map([...instructionTable(rules).entries()].map(([code, entry]) => [entry?.name, code]));
const opcodeOf = (name: string): number => opcodes.get(name === 'signext' ? 'SIGNEXTEND' : name.toUpperCase())!;

/** Pushes both words of the input, executes an instruction, and returns its result. */
const operationCode = (opcode: number): Uint8Array =>
  bytesOf(`600035602035${opcode.toString(16).padStart(2, '0')}60005260206000f3`);

function operationCases(folder: string, name: string): readonly Case[] {
  const vectors = readVectors<{ X: string; Y: string; Expected: string }>(folder, `testcases_${name}`);
  return vectors.map(({ X, Y, Expected }) => ({
    name: `${name} ${X} ${Y}`,
    check: () => assert.equal(hexOf(runContract(operationCode(opcodeOf(name)), X + Y).output), Expected),
  }));
}

/** The precompiles that the network has, by the names of their files. */
const precompiles = {
  ecRecover: 1,
  modexp: 5,
  modexp_eip2565: 5,
  modexp_eip7883: 5,
  bn256Add: 6,
  bn256ScalarMul: 7,
  bn256Pairing: 8,
  p256Verify: 0x100,
};

interface PrecompileVector {
  readonly Name: string;
  readonly Input: string;
  readonly Expected: string;
  readonly Gas: number;
}

function precompileCases(folder: string, [file, address]: readonly [string, number]): readonly Case[] {
  // modexp costs what EIP-7883 specifies, so the prices of its older files do not hold.
  const isPriced = file !== 'modexp' && file !== 'modexp_eip2565';
  return readVectors<PrecompileVector>(folder, `precompiles/${file}`).map(({ Name, Input, Expected, Gas }, index) => ({
    name: `${file} ${index + 1} ${Name}`,
    check: () => {
      assert.equal(callPrecompile(address, Input, isPriced ? Gas : undefined), Expected);
      if (isPriced) assert.equal(callPrecompile(address, Input, Gas - 1), undefined);
    },
  }));
}

/** Instructions with two operands, and precompiles with their prices. The network has no BLS12-381 and no KZG. */
export const goEthereum: Source = {
  name: 'go-ethereum',
  origin: 'ethereum/go-ethereum 02b73d4ea718, core/vm/testdata',
  licence: 'LGPL-3.0, so it is fetched when asked',
  read: (folder) => [
    ...operations.flatMap((name) => operationCases(folder, name)),
    ...Object.entries(precompiles).flatMap((entry) => precompileCases(folder, entry)),
  ],
  exclusions: [
    {
      cause: 'ecrecover returns an address of the network, which begins with 41',
      source: 'docs/protocol/virtual-machine.md, Precompiles',
      cases: ['ecRecover 2 ValidKey'],
    },
  ],
};
