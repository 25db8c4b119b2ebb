import { decodeError, decodeLogs, decodeResult, encodeCall, encodeDeploy } from '@coin/rpc/abi';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Texts that are not types, of any length. */
const texts: readonly ((length: number) => string)[] = [
  (length) => 'x'.repeat(length),
  (length) => `uint8${'['.repeat(length)}`,
  (length) => `uint8[${'1'.repeat(length)}]`,
  (length) => `uint8${'[1]'.repeat(length / 3)}`,
  (length) => `uint${'8'.repeat(length)}`,
  (length) => `tuple${'[]'.repeat(length / 2)}`,
];

const data = '0'.repeat(64);
const returning = (type: string) => [{ type: 'function', name: 'f', outputs: [{ type }] }];

const uses: readonly (readonly [string, (type: string) => () => unknown])[] = [
  ['decodeResult', (type) => () => decodeResult({ abi: returning(type), functionName: 'f', data })],
  [
    'decodeResult of a tuple',
    (type) => {
      const outputs = [{ type: 'tuple', components: [{ type }] }];
      return () => decodeResult({ abi: [{ type: 'function', name: 'f', outputs }], functionName: 'f', data });
    },
  ],
  [
    'encodeCall',
    (type) => () =>
      encodeCall({ abi: [{ type: 'function', name: 'f', inputs: [{ type }] }], functionName: 'f', args: [1n] }),
  ],
  ['encodeDeploy', (type) => () => encodeDeploy({ abi: [{ type: 'constructor', inputs: [{ type }] }], args: [1n] })],
  [
    'decodeError',
    (type) => {
      const abi = [{ type: 'error', name: 'f', inputs: [{ type }] }];
      const selector = bytesToHex(keccak_256(utf8ToBytes(`f(${type})`))).slice(0, 8);
      return () => decodeError({ abi, data: selector + data });
    },
  ],
  [
    'decodeLogs',
    (type) => () =>
      decodeLogs({
        abi: [{ type: 'event', name: 'f', anonymous: true, inputs: [{ type }] }],
        logs: [{ topics: [], data }],
      }),
  ],
];

/** The longest text in which `run` searches for `.+` or `.*` from every place: that takes quadratic time. */
function longestSearched(run: () => unknown): number {
  let longest = 0;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the pattern
  const { exec } = RegExp.prototype;
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
    const begins = this.source.replaceAll('(', '').slice(0, 2);
    if (begins === '.+' || begins === '.*') longest = Math.max(longest, text.length);
    return exec.call(this, text);
  });
  try {
    run();
  } catch {
    // Whether it fails is not the subject.
  } finally {
    vi.restoreAllMocks();
  }
  return longest;
}

test.each(uses)('%s searches no type of 9,000 characters', (_, use) => {
  const longest = texts.map((text) => longestSearched(use(text(9000))));
  expect(Math.max(...longest)).toBeLessThan(3000);
});

test('decodes a type with 100 levels of arrays', () => {
  const value = decodeResult({ abi: returning(`uint8${'[1]'.repeat(100)}`), functionName: 'f', data });
  expect([value].flat(Infinity)).toEqual([0]);
});
