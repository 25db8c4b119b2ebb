import { isRpcError, sendTransaction, signTransaction, type Transaction } from '@coin/rpc';
import { signMessage, signTypedData } from '@coin/rpc/message';
import { createDigestSigner, createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALICE, ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';
import { clientWithAnswers } from '../support/client-with-answers.ts';

useVirtualTime();

const { n } = secp256k1.Point.CURVE();
const alice = createKeySigner(ALICES_KEY);
const digest = new Uint8Array(32).fill(7);
const txID = '07'.repeat(32);

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** Each form in which a service returns r and s. */
const FORMS: Readonly<Record<string, (signature: { r: bigint; s: bigint }) => Uint8Array | string>> = {
  DER: ({ r, s }) => new secp256k1.Signature(r, s).toBytes('der'),
  'the hex of DER': ({ r, s }) => new secp256k1.Signature(r, s).toHex('der'),
  '64 bytes': ({ r, s }) => new secp256k1.Signature(r, s).toBytes('compact'),
  '128 digits': ({ r, s }) => new secp256k1.Signature(r, s).toHex('compact'),
  '128 upper-case digits after 0x': ({ r, s }) => `0x${new secp256k1.Signature(r, s).toHex('compact').toUpperCase()}`,
};
/** Signs as a service of which nobody knows which s it returns. */
const serve =
  (key: { sign: (digest: Uint8Array) => Uint8Array }, form: string, s: 'low' | 'high') => (given: Uint8Array) => {
    const signature = secp256k1.Signature.fromBytes(key.sign(given).subarray(0, 64));
    return FORMS[form]?.({ r: signature.r, s: s === 'low' ? signature.s : n - signature.s }) ?? expect.fail(form);
  };
const drawnKey = fc.bigInt({ min: 1n, max: n - 1n }).map((key) => createKeySigner(key.toString(16).padStart(64, '0')));

test('createDigestSigner makes the signature of the key in memory, from each form and both values of s', () =>
  fc.assert(
    fc.asyncProperty(
      drawnKey,
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom(...Object.keys(FORMS)),
      fc.constantFrom('low', 'high'),
      async (key, drawn, form, s) => {
        const signer = createDigestSigner({ address: key.address, sign: serve(key, form, s) });
        expect(hexOf(await signer.sign(drawn))).toBe(hexOf(key.sign(drawn)));
      },
    ),
    { numRuns: scaled(100) },
  ));

test.each(Object.keys(FORMS))('reads a short r in %s', async (form) => {
  // The nonce 1/2 gives an r of 21 bytes.
  const { x: r } = secp256k1.Point.BASE.multiply((n + 1n) / 2n).toAffine();
  expect(r.toString(16).length).toBeLessThan(43);
  const s = (2n * (BigInt(`0x${txID}`) + r * BigInt(`0x${ALICES_KEY}`))) % n;
  const signer = createDigestSigner({ address: ALICE, sign: () => FORMS[form]?.({ r, s }) ?? '' });
  const bytes = await signer.sign(digest);
  const key = secp256k1.recoverPublicKey(Uint8Array.of((bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64)), digest, {
    prehash: false,
  });
  expect(key).toEqual(secp256k1.getPublicKey(Buffer.from(ALICES_KEY, 'hex')));
});

const R = '11'.repeat(32);
const der = (r: string, s = `0220${R}`): string => {
  const body = r + s;
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`;
};

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an empty text', ''],
  ['an object', {}],
  ['text that is not hex', 'zz'.repeat(64)],
  ['63 bytes', new Uint8Array(63).fill(1)],
  ['65 bytes', new Uint8Array(65).fill(1)],
  ['base64 of DER', Buffer.from(der(`0220${R}`), 'hex').toString('base64')],
  ['64 bytes whose r is 0', new Uint8Array(64).fill(1, 32)],
  ['64 bytes whose s is the order', `${R}${n.toString(16)}`],
  ['another tag of the sequence', der(`0220${R}`).replace('30', '31')],
  ['a length that is too long', der(`0220${R}`).replace('3044', '3045')],
  ['a length that is too short', der(`0220${R}`).replace('3044', '3043')],
  ['a length in the long form', der(`0220${R}`).replace('3044', '308144')],
  ['a byte after the sequence', `${der(`0220${R}`)}00`],
  ['a third integer', der(`0220${R}`, `0220${R}020101`)],
  ['one integer', der(`0220${R}`, '')],
  ['another tag of r', der(`0320${R}`)],
  ['another tag of s', der(`0220${R}`, `0320${R}`)],
  ['an r without digits', der('0200')],
  ['an r that ends beyond the sequence', der(`0260${R}`)],
  ['an r of 0', der('020100')],
  ['a negative r', der(`0220ff${R.slice(2)}`)],
  ['a padded r', der(`022100${R}`)],
  ['an r of 33 bytes', der(`0221${R}11`)],
  ['a negative s', der(`0220${R}`, `0220ff${R.slice(2)}`)],
  ['an s that is the order', der(`0220${R}`, `022100${n.toString(16)}`)],
])('rejects %s', async (_, signature) => {
  const signer = createDigestSigner({ address: ALICE, sign: () => signature as string });
  await expect(signer.sign(digest)).rejects.toMatchObject({
    code: 'SIGNATURE_INVALID',
    context: { txID, reason: 'wrong form', detail: 'the signer did not return r and s as DER or 64 bytes' },
    retryable: false,
  });
});

test('rejects DER in which any byte was changed, left out or added', () => {
  const valid = serve(alice, 'DER', 'high')(digest) as Uint8Array;
  const anywhere = fc.nat({ max: valid.length - 1 });
  const changed = fc
    .tuple(anywhere, fc.integer({ min: 1, max: 255 }))
    .map(([at, by]) => valid.map((byte, index) => (index === at ? byte ^ by : byte)));
  const shorter = anywhere.map((at) => valid.filter((_, index) => index !== at));
  const longer = fc
    .tuple(fc.nat({ max: valid.length }), fc.nat({ max: 255 }))
    .map(([at, byte]) => Uint8Array.of(...valid.subarray(0, at), byte, ...valid.subarray(at)));
  return fc.assert(
    fc.asyncProperty(fc.oneof(changed, shorter, longer), async (signature) => {
      const signing = createDigestSigner({ address: ALICE, sign: () => signature }).sign(digest);
      const error: unknown = await signing.catch((thrown: unknown) => thrown);
      expect(isRpcError(error, 'SIGNATURE_INVALID') || isRpcError(error, 'WRONG_SIGNER')).toBe(true);
    }),
    { numRuns: scaled(200) },
  );
});

const data = { domain: { name: 'Council' }, types: { Vote: [{ name: 'choice', type: 'uint8' }] } };
const vote = { ...data, primaryType: 'Vote', message: { choice: 2 } };
type Signing = (signer: Parameters<typeof signMessage>[1]) => Promise<string | Transaction>;
const USES: [string, Signing][] = [
  ['a transaction', async (signer) => signTransaction(await builtTransfer(), signer)],
  ['a message', (signer) => signMessage('hello', signer)],
  ['typed data', (signer) => signTypedData(vote, signer)],
];

describe.each(USES)('for %s', (_, sign) => {
  test('signs as a key in memory does', async () => {
    const signer = createDigestSigner({ address: ALICE, sign: serve(alice, 'DER', 'high') });
    expect(await sign(signer)).toEqual(await sign(alice));
  });

  test('names the key that was expected and the two that can have signed', async () => {
    const other = createKeySigner('11'.repeat(32));
    const signing = sign(createDigestSigner({ address: ALICE, sign: serve(other, 'DER', 'high') }));
    await expect(signing).rejects.toMatchObject({
      code: 'WRONG_SIGNER',
      context: { expected: ALICE, actual: expect.stringMatching(/^T\w{33} or T\w{33}$/) },
    });
    await expect(signing).rejects.toThrow(other.address);
  });

  test('passes on why the service failed, as retryable', async () => {
    const thrown = new Error('ThrottlingException');
    const signing = sign(createDigestSigner({ address: ALICE, sign: () => Promise.reject(thrown) }));
    await expect(signing).rejects.toMatchObject({ code: 'SIGNATURE_INVALID', retryable: true });
    await expect(signing).rejects.toHaveProperty('cause', thrown);
  });
});

test('sendTransaction looks for no transaction after another key of a service has signed', async () => {
  const { client, requests } = clientWithAnswers([]);
  const other = createKeySigner('11'.repeat(32));
  const signer = createDigestSigner({ address: ALICE, sign: serve(other, '64 bytes', 'low') });
  const sending = sendTransaction(client, { transaction: await builtTransfer(), signer });
  await expect(sending).rejects.toMatchObject({ code: 'WRONG_SIGNER' });
  expect(requests).toEqual([]);
});

test('takes the address in hex, and rejects another option and what is not a digest', async () => {
  const address = '4127c11e9f4012e773291e4cfa07a580bda92985ea';
  expect(createDigestSigner({ address, sign: alice.sign }).address).toBe(ALICE);
  expect(() => createDigestSigner({ address, sign: alice.sign, key: 'a' } as never)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
  );
  await expect(createDigestSigner({ address, sign: alice.sign }).sign(new Uint8Array(31))).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument: 'digest' },
  });
});
