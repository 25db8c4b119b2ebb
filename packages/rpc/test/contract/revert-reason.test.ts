import { revertReason, type Abi, type AbiParameter } from '@coin/rpc';
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
  ['address', `${'f'.repeat(24)}${ADDRESS}`, 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'],
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
  ['string', `${word(64)}${word(9)}${bytes(hex('because'))}`, 'because'],
  ['bytes', `${word(32)}${bytes('0a0b')}`, '0x0a0b'],
  ['uint256[]', `${word(32)}${word(1)}${word(5)}`, `0x${word(32)}`],
  ['int256[2]', word(-5), `0x${word(-5)}`],
  ['bytes4[]', word(-5), `0x${word(-5)}`],
  ['function', word(-5), `0x${word(-5)}`],
  ['Xuint8', word(-5), `0x${word(-5)}`],
  ['Xint8', word(-5), `0x${word(-5)}`],
  ['Xbytes4', word(-5), `0x${word(-5)}`],
])('a value of type %s is shown as people read it', (type, data, shown) => {
  const hashed = type.replace(/^u?int$/, '$&256');
  expect(revertReason(`${selector(`Wrong(${hashed})`)}${data}`, abiOf(type))).toBe(`Wrong(${shown})`);
});

test.each<[string, AbiParameter, bigint[], string]>([
  ['a static array', { type: 'uint256[2]' }, [1n, 2n], 'uint256[2]'],
  ['an array of static arrays', { type: 'int8[2][3]' }, [1n, 2n, 3n, 4n, 5n, 6n], 'int8[2][3]'],
  ['a dynamic array', { type: 'uint256[2][]' }, [64n], 'uint256[2][]'],
  ['a static array of texts', { type: 'string[2]' }, [64n], 'string[2]'],
  ['a static tuple', { type: 'tuple', components: [{ type: 'bool' }, { type: 'uint8' }] }, [1n, 2n], '(bool,uint8)'],
  [
    'a static array of static tuples',
    { type: 'tuple[2]', components: [{ type: 'bool' }, { type: 'tuple', components: [{ type: 'uint' }] }] },
    [1n, 2n, 3n, 4n],
    '(bool,(uint256))[2]',
  ],
  ['a dynamic tuple', { type: 'tuple', components: [{ type: 'bytes' }, { type: 'bool' }] }, [64n], '(bytes,bool)'],
])('the value behind %s is read where it is', (_, input, words, signature) => {
  const abi: Abi = [{ type: 'error', name: 'Wrong', inputs: [input, { type: 'uint256' }] }];
  const values = [...words, 7n].map(word).join('');
  expect(revertReason(`${selector(`Wrong(${signature},uint256)`)}${values}`, abi)).toBe(
    `Wrong(0x${word(words[0] ?? 0n)}, 7)`,
  );
});

test.each<[string, string, string]>([
  ['no data', '', 'no reason given'],
  ['a text', `${ERROR}${word(32)}${bytes(hex('because'))}`, 'because'],
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
])('data that holds no reason is shown as hex: %s', (_, data) => {
  expect(revertReason(data, abiOf('uint256'))).toBe(`0x${data}`);
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

test.each([undefined, null, 5, ['']])('data in another form than text is rejected: %j', (data) => {
  expect(() => revertReason(data as never)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: 'data' }) }),
  );
});
