import { createTransaction, type Transaction } from '@coin/rpc';
import { clientWithAnswers } from './client-with-answers.ts';

/** Key of the owner of the built transfer. */
export const ALICES_KEY = 'bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573';
export const ALICE = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';

/** An unsigned transfer that a node built. */
export async function builtTransfer(): Promise<Transaction> {
  const { client } = clientWithAnswers('build.visible');
  return createTransaction(client, { owner: ALICE, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n });
}
