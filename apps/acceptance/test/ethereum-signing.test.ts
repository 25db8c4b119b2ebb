// Signatures of the node's own accounts, held against ethers and viem.
import { createMockNode } from '@coin/mock-node';
import { scaled } from '@coin/test-kit/scaled';
import { TypedDataEncoder, Wallet, type TypedDataField } from 'ethers';
import * as fc from 'fast-check';
import { bytesToHex, hashTypedData } from 'viem';
import { expect, test } from 'vitest';
import { requestOf } from './support/json-rpc-request.ts';

const privateKey = `0x${'5a'.repeat(32)}`;
const wallet = new Wallet(privateKey);
const request = requestOf(createMockNode({ ethereumTools: 'hardhat', accounts: { privateKeys: [privateKey] } }));

interface Typed {
  readonly type: string;
  readonly value: unknown;
}

const integer = (bytes: number): fc.Arbitrary<Typed> =>
  fc.oneof(
    fc.record({ type: fc.constant(`uint${8 * bytes}`), value: fc.bigInt(0n, 2n ** BigInt(8 * bytes) - 1n) }),
    fc.record({
      type: fc.constant(`int${8 * bytes}`),
      value: fc.bigInt(-(2n ** BigInt(8 * bytes - 1)), 2n ** BigInt(8 * bytes - 1) - 1n),
    }),
  );

const bytesOf = (type: string, minLength: number, maxLength: number): fc.Arbitrary<Typed> =>
  fc.record({
    type: fc.constant(type),
    value: fc.uint8Array({ minLength, maxLength }).map((value) => bytesToHex(value)),
  });

const atom: fc.Arbitrary<Typed> = fc.oneof(
  fc.integer({ min: 1, max: 32 }).chain(integer),
  fc.integer({ min: 1, max: 32 }).chain((size) => bytesOf(`bytes${size}`, size, size)),
  bytesOf('bytes', 0, 70),
  bytesOf('address', 20, 20),
  fc.record({ type: fc.constant('bool'), value: fc.boolean() }),
  fc.record({ type: fc.constant('string'), value: fc.string({ unit: 'grapheme' }) }),
);

/** The value itself, or lists with it. */
const listed = ({ type, value }: Typed): fc.Arbitrary<Typed> =>
  fc.constantFrom<Typed>(
    { type, value },
    { type: `${type}[]`, value: [value, value, value] },
    { type: `${type}[]`, value: [] },
    { type: `${type}[2]`, value: [value, value] },
    { type: `${type}[][1]`, value: [[value]] },
    { type: `${type}[1][]`, value: [[value], [value]] },
  );

interface Struct {
  readonly types: Record<string, TypedDataField[]>;
  readonly value: Record<string, unknown>;
}

/** A struct that contains the next one, up to a depth. The names are not in the order of the levels. */
function struct(names: readonly string[]): fc.Arbitrary<Struct> {
  const [name = '', ...inner] = names;
  const atoms = fc.array(atom.chain(listed), { minLength: 1, maxLength: 4 });
  if (inner.length === 0) return atoms.map((members) => composed(name, members, {}));
  return fc
    .tuple(atoms, struct(inner))
    .chain(([members, { types, value }]) =>
      listed({ type: inner[0] ?? '', value }).map((member) => composed(name, [member, ...members], types)),
    );
}

const composed = (name: string, members: readonly Typed[], types: Struct['types']): Struct => ({
  types: { ...types, [name]: members.map(({ type }, index) => ({ name: `f${index}`, type })) },
  value: Object.fromEntries(members.map(({ value }, index) => [`f${index}`, value])),
});

const domain = fc.record(
  {
    name: fc.string({ unit: 'grapheme' }),
    version: fc.string(),
    chainId: fc.bigInt(1n, 2n ** 52n),
    verifyingContract: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((value) => bytesToHex(value)),
    salt: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((value) => bytesToHex(value)),
  },
  { requiredKeys: [] },
);

test('drawn data is signed as ethers signs it, with the hash of viem', () =>
  fc.assert(
    fc.asyncProperty(domain, struct(['Order', 'Zone', 'Item']), async (drawn, { types, value }) => {
      const payload = TypedDataEncoder.getPayload(drawn, types, value);
      const expected = await wallet.signTypedData(drawn, types, value);
      // As ethers sends it, and as web3.js does.
      expect(await request('eth_signTypedData_v4', [wallet.address, JSON.stringify(payload)])).toBe(expected);
      expect(await request('eth_signTypedData_v4', [wallet.address, payload])).toBe(expected);
      const hash = hashTypedData({ ...payload, domain: drawn, message: value });
      expect(wallet.signingKey.sign(hash).serialized).toBe(expected);
    }),
    { numRuns: scaled(100) },
  ));

test('drawn messages are signed as ethers signs them', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (message) => {
      const expected = await wallet.signMessage(message);
      expect(await request('personal_sign', [bytesToHex(message), wallet.address])).toBe(expected);
      expect(await request('personal_sign', [bytesToHex(message), wallet.address, 'password'])).toBe(expected);
      expect(await request('eth_sign', [wallet.address, bytesToHex(message)])).toBe(expected);
    }),
    { numRuns: scaled(50) },
  ));
