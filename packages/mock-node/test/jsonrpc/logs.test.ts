import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { rpcResult } from '../support/json-rpc.ts';
import { readRecordedChain } from '../support/recorded-chain.ts';

interface RecordedInfo {
  readonly id: string;
  readonly log?: readonly { readonly address: string; readonly topics?: readonly string[]; readonly data?: string }[];
}

interface Log {
  readonly address: string;
  readonly blockNumber: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly transactionHash: string;
  readonly logIndex: string;
}

const { network, blocks } = readRecordedChain('mainnet-fast-3');
const node = createMockNode({ network });
for (const { number, text } of blocks) if (number > 0) node.importBlock(text);
const head = blocks.length - 1;

const hex = (value: number): string => `0x${value.toString(16)}`;

/** All logs of the chain as the recorded node's transaction infos have them. */
const everyLog: readonly Log[] = blocks.flatMap(({ number, infos }) =>
  (infos as readonly RecordedInfo[])
    .flatMap(({ id, log = [] }) => log.map((entry) => ({ id, ...entry })))
    .map(({ id, address, topics = [], data = '' }, index) => ({
      address: `0x${address}`,
      blockNumber: hex(number),
      topics: topics.map((topic) => `0x${topic}`),
      data: `0x${data}`,
      transactionHash: `0x${id}`,
      logIndex: hex(index),
    })),
);

const foreign = `0x${'77'.repeat(32)}`;
const addresses = [...new Set(everyLog.map(({ address }) => address)), foreign.slice(0, 42)];
const topics = [...new Set(everyLog.flatMap((log) => log.topics)), foreign];

const oneOrMore = (values: readonly string[]) =>
  fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 0, maxLength: 3 }));

const queries = fc.record({
  from: fc.nat(head),
  blocks: fc.nat(head),
  address: fc.oneof(fc.constant(null), oneOrMore(addresses)),
  topics: fc.oneof(
    fc.constant(null),
    fc.array(fc.oneof(fc.constant(null), oneOrMore(topics)), { maxLength: 4 }),
    // Topics that a log has.
    fc.constantFrom(...everyLog).chain((log) => fc.subarray([...log.topics], { minLength: 0 })),
  ),
});

const isAmong = (wanted: string | readonly string[] | null, value: string | undefined): boolean =>
  value !== undefined && (wanted === null || wanted.length === 0 || [wanted].flat().includes(value));

test('eth_getLogs finds the same logs as a scan of all logs', async () => {
  expect(everyLog.length).toBeGreaterThan(50);
  await fc.assert(
    fc.asyncProperty(queries, async ({ from, blocks: count, address, topics: wanted }) => {
      const to = Math.min(head, from + count);
      const expected = everyLog.filter(
        (log) =>
          Number(log.blockNumber) >= from &&
          Number(log.blockNumber) <= to &&
          isAmong(address, log.address) &&
          (wanted ?? []).every((position, index) => isAmong(position, log.topics[index])),
      );
      const found = await rpcResult<readonly Log[]>(node, 'eth_getLogs', [
        { fromBlock: hex(from), toBlock: hex(to), address, topics: wanted },
      ]);
      expect(found).toMatchObject(expected);
      expect(found).toHaveLength(expected.length);
    }),
    { numRuns: scaled(200) },
  );
});
