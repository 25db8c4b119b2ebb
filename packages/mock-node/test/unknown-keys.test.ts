import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMockNode, serve, type FaultRule, type MockNodeOptions } from '../src/index.ts';

const contract = { address: `41${'c1'.repeat(20)}`, code: '00' };

describe('an unknown key is refused', () => {
  test.each([
    ['presets', () => createMockNode({ presets: 'mainnet' } as MockNodeOptions)],
    ['Preset', () => createMockNode({ Preset: 'mainnet' } as MockNodeOptions)],
    ['contracts[0].balanse', () => createMockNode({ contracts: [{ ...contract, balanse: 5n } as typeof contract] })],
    ['contract.energy', () => createMockNode().placeContract({ ...contract, energy: 5n } as typeof contract)],
    ['pth', () => createMockNode().faults.add({ pth: '/wallet/getaccount', fault: { kind: 'empty' } } as FaultRule)],
    ['fault.millisecond', () => createMockNode().faults.add({ fault: { kind: 'latency', millisecond: 5 } } as never)],
    ['fault.status', () => createMockNode().faults.add({ fault: { kind: 'empty', status: 500 } } as never)],
    ['selector', () => createMockNode().scripts.add({ contract: contract.address, selector: 'f()' } as never)],
  ])('%s', (key, act) => {
    expect(act).toThrow(new RegExp(`^${key.replaceAll(/[[\].]/g, '\\$&')} is unknown; known are `));
  });

  test('by serve', async () => {
    await expect(serve(createMockNode(), { Port: 9090 } as object)).rejects.toThrow(/^Port is unknown; known are port/);
  });

  test('whatever it is', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'network '));
    fc.assert(
      fc.property(names, (name) => {
        const given = Object.fromEntries([[name, 1]]);
        expect(() => createMockNode().faults.add({ ...given, fault: { kind: 'empty' } })).toThrow('is unknown');
        expect(() => createMockNode(given)).toThrow('is unknown');
      }),
      { numRuns: 30 },
    );
  });
});
