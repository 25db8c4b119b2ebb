import { scaled } from '@coin/test-kit/scaled';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { recoverSigner, UnrecoverableSignatureError } from '../../src/crypto/signer-recovery.ts';
import { createMockNode } from '../../src/index.ts';
import { addressOfPublicKey } from '../../src/protocol/address.ts';
import { sha256 } from '../../src/protocol/hash.ts';

const n = secp256k1.Point.Fn.ORDER;
const p = secp256k1.Point.Fp.ORDER;
const digits = (value: bigint): string => value.toString(16).padStart(64, '0');

function signed(key: Uint8Array, hash: Uint8Array): { signature: string; address: string } {
  const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  const signature = bytesToHex(bytes.subarray(1)) + bytesToHex(bytes.subarray(0, 1));
  return { signature, address: addressOfPublicKey(secp256k1.getPublicKey(key, false)) };
}

const keys = [1, 2, 3].map((seed) => sha256(new Uint8Array([seed])));
const hashOf = (index: number): Uint8Array => sha256(new Uint8Array([7, index]));
const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Lets a key sign so often that its multiples are precomputed. Returns its address. */
function precompute(key: Uint8Array): string {
  const { address } = signed(key, hashOf(0));
  for (let use = 1; use <= 20; use++) {
    const hash = hashOf(use);
    expect(recoverSigner(bytesToHex(hash), signed(key, hash).signature, [address])).toBe(address);
  }
  return address;
}

test('recovers the signer, whether or not its key is known and whichever candidates are given', () => {
  fc.assert(
    fc.property(hashes, fc.nat(2), fc.boolean(), (hash, index, named) => {
      const { signature, address } = signed(keys[index]!, hash);
      const candidates = named ? keys.map((key) => signed(key, hash).address) : [];
      expect(recoverSigner(bytesToHex(hash), signature, candidates)).toBe(address);
      expect(recoverSigner(bytesToHex(hash), signature)).toBe(address);
    }),
    { numRuns: scaled(150) },
  );
});

test('accepts header bytes 0 to 3, 27 to 30 and 31 to 34, and ignores bytes after them', () => {
  const hash = sha256(new Uint8Array([9]));
  const { signature, address } = signed(keys[0]!, hash);
  const bit = Number.parseInt(signature.slice(128), 16);
  for (const header of [bit, bit + 27, bit + 31]) {
    const text = signature.slice(0, 128) + header.toString(16).padStart(2, '0');
    expect(recoverSigner(bytesToHex(hash), text)).toBe(address);
    expect(recoverSigner(bytesToHex(hash), `${text}abcdef`)).toBe(address);
  }
});

test('recovers the same signer when both s and the parity are negated, and another when only one is', () => {
  const hash = sha256(new Uint8Array([10]));
  const address = precompute(keys[1]!);
  const { signature } = signed(keys[1]!, hash);
  const flipped = (1 - Number.parseInt(signature.slice(128), 16)).toString(16).padStart(2, '0');
  const highS = digits(n - BigInt(`0x${signature.slice(64, 128)}`));
  const hex = bytesToHex(hash);
  expect(recoverSigner(hex, signature.slice(0, 64) + highS + flipped, [address])).toBe(address);
  expect(recoverSigner(hex, signature.slice(0, 128) + flipped, [address])).not.toBe(address);
  expect(recoverSigner(hex, signature.slice(0, 64) + highS + signature.slice(128), [address])).not.toBe(address);
});

test('a node rejects a transaction whose recovery bit is flipped, whether or not its signer is known', async () => {
  const node = createMockNode();
  const [{ address, privateKey }, { address: to }] = node.accounts;
  const post = async (path: string, body: object): Promise<Record<string, unknown>> =>
    (await node.fetch(`http://node/wallet/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
  for (let amount = 1; amount <= 20; amount++) {
    const transfer = { owner_address: address, to_address: to, amount, visible: true };
    const transaction = await post('createtransaction', transfer);
    const { signature } = signed(hexToBytes(privateKey), hexToBytes(String(transaction['txID'])));
    const flipped = signature.slice(0, 129) + (1 - Number(signature.slice(129)));
    expect(await post('broadcasttransaction', { ...transaction, signature: [flipped] })).toMatchObject({
      code: 'SIGERROR',
    });
    expect(await post('broadcasttransaction', { ...transaction, signature: [signature] })).toMatchObject({
      result: true,
    });
  }
});

test("rejects signatures that no key can have made, in the node's words", () => {
  const hash = bytesToHex(hexToBytes('11'.repeat(32)));
  const one = digits(1n);
  const text = (signature: string): string => {
    try {
      return recoverSigner(hash, signature);
    } catch (error) {
      expect(error).toBeInstanceOf(UnrecoverableSignatureError);
      return (error as Error).message;
    }
  };
  // Recorded: 17 becomes 44.
  expect(text(`${one}${one}11`)).toBe('java.security.SignatureException: Header byte out of range: 44');
  expect(text(`${one}${one}23`)).toBe('java.security.SignatureException: Header byte out of range: 35');
  expect(text(`${one}${one}ff`)).toBe('java.security.SignatureException: Header byte out of range: 26');
  expect(text(`${digits(n)}${one}1e`)).toBe(
    'java.security.SignatureException: Could not recover public key from signature',
  );
  expect(text(`${digits(0n)}${one}1b`)).toBe('java.lang.IllegalArgumentException: Invalid point compression');
  expect(text(`${digits(n)}${one}1b`)).toMatch(/not invertible|Invalid point/);
});

test('gives the same result with known keys as without, even for damaged signatures', async () => {
  vi.resetModules();
  // Without candidates, it recovers every key.
  const slow = await import('../../src/crypto/signer-recovery.ts');
  const candidates = keys.map(precompute);
  const edges = [0n, 1n, n - 1n, n, n + 1n, p - n, p - 1n, p, 2n ** 256n - 1n].map(digits);
  const header = fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).padStart(2, '0'));
  const damage = fc.oneof(
    fc.record({ start: fc.constantFrom(0, 64), text: fc.constantFrom(...edges) }),
    fc.record({ start: fc.constant(64), text: fc.constant('negated') }),
    fc.record({ start: fc.constant(128), text: fc.oneof(fc.constantFrom('00', '01', '02', '03', '1d', '1e'), header) }),
  );
  const cut = fc.oneof({ weight: 8, arbitrary: fc.constant(130) }, fc.nat(132));
  const damaged = (signature: string, { start, text }: { start: number; text: string }): string => {
    const value = text === 'negated' ? digits(n - (BigInt(`0x${signature.slice(64, 128)}`) % n)) : text;
    return signature.slice(0, start) + value + signature.slice(start + value.length);
  };
  const outcome = (recover: () => string): string => {
    try {
      return recover();
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  };
  fc.assert(
    fc.property(hashes, fc.nat(2), fc.array(damage, { maxLength: 2 }), cut, (hash, index, damages, end) => {
      const hex = bytesToHex(hash);
      const signature = damages.reduce(damaged, signed(keys[index]!, hash).signature).slice(0, end);
      expect(outcome(() => recoverSigner(hex, signature, candidates))).toBe(
        outcome(() => slow.recoverSigner(hex, signature)),
      );
    }),
    { numRuns: scaled(40) },
  );
});
