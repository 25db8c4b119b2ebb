import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMockNode, isMockNodeError, type MockNode } from '../../src/index.ts';
import { chainParameterNames } from '../../src/protocol/chain-parameters.ts';
import { post } from '../support/post.ts';
import { readRecording } from '../support/recordings.ts';

/** Parameters of which one value is modelled, and what docs/compatibility.md lists as not modelled of the others. */
const notModelled = [
  ['getAllowAccountStateRoot', 0n, 'account state roots'],
  ['getAllowProtoFilterNum', 0n, 'filters of unknown fields'],
] as const;

/** Parameters of which every value is accepted, because what they enable is refused when it is used. */
const refusedInUse = [
  'getAllowShieldedTRC20Transaction',
  'getAllowPBFT',
  'getAllowNewResourceModel',
  'getAllowStrictMath',
] as const;

function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isMockNodeError(error)) return `${error.code} ${error.shortMessage}`;
    throw error;
  }
  return 'accepted';
}

/** The ways in which a caller sets a chain parameter. */
const ways: readonly [way: string, set: (name: string, value: bigint) => string | Promise<string>][] = [
  [
    'the option parameters',
    (name, value) => problemOf(() => createMockNode({ parameters: Object.fromEntries([[name, value]]) })),
  ],
  [
    'a network description',
    (name, value) => {
      const { network } = readRecording('mainnet');
      const parameters = Object.fromEntries([...Object.entries(network.parameters), [name, String(value)]]);
      return problemOf(() => createMockNode({ network: { ...network, parameters } }));
    },
  ],
  ['setChainParameter', (name, value) => problemOf(() => createMockNode().setChainParameter(name, value))],
  [
    '/admin/setchainparameter',
    async (name, value) => {
      const body = { name, value: String(value) };
      const answer = (await post(createMockNode(), '/admin/setchainparameter', body)) as Record<string, string>;
      return answer['code'] === undefined ? 'accepted' : `${answer['code']} ${answer['message']}`;
    },
  ],
];

describe.each(ways)('%s', (_, set) => {
  test.each(notModelled)(
    'rejects %s unless it is %s, and names the feature that is not modelled',
    async (name, modelled, what) => {
      for (const value of [1n - modelled, 2n]) {
        const problem = await set(name, value);
        expect(problem).toMatch(/^(?:ARGUMENT|CONFIG)_INVALID /);
        expect(problem).toContain(name);
        expect(problem).toContain(` "${value}"`);
        expect(problem).toContain(`must be ${modelled}, because @coin/mock-node does not model ${what}.`);
      }
      expect(await set(name, modelled)).toBe('accepted');
    },
  );

  test.each(refusedInUse)('accepts %s', async (name) => {
    for (const value of [0n, 1n]) expect(await set(name, value)).toBe('accepted');
  });

  test('rejects a name that no parameter has, even one that objects inherit', async () => {
    const inherited = Object.getOwnPropertyNames(Object.prototype);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constantFrom(...inherited), fc.string()), async (name) => {
        fc.pre(!chainParameterNames.some((known) => known === name));
        expect(await set(name, 1n)).toMatch(/^(?:ARGUMENT|CONFIG)_INVALID /);
      }),
      { numRuns: 30, examples: inherited.map((name): [string] => [name]) },
    );
  });
});

/** What takes a word of the caller's and looks it up. */
const lookups: readonly [what: string, look: (node: MockNode, word: string) => unknown][] = [
  ['preset', (_, word) => createMockNode({ preset: word as never })],
  ['mining.kind', (node, word) => node.setMining({ kind: word } as never)],
  ['fault.kind', (node, word) => node.faults.add({ fault: { kind: word } as never })],
  [
    'fault.change',
    (node, word) => node.faults.add({ fault: { kind: 'tampered', change: Object.fromEntries([[word, 1n]]) } }),
  ],
  ['script.status', (node, word) => node.scripts.add({ contract: `41${'c0'.repeat(20)}`, status: word as never })],
  ['snapshot', (node, word) => node.revert(word)],
  [
    'traceCall.details',
    (node, word) => node.traceCall({ owner: node.accounts[0]?.address, data: '00', details: [word] } as never),
  ],
  ['traceTransaction.details', (node, word) => node.traceTransaction('00'.repeat(32), { details: [word as never] })],
];

test.each(lookups)('%s rejects every word that only objects have', (_, look) => {
  const node = createMockNode();
  for (const word of Object.getOwnPropertyNames(Object.prototype))
    expect(problemOf(() => look(node, word))).toMatch(/^(?:ARGUMENT_INVALID|SNAPSHOT_UNKNOWN) /);
});

test('a path and a method that only objects have are unknown', async () => {
  const node = createMockNode();
  for (const word of Object.getOwnPropertyNames(Object.prototype)) {
    for (const folder of ['wallet', 'walletsolidity', 'admin', 'tre'])
      expect((await node.fetch(`http://node/${folder}/${word}`, { method: 'POST', body: '{}' })).ok).toBe(false);
    const call = { jsonrpc: '2.0', id: 1, method: word, params: [] };
    expect(await post(node, '/jsonrpc', call)).toMatchObject({ error: { code: -32_601 } });
  }
});
