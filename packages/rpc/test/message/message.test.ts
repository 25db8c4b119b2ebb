import { hashMessage, signMessage, verifyMessage } from '@coin/rpc/message';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALICE, ALICES_KEY } from '../support/built-transfer.ts';

const signer = createKeySigner(ALICES_KEY);

/** Messages with what tronweb 6.5.1 makes of them with the same key: hash and signMessageV2. */
const vectors: [string | Uint8Array, string, string][] = [
  [
    '',
    '5beedb3d65d99ecaf9857d8695e750cc56278093f4ccbd1cc4e561fc82b1d189',
    '0xed58d0a4ae9835ebdfc9cc94f4efaf04ee9ff3911fdddde1981d065a52dfd48f5a9becfa1936c0b05012a3a9ab71d65194636dade007d094d6141bbf2fbb0c4c1b',
  ],
  [
    'hello',
    'a07d8e5b946cc0416662f5420751673680809e5f10313e20c7c5badb0ef4226d',
    '0x4f2fe8d128faf12eba2dbcc9caf63c8ed3a06971799125ab6347c7f10b29bf4629ea53b9b09e2dae2bba2d65b179be84b275c6daebb30ed7238a054e87bf18411c',
  ],
  [
    'Grüße, 世界 🌍',
    '00cd71aa3d9be959674a4d87c9452dafb6296db791111b1698e369a4fbfc5671',
    '0xe9b5e89ab3def0e19594179a0a9126a2e3616202a4bdcd93361421ac6b9daf245456dfa6a45e1d9574d0bdc6e37731e5c900bf393e9d4919bee8d269e33b61b61b',
  ],
  [
    Uint8Array.of(0, 255, 16),
    '481e79e19f2bcefe9a40e05c5932554ed3986d3408fbb8d1d87c036c87626e98',
    '0xc0e73eb71973c42c64a317fe2825919e284f6f348661773fd2cd5b2c7df06dd74b74c9138b7fc94d62c6a88fcc5c7d42c052c363abbc1d34b5ae292dce052a391b',
  ],
];

test.each(vectors)(
  'the message %j has the hash and the signature of the standard',
  async (message, hash, signature) => {
    expect(Buffer.from(hashMessage(message)).toString('hex')).toBe(hash);
    expect(await signMessage(message, signer)).toBe(signature);
    expect(verifyMessage({ message, signature, address: ALICE })).toBe(true);
  },
);

test('a text has the hash of its UTF-8, and hex is a text', () => {
  expect(hashMessage('ä')).toEqual(hashMessage(Uint8Array.of(0xc3, 0xa4)));
  expect(hashMessage('0x00')).not.toEqual(hashMessage(Uint8Array.of(0)));
});

test('no two messages share a signature: halves of surrogate pairs are rejected', () => {
  for (const message of ['\ud83c', 'a\udf0d', '\udf0d\ud83c'])
    expect(() => hashMessage(message)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  expect(hashMessage('\ud83c\udf0d')).toEqual(hashMessage(Uint8Array.of(0xf0, 0x9f, 0x8c, 0x8d)));
});

test('a misspelt version never signs with the other header', async () => {
  const error = { code: 'ARGUMENT_INVALID', context: { argument: 'Version', value: '(hidden)' } };
  await expect(signMessage('hello', signer, { Version: 1 } as never)).rejects.toMatchObject(error);
});

describe('verifyMessage', () => {
  const [, [message, , signature]] = vectors as [unknown, [string, string, string]];
  const bytes = Uint8Array.from(Buffer.from(signature.slice(2), 'hex'));

  test('takes a signature in each form in which wallets write it', () => {
    const zeroBased = Uint8Array.of(...bytes.subarray(0, 64), (bytes[64] ?? 0) - 27);
    for (const form of [bytes, zeroBased, signature.slice(2), signature.toUpperCase().replace('0X', '0x')])
      expect(verifyMessage({ message, signature: form, address: ALICE })).toBe(true);
    const address = '4127c11e9f4012e773291e4cfa07a580bda92985ea';
    expect(verifyMessage({ message, signature, address })).toBe(true);
  });

  test('is false for another address, another message and another signer', async () => {
    expect(verifyMessage({ message, signature, address: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8' })).toBe(false);
    expect(verifyMessage({ message: 'hello ', signature, address: ALICE })).toBe(false);
    const other = await signMessage(message, createKeySigner('11'.repeat(32)));
    expect(verifyMessage({ message, signature: other, address: ALICE })).toBe(false);
  });

  test('is false for the second form of a signature, so it is not counted twice', () => {
    const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${signature.slice(66, 130)}`);
    const second = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}1b`;
    const recovered = Uint8Array.from(Buffer.from(`00${second.slice(2, 130)}`, 'hex'));
    const key = secp256k1.recoverPublicKey(recovered, hashMessage(message), { prehash: false });
    expect(key).toEqual(secp256k1.getPublicKey(Buffer.from(ALICES_KEY, 'hex')));
    expect(verifyMessage({ message, signature: second, address: ALICE })).toBe(false);
  });

  test('is false for a signature with any bit changed', () =>
    fc.assert(
      fc.property(fc.nat({ max: 64 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = bytes.map((byte, index) => (index === at ? byte ^ change : byte));
        // The last byte may also become 1 instead of 28, which says the same.
        fc.pre(at !== 64 || changed[64] !== 1);
        expect(verifyMessage({ message, signature: changed, address: ALICE })).toBe(false);
      }),
      { numRuns: scaled(100) },
    ));

  test('is false for anything else given as a signature', () =>
    fc.assert(
      fc.property(fc.anything(), (given) => {
        expect(verifyMessage({ message, signature: given as string, address: ALICE })).toBe(false);
      }),
    ));

  test.each([
    ['ADDRESS_INVALID', { message, signature, address: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvv1' }],
    ['ADDRESS_INVALID', { message, signature }],
    ['ARGUMENT_INVALID', { message: 5, signature, address: ALICE }],
    ['ARGUMENT_INVALID', { signature, address: ALICE }],
  ])('throws %s for wrong arguments other than the signature: %j', (code, args) => {
    expect(() => verifyMessage(args as never)).toThrow(expect.objectContaining({ code }));
  });
});

describe('signMessage', () => {
  test('verifies with any message and key', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array()),
        fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((key) => secp256k1.utils.isValidSecretKey(key)),
        async (message, key) => {
          const random = createKeySigner(key);
          const signature = await signMessage(message, random);
          expect(verifyMessage({ message, signature, address: random.address })).toBe(true);
        },
      ),
      { numRuns: scaled(20) },
    ));

  test('takes hex and a recovery id of 0 or 1 from a signer that answers later', async () => {
    const sign = async (digest: Uint8Array) => {
      const bytes = signer.sign(digest);
      return `0x${Buffer.from(bytes.map((byte, index) => (index === 64 ? byte - 27 : byte))).toString('hex')}`;
    };
    expect(await signMessage('hello', { sign })).toBe(vectors[1]?.[2]);
  });

  test('has the signer’s error as its cause', async () => {
    const cause = new Error('the device is locked');
    const sign = () => {
      throw cause;
    };
    await expect(signMessage('hello', { sign })).rejects.toMatchObject({ code: 'CALLBACK_FAILED', cause });
  });

  test.each<[unknown]>([[{ sign: () => '00' }], [{ sign: () => undefined }]])(
    'rejects the signer %j',
    async (wrong) => {
      await expect(signMessage('hello', wrong as never)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
    },
  );
});
