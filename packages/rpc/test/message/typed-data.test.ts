import { fromEvmAddress, toEvmAddress } from '@coin/rpc/address';
import {
  hashMessage,
  hashTypedData,
  recoverSigner,
  signMessage,
  signTypedData,
  verifyMessage,
  verifyTypedData,
  type TypedData,
  type TypedDataField,
} from '@coin/rpc/message';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { TronWeb, utils } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { ALICE, ALICES_KEY } from '../support/built-transfer.ts';

const signer = createKeySigner(ALICES_KEY);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:1', privateKey: ALICES_KEY });

/** The example of EIP-712, whose hash the standard states. */
const mail = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
} as const satisfies TypedData;

test('the example of EIP-712 has the hash of the standard', () => {
  const hash = 'be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2';
  expect(hex(hashTypedData(mail))).toBe(hash);
  const EIP712Domain = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ];
  expect(hex(hashTypedData({ ...mail, types: { ...mail.types, EIP712Domain } }))).toBe(hash);
});

/** A type of one word or more, with values as JSON has them. */
const atom: fc.Arbitrary<{ readonly type: string; readonly value: fc.Arbitrary<unknown> }> = fc.oneof(
  fc.integer({ min: 1, max: 32 }).map((bytes) => ({
    type: `uint${8 * bytes}`,
    value: fc.bigInt(0n, 2n ** BigInt(8 * bytes) - 1n).map(String),
  })),
  fc.integer({ min: 1, max: 32 }).map((bytes) => ({
    type: `int${8 * bytes}`,
    value: fc.bigInt(-(2n ** BigInt(8 * bytes - 1)), 2n ** BigInt(8 * bytes - 1) - 1n),
  })),
  fc.integer({ min: 1, max: 32 }).map((bytes) => ({
    type: `bytes${bytes}`,
    value: fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => `0x${hex(value)}`),
  })),
  fc.constantFrom(
    { type: 'trcToken', value: fc.bigInt(0n, 2n ** 63n) },
    { type: 'bool', value: fc.boolean() },
    { type: 'bytes', value: fc.uint8Array({ maxLength: 70 }).map((value) => `0x${hex(value)}`) },
    { type: 'string', value: fc.string({ unit: 'grapheme' }) },
    {
      type: 'address',
      value: fc.uint8Array({ minLength: 20, maxLength: 20 }).chain((bytes) => {
        const evm = `0x${hex(bytes)}`;
        return fc.constantFrom(evm, `41${hex(bytes)}`, fromEvmAddress(evm));
      }),
    },
  ),
);

/** A type, or arrays of it. */
function arrayOf(type: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<{ type: string; value: unknown }> {
  return fc.constantFrom('', '[]', '[2]', '[][1]').chain((suffix) => {
    const list = fc.array(value, { maxLength: 3 });
    if (suffix === '') return fc.record({ type: fc.constant(type), value });
    if (suffix === '[]') return fc.record({ type: fc.constant(type + suffix), value: list });
    if (suffix === '[2]') return fc.record({ type: fc.constant(type + suffix), value: fc.tuple(value, value) });
    return fc.record({ type: fc.constant(type + suffix), value: fc.tuple(list) });
  });
}

interface Struct {
  readonly types: Record<string, readonly TypedDataField[]>;
  readonly value: Record<string, unknown>;
}

/** A struct, which contains another one at most levels deep. */
function struct(level: number): fc.Arbitrary<Struct> {
  const name = `Level${level}`;
  const atoms = fc.array(
    atom.chain(({ type, value }) => arrayOf(type, value)),
    { minLength: 1, maxLength: 4 },
  );
  const inner =
    level === 0
      ? fc.constant(undefined)
      : struct(level - 1).chain((one) =>
          arrayOf(`Level${level - 1}`, fc.constant(one.value)).map((field) => ({ ...one, field })),
        );
  return fc.tuple(atoms, inner).map(([fields, contained]) => {
    const members = contained === undefined ? fields : [...fields, contained.field];
    const named = members.map(({ type }, index) => ({ name: `f${index}`, type }));
    return {
      types: { ...contained?.types, [name]: named },
      value: Object.fromEntries(members.map(({ value }, index) => [`f${index}`, value])),
    };
  });
}

const domain = fc.record(
  {
    name: fc.string(),
    version: fc.string(),
    chainId: fc.bigInt(0n, 2n ** 64n),
    verifyingContract: fc.constantFrom(ALICE, toEvmAddress(ALICE)),
    salt: fc.constant(`0x${'5a'.repeat(32)}`),
  },
  { requiredKeys: [] },
);

test('drawn data has the hash of TronWeb', () =>
  fc.assert(
    fc.property(domain, struct(2), (drawn, { types, value }) => {
      const data = { domain: drawn, types, primaryType: 'Level2', message: value } as TypedData;
      expect(`0x${hex(hashTypedData(data))}`).toBe(utils.typedData.TypedDataEncoder.hash(drawn, types as never, value));
    }),
    { numRuns: scaled(100) },
  ));

test('a signature is that of TronWeb, and tells its signer', async () => {
  const { domain: own, types, message } = mail;
  const signature = await signTypedData(mail, signer);
  expect(signature).toBe(tronWeb.trx.signTypedData(own, types as never, message));
  expect(verifyTypedData({ ...mail, signature, address: ALICE })).toBe(true);
  expect(verifyTypedData({ ...mail, domain: { ...own, chainId: 2 }, signature, address: ALICE })).toBe(false);
  expect(recoverSigner({ digest: hashTypedData(mail), signature })).toBe(ALICE);
  expect(recoverSigner({ digest: hashTypedData(mail), signature: '0x00' })).toBeUndefined();
});

describe('data that no wallet could show as it is signed', () => {
  const types = { Vote: [{ name: 'choice', type: 'uint8' }] };
  const vote: TypedData = { domain: { name: 'Council' }, types, primaryType: 'Vote', message: { choice: 2 } };
  test.each<[string, Partial<TypedData>]>([
    ['a number above its type', { message: { choice: 256 } }],
    ['a fraction', { message: { choice: 1.5 } }],
    ['a truthy text for a number', { message: { choice: 'two' } }],
    ['a missing member', { message: {} }],
    ['a truthy value for a bool', { types: { Vote: [{ name: 'choice', type: 'bool' }] } }],
    ['a type that is none', { types: { Vote: [{ name: 'choice', type: 'uint7' }] } }],
    ['a struct that is not given', { types: { Vote: [{ name: 'choice', type: 'Choice' }] } }],
    ['a message of no struct', { primaryType: 'Election' }],
    ['an unknown field of the domain', { domain: { name: 'Council', chain: 1 } as never }],
    ['a field that the domain’s type leaves out', { types: { ...types, EIP712Domain: [] } }],
    [
      'an array of another length',
      { types: { Vote: [{ name: 'choice', type: 'uint8[2]' }] }, message: { choice: [1] } },
    ],
    ['half a surrogate pair', { types: { Vote: [{ name: 'choice', type: 'string' }] }, message: { choice: '\ud83c' } }],
  ])('is rejected: %s', (_, change) => {
    expect(() => hashTypedData({ ...vote, ...change })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });
});

test.each([[12], [32], [33]])(
  'a message of %i bytes is signed as TronWeb signs it, with both headers',
  async (length) => {
    const message = new Uint8Array(length).map((_, index) => 7 * index);
    const older = await tronWeb.trx.signMessage(`0x${hex(message)}`);
    expect(await signMessage(message, signer, { version: 1 })).toBe(older);
    expect(verifyMessage({ message, signature: older, address: ALICE, version: 1 })).toBe(true);
    expect(verifyMessage({ message, signature: older, address: ALICE })).toBe(length === 32);
    expect(await signMessage(message, signer)).toBe(tronWeb.trx.signMessageV2(message, ALICES_KEY));
    expect(() => hashMessage(message, { version: 3 as never })).toThrow('version');
  },
);
