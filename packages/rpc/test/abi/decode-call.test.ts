import { functionSelectorHex, type Abi, type AbiParameter } from '@coin/rpc';
import { decodeCall, encodeCall, parseAbi } from '@coin/rpc/abi';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { parameters, valueOf } from '../support/abi-values.ts';

const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const TO_HEX = '1b02cc461f3bd04462c710609df74f63a6cdae1f';
const word = (hex: string): string => hex.padStart(64, '0');

/** A function of these parameters, and its encoded call. */
function encode(inputs: readonly AbiParameter[], args: readonly unknown[]): { abi: Abi; data: string } {
  const abi: Abi = [{ type: 'function', name: 'f', inputs }];
  const { functionSelector, parameter } = encodeCall({ abi, functionName: 'f', args });
  return { abi, data: functionSelectorHex(functionSelector) + parameter };
}

test('the call of any function is decoded to its arguments', () =>
  fc.assert(
    fc.property(
      parameters.chain((inputs) => fc.record({ inputs: fc.constant(inputs), args: fc.tuple(...inputs.map(valueOf)) })),
      ({ inputs, args }) => {
        const { abi, data } = encode(inputs, args);
        expect(decodeCall({ abi, data })).toEqual({ functionName: 'f', args, isExact: true });
        expect(decodeCall({ abi, data: `0x${data.toUpperCase()}` })).toMatchObject({ args });
      },
    ),
    { numRuns: scaled(100) },
  ));

/** Types with unused digits in their words, and where these are. */
const wasteful = fc.oneof(
  fc.constant({ type: 'address', from: 0, to: 24 }),
  fc.integer({ min: 1, max: 31 }).map((size) => ({ type: `uint${8 * size}`, from: 0, to: 64 - 2 * size })),
  fc.integer({ min: 1, max: 31 }).map((size) => ({ type: `int${8 * size}`, from: 0, to: 64 - 2 * size })),
  fc.integer({ min: 1, max: 31 }).map((size) => ({ type: `bytes${size}`, from: 2 * size, to: 64 })),
);

test('arguments with unused bytes set are those that a contract reads that ignores them, and say so', () =>
  fc.assert(
    fc.property(
      fc.array(wasteful, { minLength: 1, maxLength: 5 }).chain((types) =>
        fc.record({
          types: fc.constant(types),
          args: fc.tuple(...types.map(valueOf)),
          end: fc.constantFrom('', '00ff'),
        }),
      ),
      ({ types, args, end }) => {
        const { abi, data } = encode(types, args);
        const dirty = types.map(({ from, to }, index) => {
          const own = data.slice(8 + 64 * index, 72 + 64 * index);
          return own.slice(0, from) + '5'.repeat(to - from) + own.slice(to);
        });
        const changed = data.slice(0, 8) + dirty.join('') + end;
        expect(decodeCall({ abi, data: changed })).toEqual({ functionName: 'f', args, isExact: false });
      },
    ),
    { numRuns: scaled(100) },
  ));

test.each([
  ['a transfer', `a9059cbb${word(TO_HEX)}${word('5')}`, 'transfer', [TO, 5n], true],
  [
    'a transfer to a word that begins with 41',
    `a9059cbb${word(`41${TO_HEX}`)}${word('5')}`,
    'transfer',
    [TO, 5n],
    false,
  ],
  ['a transfer with bytes behind it', `a9059cbb${word(TO_HEX)}${word('5')}00`, 'transfer', [TO, 5n], false],
  ['an approval of everything', `095ea7b3${word(TO_HEX)}${'f'.repeat(64)}`, 'approve', [TO, 2n ** 256n - 1n], true],
  ['a transfer by another', `23b872dd${word(TO_HEX)}${word(TO_HEX)}${word('1')}`, 'transferFrom', [TO, TO, 1n], true],
])('without an ABI, %s is read', (_, data, functionName, args, isExact) => {
  expect(decodeCall({ data })).toEqual({ functionName, args, isExact });
});

test('without an ABI, a permit is read', () => {
  const words = [word(TO_HEX), word(TO_HEX), word('7'), word('ff'), word('1b'), '11'.repeat(32), '22'.repeat(32)];
  expect(decodeCall({ data: `d505accf${words.join('')}` })).toMatchObject({
    functionName: 'permit',
    args: [TO, TO, 7n, 255n, 27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`],
  });
});

test.each([
  ['of another function', `12345678${word(TO_HEX)}${word('5')}`],
  ['that ends in a word', `a9059cbb${word(TO_HEX)}${word('5').slice(0, 62)}`],
  ['without arguments', 'a9059cbb'],
  ['without a selector', ''],
])('data %s is not decoded', (_, data) => {
  expect(decodeCall({ data })).toBeUndefined();
});

test('an offset that leads elsewhere is not decoded', () => {
  const abi = parseAbi(['function f(bytes data)']);
  const { data } = encode([{ type: 'bytes' }], ['0x12']);
  expect(decodeCall({ abi, data })).toEqual({ functionName: 'f', args: ['0x12'], isExact: true });
  expect(decodeCall({ abi, data: data.replace(word('20'), word('40')) })).toBeUndefined();
});

test('anything but hex is rejected, and the types follow from the ABI', () => {
  expect(() => decodeCall({ data: 'transfer' })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  const abi = parseAbi(['function vote(uint8 choice)', 'function stop()']);
  const call = decodeCall({ abi, data: functionSelectorHex('stop()') });
  expectTypeOf(call?.functionName).toEqualTypeOf<'vote' | 'stop' | undefined>();
  if (call?.functionName === 'vote') expectTypeOf(call.args).toEqualTypeOf<readonly [number]>();
  expect(call).toEqual({ functionName: 'stop', args: [], isExact: true });
});
