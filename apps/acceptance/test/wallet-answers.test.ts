// Whatever a wallet answers, and whether it sends the transaction itself: one payment, or none and a safe repetition.
import { createMockNode } from '@coin/mock-node';
import { createNodeClient, createTransaction, getBalance, isRpcError, sendTransaction } from '@coin/rpc';
import { createKeySigner, createWalletSigner, type WalletTransaction } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';

/** In the middle of a slot, and far from a maintenance. */
useVirtualTime({ now: Date.parse('2026-01-01T01:00:01.500Z') });

type Signed = WalletTransaction & { readonly signature: readonly string[] };

/** The wallet's answer, and the outcome when the wallet has not sent the transaction. */
const answers: Readonly<Record<string, [answer: (signed: Signed) => unknown, unsent: string]>> = {
  'a signature': [(signed) => signed, 'paid'],
  nothing: [() => undefined, 'TRANSACTION_EXPIRED'],
  'an empty list': [(signed) => ({ ...signed, signature: [] }), 'TRANSACTION_EXPIRED'],
  'only that it signed': [() => ({ signed: true, signature: [] }), 'TRANSACTION_EXPIRED'],
  'an id': [({ txID }) => txID, 'TRANSACTION_EXPIRED'],
  'the result of a broadcast': [({ txID }) => ({ result: true, txid: txID }), 'TRANSACTION_EXPIRED'],
  'a failure': [() => Promise.reject(new Error('popup closed')), 'TRANSACTION_EXPIRED'],
  'a refusal': [() => Promise.reject('Confirmation declined by user'), 'REJECTED_BY_USER'],
  'another transaction': [(signed) => ({ ...signed, txID: 'ab'.repeat(32) }), 'TRANSACTION_CHANGED'],
  'another account’s signature': [
    ({ txID, ...rest }) => ({ ...rest, txID, signature: [signAs('11'.repeat(32), txID)] }),
    'WRONG_SIGNER',
  ],
};

const signAs = (key: string, txID: string): string => {
  const digest = Buffer.from(txID, 'hex');
  return Buffer.from(createKeySigner(key).sign(digest)).toString('hex');
};

/** Pays through a wallet as a page does: again after an error that says that nothing was or will be paid. */
async function payAtMostTwice(answer: (signed: Signed) => unknown, { sends }: { readonly sends: boolean }) {
  await using node = createMockNode({ startTime: 'wall-clock' });
  const client = createNodeClient({ transport: node });
  const [{ privateKey, address }, { address: to }] = node.accounts;
  const sign = async (transaction: WalletTransaction) => {
    const signed = { ...transaction, signature: [signAs(privateKey, transaction.txID)] };
    const body = JSON.stringify(signed);
    if (sends) await node.fetch('http://node/wallet/broadcasttransaction', { method: 'POST', body });
    return answer(signed);
  };
  const before = await getBalance(client, { address: to });
  const outcomes: string[] = [];
  let wasKnown: boolean | undefined;
  for (let attempt = 0; attempt < 2 && outcomes.at(-1) !== 'paid'; attempt++)
    try {
      const transaction = createTransaction(client, { owner: address, to, amount: 5n });
      ({ wasKnown } = await sendTransaction(client, {
        transaction,
        signer: createWalletSigner({ sign }, { address }),
      }));
      outcomes.push('paid');
    } catch (error) {
      if (!isRpcError(error)) throw error;
      outcomes.push(error.code);
      if (error.code !== 'TRANSACTION_EXPIRED') break;
    }
  return { outcomes, wasKnown, paid: (await getBalance(client, { address: to })) - before };
}

test.each(Object.entries(answers))('a wallet that sends nothing and answers with %s', async (_, [answer, outcome]) => {
  const { outcomes, paid, wasKnown } = await payAtMostTwice(answer, { sends: false });
  expect(new Set(outcomes)).toEqual(new Set([outcome]));
  expect(paid).toBe(outcome === 'paid' ? 5n : 0n);
  expect(wasKnown).toBe(outcome === 'paid' ? false : undefined);
});

test.each(Object.entries(answers).filter(([, [, outcome]]) => outcome !== 'REJECTED_BY_USER'))(
  'a wallet that has sent the transaction and answers with %s pays once',
  async (_, [answer]) => {
    expect(await payAtMostTwice(answer, { sends: true })).toEqual({
      outcomes: ['paid'],
      wasKnown: true,
      paid: 5n,
    });
  },
);

test('a signer that returns no signature is no wallet: nothing is looked for', async () => {
  await using node = createMockNode({ startTime: 'wall-clock' });
  const asked: string[] = [];
  const client = createNodeClient({
    transport: { fetch: (request) => (asked.push(new URL((request as Request).url).pathname), node.fetch(request)) },
  });
  const [{ address }, { address: to }] = node.accounts;
  const transaction = await createTransaction(client, { owner: address, to, amount: 5n });
  asked.length = 0;
  await expect(sendTransaction(client, { transaction, signer: { sign: () => '00' } })).rejects.toMatchObject({
    code: 'SIGNATURE_INVALID',
  });
  expect(asked).toEqual([]);
});
