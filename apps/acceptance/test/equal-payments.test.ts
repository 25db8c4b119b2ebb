// Equal payments in the same millisecond, on a node that takes the time from its clock, as every real one does.
import { createMockNode } from '@coin/mock-node';
import { createNodeClient, createTransaction, getBalance, sendTransaction, type SentTransaction } from '@coin/rpc';
import { token } from '@coin/rpc/abi';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };

/** In the middle of a slot, and far from a maintenance. */
useVirtualTime({ now: Date.parse('2026-01-01T01:00:01.500Z') });

type Receipt = Pick<SentTransaction, 'txID' | 'wasKnown'>;

test('a test that reverts the chain pays the same payment each time', async () => {
  const node = createMockNode();
  const client = createNodeClient({ transport: node });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const snapshot = node.snapshot();
  const pay = async () => {
    const transaction = createTransaction(client, { owner, to, amount: 1n });
    return (await sendTransaction(client, { transaction, signer: createKeySigner(privateKey) })).txID;
  };
  const ids = new Set<string>();
  for (let round = 0; round < 10; round++) {
    ids.add(await pay());
    node.revert(snapshot);
  }
  expect(ids.size).toBe(1);
});

/** One of the services that pay from the same account at the same time, and what it pays. */
const payment = fc.record({
  service: fc.integer({ min: 0, max: 2 }),
  kind: fc.constantFrom('coin', 'coin with memo', 'token'),
});

test('a transaction that several payments report is one payment, and only one of them made it', () =>
  fc.assert(
    fc.asyncProperty(fc.array(payment, { minLength: 2, maxLength: 8 }), async (payments) => {
      await using node = createMockNode({ startTime: 'wall-clock' });
      const [{ privateKey }, { address: to }] = node.accounts;
      const signer = createKeySigner(privateKey);
      const { address } = await node.deploy({ bytecode: fixture.bytecode, abi: fixture.abi, args: [1_000_000n] });
      const clients = [0, 1, 2].map(() => createNodeClient({ transport: node }));
      const pay = async ({ service, kind }: (typeof payments)[number]): Promise<Receipt> => {
        const client = clients[service] ?? expect.fail();
        if (kind === 'token')
          return token(client, address).transfer({ signer, to, amount: 1n, feeLimit: 1_000_000_000n });
        const args = { owner: signer.address, to, amount: 1n, ...(kind !== 'coin' && { memo: 'for you' }) };
        return sendTransaction(client, { transaction: createTransaction(client, args), signer });
      };
      const [client] = clients as [(typeof clients)[number]];
      const before = await getBalance(client, { address: to });
      const receipts = await Promise.all(payments.map(pay));
      const received =
        (await getBalance(client, { address: to })) - before + (await token(client, address).balanceOf(to));

      // Each service has a transaction for each of its payments.
      const ids = new Set(receipts.map(({ txID }) => txID));
      for (const service of [0, 1, 2]) {
        const own = receipts.filter((_, index) => payments[index]?.service === service);
        expect(new Set(own.map(({ txID }) => txID)).size).toBe(own.length);
      }
      // Where two services have the same one, all but one are told that a node had it.
      expect(received).toBe(BigInt(ids.size));
      expect(receipts.filter(({ wasKnown }) => !wasKnown)).toHaveLength(ids.size);
    }),
    { numRuns: scaled(20) },
  ));
