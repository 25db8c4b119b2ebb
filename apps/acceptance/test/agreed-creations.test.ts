import { createMockNode } from '@coin/mock-node';
import {
  createNodeClient,
  http,
  isRpcError,
  triggerConstantContract,
  type ConstantCall,
  type Transport,
} from '@coin/rpc';
import { quorum } from '@coin/rpc/proof';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const CONTRACT = '41c0ffee00000000000000000000000000000000c0';

const byte = (value: number) => value.toString(16).padStart(2, '0');
/** Code that runs an init code by CREATE or CREATE2, and leaves the address on the stack. */
const making = (init: string, salt: number | undefined): string => {
  const size = init.length / 2;
  const range = `60${byte(size)}60${byte(32 - size)}5f`;
  const stored = size === 0 ? '' : `${byte(0x5f + size)}${init}5f52`;
  return stored + (salt === undefined ? `${range}f0` : `60${byte(salt)}${range}f5`);
};

/** Init code of up to 32 bytes: none, one that makes a contract itself, and one that fails. */
const init = fc.constantFrom('', making('', undefined), making('', 7), '5f5ffd');
/** All memory that a drawn code writes. */
const MEMORY = '6101605f';
/** A word at any place behind the init code, apart from the words of other steps. */
const stored = (word: string, shift: number) => (index: number) =>
  `${word}61${(32 + 64 * index + shift).toString(16).padStart(4, '0')}52`;
const salt = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
const shift = fc.integer({ min: 0, max: 31 });
const step: fc.Arbitrary<(index: number) => string> = fc.oneof(
  fc.tuple(init, salt, shift).map(([code, given, by]) => stored(making(code, given), by)),
  // Its own address, an event with a new one as its topic, and one with all that is written.
  shift.map((by) => stored('30', by)),
  fc.constant(() => '5f5f5ff05f5fa1'),
  fc.constant(() => `${MEMORY}a0`),
);
const code = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 5 }), fc.constantFrom('f3', 'fd'))
  .map(([steps, end]) => `${steps.map((write, index) => write(index)).join('')}${MEMORY}${end}`);

/** What a call gives, without addresses. */
const outcome = (call: Promise<ConstantCall>) =>
  call.then(
    ({ energyUsed, logs, internalTransactions }) => ({
      energyUsed,
      logs: logs.length,
      inner: internalTransactions.length,
    }),
    (error: unknown) => {
      if (isRpcError(error, 'CALL_REVERTED')) return { reverted: error.context.energyUsed };
      if (isRpcError(error, 'CALL_FAILED')) return error.context;
      throw error;
    },
  );

test('nodes with other clocks agree on calls and deployments that make contracts', () =>
  fc.assert(
    fc.asyncProperty(code, fc.boolean(), async (drawn, isDeployment) => {
      const nodes = [0, 1_000, 2_000].map((ahead) => {
        const node = createMockNode({ contracts: [{ address: CONTRACT, code: drawn }], mining: { kind: 'manual' } });
        node.advanceTime(ahead + 1_000);
        return node;
      });
      const [first] = nodes;
      if (first === undefined) throw new Error('there is no node');
      const [{ address: owner }] = first.accounts;
      const call = isDeployment ? { owner, data: drawn } : { owner, contract: CONTRACT, data: '' };
      const transport = quorum(nodes, { atLeast: 3, retries: 0 });
      const { clock } = first;
      const agreed = await outcome(triggerConstantContract(createNodeClient({ transport, clock }), call));
      expect(agreed).toEqual(
        await outcome(triggerConstantContract(createNodeClient({ transport: http(first) }), call)),
      );
    }),
    { numRuns: scaled(25) },
  ));

describe('a node is not believed', () => {
  const [first, second] = ['5f5f5ff0', '5f5f5ff0'];
  const inOrder = `${first}5f52${second}60205260405ff3`;

  /** A transport to a node with this code, which changes its answers. */
  const transportTo = (code: string, lie = (text: string) => text) => {
    const node = createMockNode({ contracts: [{ address: CONTRACT, code }] });
    const fetch = async (...request: Parameters<typeof node.fetch>) => {
      const answer = await node.fetch(...request);
      return new Response(lie(await answer.text()), answer);
    };
    return http({ fetch, clock: node.clock });
  };
  const outcomeOf = (...transports: Transport[]) => {
    const client = createNodeClient({ transport: quorum(transports, { atLeast: 2, retries: 0 }) });
    return triggerConstantContract(client, { owner: CONTRACT, contract: CONTRACT, data: '' });
  };

  test('that has new addresses in another order', async () => {
    const transport = transportTo(`${first}602052${second}5f5260405ff3`);
    await expect(outcomeOf(transportTo(inOrder), transport)).rejects.toMatchObject({ code: 'NODES_DISAGREE' });
  });

  test('that says an address which its transaction does not give', async () => {
    const lie = (text: string) => text.replaceAll(/(?<=41)[\da-f]{40}(?=[\da-f]{64}"\])/g, 'ab'.repeat(20));
    await expect(outcomeOf(transportTo(inOrder), transportTo(inOrder, lie))).rejects.toMatchObject({
      code: 'NODES_DISAGREE',
    });
    expect((await outcomeOf(transportTo(inOrder), transportTo(inOrder))).constantResult).toHaveLength(128);
  });
});
