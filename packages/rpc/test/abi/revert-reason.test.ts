import { type Abi } from '@coin/rpc';
import { revertReason } from '@coin/rpc/abi';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, test } from 'vitest';

const word = (value: bigint | number): string => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0');
const hex = (text: string) => Buffer.from(text).toString('hex');
const padded = (content: string) => content.padEnd(Math.ceil(content.length / 64) * 64, '0');
const bytes = (content: string) => `${word(content.length / 2)}${padded(content)}`;
const selector = (signature: string) => Buffer.from(keccak_256(Buffer.from(signature)).subarray(0, 4)).toString('hex');

const ERROR = '08c379a0';
const PANIC = '4e487b71';
const ADDRESS = '1b02cc461f3bd04462c710609df74f63a6cdae1f';

/** An error `Wrong` with one value of a type. */
const abiOf = (type: string): Abi => [{ type: 'error', name: 'Wrong', inputs: [{ type }] }];

test.each<[string, string, string]>([
  ['address', word(BigInt(`0x${ADDRESS}`)), 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'],
  ['bool', word(0), 'false'],
  ['bool', word(1), 'true'],
  ['uint256', word(2n ** 256n - 1n), String(2n ** 256n - 1n)],
  ['uint8', word(5), '5'],
  ['uint', word(5), '5'],
  ['int256', word(-5), '-5'],
  ['int8', word(-1), '-1'],
  ['int', word(5), '5'],
  ['bytes4', `c40768${'0'.repeat(58)}`, '0xc4076800'],
  ['bytes16', `${'ab'.repeat(16)}${'0'.repeat(32)}`, `0x${'ab'.repeat(16)}`],
  ['bytes32', `ab${'0'.repeat(60)}cd`, `0xab${'0'.repeat(60)}cd`],
  ['string', `${word(32)}${bytes(hex('because'))}`, 'because'],
  ['string', `${word(32)}${bytes('')}`, ''],
  ['bytes', `${word(32)}${bytes('0a0b')}`, '0x0a0b'],
  ['uint256[]', `${word(32)}${word(2)}${word(5)}${word(6)}`, '[5, 6]'],
  ['int8[2][2]', [1, -2, 3, -4].map(word).join(''), '[[1, -2], [3, -4]]'],
  ['bytes4[]', `${word(32)}${word(0)}`, '[]'],
  ['function', `${'ab'.repeat(24)}${'0'.repeat(16)}`, `0x${'ab'.repeat(24)}`],
])('a value of type %s is shown as people read it', (type, data, shown) => {
  const hashed = type.replace(/^u?int$/, '$&256');
  expect(revertReason(`${selector(`Wrong(${hashed})`)}${data}`, abiOf(type))).toBe(`Wrong(${shown})`);
});

test('the components of a tuple are shown in their order, with or without names', () => {
  const point = [
    { name: 'x', type: 'uint8' },
    { name: 'y', type: 'bool' },
  ];
  const abi: Abi = [
    {
      type: 'error',
      name: 'Wrong',
      inputs: [
        { type: 'tuple', components: point },
        { type: 'tuple[1]', components: point.map(({ type }) => ({ type })) },
      ],
    },
  ];
  const values = [1, 1, 2, 0].map(word).join('');
  expect(revertReason(`${selector('Wrong((uint8,bool),(uint8,bool)[1])')}${values}`, abi)).toBe(
    'Wrong((1, true), [[2, false]])',
  );
});

test.each<[string, string, string]>([
  ['no data', '', 'no reason given'],
  ['a text', `${ERROR}${word(32)}${bytes(hex('because'))}`, 'because'],
  ['a text behind other words', `${ERROR}${word(64)}${word(9)}${bytes(hex('because'))}`, 'because'],
  ['a text that ends with the data', `${ERROR}${word(32)}${word(7)}${hex('because')}`, 'because'],
  ['a panic that is known', `${PANIC}${word(0x11)}`, 'panic 0x11: arithmetic overflow or underflow'],
  ['a panic with data behind it', `${PANIC}${word(1)}${word(2)}`, 'panic 0x01: assertion failed'],
  ['a panic that is not known', `${PANIC}${word(0x99)}`, 'panic 0x99'],
])('the reason is read from %s', (_, data, reason) => {
  expect(revertReason(data)).toBe(reason);
});

test.each([
  ['text that is cut', `${ERROR}${word(32)}${word(8)}${hex('because')}`],
  ['text whose length is cut', `${ERROR}${word(32)}${word(7).slice(2)}`],
  ['text that begins behind the data', `${ERROR}${word(2n ** 255n)}${bytes(hex('because'))}`],
  ['a panic without a code', PANIC],
  ['a custom error that is not in the ABI', `${selector('Other(uint256)')}${word(5)}`],
  ['a custom error whose values are cut', `${selector('Wrong(uint256)')}${word(5).slice(2)}`],
  ['a custom error without values', selector('Wrong(uint256)')],
  ['a custom error with data behind its values', `${selector('Wrong(uint256)')}${word(5)}00`],
  ['a custom error whose data is not hex', `${selector('Wrong(uint256)')}${'x'.repeat(64)}`],
])('data that holds no reason is shown as hex: %s', (_, data) => {
  expect(revertReason(data, abiOf('uint256'))).toBe(`0x${data}`);
});

test.each(['Xuint8', 'uint7', 'tuple'])('an error with %s, which is not a type, is shown as hex', (type) => {
  const data = `${selector(`Wrong(${type === 'tuple' ? '()' : type})`)}${word(5)}`;
  expect(revertReason(data, abiOf(type))).toBe(`0x${data}`);
});

test('a custom error is found among the entries of an ABI, by its signature', () => {
  const abi: Abi = [
    { type: 'function', name: 'Wrong', inputs: [{ type: 'uint256' }] },
    { type: 'error', name: 'Wrong' },
    { type: 'error' },
    { type: 'Error', name: 'Wrong', inputs: [{ type: 'uint256' }, { type: 'bool' }] },
  ];
  expect(revertReason(selector('Wrong()'), abi)).toBe('Wrong()');
  expect(revertReason(selector('()'), abi)).toBe('()');
  expect(revertReason(`${selector('Wrong(uint256,bool)')}${word(5)}${word(1)}`, abi)).toBe('Wrong(5, true)');
  const noError = `${selector('Wrong(uint256)')}${word(5)}`;
  expect(revertReason(noError, abi)).toBe(`0x${noError}`);
});
