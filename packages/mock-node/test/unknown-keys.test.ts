import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adminHandlers } from '../src/http/server/admin.ts';
import { createMockNode, serve, type FaultRule, type MockNodeOptions } from '../src/index.ts';
import { type Json } from './support/http-network.ts';
import { post } from './support/post.ts';
import { readRecording } from './support/recordings.ts';

const { network } = readRecording('mainnet');
const described = (change: (description: Json) => object): (() => unknown) => {
  const description = structuredClone(network);
  return () => createMockNode({ network: { ...description, ...change(description as unknown as Json) } });
};
const asList = (value: unknown): readonly Json[] => (value as readonly Json[]) ?? [];
const genesisOf = (description: Json): Json => description['genesis'] as Json;
const at = (list: unknown, change: object): readonly Json[] => asList(list).map((entry) => ({ ...entry, ...change }));

const contract = { address: `41${'c1'.repeat(20)}`, code: '00' };
const interval = { intervalMs: Number('3000') };

describe('an unknown key', () => {
  test.each([
    ['presets', () => createMockNode({ presets: 'mainnet' } as MockNodeOptions)],
    ['Preset', () => createMockNode({ Preset: 'mainnet' } as MockNodeOptions)],
    ['accounts.counts', () => createMockNode({ accounts: { counts: 3 } as object })],
    ['contracts[0].balanse', () => createMockNode({ contracts: [{ ...contract, balanse: 5n } as typeof contract] })],
    ['contract.energy', () => createMockNode().placeContract({ ...contract, energy: 5n } as typeof contract)],
    ['pth', () => createMockNode().faults.add({ pth: '/wallet/getaccount', fault: { kind: 'empty' } } as FaultRule)],
    ['fault.latency', () => createMockNode().faults.add({ fault: { kind: 'latency', latency: 5000 } } as never)],
    ['fault.status', () => createMockNode().faults.add({ fault: { kind: 'empty', status: 500 } } as never)],
    ['selector', () => createMockNode().scripts.add({ contract: contract.address, selector: 'f()' } as never)],
    [
      'fault.change.amnt',
      () => createMockNode().faults.add({ fault: { kind: 'tampered', change: { amnt: 1n } } } as never),
    ],
    [
      'fault.retryAfter.seconds',
      () =>
        createMockNode().faults.add({
          fault: { kind: 'rate-limited', retryAfter: { kind: 'seconds', seconds: 1 } },
        } as never),
    ],
    [
      'mining.intervall',
      () => createMockNode({ mining: { kind: 'interval', ...interval, intervall: interval } } as never),
    ],
    ['mining.intervalMs', () => createMockNode().setMining({ kind: 'manual', ...interval } as never)],
    ['adress', () => createMockNode().setCode({ adress: contract.address, code: '00' } as never)],
    ['slots', () => createMockNode().setStorage({ contract: contract.address, slots: '00', value: '01' } as never)],
    [
      'callvalue',
      () =>
        createMockNode().traceCall({
          owner: contract.address,
          contract: contract.address,
          data: '',
          callvalue: 1n,
        } as never),
    ],
    ['supportconstant', described(() => ({ supportconstant: true }))],
    [
      'parameters.getEnergyPrice',
      described((given) => ({ parameters: { ...(given['parameters'] as Json), getEnergyPrice: 1 } })),
    ],
    ['genesis.time', described((given) => ({ genesis: { ...genesisOf(given), time: 1 } }))],
    [
      'genesis.assets[0].name',
      described((given) => ({
        genesis: { ...genesisOf(given), assets: at(genesisOf(given)['assets'], { name: 'Zion' }) },
      })),
    ],
    [
      'genesis.witnesses[0].votes',
      described((given) => ({
        genesis: { ...genesisOf(given), witnesses: at(genesisOf(given)['witnesses'], { votes: 1 }) },
      })),
    ],
  ])('is rejected with its path: %s', (key, act) => {
    expect(act).toThrow(new RegExp(`^Unknown option "${key.replaceAll(/[[\].]/g, '\\$&')}"`));
  });

  test('is rejected by serve', async () => {
    await expect(serve(createMockNode(), { Port: 9090 } as object)).rejects.toThrow(
      'Unknown option "Port". Did you mean port?',
    );
  });

  test('is rejected by every path of /admin, which changes nothing', async () => {
    const node = createMockNode();
    const before = node.dump();
    for (const path of adminHandlers.keys()) {
      if (path === 'importblock') continue;
      const answer = (await post(node, `/admin/${path}`, { counts: 1 })) as Json;
      expect([path, answer['code'], answer['message']]).toEqual([
        path,
        'ARGUMENT_INVALID',
        expect.stringMatching(/^Unknown option "counts"\. (?:Use|Did)/),
      ]);
    }
    expect(node.dump()).toBe(before);
  });

  test.each([
    ['presets', 'preset'],
    ['Preset', 'preset'],
    ['minning', 'mining'],
    ['start_time', 'startTime'],
  ])('is rejected with the name that was meant: %s, %s', (key, name) => {
    expect(() => createMockNode({ [key]: 'mainnet' })).toThrow(new RegExp(`\\. Did you mean ${name}\\?\nDocs: `));
  });

  test('is rejected without a guess if no name is close', () => {
    expect(() => createMockNode({ zebra: 1 } as MockNodeOptions)).toThrow(
      / Use one of preset, network, .*, faultSeed\.\nDocs: /,
    );
  });

  test('is rejected in a parameter, with the name that was meant', () => {
    expect(() => createMockNode({ parameters: { getEnergyFees: 1 } })).toThrow('. Did you mean getEnergyFee?');
  });

  test('is rejected whatever its name is', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'network '));
    fc.assert(
      fc.property(names, (name) => {
        const given = Object.fromEntries([[name, 1]]);
        expect(() => createMockNode().faults.add({ ...given, fault: { kind: 'empty' } })).toThrow('Unknown option');
        expect(() => createMockNode(given)).toThrow('Unknown option');
      }),
      { numRuns: 30 },
    );
  });
});
