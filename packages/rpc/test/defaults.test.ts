// The defaults that decide on money: how long a transfer can be sent, who signs it, and who pays for a contract's calls.
import { createTransaction, deployContract } from '@coin/rpc';
import { expect, test } from 'vitest';
import { transferBuiltAt } from './support/built-transfer.ts';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { clockAt } from './support/clock-at.ts';
import { outcomeOf } from './support/outcome.ts';
import { BUILT_AT } from './support/recordings.ts';

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const transfer = { owner: OWNER, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n };

test('rejects a transfer that a node lets live longer than ten minutes', async () => {
  const outcomes = [600_000, 600_001].map((lifeMs) => {
    const times = { timestamp: BUILT_AT, expiration: BUILT_AT + lifeMs };
    const { client } = clientWithAnswers(() => transferBuiltAt(times), { clock: clockAt(BUILT_AT) });
    return outcomeOf(createTransaction(client, transfer).then(() => 'built'));
  });
  expect(await Promise.all(outcomes)).toEqual(['built', 'TRANSACTION_MISMATCH']);
});

/** The body of the request that deploys a contract. */
async function bodyOfDeployment(options: object) {
  const { client, requests } = clientWithAnswers(() => new Response('', { status: 400 }));
  await outcomeOf(deployContract(client, { owner: OWNER, bytecode: '6001600055', feeLimit: 1n, ...options }));
  return requests[0]?.body;
}

test('lets callers pay for all energy of a deployed contract, and the owner sign', async () => {
  const stated = { callerPercent: 100, deployerEnergyLimit: 10_000_000n, permissionId: 0 };
  const body = await bodyOfDeployment({});
  expect(body).toEqual(await bodyOfDeployment(stated));
  for (const other of [{ callerPercent: 99 }, { deployerEnergyLimit: 1n }, { permissionId: 2 }])
    expect(body).not.toEqual(await bodyOfDeployment(other));
});
