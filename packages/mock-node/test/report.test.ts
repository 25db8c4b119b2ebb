import { formatCallTree, type ExecutionTrace } from '@coin/mock-node/report';
import { describe, expect, test } from 'vitest';
import { createMockNode } from '../src/index.ts';

const outer = `41${'c0'.repeat(20)}`;
const inner = `41${'c1'.repeat(20)}`;
/** Stores 7 in slot 1, logs topic 5 and returns 32 bytes of zeros. */
const INNER = '6007600155600560006000a160206000f3';
/** Calls the other contract without data, with all its energy. */
const OUTER = `6000600060006000600073${'c1'.repeat(20)}5af100`;
/** Reverts without data. */
const REVERTING = '60006000fd';

const abi = [{ type: 'function', name: 'pay', inputs: [{ type: 'tuple[]', components: [{ type: 'uint256' }] }] }];
/** keccak256('pay((uint256)[])') begins with these. */
const PAY = '77153caf';

function traced(code = INNER, data = ''): ExecutionTrace {
  const node = createMockNode({
    contracts: [
      { address: outer, code: OUTER },
      { address: inner, code, energyFactor: 5_000n },
    ],
  });
  return node.traceCall({ owner: outer, contract: outer, data });
}

function named(trace: ExecutionTrace) {
  const [first, second] = [trace.call!.codeAddress, trace.call!.calls[0]!.codeAddress];
  return {
    contracts: [
      { address: first, name: 'Shop', abi },
      { address: second, name: 'Till' },
    ],
  };
}

describe('a call tree', () => {
  test('has a line for each call and log, with names, energy and penalty', () => {
    const trace = traced();
    const own = Number(trace.call!.ownEnergy);
    const total = (31_157 + own).toLocaleString('en-US');
    expect(formatCallTree(trace, named(trace))).toBe(
      [
        `Shop.receive: ${total} energy, 10,383 of it penalty, ${own} its own`,
        '└─ Till.receive: 31,157 energy, 10,383 of it penalty',
        `   └─ log 0x${'5'.padStart(64, '0')}`,
        '',
      ].join('\n'),
    );
  });

  test('says how a call ended', () => {
    expect(formatCallTree(traced(REVERTING))).toMatch(/└─ T\w+\.receive: \d+ energy, \d+ of it penalty, reverted\n$/);
    expect(formatCallTree(traced('fe'))).toMatch(/failed: Invalid operation code: opCode\[fe\];, [\d,]+ energy lost/);
  });
});

test('names functions with tuples by their components', () => {
  const trace = traced(INNER, PAY);
  expect(formatCallTree(trace, named(trace))).toMatch(/^Shop\.pay\(\(uint256\)\[\]\): /);
});
