import { resumeTransaction, signTransaction, waitForTransaction, encodeTransaction } from '@coin/rpc';
import { extendExpiration, createKeySigner } from '@coin/rpc/signer';
// A transaction that lives for up to a day could be in too many blocks to read them all.
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientOfBackEnds, type BackEnd, type BackEndsOptions } from '../support/back-ends.ts';
import { ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';
import { numberAt, REFERENCE, simulateChain, timeOf, type ChainIdentity } from '../support/simulated-chain.ts';

useVirtualTime();

const built = await builtTransfer();
const transfer = extendExpiration(built, built.expiration + 86_340_000);
const { txID, expiration } = transfer;
const LAST = numberAt(expiration - 1) + 1;
const EARLY = 'aa'.repeat(32);
const LATE = 'bb'.repeat(32);

/** A chain with other people's transactions, and the transfer in the block of a number. */
function busyChain(number?: number, identity: ChainIdentity = {}) {
  const chain = simulateChain(identity);
  chain.include(EARLY, timeOf(REFERENCE + 30));
  chain.include(LATE, timeOf(LAST - 30));
  if (number !== undefined) chain.include(txID, timeOf(number));
  return chain;
}

/** The code and the message of a wait that begins a minute after the expiration. */
async function waitBehind(
  { timeoutMs = 300_000, ...options }: Partial<BackEndsOptions> & { backEnds: BackEnd[]; timeoutMs?: number },
  genesisId?: string,
) {
  const { client } = clientOfBackEnds({ start: expiration + 60_000, ...options });
  const args = { ...transfer, ...(genesisId !== undefined && { genesisId }) };
  const error = await waitForTransaction(client, args, { timeoutMs }).then(
    () => ({ code: 'found', message: '' }),
    (thrown) => thrown,
  );
  return [error.code, error.message] as [string, string];
}

test('expires when the endpoint has the infos of other transactions from its lifetime', async () => {
  expect(await waitBehind({ backEnds: [{ chain: busyChain() }] })).toEqual(['TRANSACTION_EXPIRED', expect.any(String)]);
});

test.each<[string, BackEnd, string]>([
  ['keeps no transaction history', { chain: busyChain(), infos: 'none' }, 'lacks the info of aaaa'],
  ['has no other transaction', { chain: simulateChain() }, 'no other transaction shows whether the node keeps'],
  ['lags', { chain: busyChain(), lagMs: 400_000 }, 'was made too early, at'],
])('does not expire when the node %s', async (_, backEnd, says) => {
  expect(await waitBehind({ backEnds: [backEnd] })).toEqual(['TIMEOUT', expect.stringContaining(says)]);
});

test('never expires while a block includes it, behind up to eight nodes that take turns', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: REFERENCE + 1, max: LAST }).chain((number) => {
        const chain = busyChain(number);
        const healthy = fc.constant<BackEnd>({ chain });
        const lacking = fc.record({
          chain: fc.constant(chain),
          lagMs: fc.integer({ min: 0, max: 86_400_000 }),
          infos: fc.constantFrom('kept' as const, 'none' as const),
        });
        return fc.tuple(healthy, fc.array(lacking, { maxLength: 7 })).map(([first, rest]) => [first, ...rest]);
      }),
      fc.nat({ max: 7 }),
      async (backEnds, first) => {
        const choose = (request: number) => (request + first) % backEnds.length;
        expect((await waitBehind({ backEnds, choose, timeoutMs: 10_000 }))[0]).not.toBe('TRANSACTION_EXPIRED');
      },
    ),
    { numRuns: scaled(20) },
  );
});

test('counts two endpoints of one origin as two', async () => {
  const chain = busyChain(LAST - 5);
  // The first endpoint knows nothing of the transfer, and fails when it is asked for others.
  const [code] = await waitBehind({
    backEnds: [{ chain }],
    client: {
      endpoints: ['http://gateway.example/node-a', 'http://gateway.example/node-b'],
      retry: 1,
      cooldownMs: 0,
    },
    intercept: ({ url, path, body }) => {
      if (!url.includes('/node-a/') || !path.endsWith('/gettransactioninfobyid')) return undefined;
      return body['value'] === txID ? {} : { status: 'unavailable' };
    },
  });
  expect(code).toBe('found');
});

describe('a transaction whose reference block the chain does not have', () => {
  const dropped = busyChain(undefined, { hasReference: false });
  const other = busyChain(undefined, { hasReference: false, hash: 'deadbeefdeadbeef' });

  test('expires when a fork dropped the block, on the network for which it was signed', async () => {
    expect((await waitBehind({ backEnds: [{ chain: dropped }] }, dropped.genesisId))[0]).toBe('TRANSACTION_EXPIRED');
  });

  test('does not expire when the network is unknown or another one', async () => {
    expect(await waitBehind({ backEnds: [{ chain: dropped }] })).toEqual([
      'RESPONSE_INVALID',
      expect.stringContaining('another network'),
    ]);
    expect(await waitBehind({ backEnds: [{ chain: other }] }, dropped.genesisId)).toEqual([
      'ENDPOINT_MISMATCH',
      expect.stringContaining(`${other.genesisId}, expected ${dropped.genesisId}`),
    ]);
  });

  test('is not resumed on another network', async () => {
    const { client, requests } = clientOfBackEnds({ start: expiration, backEnds: [{ chain: other }] });
    const transaction = encodeTransaction(await signTransaction(transfer, createKeySigner(ALICES_KEY)));
    await expect(resumeTransaction(client, { transaction, genesisId: dropped.genesisId })).rejects.toMatchObject({
      code: 'ENDPOINT_MISMATCH',
      context: { expected: dropped.genesisId, actual: other.genesisId },
    });
    expect(requests).toEqual(['/wallet/getblockbynum']);
  });
});
