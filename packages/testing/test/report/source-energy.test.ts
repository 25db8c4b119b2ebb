import { createMockNode } from '@coin/mock-node';
import { scaled } from '@coin/test-kit/scaled';
import { energyBySource, formatSourceEnergy, type Compilation } from '@coin/testing/report';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callData, compile } from '../support/compile.ts';

const SHOP = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import { Till } from "./till.sol";

/// Sells. Preise in €.
contract Shop {
    Till public till;
    uint256 immutable limit;

    constructor(uint256 max) {
        limit = max;
        till = new Till();
    }

    function buy(uint256 count, string calldata note) external {
        require(count <= limit, "too many");
        for (uint256 i = 0; i < count; i++) {
            till.put(i, msg.sender);
        }
        if (bytes(note).length > 4) {
            till.fail(note);
        }
    }
}
`;
const TILL = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Till {
    mapping(uint256 => address) buyers;
    event Put(uint256 indexed key, address buyer);
    function put(uint256 key, address buyer) external {
        buyers[key] = buyer; /* ü */ emit Put(key, buyer);
    }
    function fail(string calldata why) external pure {
        revert(why);
    }
    function crash() external pure {
        assembly { invalid() }
    }
}
`;
const compilation = compile({ 'shop.sol': SHOP, 'till.sol': TILL });
const { abi, evm } = compilation.output.contracts['shop.sol']!['Shop']!;

const node = createMockNode();
const { address, txID } = await node.deploy({
  bytecode: evm.bytecode.object,
  abi: abi as never,
  args: [5n],
  name: 'Shop',
});
const till = node.traceTransaction(txID).call!.calls[0]!.address;
const contracts = [{ address: till, name: 'Till' }];

const buy = (count: bigint, note: string) =>
  node.traceCall({ owner: node.accounts[0].address, contract: address, data: callData(abi, 'buy', [count, note]) });

const lineOf = (source: string, text: string): number =>
  source.split('\n').findIndex((line) => line.includes(text)) + 1;

describe('energy by line of source', () => {
  test('adds up to the energy of any call', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 7n }),
        fc.constantFrom('', 'abcde'),
        fc.integer({ min: 0, max: 20_000 }),
        fc.boolean(),
        (count, note, factor, isNamed) => {
          node.setEnergyFactor(till, BigInt(factor));
          const trace = buy(count, note);
          const rows = energyBySource(trace, compilation, { contracts: isNamed ? contracts : [] });
          expect(rows.reduce((sum, { energy }) => sum + energy, 0n)).toBe(trace.call?.energy);
          expect(rows.reduce((sum, { penalty }) => sum + penalty, 0n)).toBe(trace.call?.penalty);
          expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
          for (const { file, line, text } of rows) {
            const source = file === 'shop.sol' ? SHOP : TILL;
            if (line !== undefined) expect(text).toBe(source.split('\n')[line - 1]);
          }
        },
      ),
      { numRuns: scaled(25) },
    );
    node.setEnergyFactor(till, 0n);
  });

  test('assigns storage to the line that writes it, and calls to the calling line', () => {
    const rows = energyBySource(buy(1n, ''), compilation, { contracts });
    const rowOf = (file: string, text: string) =>
      rows.find((row) => row.file === file && row.line === lineOf(file === 'shop.sol' ? SHOP : TILL, text));
    const written = rowOf('till.sol', 'buyers[key] = buyer;');
    expect(written).toMatchObject({ text: expect.stringContaining('/* ü */ emit Put'), penalty: 0n });
    // 20,000 for a new slot, and LOG2.
    expect(written?.energy).toBeGreaterThan(21_000n);
    expect(rowOf('shop.sol', 'till.put(i, msg.sender)')?.energy).toBeLessThan(2_000n);
    expect(rowOf('shop.sol', 'contract Shop')?.energy).toBeGreaterThan(0n);
    expect(rowOf('shop.sol', 'till.fail(note)')).toBeUndefined();
    expect(rows.filter(({ file }) => file === undefined)).toEqual([
      expect.objectContaining({ text: 'Shop, code that the compiler added' }),
      expect.objectContaining({ text: 'Till, code that the compiler added' }),
    ]);
  });

  test('includes constructors, and storing the code, for a deployment', () => {
    const trace = node.traceTransaction(txID);
    const rows = energyBySource(trace, compilation, { contracts });
    expect(rows.reduce((sum, { energy }) => sum + energy, 0n)).toBe(trace.energyUsed);
    expect(rows.find(({ text }) => text.includes('till = new Till()'))?.energy).toBeGreaterThan(50_000n);
    const bytes = BigInt(evm.deployedBytecode.object.length / 2);
    expect(rows.find(({ text }) => text === 'saving the code of a new contract')?.energy).toBe(200n * bytes);
  });

  test('names contracts that are not in the compilation', () => {
    const trace = buy(1n, '');
    const textsOf = (given: Compilation, options = {}): string[] =>
      energyBySource(trace, given, options)
        .filter(({ file }) => file === undefined)
        .map(({ text }) => text);
    expect(textsOf(compilation)).toContain(`${till}, without a source map`);
    expect(textsOf(compilation, { contracts: [{ address: till, name: 'till.sol:Till' }] })).toContain(
      'till.sol:Till, code that the compiler added',
    );
    expect(textsOf(compilation, { contracts: [{ address: till, name: 'Shop' }] })).toContain(
      'Shop, with code from another compilation',
    );
    const twice = { ...compilation.output.contracts, 'old.sol': compilation.output.contracts['shop.sol']! };
    expect(() => textsOf({ ...compilation, output: { ...compilation.output, contracts: twice } })).toThrow(
      /^Invalid contracts "Shop": it must be the name of one contract of the compilation: shop\.sol:Shop or old\.sol:Shop\.\nDocs: /,
    );
  });

  test('includes the energy lost to an exception', () => {
    const { abi: tillAbi } = compilation.output.contracts['till.sol']!['Till']!;
    const { address: owner } = node.accounts[0];
    const trace = node.traceCall({ owner, contract: till, data: callData(tillAbi, 'crash', []) });
    const rows = energyBySource(trace, compilation, { contracts });
    expect(rows.find(({ text }) => text === 'lost by exceptions')?.energy).toBeGreaterThan(1_000_000n);
    expect(rows.reduce((sum, { energy }) => sum + energy, 0n)).toBe(trace.call?.energy);
  });
});

test('formatSourceEnergy prints the energy of each line in the margin', () => {
  node.setEnergyFactor(till, 5_000n);
  const text = formatSourceEnergy(buy(1n, ''), compilation, { contracts });
  node.setEnergyFactor(till, 0n);
  const lines = text.split('\n');
  expect(lines[0]).toBe('Energy   Share  Penalty');
  expect(lines).toContain('shop.sol');
  expect(lines).toContain('                         20 │         }');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^32,\d{3} {2}9\d\.\d % {3}10,\d{3} {3}7 │ {9}buyers\[key\] = buyer; \/\* ü \*\/ emit Put\(key, buyer\);$/,
    ),
  );
  // Lines that are far from any with energy.
  expect(text).toContain('\n                          ⋮\n');
  expect(text).not.toContain('constructor');
  expect(lines.at(-2)).toMatch(/^ +\d+ +0\.\d % +\d+ {2}Till, code that the compiler added$/);
});
