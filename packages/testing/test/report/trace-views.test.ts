import { createMockNode, type CallFrame, type ExecutionTrace } from '@coin/mock-node';
import { scaled } from '@coin/test-kit/scaled';
import { drawFlameGraph, formatCallTree } from '@coin/testing/report';
import { array, assert, constantFrom, integer, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';

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
    const [total, basic] = [31_157, 20_774].map((inner) => (inner + own).toLocaleString('en-US'));
    expect(formatCallTree(trace, named(trace))).toBe(
      [
        `Shop.receive: ${total} energy, ${basic} without penalty, ${own} its own`,
        '└─ Till.receive: 31,157 energy, 20,774 without penalty',
        `   └─ log 0x${'5'.padStart(64, '0')}`,
        '',
      ].join('\n'),
    );
  });

  test('says how a call ended', () => {
    expect(formatCallTree(traced(REVERTING))).toMatch(/└─ T\w+\.receive: \d+ energy, \d+ without penalty, reverted\n$/);
    expect(formatCallTree(traced('fe'))).toMatch(/failed: Invalid operation code: opCode\[fe\];, [\d,]+ energy lost/);
  });
});

describe('a flame graph', () => {
  const text = string({ unit: 'binary', maxLength: 12 });
  const plain = traced().call!;
  const frame = (name: string, energy: number, calls: readonly CallFrame[], status: CallFrame['status']): CallFrame => {
    const below = calls.reduce((sum, call) => sum + call.energy, 0n);
    const own = BigInt(energy);
    return {
      ...plain,
      address: name,
      codeAddress: name,
      energy: own + below,
      ownEnergy: own,
      penalty: own / 3n,
      storageEnergy: own / 2n,
      forfeited: own / 4n,
      calls,
      status,
    };
  };
  const spec = record({
    name: text,
    energies: array(integer({ min: 0, max: 1_000_000 }), { maxLength: 5 }),
    status: constantFrom('success', 'revert', 'exception'),
  });

  test('is XML with titled boxes that lie within their parent and use no colour, for any names', () => {
    const trace = traced();
    assert(
      property(spec, ({ name, energies, status }) => {
        const call = frame(
          name,
          100,
          energies.map((energy) => frame(name, energy, [], status)),
          status,
        );
        const svg = drawFlameGraph({ ...trace, call });
        expect(svg).not.toMatch(/<script|href|[^\P{Cc}\n]/u);
        expect(svg.replaceAll(/&(amp|lt|gt|quot|apos);/g, '')).not.toContain('&');
        const boxes = [
          ...svg.matchAll(
            /<g role="img" tabindex="0"><title>[^<]+<\/title><rect x="([\d.]+)" y="\d+" width="([\d.]+)"/g,
          ),
        ];
        expect(boxes).toHaveLength(svg.split('<g role=').length - 1);
        for (const [, x, width] of boxes) expect(Number(x) + Number(width)).toBeLessThanOrEqual(1200.02);
        expect(new Set(svg.match(/#[0-9a-f]{3,6}\b/g))).toEqual(new Set(['#000', '#fff']));
      }),
      { numRuns: scaled(100) },
    );
  });

  test('shows names, energy, storage and failures as text', () => {
    const trace = traced();
    const svg = drawFlameGraph(trace, named(trace));
    expect(svg).toContain('<title>Energy of Shop.receive: ');
    expect(svg).toMatch(/<desc>A box for each call, .* Slanted lines: penalty; .*<\/desc>/);
    expect(svg).toContain('called by Shop.receive</title>');
    expect(svg).toMatch(/>Till\.receive 31,157</);
    expect(svg).toMatch(/storage of Till\.receive: 30,000 energy, 96 % of all/);
    expect(drawFlameGraph(traced('fe'))).toMatch(/lost by an exception of T\w+\.receive: [\d,]+ energy/);
  });
});

test('names functions with tuples by their components', () => {
  const trace = traced(INNER, PAY);
  expect(formatCallTree(trace, named(trace))).toMatch(/^Shop\.pay\(\(uint256\)\[\]\): /);
});
