import { isRpcError, type Abi, type AbiParameter } from '@coin/rpc';
import { decodeResult, encodeCall, encodeDeploy } from '@coin/rpc/abi';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodedByViem, parameters, valueOf } from '../support/abi-values.ts';

const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const word = (value: bigint | number): string => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0');

/** A function that takes what it returns. */
const abiOf = (given: readonly AbiParameter[]): Abi => [
  { type: 'function', name: 'echo', inputs: given, outputs: given },
  { type: 'constructor', inputs: given },
];
const encode = (given: readonly AbiParameter[], args: readonly unknown[]): string =>
  encodeCall({ abi: abiOf(given), functionName: 'echo', args }).parameter;

function decode(given: readonly AbiParameter[], data: string): readonly unknown[] {
  const result = decodeResult({ abi: abiOf(given), functionName: 'echo', data });
  if (given.length === 0) return [];
  return given.length === 1 ? [result] : (result as unknown[]);
}

const typed = parameters.chain((given) => fc.tuple(fc.constant(given), fc.tuple(...given.map(valueOf))));

test('values are encoded as viem encodes them, and decoded to the same values', () =>
  fc.assert(
    fc.property(typed, ([given, values]) => {
      const data = encodedByViem(given, values);
      expect(encode(given, values)).toBe(data);
      expect(encodeDeploy({ abi: abiOf(given), args: values }).parameter).toBe(data);
      expect(decode(given, data)).toEqual(values);
      expect(decode(given, `0x${data.toUpperCase()}`)).toEqual(values);
    }),
    { numRuns: scaled(100) },
  ));

test.each([8, 40, 48, 56, 128, 248, 256])(
  'the least and the greatest integers of %i bits are encoded as by viem',
  (bits) => {
    const values = 2n ** BigInt(bits);
    for (const [type, min] of [
      [`uint${bits}`, 0n],
      [`int${bits}`, -values / 2n],
    ] as const)
      for (const integer of [min, min + 1n, min + values / 2n, min + values - 1n]) {
        const value = bits > 48 ? integer : Number(integer);
        const data = encodedByViem([{ type }], [value]);
        expect(encode([{ type }], [value])).toBe(data);
        expect(decode([{ type }], data)).toEqual([value]);
      }
  },
);

test.each(['\ufeffa', 'a\ufeff', '\u{10ffff}', ''])('the text %j is decoded to what it was', (text) => {
  const data = encodedByViem([{ type: 'string' }], [text]);
  expect(encode([{ type: 'string' }], [text])).toBe(data);
  expect(decode([{ type: 'string' }], data)).toEqual([text]);
});

type Edit = (hex: string, at: number, value: number) => string;
const edits: readonly Edit[] = [
  (hex, at, value) => hex.slice(0, at * 2) + value.toString(16).padStart(2, '0') + hex.slice(at * 2 + 2),
  (hex, at, value) => {
    const start = Math.floor(at / 32) * 64;
    return hex.slice(0, start) + word(value * 32) + hex.slice(start + 64);
  },
  (hex, at) => hex.slice(0, at * 2),
  (hex, at, value) => hex + '00'.repeat(at) + value.toString(16).padStart(2, '0'),
  (hex, at) => {
    const start = Math.floor(at / 32) * 64;
    return (
      hex.slice(0, start) + hex.slice(start + 64, start + 128) + hex.slice(start, start + 64) + hex.slice(start + 128)
    );
  },
];

test('damaged data is decoded only to values that viem encodes to it', () =>
  fc.assert(
    fc.property(typed, fc.constantFrom(...edits), fc.nat(), fc.nat(255), ([given, values], edit, place, value) => {
      const data = encodedByViem(given, values);
      const damaged = edit(data, place % (data.length / 2 + 1), value);
      let decoded;
      try {
        decoded = decode(given, damaged);
      } catch (error) {
        expect(isRpcError(error, 'ARGUMENT_INVALID')).toBe(true);
        expect(damaged).not.toBe(data);
        return;
      }
      expect(encodedByViem(given, decoded)).toBe(damaged);
    }),
    { numRuns: scaled(120) },
  ));

const tail = word(1) + 'ff'.padEnd(64, '0');

test.each<[string, string[], string]>([
  ['a word too many', ['uint256'], word(5) + word(0)],
  ['a byte too many', ['uint256'], `${word(5)}00`],
  ['a byte too few', ['uint256'], word(5).slice(2)],
  ['nothing', ['uint256'], ''],
  ['a byte where nothing is expected', [], '00'],
  ['a bool of 2', ['bool'], word(2)],
  ['an address of 21 bytes', ['address'], word(0x41n << 160n)],
  ['a uint8 of 256', ['uint8'], word(256)],
  ['an int8 of 200', ['int8'], word(200)],
  ['an int8 of -129', ['int8'], word(-129)],
  ['a bytes4 of five bytes', ['bytes4'], 'ff'.repeat(5).padEnd(64, '0')],
  ['a function of 25 bytes', ['function'], 'ff'.repeat(25).padEnd(64, '0')],
  ['padding that is not zero', ['bytes'], word(32) + word(1) + 'ffff'.padEnd(64, '0')],
  ['padding that is cut', ['bytes'], `${word(32)}${word(1)}ff`],
  ['text that is not UTF-8', ['string'], word(32) + tail],
  ['half of a surrogate pair', ['string'], word(32) + word(3) + 'eda080'.padEnd(64, '0')],
  ['a gap before the bytes', ['bytes'], word(64) + word(0) + tail],
  ['an offset to itself', ['bytes'], word(0)],
  ['an offset into the offsets', ['bytes', 'uint256'], word(32) + word(0)],
  ['one tail for two values', ['bytes', 'bytes'], word(64) + word(64) + tail],
  ['tails in another order', ['bytes', 'bytes'], word(128) + word(64) + tail + tail],
  ['an offset above 2^53', ['bytes'], word(2n ** 64n) + tail],
  ['an offset of -32', ['bytes'], word(-32) + tail],
  ['a length behind the end', ['bytes'], word(32) + word(1000) + 'ff'.padEnd(64, '0')],
  ['an array of 2^40 items', ['uint256[]'], word(32) + word(2 ** 40)],
  ['an array of four billion items', ['uint256[4294967295]'], word(7).repeat(100)],
])('rejects data with %s', (_, types, data) => {
  const given = types.map((type) => ({ type }));
  expect(() => decode(given, data)).toThrow(
    expect.objectContaining({
      code: 'ARGUMENT_INVALID',
      context: expect.objectContaining({
        argument: 'data',
        expected: `what (${types.join(',')}) is encoded to, to the byte`,
      }),
    }),
  );
});

/** An array whose items are all the same bytes. */
const shared = (count: number, item: string) => word(count) + word(32 * count).repeat(count) + item;

test.each<[string, string, string]>([
  ['one text of 50 kB for 1,500 items', 'string[]', shared(1500, word(50_000) + '61'.repeat(50_000) + '00'.repeat(16))],
  ['one text of 90 kB for 300 items', 'bytes[]', shared(300, word(90_000) + '61'.repeat(90_000) + '00'.repeat(16))],
  ['one array of 1,500 for 1,500 items', 'uint256[][]', shared(1500, word(1500) + word(1).repeat(1500))],
  [
    'arrays of one array, ten deep',
    `uint256${'[]'.repeat(10)}`,
    Array.from({ length: 9 }).reduce<string>((inner) => shared(300, inner), tail),
  ],
  ['arrays that contain themselves', `bytes${'[]'.repeat(10)}`, word(32).repeat(3000)],
  ['arrays that contain themselves, longer', `bytes${'[]'.repeat(11)}`, word(64).repeat(3000)],
  ['arrays a thousand deep', `bytes${'[]'.repeat(1000)}`, word(32).repeat(3000)],
  ['a hundred million empty texts', 'string[100000000]', word(32) + word(0)],
])('100 kB that would expand without bound are rejected immediately: %s', (_, type, data) => {
  expect(() => decode([{ type }], word(32) + data)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

const tuple: AbiParameter = {
  type: 'tuple',
  components: [
    { name: 'to', type: 'address' },
    { name: 'amounts', type: 'uint64[2]' },
  ],
};

test.each<[AbiParameter, unknown, string, string]>([
  [{ type: 'uint256' }, 5, 'args[0]', `a bigint from 0 to ${2n ** 256n - 1n}`],
  [{ type: 'uint256' }, '5', 'args[0]', `a bigint from 0 to ${2n ** 256n - 1n}`],
  [{ type: 'uint256' }, 2n ** 256n, 'args[0]', `a bigint from 0 to ${2n ** 256n - 1n}`],
  [{ type: 'uint' }, -1n, 'args[0]', `a bigint from 0 to ${2n ** 256n - 1n}`],
  [{ type: 'trcToken' }, 1_000_001, 'args[0]', `a bigint from 0 to ${2n ** 256n - 1n}`],
  [{ type: 'int56' }, 2n ** 55n, 'args[0]', `a bigint from ${-(2n ** 55n)} to ${2n ** 55n - 1n}`],
  [{ type: 'uint8' }, 256, 'args[0]', 'an integer from 0 to 255'],
  [{ type: 'int8' }, -129n, 'args[0]', 'an integer from -128 to 127'],
  [{ type: 'uint48' }, 1.5, 'args[0]', `an integer from 0 to ${2 ** 48 - 1}`],
  [{ type: 'uint8' }, Number.NaN, 'args[0]', 'an integer from 0 to 255'],
  [{ type: 'bool' }, 1, 'args[0]', 'true or false'],
  [{ type: 'string' }, 5, 'args[0]', 'a string'],
  [{ type: 'bytes' }, '0xf', 'args[0]', 'whole bytes in hex'],
  [{ type: 'bytes' }, Uint8Array.of(1), 'args[0]', 'whole bytes in hex'],
  [{ type: 'bytes4' }, '0xffffff', 'args[0]', '4 bytes in hex'],
  [{ type: 'function' }, '0x', 'args[0]', '24 bytes in hex'],
  [{ type: 'bool[2]' }, [true], 'args[0]', 'an array, bool[2]'],
  [{ type: 'bool[]' }, 'true', 'args[0]', 'an array, bool[]'],
  [{ type: 'bool[][]' }, [[true], [true, 0]], 'args[0][1][1]', 'true or false'],
  // eslint-disable-next-line no-sparse-arrays
  [{ type: 'bool[]' }, [true, , true], 'args[0][1]', 'true or false'],
  [tuple, { to: TO, amounts: [1n, 2] }, 'args[0].amounts[1]', `a bigint from 0 to ${2n ** 64n - 1n}`],
  [tuple, [TO, [1n, 2]], 'args[0].amounts[1]', `a bigint from 0 to ${2n ** 64n - 1n}`],
  [tuple, { to: TO }, 'args[0]', 'a tuple (to, amounts)'],
  [tuple, Object.create({ to: TO, amounts: [1n, 2n] }), 'args[0]', 'a tuple (to, amounts)'],
  [tuple, [TO], 'args[0]', 'a tuple (to, amounts)'],
  [tuple, null, 'args[0]', 'a tuple (to, amounts)'],
  [tuple, undefined, 'args[0]', 'a tuple (to, amounts)'],
  [tuple, 'to', 'args[0]', 'a tuple (to, amounts)'],
  [{ type: 'tuple', components: [{ type: 'bool' }] }, { 0: true }, 'args[0]', 'a tuple (bool)'],
])('an argument that does not fit its type is rejected with its place (%#)', (parameter, value, argument, expected) => {
  expect(() => encode([parameter], [value])).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument, expected }) }),
  );
});

test('rejects an invalid address', () => {
  for (const address of [TO.replace('8', '9'), '0x1b02cc461f3bd04462c710609df74f63a6cdae1f', '', 5])
    expect(() => encode([{ type: 'address[]' }], [[TO, address]])).toThrow(
      expect.objectContaining({ code: 'ADDRESS_INVALID' }),
    );
});

test('half of a surrogate pair is rejected, because UTF-8 has none', () => {
  expect(() => encode([{ type: 'string' }], ['\ud800'])).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

test.each([[[]], [[1n, 2n]], [undefined], [{ 0: 1n, length: 1 }]])(
  'rejects anything but a list of one value for one argument (%#)',
  (args) => {
    expect(() => encode([{ type: 'uint256' }], args as never)).toThrow(
      expect.objectContaining({
        context: expect.objectContaining({ argument: 'args', expected: 'a list of 1 values: (uint256)' }),
      }),
    );
  },
);

/** A tuple of tuples, so many of them. */
const nested = (levels: number, type = 'bool'): AbiParameter =>
  levels === 0 ? { type } : { type: 'tuple', components: [nested(levels - 1, type)] };

test('tuples and arrays within each other are coded up to 128 levels', () => {
  const deep = nested(64, 'bool[1]');
  const value = Array.from({ length: 64 }).reduce<unknown>((inner) => [inner], [true]);
  expect(decode([deep], encode([deep], [value]))).toEqual([value]);
  expect(decode([nested(128)], word(1)).flat(Infinity)).toEqual([true]);
});

test.each<[AbiParameter]>([
  [{ type: 'uint7' }],
  [{ type: 'uint12' }],
  [{ type: 'uint264' }],
  [{ type: 'uint08' }],
  [{ type: 'uint0' }],
  [{ type: 'uint8x' }],
  [{ type: 'xuint8' }],
  [{ type: 'bytes33' }],
  [{ type: 'bytes0' }],
  [{ type: 'bytes04' }],
  [{ type: 'bytes4x' }],
  [{ type: 'xbytes4' }],
  [{ type: ' bool' }],
  [{ type: 'bool[1]x' }],
  [{ type: 'uint256[0][]' }],
  [{ type: 'uint256[0][2]' }],
  [{ type: 'uint256[4294967295][4294967295]' }],
  [nested(129)],
  [nested(65, `bool${'[1]'.repeat(64)}`)],
  [{ type: 'fixed128x18' }],
  [{ type: 'trcToken8' }],
  [{ type: 'Token' }],
  [{ type: 'tuple' }],
  [{ type: 'tuple[]', components: [] }],
  [{ type: 'uint256[-1]' }],
  [{ type: `bool${'[1]'.repeat(1000)}` }],
])('names a text that is not a type in its rejection (%#)', (parameter) => {
  for (const code of [() => encode([parameter], [[]]), () => decode([parameter], word(0))])
    expect(code).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: expect.objectContaining({
          argument: 'abi',
          expected: 'types of an ABI, tuples with their components, which the chain does not store',
        }),
      }),
    );
});
