import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  broadcastTransaction,
  createTransaction,
  isRpcError,
  signTransaction,
  type Signer,
  type Transaction,
} from '@coin/rpc';
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { clientAnswering, recorded, type Recorded } from './support/recordings.ts';

const alice = 'bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573';

async function transfer(): Promise<Transaction> {
  const { client } = clientAnswering('build.visible');
  return createTransaction(client, {
    owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
    to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
    amount: 1_000_000n,
  });
}

const code = (operation: Promise<unknown>) =>
  operation.then(
    () => 'fine',
    (error: unknown) => (isRpcError(error) ? error.code : 'other'),
  );

describe('signTransaction', () => {
  test('signs the digest of the bytes, and leaves the transaction alone', async () => {
    const unsigned = Object.freeze(await transfer());
    const signed = await signTransaction(unsigned, signerFromPrivateKey(alice));
    const [signature = ''] = signed.signatures;
    const bytes = Buffer.from(signature, 'hex');
    const recovered = Uint8Array.of((bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64));
    const key = secp256k1.recoverPublicKey(recovered, Buffer.from(unsigned.txID, 'hex'), { prehash: false });
    expect(key).toEqual(secp256k1.getPublicKey(Buffer.from(alice, 'hex')));
    expect(unsigned.signatures).toEqual([]);
  });

  test('adds to the signatures of others', async () => {
    const once = await signTransaction(await transfer(), signerFromPrivateKey(alice));
    const twice = await signTransaction(once, signerFromPrivateKey('11'.repeat(32)));
    expect(twice.signatures).toHaveLength(2);
    expect(twice.signatures[0]).toBe(once.signatures[0]);
  });

  test.each([
    ['bytes with recovery 0', new Uint8Array(65).fill(7, 0, 64), '1b'],
    ['hex with recovery 1', `${'07'.repeat(64)}01`, '1c'],
    ['hex with recovery 28', `0x${'07'.repeat(64)}1C`, '1c'],
  ])('takes %s', async (_, signature, tail) => {
    const signed = await signTransaction(await transfer(), { sign: () => signature });
    expect(signed.signatures[0]).toBe('07'.repeat(64) + tail);
  });

  test.each(['', '00', new Uint8Array(64), 'zz'.repeat(65), `${'07'.repeat(64)}02`])(
    'refuses the signature %j',
    async (signature) => {
      const signer: Signer = { sign: async () => signature };
      expect(await code(signTransaction(await transfer(), signer))).toBe('SIGNATURE_INVALID');
    },
  );

  test('refuses a transaction whose id is not that of its bytes', async () => {
    const transaction = await transfer();
    expect(await code(signTransaction({ ...transaction, txID: '00'.repeat(32) }, signerFromPrivateKey(alice)))).toBe(
      'SIGNATURE_INVALID',
    );
  });
});

test('no part of a private key gets into an error', () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constant('00'.repeat(32)), fc.constant('ff'.repeat(32)), fc.constant('ab'.repeat(31))),
      (key) => {
        try {
          signerFromPrivateKey(key);
        } catch (error) {
          expect(error).toMatchObject({ code: 'ARGUMENT_INVALID', context: { value: '(hidden)' } });
          expect(error).not.toHaveProperty('cause');
        }
      },
    ),
  ));

describe('broadcastTransaction', () => {
  const signed = async () => signTransaction(await transfer(), signerFromPrivateKey(alice));
  const { txID: recordedID } = JSON.parse(recorded('build.visible').answer);
  /** A recorded answer, about our transaction. */
  const about = (id: string): Response => {
    const { answer } = recorded(id) satisfies Recorded;
    return new Response(answer.replace(/"txid":"\w+"/, `"txid":"${recordedID}"`), {
      headers: { 'content-type': 'application/json' },
    });
  };

  test('sends what was signed', async () => {
    const { client, asked } = clientAnswering(about('govern.shared.broadcast-two'));
    const transaction = await signed();
    expect(await broadcastTransaction(client, transaction)).toEqual({ txID: recordedID, outcome: 'accepted' });
    expect(asked[0]).toMatchObject({
      path: '/wallet/broadcasttransaction',
      body: {
        visible: true,
        raw_data: JSON.parse(recorded('build.visible').answer).raw_data,
        signature: transaction.signatures,
      },
    });
  });

  test('counts bytes that the network has already as accepted', async () => {
    const { client } = clientAnswering(about('transfer.duplicate.broadcast'));
    expect(await broadcastTransaction(client, await signed())).toEqual({ txID: recordedID, outcome: 'known' });
  });

  test.each([
    ['transfer.wrong-key.broadcast', 'SIGERROR', /^Validate signature error: \w+ is signed by/],
    ['transfer.expired', 'TRANSACTION_EXPIRATION_ERROR', /^Transaction expired$/],
    ['transfer.visible-mismatch', 'CONTRACT_VALIDATE_ERROR', /^Contract validate error : No contract!$/],
    ['fee.value-over-balance.broadcast', 'CONTRACT_VALIDATE_ERROR', /balance is not sufficient/],
  ])('%s is refused with %s and readable words', async (id, nodeCode, words) => {
    const { client } = clientAnswering(about(id));
    await expect(broadcastTransaction(client, await signed())).rejects.toMatchObject({
      code: 'BROADCAST_REFUSED',
      context: { txID: recordedID, nodeCode, nodeMessage: expect.stringMatching(words) },
    });
  });

  test('does not send what is not signed', async () => {
    const { client, asked } = clientAnswering(about('govern.shared.broadcast-two'));
    expect(await code(broadcastTransaction(client, await transfer()))).toBe('SIGNATURE_INVALID');
    expect(asked).toEqual([]);
  });

  const lost = new TypeError('fetch failed', { cause: new Error('socket hang up') });

  test('sends the same bytes again when an answer is lost, and takes "known" for its own', async () => {
    const { client, asked } = clientAnswering([lost, about('transfer.duplicate.broadcast')], {
      retries: 2,
      retryDelayMs: 1,
    });
    expect(await broadcastTransaction(client, await signed())).toEqual({ txID: recordedID, outcome: 'known' });
    expect(asked[1]?.body).toEqual(asked[0]?.body);
  });

  test.each([
    ['no answer', lost],
    ['HTML', new Response('<html>bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['an empty body', new Response('', { headers: { 'content-type': 'application/json' } })],
    ['an answer without meaning', Response.json({})],
    ['an answer about another transaction', Response.json({ result: true, txid: '00'.repeat(32) })],
  ])('%s leaves the outcome unknown, with id and expiration', async (_, answer) => {
    const { client } = clientAnswering(answer);
    await expect(broadcastTransaction(client, await signed())).rejects.toMatchObject({
      code: 'BROADCAST_OUTCOME_UNKNOWN',
      context: { txID: recordedID, expiration: 1_795_231_233_000 },
    });
  });

  test('a refusal after a lost answer leaves the outcome unknown, too', async () => {
    const { client } = clientAnswering([lost, about('transfer.expired')], { retries: 1, retryDelayMs: 1 });
    expect(await code(broadcastTransaction(client, await signed()))).toBe('BROADCAST_OUTCOME_UNKNOWN');
  });

  test.each([401, 403, 429, 404])('status %i means it was not taken', async (status) => {
    const { client } = clientAnswering(new Response('no', { status }));
    expect(await code(broadcastTransaction(client, await signed()))).not.toBe('BROADCAST_OUTCOME_UNKNOWN');
  });
});
