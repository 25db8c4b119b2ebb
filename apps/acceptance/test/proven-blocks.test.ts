import { createNodeClient, custom, isRpcError, type RpcErrorCode } from '@coin/rpc';
import { getSignedBlock, verifyBlock, type SignedBlock, type VerifyBlockOptions } from '@coin/rpc/proof';
import { everyNth, sampled, scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { furtherChains, readRecordedChain, recordedChains } from '../src/recorded-chain.ts';
import { witnessesOf } from '../src/recorded-witnesses.ts';

interface Case {
  readonly block: SignedBlock;
  readonly options: VerifyBlockOptions;
}

/** Every block of a recorded chain but the genesis block, with what it is verified against. */
async function casesOf(name: (typeof recordedChains)[number] | (typeof furtherChains)[number]): Promise<Case[]> {
  const chain = readRecordedChain(name);
  const witnesses = await witnessesOf(chain);
  const jsonOf = new Map(chain.blocks.map(({ number, json }) => [number, json]));
  const request = async ({ body }: { body: string }) => jsonOf.get((JSON.parse(body) as { num: number }).num) ?? '{}';
  const client = createNodeClient({ transport: custom({ request }) });
  const blocks: SignedBlock[] = [];
  for (const { number } of chain.blocks) {
    const block = await getSignedBlock(client, { number });
    if (block !== undefined) blocks.push(block);
  }
  return blocks.slice(1).map((block, index) => {
    const before = blocks.slice(Math.max(0, index - 1), index + 1).map(({ header }) => header);
    return { block, options: { witnesses, before } };
  });
}

/** A chain of three witnesses, one of rare cases and one with tokens; all chains in `test:full`. */
const some = ['mainnet-three-4', 'mainnet-edge-1', 'private-assets-3'] as const;
const others = [...recordedChains, ...furtherChains].filter((name) => !(some as readonly string[]).includes(name));
const names = sampled([...some, ...others], some.length);

const cases: Case[] = [];
beforeAll(async () => {
  for (const name of names) cases.push(...(await casesOf(name)));
});

const codeOf = ({ block, options }: Case): RpcErrorCode | 'verified' => {
  try {
    verifyBlock(block, options);
    return 'verified';
  } catch (error) {
    if (isRpcError(error)) return error.code;
    throw error;
  }
};

/** A part of a block, as hex digits of one of its texts, and the code with which a change of it must fail. */
interface Part {
  readonly name: string;
  readonly code: RpcErrorCode;
  readonly text: string;
  readonly from?: number;
  readonly to?: number;
  readonly put: (text: string) => SignedBlock;
}

/** Where the raw data are in a transaction: a length takes one byte below 128, and two from there on. */
function rawDataIn(bytes: string): { from: number; to: number } {
  const [low = 0, high = 0] = [2, 4].map((at) => Number.parseInt(bytes.slice(at, at + 2), 16));
  const from = low < 128 ? 4 : 6;
  return { from, to: from + 2 * (low < 128 ? low : (low & 127) + 128 * high) };
}

const partsOf = (block: SignedBlock): Part[] => [
  {
    name: 'id of the block',
    code: 'BLOCK_ID_MISMATCH',
    text: block.blockID,
    put: (blockID) => ({ ...block, blockID }),
  },
  { name: 'header', code: 'BLOCK_ID_MISMATCH', text: block.header, put: (header) => ({ ...block, header }) },
  {
    name: 'signature',
    code: 'BLOCK_SIGNATURE_INVALID',
    text: block.signature,
    put: (signature) => ({ ...block, signature }),
  },
  ...block.transactions.flatMap((transaction, index): Part[] => {
    const put = (change: Partial<typeof transaction>) => ({
      ...block,
      transactions: block.transactions.with(index, { ...transaction, ...change }),
    });
    const { txID, bytes } = transaction;
    const rawData = rawDataIn(bytes);
    const inBytes = { text: bytes, put: (text: string) => put({ bytes: text }) };
    return [
      {
        name: 'id of a transaction',
        code: 'TRANSACTION_ID_MISMATCH',
        text: txID,
        put: (text) => put({ txID: text }),
      },
      { name: 'raw data of a transaction', code: 'TRANSACTION_ID_MISMATCH', ...inBytes, ...rawData },
      {
        name: 'signature or result of a transaction',
        code: 'TRANSACTION_ROOT_MISMATCH',
        ...inBytes,
        from: rawData.to,
      },
    ];
  }),
];

/** A part with one bit changed. */
function flip({ text, from = 0, put }: Part, bit: number): SignedBlock {
  const at = from + Math.floor(bit / 4);
  const digit = (Number.parseInt(text.charAt(at), 16) ^ (1 << (bit % 4))).toString(16);
  return put(text.slice(0, at) + digit + text.slice(at + 1));
}

const bitsOf = ({ text, from = 0, to = text.length }: Part): number => 4 * (to - from);

const tried = new Map<string, number>();
function expectRejected(changed: Case, { name, code }: Pick<Part, 'name' | 'code'>): void {
  expect(codeOf(changed), name).toBe(code);
  tried.set(name, (tried.get(name) ?? 0) + 1);
}

describe('the blocks of recorded chains', () => {
  test('verify, a third of them in each run', () => {
    const tried = everyNth(cases, 3);
    expect(tried.map((one) => codeOf(one)).filter((code) => code !== 'verified')).toEqual([]);
    const transactions = cases.flatMap(({ block }) => block.transactions);
    expect(cases.length).toBeGreaterThan(100 * names.length);
    expect(transactions.length).toBeGreaterThan(100 * names.length);
    process.stdout.write(`${tried.length} of ${cases.length} blocks verified\n`);
  });

  test('fail with the code of the part in which one bit is changed, for every other bit of a block', () => {
    const sizeOf = ({ block }: Case) => block.transactions.reduce((size, { bytes }) => size + bytes.length, 0);
    const [smallest] = cases.filter(({ block }) => block.transactions.length > 1).sort((a, b) => sizeOf(a) - sizeOf(b));
    if (smallest === undefined) throw new Error('no block has two transactions');
    for (const part of partsOf(smallest.block))
      for (const bit of everyNth([...Array(bitsOf(part)).keys()], 4))
        expectRejected({ ...smallest, block: flip(part, bit) }, part);
    expect([...tried.keys()]).toHaveLength(6);
  });

  test('fail with the code of the part in which one bit is changed, wherever the bit is', () => {
    const drawn = fc.tuple(fc.nat(), fc.nat(), fc.nat());
    const rejectsFlip = fc.property(drawn, ([blockAt, partAt, bitAt]) => {
      const one = cases[blockAt % cases.length] as Case;
      const parts = partsOf(one.block);
      const part = parts[partAt % parts.length] as Part;
      expectRejected({ ...one, block: flip(part, bitAt % bitsOf(part)) }, part);
    });
    fc.assert(rejectsFlip, { numRuns: scaled(100) });
  });

  test('fail when two transactions change places, or one is missing or doubled', () => {
    for (const one of cases.filter(({ block }) => block.transactions.length > 1).slice(0, 70)) {
      const { block } = one;
      const [first, second, ...rest] = block.transactions;
      if (first === undefined || second === undefined) continue;
      for (const transactions of [
        [second, first, ...rest],
        [second, ...rest],
        [first, first, second, ...rest],
      ])
        expectRejected(
          { ...one, block: { ...block, transactions } },
          { name: 'order', code: 'TRANSACTION_ROOT_MISMATCH' },
        );
    }
    expect(tried.get('order')).toBeGreaterThan(70);
    const counts = [...tried].map(([name, count]) => `${count} of ${name}`);
    process.stdout.write(`changes tried, each rejected by its code: ${counts.join(', ')}\n`);
  });

  test('fail when a witness signs a block that another one should have made', () => {
    // Any witness can make the first block of a chain.
    const codes = cases
      .filter(({ options }) => options.before.length > 1)
      .filter(({ options }) => options.witnesses.cycles.every(({ witnesses }) => witnesses.length >= 3))
      .map(({ block, options }) => {
        const cycles = options.witnesses.cycles.map((cycle) => ({
          ...cycle,
          witnesses: [...cycle.witnesses.slice(1), ...cycle.witnesses.slice(0, 1)],
        }));
        return codeOf({ block, options: { ...options, witnesses: { ...options.witnesses, cycles } } });
      });
    expect(new Set(codes)).toEqual(new Set(['WITNESS_OUT_OF_TURN']));
  });
});
