import assert from 'node:assert/strict';
import { join } from 'node:path';
import { addressFromPublicKey, addressToHex } from '@coin/rpc/address';
import { type Source } from '../case.ts';
import { readPackedLines } from '../packed-lines.ts';
import { bytesOf, callPrecompile } from '../vm-calls.ts';

const ECRECOVER = 1;
const P256VERIFY = 0x100;
const wordOf = (value: number | string): string => BigInt(value).toString(16).padStart(64, '0');

/** One of both values of `v` must recover the key that signed. */
function checkRecovery([hash = '', x = '', y = '', r = '', s = '']: readonly string[]): void {
  const address = addressToHex(addressFromPublicKey(bytesOf(`04${x}${y}`)));
  const recovered = [27, 28].map((v) => callPrecompile(ECRECOVER, hash + wordOf(v) + r + s));
  assert.ok(
    recovered.includes(address.padStart(64, '0')),
    `recovered ${recovered.join(' and ')}, signed by ${address}`,
  );
}

function checkVerification([hash, x, y, r, s, result]: readonly string[]): void {
  assert.equal(callPrecompile(P256VERIFY, [hash, r, s, x, y].join('')), result === 'P' ? wordOf(1) : '');
}

/** ECDSA signatures of NIST, and secp256k1 signatures of the same form. Columns: name, hash, x, y, r, s, P or F. */
export const nist: Source = {
  name: 'nist',
  origin: 'Debian python3-cryptography-vectors 38.0.4-1, asymmetric/ECDSA: FIPS_186-3 (P-256), SECP256K1',
  licence: 'Apache-2.0; the vectors themselves are in the public domain',
  read: (folder) =>
    readPackedLines(join(folder, 'signatures.txt.br')).map(([name = '', ...columns]) => ({
      name,
      check: () => (name.startsWith('secp256k1') ? checkRecovery(columns) : checkVerification(columns)),
    })),
  exclusions: [],
};
