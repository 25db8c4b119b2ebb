import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { vmRules } from '../../src/vm/index.ts';
import { bytes, call, cost, hex, sha256, word32 } from '../support/precompile-calls.ts';
import {
  alice,
  assemble,
  bob,
  callIn,
  contract,
  mainnetParameters,
  osaka,
  other,
  outcomeOf,
  word,
  world,
} from '../support/vm-harness.ts';

const key = bytes('11'.repeat(32));
const signer = ((): string => {
  const point = secp256k1.getPublicKey(key, false);
  return hex(keccak_256(point.subarray(1)).subarray(12));
})();

function sign(hash: Uint8Array): Uint8Array {
  const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  return Uint8Array.of(...signature.subarray(1), signature[0]!);
}

describe('hashes', () => {
  test('compute SHA-256, truncated double SHA-256 at address 3, and the identity', () => {
    const input = 'ab'.repeat(33);
    const once = sha256(bytes(input));
    expect(call(2, input).output).toBe(hex(once));
    expect(call(3, input).output).toBe(hex(sha256(once.subarray(0, 20))));
    expect(call(4, input).output).toBe(input);
    expect([cost(2, input), cost(3, input), cost(4, input)]).toEqual([60 + 24, 600 + 240, 15 + 6]);
    expect([cost(2, ''), cost(3, ''), cost(4, '')]).toEqual([60, 600, 15]);
  });

  test('compute RIPEMD-160 and BLAKE2b only when the compatible EVM is enabled', () => {
    const rules = vmRules({ ...mainnetParameters, getAllowTvmCompatibleEvm: 1n });
    const ripemd = createHash('ripemd160').update('abc').digest('hex');
    expect(call(0x2_0003, '616263', { rules }).output).toBe(ripemd.padStart(64, '0'));
    expect(call(0x2_0003, '616263')).toEqual({ success: true, output: '' });
    // The single block of 'abc' in BLAKE2b: RFC 7693, appendix A.
    const h =
      '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b';
    const input = `0000000c${h}616263${'00'.repeat(125)}0300000000000000000000000000000001`;
    expect(call(0x2_0009, input, { rules }).output).toBe(createHash('blake2b512').update('abc').digest('hex'));
    expect(cost(0x2_0009, input, rules)).toBe(12);
    expect(call(0x2_0009, input.slice(2), { rules }).success).toBe(false);
  });
});

describe('signatures', () => {
  const hash = keccak_256(bytes('01'));
  const signature = sign(hash);
  const recover = (v: number): string =>
    hex(hash) + word32(v) + hex(signature.subarray(0, 32)) + hex(signature.subarray(32, 64));

  test('ecrecover returns the address with its prefix, or nothing for an invalid signature', () => {
    expect(call(1, recover(27 + signature[64]!)).output).toBe(`${'00'.repeat(11)}41${signer}`);
    expect(call(1, recover(26)).output).toBe('');
    expect(call(1, recover(27 + signature[64]!).slice(0, 190)).output).toBe('');
    expect(cost(1, recover(27))).toBe(3000);
    expect(call(1, hex(hash) + word32(27 + 256) + hex(signature.subarray(0, 64))).output).toBe('');
  });

  /** The ABI encoding of an array of byte strings. */
  function encodeArrays(items: readonly Uint8Array[]): string {
    const parts = items.map((item) => word32(item.length) + hex(item).padEnd(Math.ceil(item.length / 32) * 64, '0'));
    let offset = 32 * items.length;
    const offsets = parts.map((part) => {
      const at = offset;
      offset += part.length / 2;
      return word32(at);
    });
    return word32(items.length) + offsets.join('') + parts.join('');
  }

  const batch = (signatures: readonly Uint8Array[], addresses: readonly string[]): string => {
    const arrays = encodeArrays(signatures);
    return (
      hex(hash) +
      word32(96) +
      word32(96 + arrays.length / 2) +
      arrays +
      word32(addresses.length) +
      addresses.map((a) => a.padStart(64, '0')).join('')
    );
  };

  test('batchValidateSign marks each valid signature', () => {
    const wrong = Uint8Array.from(signature, (byte, i) => (i === 5 ? byte ^ 1 : byte));
    const output = (input: string): string | undefined => call(9, input).output;
    expect(output(batch([signature, wrong, signature], [signer, signer, `41${signer}`]))).toBe(
      `010001${'00'.repeat(29)}`,
    );
    expect(output(batch([signature], [alice.slice(2)]))).toBe('00'.repeat(32));
    expect(output(batch([signature], [signer, signer]))).toBe('00'.repeat(32));
    expect(output('00')).toBe('00'.repeat(32));
    const three = batch([signature, signature, signature], [signer, signer, signer]);
    expect(cost(9, three)).toBe(1500 * Math.trunc((three.length / 64 - 5) / 6));
    expect(
      output(
        batch(
          Array.from({ length: 17 }, () => signature),
          Array.from({ length: 17 }, () => signer),
        ),
      ),
    ).toBe('00'.repeat(32));
  });

  test('Osaka rejects data that is not complete words after the first five', () => {
    const six = batch([signature], [signer]) + '00'.repeat(32);
    for (const [address, wordsEach] of [
      [9, 6],
      [10, 5],
    ] as const) {
      for (const [bytesMore, isEncoded] of [
        [0, false],
        [1, false],
        [32 * wordsEach, true],
        [32 * wordsEach - 32, false],
        [64 * wordsEach, true],
      ] as const) {
        const input = `${six}${'00'.repeat(640)}`.slice(0, 320 + 2 * bytesMore);
        expect([bytesMore, call(address, input, { rules: osaka }).success]).toEqual([bytesMore, isEncoded]);
      }
    }
  });

  test('signatures are 65 bytes for the restriction, whatever their length word says', () => {
    const rules = vmRules({ ...mainnetParameters, getAllowTvmSelfdestructRestriction: 1n });
    const marked = `01${'00'.repeat(31)}`;
    for (const length of [0n, 64n, 65n, 2n ** 200n]) {
      const input = batch([signature], [signer]).replace(word32(65), word32(length));
      expect(call(9, input, { rules }).output).toBe(marked);
    }
    const lying = word32(2n ** 31n - 1n) + word32(0) + word32(0) + word32(128) + word32(6);
    expect(call(10, lying, { rules })).toEqual({ success: true, output: word32(0) });
    expect(call(10, lying.slice(0, -64) + word32(5), { rules }).exception).toBe('Index 5 out of bounds for length 5');
  });

  test("validateMultiSign succeeds when the signatures reach the permission's threshold", () => {
    const data = word32(5);
    const signed = sign(sha256(bytes(`${alice}00000002${data}`)));
    const input = (signatures: readonly Uint8Array[]): string =>
      word32(word(alice)) + word32(2) + data + word32(128) + encodeArrays(signatures);
    const permission = { threshold: 2n, keys: [{ address: `41${signer}`, weight: 2n }] };
    const yes = word32(1);
    const no = word32(0);
    expect(call(10, input([signed]), { permission }).output).toBe(yes);
    expect(call(10, input([signed, signed]), { permission }).output).toBe(yes);
    expect(call(10, input([signed]), { permission: { ...permission, threshold: 3n } }).output).toBe(no);
    expect(call(10, input([signature]), { permission }).output).toBe(no);
    expect(call(10, input([signed])).output).toBe(no);
    expect(call(10, input([]), { permission }).output).toBe(no);
    expect(call(10, '').exception).toBe('Index 0 out of bounds for length 0');
    const doubled = Uint8Array.of(...signed, 0);
    expect(call(10, input([signed, doubled]), { permission }).exception).toBe('CPU timeout for 0x0a executing');
    expect(cost(10, input([signed]))).toBe(1500 * Math.trunc((input([signed]).length / 64 - 5) / 5));
  });
});

describe('modexp', () => {
  const input = (base: string, exponent: string, modulus: string): string =>
    word32(base.length / 2) + word32(exponent.length / 2) + word32(modulus.length / 2) + base + exponent + modulus;

  test('computes powers and costs what EIP-198 specifies, without a minimum', () => {
    expect(call(5, input('03', 'ff', '0d')).output).toBe((3n ** 255n % 13n).toString(16).padStart(2, '0'));
    expect(call(5, input('03', '', '01')).output).toBe('00');
    expect(call(5, input('03', '05', '00')).output).toBe('');
    expect(call(5, '').output).toBe('');
    expect(cost(5, input('03', 'ff', '0d'))).toBe(0);
    const p = 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f';
    const e = 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e';
    expect(call(5, input('03', e, p)).output).toBe(word32(1));
    expect(cost(5, input('03', e, p))).toBe(Math.floor((32 * 32 * 255) / 20));
    expect(cost(5, input('03'.repeat(100), '03', '07'))).toBe(Math.floor((2500 + 9600 - 3072) / 20));
    expect(cost(5, input('03', '01'.repeat(40), '07'.repeat(64)))).toBe(Math.floor((64 * 64 * (8 * 8 + 248)) / 20));
  });
});

describe('bn254', () => {
  const generator = word32(1) + word32(2);
  const double =
    '030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd315ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4';
  const g2 =
    '198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed' +
    '090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa';
  const negative = word32(1) + word32('21888242871839275222246405745257275088696311157297823662689037894645226208581');

  test('adds and multiplies points', () => {
    expect(call(6, generator + generator).output).toBe(double);
    expect(call(7, generator + word32(2)).output).toBe(double);
    expect(call(6, generator + negative).output).toBe('00'.repeat(64));
    expect(call(7, generator + word32(0)).output).toBe('00'.repeat(64));
    expect(call(6, '').output).toBe('00'.repeat(64));
    expect(call(6, word32(1) + word32(1))).toEqual({ success: false, output: '' });
    expect(
      call(7, word32('21888242871839275222246405745257275088696311157297823662689037894645226208584') + word32(2)),
    ).toEqual({ success: false, output: '' });
    expect([cost(6, ''), cost(7, '')]).toEqual([150, 6000]);
    const before = vmRules({ ...mainnetParameters, getAllowTvmIstanbul: 0n });
    expect([cost(6, '', before), cost(7, '', before)]).toEqual([500, 40_000]);
  });

  test('checks pairings', () => {
    expect(call(8, '').output).toBe(word32(1));
    expect(call(8, generator + g2 + negative + g2).output).toBe(word32(1));
    expect(call(8, generator + g2).output).toBe(word32(0));
    expect(call(8, '00'.repeat(64) + g2).output).toBe(word32(1));
    expect(call(8, generator + '01'.repeat(128))).toEqual({ success: false, output: '' });
    expect(call(8, '00').success).toBe(false);
    expect(cost(8, '')).toBe(45_000);
    expect(call(8, generator + g2, { energy: 78_999 }).success).toBe(false);
    expect(call(8, generator + g2, { energy: 79_000 }).success).toBe(true);
  });
});

describe('ledger queries', () => {
  const stakesOf = (code: string, data: string) => {
    const state = world({ contracts: { [contract]: { code: assemble(code) } } });
    return outcomeOf(
      callIn(
        {
          ...state,
          stakes: {
            ...state.stakes,
            getChainParameter: (parameter) => parameter * 11n,
            resourceUsage: () => [7n, 8n],
            checkUndelegateResource: (_target, amount) => [amount, 2n, 3n],
            expireUnfreezeBalanceV2: (_address, time) => time,
            delegatedResourceV2: () => 5n,
            unfreezableBalanceV2: () => 6n,
          },
          votes: {
            ...state.votes,
            queryReward: (address) => (address === contract ? 21n : -1n),
            isWitness: (address) => address === bob,
            getVotes: () => [
              { witness: bob, count: 3n },
              { witness: other, count: 4n },
            ],
            getTronPower: () => 5_999_999n,
          },
        },
        { data: bytes(data) },
      ),
    );
  };
  const query = (address: number, input: string): string => {
    const code = `CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 ${address} 1000 STATICCALL POP RETURNDATASIZE 0 0 RETURNDATACOPY RETURNDATASIZE 0 RETURN`;
    return hex(stakesOf(code, input).output);
  };
  const bobWord = word32(word(bob));

  test('return words', () => {
    expect(query(0x100_0005, '')).toBe(word32(21));
    expect([query(0x100_0006, bobWord), query(0x100_0006, word32(1)), query(0x100_0006, '')]).toEqual([
      word32(1),
      word32(0),
      word32(0),
    ]);
    expect(query(0x100_0007, word32(1) + bobWord)).toBe(word32(3));
    expect(query(0x100_0008, word32(1))).toBe(word32(7));
    expect(query(0x100_000a, word32(1))).toBe(word32(5));
    expect(query(0x100_000b, word32(3))).toBe(word32(33));
    expect(query(0x100_000e, word32(1) + word32(9))).toBe(word32(9000));
    expect(query(0x100_000e, word32(1) + word32(2n ** 255n))).toBe(word32(2n ** 63n - 1n));
    expect(query(0x100_0010, word32(1) + word32(2) + word32(0))).toBe(word32(5));
    expect(query(0x100_0010, word32(1) + word32(1) + word32(0))).toBe(word32(6));
    expect(query(0x100_0011, word32(1) + word32(9) + word32(0))).toBe(word32(9) + word32(2) + word32(3));
    expect(query(0x100_0011, '')).toBe('00'.repeat(96));
    expect(query(0x100_0012, word32(1) + word32(0))).toBe(word32(7) + word32(8));
  });

  test('cost the same as on a node', () => {
    const costs = [0x5, 0x6, 0x7, 0x8, 0x9, 0xa, 0xb, 0xc, 0xd, 0xe, 0xf, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15].map((n) =>
      cost(0x100_0000 + n, ''),
    );
    expect(costs).toEqual([500, 20, 500, 20, 20, 20, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50]);
  });

  test('are accounts without code when their rule is disabled', () => {
    const off = vmRules({
      ...mainnetParameters,
      getAllowTvmVote: 0n,
      getUnfreezeDelayDays: 0n,
      getAllowTvmSolidity059: 0n,
    });
    for (const address of [0x9, 0xa, 0x100_0005, 0x100_000b]) {
      expect(call(address, '', { rules: off })).toEqual({ success: true, output: '' });
    }
  });
});

test('shielded precompiles charge energy, find proofs invalid and fail to hash', () => {
  const rules = vmRules({ ...mainnetParameters, getAllowShieldedTRC20Transaction: 1n });
  for (const [address, energy] of [
    [0x100_0001, 150_000],
    [0x100_0002, 200_000],
    [0x100_0003, 150_000],
  ] as const) {
    expect(call(address, '', { rules }).output).toBe(word32(0));
    expect(cost(address, '', rules)).toBe(energy);
  }
  expect(call(0x100_0004, '00'.repeat(96), { rules })).toEqual({ success: false, output: '' });
});
