import { scaled } from '@coin/examples/scaled';
import { energyBySource } from '@coin/mock-node/report';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
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
}
`;
const compilation = compile({ 'shop.sol': SHOP, 'till.sol': TILL });
const { abi, evm } = compilation.output.contracts['shop.sol']!['Shop']!;

const node = createMockNode();
const { address, transactionId } = await node.deploy({
  bytecode: evm.bytecode.object,
  abi: abi as never,
  args: [5n],
  name: 'Shop',
});
const till = node.traceTransaction(transactionId).call!.calls[0]!.address;
const contracts = [{ address: till, name: 'Till' }];

const buy = (count: bigint, note: string) =>
  node.traceCall({ owner: node.accounts[0].address, contract: address, data: callData(abi, 'buy', [count, note]) });

describe('energy by line of source', () => {
  test('is the energy of the call, whatever it does', () => {
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
});
