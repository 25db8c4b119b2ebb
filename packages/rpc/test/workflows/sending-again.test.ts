import { createTransaction, sendTransaction, signTransaction, type Transaction } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, type SentRequest } from '../support/client-with-answers.ts';
import { clockAt } from '../support/clock-at.ts';
import { errorCodeOf } from '../support/outcome.ts';
import { EXPIRATION, numberAt, simulateChain, timeOf } from '../support/simulated-chain.ts';

const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
const transfer = { owner: signer.address, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n };
const build = (): Promise<Transaction> => createTransaction(clientWithAnswers('build.visible').client, transfer);

useVirtualTime();

/**
 * A node that rejects the broadcast; `infos` are its answers when the transaction is looked for, the last one for all
 * further times.
 */
function refusingNode(nodeCode: string, infos: readonly (object | Error)[], solidTime = timeOf(5)) {
  const chain = simulateChain();
  let looks = 0;
  return clientWithAnswers(
    ({ path, body }: SentRequest): Response => {
      if (path === '/wallet/broadcasttransaction')
        return Response.json(
          nodeCode.includes(' ') ? { Error: nodeCode } : { code: nodeCode, txid: body.txID, message: 'no' },
        );
      if (path.endsWith('/gettransactioninfobyid')) {
        const info = infos[Math.min(looks++, infos.length - 1)] ?? {};
        if (info instanceof Error) throw info;
        return Response.json(Object.keys(info).length === 0 ? {} : { ...info, id: body.value });
      }
      return Response.json(chain.answer(path, body, solidTime));
    },
    { clock: clockAt(1_795_231_900_000) },
  );
}

const included = { blockNumber: 7, blockTimeStamp: 1_795_231_230_000, receipt: { net_usage: 267 } };
const failed = { ...included, result: 'FAILED', receipt: { result: 'REVERT' }, contract_address: transfer.to };
const explained = [
  'TRANSACTION_EXPIRATION_ERROR',
  'TAPOS_ERROR',
  'DUP_TRANSACTION_ERROR',
  'CONTRACT_VALIDATE_ERROR',
  'BANDWITH_ERROR',
  'OTHER_ERROR',
];
const LAST = numberAt(EXPIRATION - 1) + 1;
const wait = { timeoutMs: 60_000 };

describe('sendTransaction of bytes that were sent before', () => {
  const sendAgain = async (...node: Parameters<typeof refusingNode>) => {
    const transaction = await signTransaction(await build(), signer);
    const { client } = refusingNode(...node);
    return errorCodeOf(sendTransaction(client, { transaction }, wait));
  };

  test.each(explained)('finds the transaction in its block when the node rejects with %s', async (nodeCode) => {
    expect(await sendAgain(nodeCode, [included])).toBe('success');
    expect(await sendAgain(nodeCode, [{}, {}, included])).toBe('success');
    expect(await sendAgain(nodeCode, [failed])).toBe('TRANSACTION_FAILED');
    expect(await sendAgain(nodeCode, [new TypeError('fetch failed'), included])).toBe('success');
  });

  test.each(explained)('calls it expired after %s only once that is certain', async (nodeCode) => {
    expect(await sendAgain(nodeCode, [{}], timeOf(LAST))).toBe('TRANSACTION_EXPIRED');
    expect(await sendAgain(nodeCode, [{}], timeOf(LAST) - 1)).toBe('BROADCAST_OUTCOME_UNKNOWN');
  });

  test.each([
    'class org.tron.core.exception.ContractValidateException : no balance',
    'class java.lang.NullPointerException : null',
  ])('finds the transaction in its block when the node answers %j', async (error) => {
    expect(await sendAgain(error, [{}, {}, included])).toBe('success');
  });

  test('ends with an unknown outcome while the node is busy', async () => {
    expect(await sendAgain('SERVER_BUSY', [{}])).toBe('BROADCAST_OUTCOME_UNKNOWN');
  });

  test('looks the transaction up before it trusts any other rejection', async () => {
    expect(await sendAgain('SIGERROR', [included])).toBe('success');
    expect(await sendAgain('SIGERROR', [{}])).toBe('BROADCAST_REJECTED');
    expect(await sendAgain('SIGERROR', [new TypeError('fetch failed')])).toBe('BROADCAST_OUTCOME_UNKNOWN');
  });
});

describe('sendTransaction of a transaction that it signs', () => {
  const send = async (...node: Parameters<typeof refusingNode>) => {
    const { client } = refusingNode(...node);
    return errorCodeOf(sendTransaction(client, { transaction: build(), signer }, wait));
  };

  test.each(explained)('finds it after %s when the same bytes were sent before', async (nodeCode) => {
    expect(await send(nodeCode, [included])).toBe('success');
  });

  test.each(['CONTRACT_VALIDATE_ERROR', 'BANDWITH_ERROR', 'SIGERROR', 'TOO_BIG_TRANSACTION_ERROR'])(
    'reports the rejection %s when the chain does not have it',
    async (nodeCode) => {
      expect(await send(nodeCode, [{}])).toBe('BROADCAST_REJECTED');
    },
  );

  test('reports an expiry when it was signed too late', async () => {
    expect(await send('TRANSACTION_EXPIRATION_ERROR', [{}], timeOf(LAST))).toBe('TRANSACTION_EXPIRED');
  });
});

test('the message of a rejection explains the possible outcomes, and the next step', async () => {
  const { client } = refusingNode('SIGERROR', [{}]);
  await expect(sendTransaction(client, { transaction: build(), signer }, wait)).rejects.toThrow(
    /SIGERROR: no\. If the same bytes were sent before, a block may still include them\. .*waitForTransaction/,
  );
});
