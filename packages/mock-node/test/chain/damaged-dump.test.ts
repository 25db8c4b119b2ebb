import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMockNode, isMockNodeError, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { type Json } from '../support/http-network.ts';
import { richDump, richSetup } from '../support/rich-dump.ts';
import { createWalkNode, startWalk, takeStep } from '../support/walk.ts';

type Path = readonly (string | number)[];

/** Every place of a value in JSON, lists and objects included. */
function placesOf(json: unknown, path: Path = []): readonly Path[] {
  if (typeof json !== 'object' || json === null) return [path];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(json)
    ? json.map((value, index) => [index, value] as const)
    : Object.entries(json);
  return [...(path.length === 0 ? [] : [path]), ...entries.flatMap(([key, value]) => placesOf(value, [...path, key]))];
}

function replaced(json: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(json)) return json.with(Number(key), replaced(json[Number(key)], rest, value));
  const object = json as Json;
  return { ...object, [key]: replaced(object[key], rest, value) };
}

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  1e300,
  '',
  'x',
  '0',
  '-1',
  '1',
  '9223372036854775807',
  '-9223372036854775808',
  '9223372036854775808',
  '9'.repeat(100_000),
  '00',
  `41${'ab'.repeat(20)}`,
  'ab'.repeat(32),
  [],
  [0],
  ['0'],
  {},
  { a: 1 },
];

/** Whether a node still works: it makes blocks, ends a cycle, and answers. */
async function goOn(node: MockNode): Promise<void> {
  node.mine(2);
  node.advanceCycle();
  const [owner = '', other = ''] = startWalk(node).accounts.map(({ address }) => address);
  for (const [path, body] of [
    ['createtransaction', { owner_address: owner, to_address: other, amount: 1, visible: true }],
    ['freezebalancev2', { owner_address: owner, frozen_balance: 1_000_000, resource: 'ENERGY', visible: true }],
    ['getaccount', { address: owner, visible: true }],
    ['getaccountresource', { address: owner, visible: true }],
    ['getreward', { address: owner, visible: true }],
    ['listwitnesses', {}],
    ['listproposals', {}],
    ['getchainparameters', {}],
    ['getblock', { detail: true, visible: true }],
    ['getblockbylimitnext', { startNum: 0, endNum: 100 }],
    ['getnextmaintenancetime', {}],
    ['getdelegatedresourcev2', { fromAddress: owner, toAddress: other, visible: true }],
    ['triggerconstantcontract', { owner_address: owner, data: '60006000fd', visible: true }],
  ] as const) {
    // Not parsed: the node prints a name of control characters as it is, which is not JSON.
    const answer = await node.fetch(`http://node/wallet/${path === 'getreward' ? 'getReward' : path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect([path, text.slice(0, 600)]).toEqual([path, expect.not.stringContaining('has a defect')]);
  }
  node.dump();
}

test('a dump with one odd value is rejected with its path, or the node continues from it', async () => {
  const dump = JSON.parse(await richDump()) as Json;
  // One place of each kind is as likely as any other, however many accounts or blocks there are.
  const kindOf = (place: Path): string =>
    place.map((key) => (typeof key === 'number' || /^[0-9a-f]{8,}|^\d+/.test(key) ? '*' : key)).join('.');
  const kinds = Map.groupBy(placesOf(dump), kindOf);
  const changes = fc
    .constantFrom(...kinds.values())
    .chain((places) => fc.record({ place: fc.constantFrom(...places), value: fc.constantFrom(...oddValues) }));
  await fc.assert(
    fc.asyncProperty(changes, async ({ place, value }) => {
      const node = createWalkNode(richSetup);
      const before = node.dump();
      try {
        node.load(JSON.stringify(replaced(dump, place, value)));
      } catch (error) {
        if (!isMockNodeError(error, 'DUMP_INVALID')) throw error;
        expect(error.context.path).not.toBe('');
        expect(node.dump()).toBe(before);
        return;
      }
      await goOn(node);
    }),
    { numRuns: scaled(40) },
  );
});

test.each<[Path, unknown, string]>([
  [['clock'], 1e300, 'dump.clock is not a time in milliseconds from 0 to 506804428800000'],
  [['clock'], -1, 'dump.clock is not a time'],
  [['nextBlockTime'], '0', 'dump.nextBlockTime is not a time'],
  [['pending', 0], '00', 'dump.pending[0] is not a transaction'],
  [
    ['head', 'parameters', 'getMaintenanceTimeInterval'],
    '0',
    'head.parameters.getMaintenanceTimeInterval is not from 1',
  ],
  [['head', 'parameters', 'getEnergyFee'], '9223372036854775808', 'head.parameters.getEnergyFee is not a decimal'],
  [['head', 'parameters', 'getMoon'], '1', 'head.parameters.getMoon is unknown'],
  [
    ['head', 'properties', 'latestProposalId'],
    2 ** 52,
    'head.properties.latestProposalId is 4503599627370496, but must',
  ],
  [['head', 'properties', 'cycle'], 2 ** 52, 'head.properties.cycle is not below the number of blocks'],
  [['head', 'properties', 'activeWitnesses'], [], 'head.properties.activeWitnesses is empty'],
  [['head', 'properties', 'burned'], '-1', 'head.properties.burned is not a decimal string of an integer from 0'],
  [['head', 'blocks', 1, 'header'], '00', 'head.blocks[1] cannot be decoded'],
  [['network', 'genesis', 'timestamp'], 1, 'network.genesis.timestamp is 1, this node'],
])('a dump with %j set to %j is rejected', async (place, value, message) => {
  const node = createWalkNode(richSetup);
  node.setMining({ kind: 'manual' });
  const walk = startWalk(node);
  await takeStep(walk, { kind: 'transfer', sender: 0, receiver: 1, amount: 5, choice: 0 });
  const dump = replaced(JSON.parse(node.dump()), place, value);
  expect(() => createWalkNode(richSetup).load(JSON.stringify(dump))).toThrow(`Invalid dump: ${message}`);
});

test('a dump without the tokens that its accounts have issued or used is rejected', async () => {
  const dump = replaced(JSON.parse(await richDump()), ['head', 'assets'], {});
  expect(() => createWalkNode(richSetup).load(JSON.stringify(dump))).toThrow(
    /^Invalid dump: head\.assets\.\d+ is missing, but 41[0-9a-f]{40} has issued or used it/,
  );
});

describe('a dump', () => {
  test('contains its complete network, and loads into a node of that description', () => {
    const { accounts, network } = createMockNode({ preset: 'private', parameters: { getEnergyFee: 210 } });
    const maker = createMockNode({ preset: 'private', parameters: { getEnergyFee: 210 } });
    maker.mine(5);
    const dump = maker.dump();
    const rebuilt = createMockNode({ network: JSON.parse(dump).network });
    rebuilt.load(dump);
    expect([rebuilt.network, rebuilt.accounts, rebuilt.dump()]).toEqual([network, accounts, dump]);
  });

  test.each<[MockNodeOptions, string]>([
    [{ preset: 'mainnet' }, 'network.parameters.'],
    [{ parameters: { getEnergyFee: 210 } }, 'network.parameters.getEnergyFee is "100", this node\'s is "210"'],
  ])('is rejected by a node with %j', (options, message) => {
    const dump = createMockNode().dump();
    const node = createMockNode(options);
    const before = node.dump();
    expect(() => node.load(dump)).toThrow(message);
    expect(node.dump()).toBe(before);
  });

  test('loads into a node of its network that answers differently', () => {
    const { network } = createMockNode();
    const dump = createMockNode().dump();
    const node = createMockNode({ network: { ...network, supportConstant: false, codeVersion: '4.8.2' } });
    node.load(dump);
    expect(node.network.supportConstant).toBe(false);
  });
});
