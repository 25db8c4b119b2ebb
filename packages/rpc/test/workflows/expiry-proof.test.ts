// What an expiry proof reads, and when it ends. Source: docs/protocol/checked-answers.md, Expiry.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { blockIn, idIn, transactionAfter, waitForExpiry, type SparseChain } from '../support/sparse-chain.ts';

useVirtualTime();

const START = 1_795_000_000_000;
const REFERENCE = 100;
const timeOf = (number: number): number => START + number * 3000;
const chainTo = (newest: number, changes: Partial<SparseChain> = {}): SparseChain => ({
  newest,
  timeOf,
  reference: REFERENCE,
  ...changes,
});
const batches = (asked: string[]): string[] => asked.filter((one) => one.startsWith('limitnext'));

describe('an expiry proof', () => {
  test('begins with a solid block made at the expiration, and not before', async () => {
    const args = { after: REFERENCE, expiration: timeOf(120) };
    expect((await waitForExpiry(chainTo(120), args)).code).toBe('TRANSACTION_EXPIRED');
    const early = await waitForExpiry(chainTo(120), { ...args, expiration: timeOf(120) + 1 });
    expect(early.unproven).toBe(`the newest solid block, 120, was made at ${timeOf(120)} ms`);
    expect(early.asked.filter((one) => !one.startsWith('head info'))).toEqual(['nowblock', 'nowblock']);
  });

  test.each([
    ['reads all blocks', '1,000 block intervals', 0, 'TRANSACTION_EXPIRED', undefined],
    [
      'relies on infos',
      'more than 1,000 block intervals',
      1,
      'TIMEOUT',
      expect.stringContaining('no other transaction shows whether the node keeps'),
    ],
  ])('%s of a life of %s', async (_what, _life, moreMs, code, unproven) => {
    const expiration = timeOf(REFERENCE) + 1000 * 3000 + moreMs;
    const waited = await waitForExpiry(chainTo(REFERENCE + 1100), { after: REFERENCE, expiration });
    expect([waited.code, waited.unproven]).toEqual([code, unproven]);
  });

  test.each([
    ['reads all blocks', 'has 1,000', 1000, 'TRANSACTION_EXPIRED', undefined],
    [
      'relies on infos',
      'has more than 1,000',
      1001,
      'TIMEOUT',
      expect.stringContaining('the newest solid block was made too early'),
    ],
  ])('%s after a genesis block of 1970 when the chain %s', async (_what, _has, blocks, code, unproven) => {
    for (const after of [0, 7]) {
      const chain = chainTo(after + blocks, {
        reference: after,
        timeOf: (number) => (number <= after ? number : timeOf(number)),
      });
      const waited = await waitForExpiry(chain, { after, expiration: timeOf(after + blocks) });
      expect([waited.code, waited.unproven]).toEqual([code, unproven]);
    }
  });
});

describe('the search of all blocks', () => {
  const expiresAt = REFERENCE + 30;
  const args = { after: REFERENCE, expiration: timeOf(expiresAt) };
  const LIMITNEXT = ['limitnext 101-121', 'limitnext 121-141'];

  test('ends with the first block made at the expiration', async () => {
    const { error, asked, txID } = await waitForExpiry(chainTo(200), args);
    expect(error).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      context: { txID, expiration: args.expiration, solidTime: timeOf(expiresAt) },
      endpoint: 'http://node.example',
    });
    expect(batches(asked)).toEqual(LIMITNEXT);
  });

  test('requests no further batch after a block made at the expiration', async () => {
    const { code, asked } = await waitForExpiry(chainTo(200), { ...args, expiration: timeOf(120) });
    expect([code, batches(asked)]).toEqual(['TRANSACTION_EXPIRED', LIMITNEXT.slice(0, 1)]);
  });

  test.each([
    ['the first block after the reference block', 101, LIMITNEXT.slice(0, 1)],
    ['the first block made at the expiration', expiresAt, LIMITNEXT],
  ])('finds the transaction among others in %s, and reads no further', async (_, number, read) => {
    const { txID } = transactionAfter(REFERENCE, args.expiration);
    const included = new Map([[number, ['aa'.repeat(32), txID, 'bb'.repeat(32)]]]);
    const { unproven, asked } = await waitForExpiry(chainTo(200, { included }), args);
    expect(unproven).toContain(`block ${number} includes it`);
    expect(batches(asked)).toEqual(read);
  });

  test('continues after the last block that it has read, and says which that is', async () => {
    let answers = 0;
    const intercept = (short: string) => (short === 'limitnext 121-141' && answers++ < 2 ? { block: [] } : undefined);
    const { unproven, asked } = await waitForExpiry(chainTo(200), { ...args, intercept });
    expect(unproven).toBe(`the newest solid block, 120, was made at ${timeOf(120)} ms`);
    expect(asked.slice(1).filter((one) => !one.startsWith('head info'))).toEqual([
      'nowblock',
      `num ${REFERENCE}`,
      ...LIMITNEXT,
      'limitnext 121-141',
    ]);
    answers = 1;
    const again = await waitForExpiry(chainTo(200), { ...args, intercept });
    expect(again.code).toBe('TRANSACTION_EXPIRED');
  });

  test('rejects blocks that are not one chain', async () => {
    const fork = chainTo(200, { reference: 120 });
    const { error } = await waitForExpiry(chainTo(200), {
      ...args,
      intercept: (short) =>
        short === 'limitnext 121-141'
          ? { block: Array.from({ length: 20 }, (_, index) => blockIn(fork, 121 + index)) }
          : undefined,
    });
    const [other, last] = [idIn(fork, 120), idIn(chainTo(200), 120)];
    expect(error).toMatchObject({
      code: 'RESPONSE_INVALID',
      context: { path: 'block 121', field: 'parentHash', reason: `${other}, but block 120 is ${last}` },
    });
  });

  test('reads batches half as large after one that is too large, down to single blocks', async () => {
    const tooLarge = new Response(' '.repeat(5000));
    const { code, asked } = await waitForExpiry(chainTo(200), {
      ...args,
      client: { maxResponseBytes: 3000 },
      intercept: (short) => {
        const [from, to] = short.replace('limitnext ', '').split('-').map(Number) as [number, number];
        return to - from > 1 ? tooLarge.clone() : undefined;
      },
    });
    expect(code).toBe('TRANSACTION_EXPIRED');
    expect(batches(asked)).toEqual([
      ...[121, 111, 106, 103].map((end) => `limitnext 101-${end}`),
      ...Array.from({ length: 30 }, (_, index) => `limitnext ${101 + index}-${102 + index}`),
    ]);
  });

  test('gives up on a single block that is too large, and on any other error', async () => {
    const ask = async (answer: () => object) => {
      const { code, asked } = await waitForExpiry(chainTo(200), {
        ...args,
        client: { maxResponseBytes: 3000 },
        intercept: (short) => (short.startsWith('limitnext') ? answer() : undefined),
      });
      return [code, batches(asked).length];
    };
    expect(await ask(() => new Response(' '.repeat(5000)))).toEqual(['RESPONSE_TOO_LARGE', 5]);
    expect(await ask(() => ({ block: 5 }))).toEqual(['RESPONSE_INVALID', 1]);
  });
});
