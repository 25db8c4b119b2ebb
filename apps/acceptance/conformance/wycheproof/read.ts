import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressFromPublicKey, addressToHex } from '@coin/rpc/address';
import { type Case, type Source } from '../case.ts';
import { bytesOf, callPrecompile } from '../vm-calls.ts';

interface Group {
  readonly publicKey: { readonly uncompressed: string };
  readonly tests: readonly {
    readonly tcId: number;
    readonly comment: string;
    readonly msg: string;
    readonly sig: string;
    readonly result: 'valid' | 'invalid';
  }[];
}

const wordOf = (value: number): string => value.toString(16).padStart(64, '0');

/** Whether either value of `v` recovers the key. */
function recovers(hash: string, signature: string, publicKey: string): boolean {
  const address = addressToHex(addressFromPublicKey(bytesOf(publicKey))).padStart(64, '0');
  return [27, 28].some((v) => callPrecompile(1, hash + wordOf(v) + signature) === address);
}

const verifies = (hash: string, signature: string, publicKey: string): boolean =>
  callPrecompile(0x100, hash + signature + publicKey.slice(2)) === wordOf(1);

/** Signatures as r and s, by curve and hash. Only the first 32 bytes of a hash count. */
const files = [
  ['secp256k1', 'sha256', recovers],
  ['secp256k1', 'sha512', recovers],
  ['secp256r1', 'sha256', verifies],
  ['secp256r1', 'sha512', verifies],
] as const;

function readFile(folder: string, [curve, hashName, accepts]: (typeof files)[number]): readonly Case[] {
  const file = join(folder, 'testvectors_v1', `ecdsa_${curve}_${hashName}_p1363_test.json`);
  const { testGroups } = JSON.parse(readFileSync(file, 'utf8')) as { readonly testGroups: readonly Group[] };
  return testGroups.flatMap(({ publicKey, tests }) =>
    tests.map(({ tcId, comment, msg, sig, result }) => ({
      name: `${curve} ${hashName} ${tcId} ${comment}`,
      check: () => {
        const hash = createHash(hashName).update(Buffer.from(msg, 'hex')).digest('hex').slice(0, 64);
        assert.equal(accepts(hash, sig, publicKey.uncompressed), result === 'valid');
      },
    })),
  );
}

/** Signatures that break implementations of ECDSA, through ecrecover and P256VERIFY. */
export const wycheproof: Source = {
  name: 'wycheproof',
  origin: 'C2SP/wycheproof dac1dd4729fd, testvectors_v1',
  licence: 'Apache-2.0',
  read: (folder) => files.flatMap((file) => readFile(folder, file)),
  exclusions: [
    {
      cause: 'ecrecover takes 27 and 28 as v, which name no point whose x is above the order',
      source: 'docs/protocol/virtual-machine.md, Precompiles',
      cases: [
        'secp256k1 sha256 115 k*G has a large x-coordinate',
        'secp256k1 sha256 247 r = 2, x = n + 2 is the smallest possible x with a reduction',
        'secp256k1 sha512 185 k*G has a large x-coordinate',
        'secp256k1 sha512 317 r = 2, x = n + 2 is the smallest possible x with a reduction',
      ],
    },
  ],
};
