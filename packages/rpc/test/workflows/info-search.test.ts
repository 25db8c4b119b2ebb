// The proof for a transaction whose blocks are too many to read them all: its info is absent where others are present.
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockIn, transactionAfter, waitForExpiry, type SparseChain } from '../support/sparse-chain.ts';

useVirtualTime();

const START = 1_795_000_000_000;
const REFERENCE = 70_000;
const timeOf = (number: number): number => START + number * 3000;
/** The first block that no longer may follow the transaction's: it was made at the expiration. */
const END = REFERENCE + 28_800;
const args = { after: REFERENCE, expiration: timeOf(END) };
/** The first solid block that is a minute past the expiration. */
const NEWEST = END + 20;
const [EARLY, LATE] = ['aaaa'.repeat(16), 'bbbb'.repeat(16)] as const;

/** A chain with one transaction from each end of the lifetime; `changes` move them to other blocks. */
const busyChain = ({
  early = REFERENCE + 1,
  late = END,
  ...changes
}: Partial<SparseChain> & { early?: number; late?: number } = {}): SparseChain => ({
  newest: NEWEST,
  timeOf,
  reference: REFERENCE,
  included: new Map([
    [early, [EARLY]],
    [late, [LATE, 'ff'.repeat(32)]],
  ]),
  ...changes,
});
const startingWith = (asked: readonly string[], word: string): string[] => asked.filter((one) => one.startsWith(word));
const eightTimes = (asked: string): string[] => Array.from({ length: 8 }, () => asked);

describe('the search of infos', () => {
  test('asks for each fact eight times', async () => {
    const { error, asked, txID } = await waitForExpiry(busyChain(), args);
    expect(error).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      context: { txID, expiration: args.expiration, solidTime: timeOf(NEWEST) },
      endpoint: 'http://node.example',
    });
    const [reference, ...halves] = startingWith(asked, 'num ');
    expect(reference).toBe(`num ${REFERENCE}`);
    // 2^15 is more than the blocks of a day.
    expect(halves.length).toBeLessThanOrEqual(15);
    expect(asked.filter((one) => !halves.includes(one))).toEqual([
      `head info ${txID.slice(0, 4)}`,
      'nowblock',
      `num ${REFERENCE}`,
      ...eightTimes('nowblock'),
      `limitnext ${REFERENCE + 1}-${REFERENCE + 21}`,
      `limitnext ${END - 19}-${END + 1}`,
      ...[txID, EARLY, LATE].flatMap((id) => eightTimes(`info ${id.slice(0, 4)}`)),
    ]);
  });

  test.each([1, 8])(
    'needs eight solid blocks a minute past the expiration: not when answer %i is older',
    async (at) => {
      const time = timeOf(NEWEST) - 1;
      const older = blockIn(busyChain({ timeOf: () => time }), NEWEST);
      // The first answer begins the proof, and is not one of the eight.
      let answers = -1;
      const intercept = (short: string) =>
        short === 'nowblock' && ++answers > 0 && answers % at === 0 ? older : undefined;
      const { unproven, asked } = await waitForExpiry(busyChain(), { ...args, intercept });
      expect(unproven).toBe(`the newest solid block was made too early, at ${time} ms`);
      expect(startingWith(asked, 'nowblock')).toHaveLength(1 + 2 * at);
      expect(startingWith(asked, 'limitnext')).toEqual([]);
    },
  );

  test.each([1, 8])('does not end with an expiry when answer %i has the info', async (at) => {
    let answers = 0;
    const { txID } = transactionAfter(REFERENCE, args.expiration);
    const info = { id: txID, blockNumber: END, blockTimeStamp: timeOf(END), receipt: {} };
    const intercept = (short: string) =>
      short === `info ${txID.slice(0, 4)}` && ++answers % at === 0 ? info : undefined;
    const { unproven } = await waitForExpiry(busyChain(), { ...args, intercept });
    expect(unproven).toBe('its info is in a solid block');
    expect(answers).toBe(2 * at);
  });

  test.each([
    [1, 'an early', EARLY],
    [8, 'an early', EARLY],
    [1, 'a late', LATE],
    [8, 'a late', LATE],
  ])('does not count when answer %i lacks the info of %s transaction', async (at, _, id) => {
    let answers = 0;
    const intercept = (short: string) => (short === `info ${id.slice(0, 4)}` && ++answers % at === 0 ? {} : undefined);
    const { unproven, asked } = await waitForExpiry(busyChain(), { ...args, intercept });
    expect(unproven).toContain(`the node lacks the info of ${id.slice(0, 20)}`);
    expect(answers).toBe(2 * at);
    // The second poll repeats the questions, and looks for no further transactions.
    expect(startingWith(asked, 'nowblock')).toHaveLength(1 + 2 * 8);
    expect(startingWith(asked, 'limitnext')).toHaveLength(2);
  });
});

describe('other transactions that show a history', () => {
  const NONE = expect.stringContaining('no other transaction shows whether the node keeps');

  test.each([
    ['the first thousand blocks', { early: REFERENCE + 1000 }, undefined],
    ['the blocks after these', { early: REFERENCE + 1001 }, NONE],
    ['the last thousand blocks', { late: END - 999 }, undefined],
    ['the blocks before these', { late: END - 1000 }, NONE],
    ['the reference block', { early: REFERENCE }, NONE],
    ['the block after the last one', { late: END + 1 }, NONE],
  ])('are looked for in the first and the last thousand blocks, as for %s', async (_, chain, unproven) => {
    const waited = await waitForExpiry(busyChain(chain), args);
    expect([waited.code, waited.unproven]).toEqual([unproven ? 'TIMEOUT' : 'TRANSACTION_EXPIRED', unproven]);
    for (const one of startingWith(waited.asked, 'limitnext')) {
      const [from = 0, to = 0] = one.slice('limitnext '.length).split('-').map(Number);
      expect([to - from, from > REFERENCE, to <= END + 1]).toEqual([20, true, true]);
    }
  });

  test.each([
    [20, ['70001-70021', '70001-70021']],
    [30, ['70001-70021', '70021-70031', '70011-70031', '70001-70021']],
  ])('are looked for in each of %i blocks when the network made so few', async (count, read) => {
    // Nobody made a block for most of the transaction's life.
    const end = REFERENCE + count;
    const paused = (number: number): number => timeOf(number < end ? number : number - end + END);
    const included = new Map([
      [REFERENCE, [EARLY]],
      [end + 1, [LATE]],
    ]);
    const chain = busyChain({ newest: end + 2000, timeOf: paused, included });
    const { unproven, asked } = await waitForExpiry(chain, args);
    const once = startingWith(asked, 'limitnext').slice(0, read.length);
    expect([unproven, once]).toEqual([NONE, read.map((range) => `limitnext ${range}`)]);
  });

  test('are looked for up to the first block made at the expiration, however far the blocks lie apart', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ after: fc.nat({ max: 3000 }), pauseMs: fc.nat({ max: 10_000_000 }) }), { maxLength: 3 }),
        fc.integer({ min: 3_000_001, max: 9_000_000 }),
        fc.boolean(),
        async (pauses, lifeMs, isLacking) => {
          const times = (number: number): number =>
            pauses.reduce(
              (time, { after, pauseMs }) => time + (number > REFERENCE + after ? pauseMs : 0),
              timeOf(number),
            );
          const expiration = times(REFERENCE) + lifeMs;
          let end = REFERENCE;
          while (times(end) < expiration) end++;
          // Behind the address is also a node that lacks the blocks after the last one.
          const intercept = (short: string) =>
            isLacking && short.startsWith('num ') && Number(short.slice(4)) > end ? {} : undefined;
          const chain = busyChain({ timeOf: times, late: end, newest: end + 5000 });
          const { asked } = await waitForExpiry(chain, { after: REFERENCE, expiration, intercept });
          const ends = startingWith(asked, 'limitnext').map((one) => Number(one.split('-')[1]));
          expect(Math.max(...ends)).toBe(end + 1);
        },
      ),
      { numRuns: scaled(20) },
    ));
});
