import { inspect } from 'node:util';
import { broadcastTransaction, RpcError, signTransaction, type Signer } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';
import { errorCodeOf } from '../support/outcome.ts';
import { recorded } from '../support/recordings.ts';

useVirtualTime();

describe('signTransaction', () => {
  test('signs the digest of the bytes, and does not change the transaction', async () => {
    const unsigned = Object.freeze(await builtTransfer());
    const signed = await signTransaction(unsigned, createKeySigner(ALICES_KEY));
    const [signature = ''] = signed.signatures;
    const bytes = Buffer.from(signature, 'hex');
    const recovered = Uint8Array.of((bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64));
    const key = secp256k1.recoverPublicKey(recovered, Buffer.from(unsigned.txID, 'hex'), { prehash: false });
    expect(key).toEqual(secp256k1.getPublicKey(Buffer.from(ALICES_KEY, 'hex')));
    expect(unsigned.signatures).toEqual([]);
  });

  test('adds a signature to the signatures of others', async () => {
    const once = await signTransaction(await builtTransfer(), createKeySigner(ALICES_KEY));
    const twice = await signTransaction(once, createKeySigner('11'.repeat(32)));
    expect(twice.signatures).toHaveLength(2);
    expect(twice.signatures[0]).toBe(once.signatures[0]);
  });

  test.each([
    ['bytes with recovery 0', new Uint8Array(65).fill(7, 0, 64), '1b'],
    ['hex with recovery 1', `${'07'.repeat(64)}01`, '1c'],
    ['hex with recovery 28', `0x${'07'.repeat(64)}1C`, '1c'],
  ])('accepts a signature as %s', async (_, signature, tail) => {
    const signed = await signTransaction(await builtTransfer(), { sign: () => signature });
    expect(signed.signatures[0]).toBe('07'.repeat(64) + tail);
  });

  test.each([
    '',
    '00',
    new Uint8Array(64),
    'zz'.repeat(65),
    `${'07'.repeat(64)}02`,
    `${'07'.repeat(64)}1a`,
    `${'07'.repeat(64)}1d`,
    `${'07'.repeat(64)}36`,
    `${'07'.repeat(64)}37`,
    '00'.repeat(66),
    `zz${'00'.repeat(65)}`,
    `${'00'.repeat(65)}zz`,
    `${'00'.repeat(32)}0x${'00'.repeat(33)}`,
    undefined,
    null,
    7,
  ])('rejects the signature %j', async (signature) => {
    const signer: Signer = { sign: async () => signature as string };
    const transaction = await builtTransfer();
    await expect(signTransaction(transaction, signer)).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      context: { txID: transaction.txID, reason: 'wrong form', detail: 'not 65 bytes of r, s, recovery id' },
    });
  });

  test('passes the digest and its transaction to a signer', async () => {
    const transaction = await builtTransfer();
    const signer = createKeySigner(ALICES_KEY);
    const signed = await signTransaction(transaction, {
      sign(digest, { rawDataHex }) {
        expect(Buffer.from(digest).toString('hex')).toBe(transaction.txID);
        expect(sha256(Buffer.from(rawDataHex, 'hex'))).toEqual(digest);
        return signer.sign(digest);
      },
    });
    expect(signed).toEqual(await signTransaction(transaction, signer));
  });

  test('passes on why a signer rejects a transaction, in its own words', async () => {
    const { txID } = await builtTransfer();
    const rejection = new RpcError('SIGNATURE_INVALID', {
      txID,
      reason: 'signer failed',
      detail: 'the limit of the day is reached',
    });
    const rejecting = signTransaction(await builtTransfer(), { sign: () => Promise.reject(rejection) });
    await expect(rejecting).rejects.toBe(rejection);
  });

  test('rejects a transaction whose id is not the hash of its bytes', async () => {
    const transaction = { ...(await builtTransfer()), txID: '00'.repeat(32) };
    await expect(signTransaction(transaction, createKeySigner(ALICES_KEY))).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      context: { txID: transaction.txID, reason: 'wrong id', detail: 'its id is not the hash of its bytes' },
    });
  });

  test.each([
    ['an id of 31 bytes', { txID: 'ab'.repeat(31) }],
    ['bytes that are not hex', { rawDataHex: 'xy' }],
    ['bytes of nothing', { rawDataHex: '' }],
    ['JSON that says nothing', { rawData: {} }],
    ['no JSON', { rawData: 'x' }],
    ['null as its JSON', { rawData: null }],
    ['another expiration', { expiration: 1 }],
    ['another timestamp', { timestamp: 1 }],
    ['a fee limit that its bytes lack', { feeLimit: 1n }],
    ['the address of a contract that it does not create', { contractAddress: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8' }],
    ['signatures that are not an array', { signatures: 'ab' }],
    ['a signature that is not hex', { signatures: ['00'.repeat(65), 'xy'.repeat(65)] }],
    ['a signature of 64 bytes', { signatures: ['00'.repeat(64)] }],
  ])('rejects a transaction that has %s', async (_, wrong) => {
    const transaction = { ...(await builtTransfer()), ...wrong } as never;
    expect(await errorCodeOf(signTransaction(transaction, createKeySigner(ALICES_KEY)))).toBe('ARGUMENT_INVALID');
  });
});

test('createKeySigner takes hex and bytes, and keeps its own copy of them', async () => {
  const bytes = Uint8Array.from(Buffer.from(ALICES_KEY, 'hex'));
  const signer = createKeySigner(bytes);
  bytes.fill(1);
  const digest = new Uint8Array(32).fill(7);
  expect(signer.address).toBe('TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi');
  expect(signer.sign(digest)).toEqual(createKeySigner(`0x${ALICES_KEY}`).sign(digest));
});

test.each([new Uint8Array(31), new Uint8Array(33), new Uint8Array(0), 'ab'.repeat(32), undefined])(
  'a signer of this package signs 32 bytes, not %j',
  (digest) => {
    expect(() => createKeySigner(ALICES_KEY).sign(digest as Uint8Array)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: 'digest' }) }),
    );
  },
);

test.each([5, undefined, null, ['ab'], new Uint8Array(31).fill(1), new Uint8Array(32), `${ALICES_KEY}00`])(
  'createKeySigner rejects %j',
  (key) => {
    expect(() => createKeySigner(key as string)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: { argument: 'privateKey', value: '(hidden)', expected: 'a secp256k1 private key of 32 bytes' },
      }),
    );
  },
);

test('createKeySigner hides a text that is not a key', () =>
  fc.assert(
    fc.property(fc.string(), (key) => {
      expect(() => createKeySigner(key)).toThrow(
        expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ value: '(hidden)' }) }),
      );
    }),
  ));

/** Digits of a key that are too many to occur in a text by chance. */
const PART_LENGTH = 16;

test('createKeySigner shows no part of a rejected key in its error', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
  const mistyped = hex.chain((key) => fc.constantFrom(`${key}0`, key.slice(1), `${key} `, `"${key}"`, `g${key}`));
  const outOfRange = fc.constantFrom('00'.repeat(32), 'ff'.repeat(32));
  fc.assert(
    fc.property(fc.oneof(mistyped, outOfRange), (key) => {
      let error: unknown;
      try {
        createKeySigner(key);
      } catch (thrown) {
        error = thrown;
      }
      const { message, stack } = error as RpcError;
      expect(error).not.toHaveProperty('cause');
      const shown = `${message}\n${stack}\n${inspect(error, { depth: null, showHidden: true })}`;
      for (let at = 0; at + PART_LENGTH <= key.length; at++)
        expect(shown).not.toContain(key.slice(at, at + PART_LENGTH));
    }),
  );
});

describe('broadcastTransaction', () => {
  const buildSigned = async () => signTransaction(await builtTransfer(), createKeySigner(ALICES_KEY));
  const { txID: recordedID } = JSON.parse(recorded('build.visible').answer);
  /** A recorded answer, with the id of our transaction. */
  const answerWithOurId = (id: string): Response =>
    jsonResponse(recorded(id).answer.replace(/"txid":"\w+"/, `"txid":"${recordedID}"`));

  test('sends the signed transaction', async () => {
    const { client, requests } = clientWithAnswers(answerWithOurId('govern.shared.broadcast-two'));
    const transaction = await buildSigned();
    expect(await broadcastTransaction(client, transaction)).toEqual({ txID: recordedID, status: 'accepted' });
    expect(requests[0]).toMatchObject({
      path: '/wallet/broadcasttransaction',
      body: {
        visible: true,
        raw_data: JSON.parse(recorded('build.visible').answer).raw_data,
        signature: transaction.signatures,
      },
    });
  });

  test('reports bytes that the network already has as known', async () => {
    const { client } = clientWithAnswers(answerWithOurId('transfer.duplicate.broadcast'));
    expect(await broadcastTransaction(client, await buildSigned())).toEqual({ txID: recordedID, status: 'known' });
  });

  test.each([
    [
      'transfer.wrong-key.broadcast',
      'SIGERROR',
      /^Validate signature error: \w+… is signed by T\w{33} but it is not contained/,
    ],
    ['transfer.expired', 'TRANSACTION_EXPIRATION_ERROR', /^Transaction expired$/],
    ['transfer.visible-mismatch', 'CONTRACT_VALIDATE_ERROR', /^Contract validate error : No contract!$/],
    ['fee.value-over-balance.broadcast', 'CONTRACT_VALIDATE_ERROR', /balance is not sufficient/],
  ])('rejects %s with %s and a readable message', async (id, nodeCode, message) => {
    const { client } = clientWithAnswers(answerWithOurId(id));
    await expect(broadcastTransaction(client, await buildSigned())).rejects.toMatchObject({
      code: 'BROADCAST_REJECTED',
      context: { txID: recordedID, nodeCode, nodeMessage: expect.stringMatching(message) },
      endpoint: 'http://node.example',
      retryable: false,
    });
  });

  test('does not send an unsigned transaction', async () => {
    const { client, requests } = clientWithAnswers(answerWithOurId('govern.shared.broadcast-two'));
    await expect(broadcastTransaction(client, await builtTransfer())).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      context: { txID: recordedID, reason: 'unsigned', detail: 'it has no signature' },
    });
    expect(requests).toEqual([]);
  });

  const connectionLost = new TypeError('fetch failed', { cause: new Error('socket hang up') });

  test('sends the same bytes again when an answer is lost, and reports them as known', async () => {
    const { client, requests } = clientWithAnswers([connectionLost, answerWithOurId('transfer.duplicate.broadcast')]);
    expect(await broadcastTransaction(client, await buildSigned())).toEqual({ txID: recordedID, status: 'known' });
    expect(requests[1]?.body).toEqual(requests[0]?.body);
  });

  test.each([
    ['no answer', connectionLost],
    ['HTML', new Response('<html>bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['an empty body', new Response('', { headers: { 'content-type': 'application/json' } })],
    ['an empty object', Response.json({})],
    ['a success beside a code', Response.json({ result: true, code: 'SIGERROR' })],
    ['a failure with the code of success', Response.json({ result: false, code: 'SUCCESS' })],
    ['a failure without a code', Response.json({ result: false })],
    ['an answer about another transaction', Response.json({ result: true, txid: '00'.repeat(32) })],
  ])('reports an unknown outcome with id and expiration on %s', async (_, answer) => {
    const { client } = clientWithAnswers(answer);
    await expect(broadcastTransaction(client, await buildSigned())).rejects.toMatchObject({
      code: 'BROADCAST_OUTCOME_UNKNOWN',
      context: { txID: recordedID, expiration: 1_795_231_233_000 },
      endpoint: 'http://node.example',
      retryable: true,
      cause: { context: { path: '/wallet/broadcasttransaction' } },
    });
  });

  test('needs no id in an answer of success', async () => {
    const { client } = clientWithAnswers(Response.json({ result: true }));
    expect(await broadcastTransaction(client, await buildSigned())).toEqual({ txID: recordedID, status: 'accepted' });
  });

  test('follows the options of the call', async () => {
    const { client, requests } = clientWithAnswers([connectionLost, connectionLost, Response.json({ result: true })]);
    expect(await errorCodeOf(broadcastTransaction(client, await buildSigned(), { retries: 1 }))).toBe(
      'BROADCAST_OUTCOME_UNKNOWN',
    );
    expect(requests).toHaveLength(2);
    expect(await broadcastTransaction(client, await buildSigned(), { retries: 0 })).toMatchObject({
      status: 'accepted',
    });
    expect(requests).toHaveLength(3);
  });

  test('repeats bytes whose answer is lost twice by default', async () => {
    for (const lost of [connectionLost, new Response('no', { status: 503 }), Response.json({})]) {
      const { client, requests } = clientWithAnswers(lost);
      expect(await errorCodeOf(broadcastTransaction(client, await buildSigned()))).toBe('BROADCAST_OUTCOME_UNKNOWN');
      expect(requests).toHaveLength(3);
      expect(new Set(requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    }
  });

  test('waits as long as a gateway asks, unless that is too long', async () => {
    const limited = (seconds: number) => new Response('', { status: 429, headers: { 'retry-after': String(seconds) } });
    const broadcast = async (seconds: number, options = {}) => {
      const { client } = clientWithAnswers([limited(seconds), Response.json({ result: true })]);
      const started = Date.now();
      const code = await errorCodeOf(broadcastTransaction(client, await buildSigned(), options));
      return [code, Date.now() - started];
    };
    expect(await broadcast(9)).toEqual(['success', 9000]);
    expect(await broadcast(10)).toEqual(['RATE_LIMITED', 0]);
    expect(await broadcast(15, { timeoutMs: 20_000 })).toEqual(['success', 15_000]);
  });

  test('is unknown when the signal aborts after an answer was lost', async () => {
    const { client, requests } = clientWithAnswers([connectionLost, Response.json({ result: true })]);
    const stop = new AbortController();
    const sent = errorCodeOf(broadcastTransaction(client, await buildSigned(), { signal: stop.signal }));
    setImmediate(() => stop.abort());
    expect(await sent).toBe('BROADCAST_OUTCOME_UNKNOWN');
    expect(requests).toHaveLength(1);
  });

  test('passes on the errors of another client implementation', async () => {
    const { client } = clientWithAnswers([]);
    const thrown = new TypeError('no such route');
    const failing = broadcastTransaction({ ...client, request: () => Promise.reject(thrown) }, await buildSigned());
    await expect(failing).rejects.toBe(thrown);
  });

  test('reports an unknown outcome when a rejection follows a lost answer', async () => {
    const { client } = clientWithAnswers([connectionLost, answerWithOurId('transfer.expired')]);
    expect(await errorCodeOf(broadcastTransaction(client, await buildSigned()))).toBe('BROADCAST_OUTCOME_UNKNOWN');
  });

  test('reports an unknown outcome when one endpoint lacks the path and the answer of another is lost', async () => {
    const signed = await buildSigned();
    const { client } = clientWithAnswers(
      ({ url, path }) => {
        if (path.endsWith('getblockbynum')) return jsonResponse(recorded('chain.block-0').answer);
        if (url.startsWith('http://a.')) return new Response('', { status: 404 });
        throw connectionLost;
      },
      { endpoints: ['http://a.example', 'http://b.example'], retries: 1 },
    );
    expect(await errorCodeOf(broadcastTransaction(client, signed))).toBe('BROADCAST_OUTCOME_UNKNOWN');
  });

  test('reports a rejection that follows a rejection', async () => {
    const { client, requests } = clientWithAnswers([
      new Response('slow down', { status: 429 }),
      answerWithOurId('transfer.expired'),
    ]);
    expect(await errorCodeOf(broadcastTransaction(client, await buildSigned()))).toBe('BROADCAST_REJECTED');
    expect(requests).toHaveLength(2);
  });

  test.each([408, 500, 502, 503, 504])('reports an unknown outcome on status %i', async (status) => {
    const { client } = clientWithAnswers(new Response('no', { status }));
    expect(await errorCodeOf(broadcastTransaction(client, await buildSigned()))).toBe('BROADCAST_OUTCOME_UNKNOWN');
  });

  test.each([401, 403, 429, 404, 418, 499])('does not report an unknown outcome on status %i', async (status) => {
    const { client } = clientWithAnswers(new Response('no', { status }));
    expect(await errorCodeOf(broadcastTransaction(client, await buildSigned()))).not.toBe('BROADCAST_OUTCOME_UNKNOWN');
  });
});
