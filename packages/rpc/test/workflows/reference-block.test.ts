// Which block a transaction refers to: only the low two bytes of its number and eight bytes of its id are known.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { blockIn, idIn, waitForExpiry, type SparseChain } from '../support/sparse-chain.ts';

useVirtualTime();

const START = 1_795_000_000_000;
const timeOf = (number: number): number => START + number * 3000;
const NEWEST = 200_000;
/** Three numbers with the same low bytes; the last one is the newest. */
const [THIRD, SECOND, FIRST] = [NEWEST - 10, NEWEST - 10 - 65_536, NEWEST - 10 - 2 * 65_536] as const;

/** How a wait ends, and the numbers of the blocks that it reads one by one. */
async function prove(
  args: Omit<Parameters<typeof waitForExpiry>[1], 'expiration'> & { expiresAt: number },
  chain: Partial<SparseChain>,
) {
  const { expiresAt, ...rest } = args;
  const whole: SparseChain = { newest: NEWEST, timeOf, ...chain };
  const waited = await waitForExpiry(whole, { ...rest, expiration: whole.timeOf(expiresAt) });
  const numbers = waited.asked.filter((one) => one.startsWith('num ')).map((one) => Number(one.slice(4)));
  return { ...waited, numbers };
}

const GENESIS = idIn({ newest: 0, timeOf }, 0);

describe('the reference block', () => {
  test('is the newest one with the two bytes when its id agrees', async () => {
    const { code, numbers, asked } = await prove({ after: THIRD, expiresAt: THIRD + 10 }, { reference: THIRD });
    expect(code).toBe('TRANSACTION_EXPIRED');
    expect(numbers).toEqual([THIRD]);
    expect(asked.at(-1)).toBe(`limitnext ${THIRD + 1}-${THIRD + 21}`);
  });

  test('may be the newest block of all', async () => {
    const { code, numbers } = await prove({ after: NEWEST, expiresAt: NEWEST }, { reference: NEWEST });
    expect([code, numbers]).toEqual(['TRANSACTION_EXPIRED', [NEWEST]]);
  });

  test.each([
    ['after the expiration', SECOND + 10, 'TRANSACTION_EXPIRED'],
    ['at the expiration', THIRD, 'TIMEOUT'],
  ])('is 65,536 blocks older when the newest one was made %s', async (_, expiresAt, end) => {
    const { code, numbers } = await prove({ after: SECOND, expiresAt }, { reference: SECOND });
    expect([code, numbers]).toEqual([end, [THIRD, SECOND]]);
  });

  test('is 65,536 blocks older when the newest one was made before the expiration and has another id', async () => {
    const { code, numbers } = await prove({ after: SECOND, expiresAt: NEWEST }, { reference: SECOND });
    expect([code, numbers]).toEqual(['TIMEOUT', [THIRD, SECOND]]);
  });

  test('is looked for twice, and no further, among blocks older than the expiration', async () => {
    const early = await prove({ after: FIRST, expiresAt: NEWEST }, { reference: FIRST });
    expect([early.code, early.numbers]).toEqual(['RESPONSE_INVALID', [THIRD, SECOND]]);
    const late = await prove({ after: FIRST, expiresAt: THIRD }, {});
    expect([late.code, late.numbers]).toEqual(['RESPONSE_INVALID', [THIRD, SECOND, FIRST]]);
  });

  test('is the genesis block at the earliest', async () => {
    const short = { newest: 65_536 + 5, timeOf: (number: number) => START + number };
    const found = await prove({ after: 0, expiresAt: 4 }, { ...short, reference: 0 });
    expect([found.code, found.numbers]).toEqual(['TRANSACTION_EXPIRED', [65_536, 0]]);
    const missing = await prove({ after: 0, expiresAt: 4 }, short);
    expect([missing.code, missing.numbers]).toEqual(['RESPONSE_INVALID', [65_536, 0]]);
  });

  test('is not on a chain that is too short for its number', async () => {
    const { code, numbers } = await prove({ after: 900, expiresAt: 30 }, { newest: 40 });
    expect([code, numbers]).toEqual(['RESPONSE_INVALID', [0]]);
  });

  test.each([
    ['the newest', THIRD, [THIRD]],
    ['the older', SECOND, [THIRD, SECOND]],
  ])('is unknown while the node lacks %s of the two blocks', async (_, missing, read) => {
    const { unproven, numbers } = await prove(
      { after: SECOND, expiresAt: NEWEST, intercept: (asked) => (asked === `num ${missing}` ? {} : undefined) },
      {},
    );
    expect(unproven).toBe(`the node lacks block ${missing}, which the transaction may refer to`);
    // The wait polls twice.
    expect(numbers).toEqual([...read, ...read]);
  });
});

describe('a chain without the reference block', () => {
  const gone = { after: THIRD, expiresAt: NEWEST - 3 };

  test('belongs to another network unless the network is known', async () => {
    const { error } = await prove(gone, {});
    expect(error).toMatchObject({
      code: 'RESPONSE_INVALID',
      context: {
        path: 'the reference block',
        field: 'blockID',
        reason: 'none with feedfacefeedface: the endpoint belongs to another network, or a fork dropped that block',
      },
    });
  });

  test('is asked eight times for its network, and searched from the block in its place', async () => {
    const { code, asked, txID } = await prove({ ...gone, genesisId: GENESIS }, {});
    expect(code).toBe('TRANSACTION_EXPIRED');
    expect(asked).toEqual([
      `head info ${txID.slice(0, 4)}`,
      'nowblock',
      `num ${THIRD}`,
      `num ${SECOND}`,
      ...Array.from({ length: 8 }, () => 'num 0'),
      `limitnext ${THIRD + 1}-${THIRD + 21}`,
    ]);
  });

  test.each([1, 8])('is not judged when answer %i comes from another network', async (at) => {
    let answers = 0;
    const other = { ...blockIn({ newest: 0, timeOf }, 0), blockID: GENESIS.replace('c0ffee', 'decade') };
    const intercept = (asked: string) => (asked === 'num 0' && ++answers === at ? other : undefined);
    const { error } = await prove({ ...gone, genesisId: GENESIS, intercept }, {});
    expect(error).toMatchObject({
      code: 'ENDPOINT_MISMATCH',
      context: { expected: GENESIS, actual: other.blockID },
    });
    expect(answers).toBe(at);
  });

  test('is searched from its genesis block when it is too short', async () => {
    const { code, asked } = await prove({ after: 900, expiresAt: 30, genesisId: GENESIS }, { newest: 40 });
    expect(code).toBe('TRANSACTION_EXPIRED');
    expect(asked.slice(-2)).toEqual(['limitnext 1-21', 'limitnext 21-41']);
  });
});
