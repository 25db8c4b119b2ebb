import { expect, test } from 'vitest';
import { parseMessage } from '../../src/json/protobuf-parser.ts';
import {
  FreezeBalanceV2Contract,
  ProposalCreateContract,
  TransferContract,
} from '../../src/protocol/messages/contract-messages.ts';
import { Transaction } from '../../src/protocol/messages/messages.ts';

const OWNER = '4127c11e9f4012e773291e4cfa07a580bda92985ea';
const hex = { visible: false };

function amountOf(json: string): bigint {
  return parseMessage(TransferContract, `{"amount":${json}}`, hex).amount;
}

test.each([
  ['0', 0n],
  ['-1', -1n],
  ['9223372036854775807', 9_223_372_036_854_775_807n],
  ['-9223372036854775808', -9_223_372_036_854_775_808n],
  ['0x10', 16n],
  ['-0xff', -255n],
  ['010', 8n],
  ['+5', 5n],
  ['null', 0n],
])('reads the amount %s as %d', (json, expected) => {
  expect(amountOf(json)).toBe(expected);
});

test.each([
  ['"100"', 'For input string: "\\"100\\""'],
  ['"1000000000000000"', 'For input string: "\\"10000000"'],
  ['1.5', 'For input string: "1.5"'],
  ['1e6', 'For input string: "1e6"'],
  ['08', 'For input string: "08" under radix 8'],
  ['0x', 'For input string: "" under radix 16'],
  ['9223372036854775808', 'Number out of range for 64-bit signed integer: 9223372036854775808'],
  ['99999999999999999999999', 'Number out of range for 64-bit signed integer: 99999999999999999999999'],
  ['{}', 'For input string: "{"'],
])('rejects the amount %s', (json, problem) => {
  expect(() => amountOf(json)).toThrow(`1:11: Couldn't parse integer: ${problem.replaceAll('\\"', '"')}`);
});

test('takes the last of two values', () => {
  expect(parseMessage(TransferContract, '{"amount":1,"amount":2}', hex).amount).toBe(2n);
});

test('skips unknown keys with their values', () => {
  const text = `{"colour":"red","size":[1,2],"deep":{"a":{"b":true}},"owner_address":"${OWNER}"}`;
  expect(parseMessage(TransferContract, text, hex).owner_address).toBe(OWNER);
});

test.each([
  ['{"colour":1.5}', '1:11: Couldn\'t parse integer: For input string: "1.5"'],
  ['{"colour":[]}', '1:12: Expected string.'],
  ['{"colour":{}}', '1:12: Expected identifier. -}'],
  ['', '1:1: Expected "{".'],
  ['[]', '1:1: Expected "{".'],
  ['{"amount" 1}', '1:11: Expected ":".'],
  [
    '{"amount":1} 2',
    '1:14: Expecting the end of the stream, but there seems to be more data!  Check the input for a valid JSON format.',
  ],
  ['{"owner_address":"zz"}', '1:18: INVALID hex String'],
  ['{"owner_address":5}', '1:18: Expected string.'],
  ['{"owner_address":"41', '1:18: String missing ending quote.'],
  ['{\n "amount": x}', '2:12: Couldn\'t parse integer: For input string: "x"'],
])('rejects %s, naming line and column', (text, problem) => {
  expect(() => parseMessage(TransferContract, text, hex)).toThrow(problem);
});

test('reads hexadecimal with a prefix, an odd length and blanks', () => {
  const read = (text: string) => parseMessage(TransferContract, `{"owner_address":"${text}"}`, hex).owner_address;
  expect(['0x41AB', '1ab', '41  ab'].map(read)).toEqual(['41ab', '01ab', '41ab']);
});

test('reads visible addresses as base58check, and rejects all other text', () => {
  const read = (text: string) => () =>
    parseMessage(TransferContract, `{"to_address":"${text}"}`, { visible: true }).to_address;
  expect(read('TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi')()).toBe(OWNER);
  for (const text of ['TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvv1', 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvv0O', '', OWNER])
    expect(read(text)).toThrow('1:15: invalid address for field: protocol.TransferContract.to_address');
});

test('reads enumerations by name, by number, and in lower case with the first letter capitalised', () => {
  const read = (json: string) => () => parseMessage(FreezeBalanceV2Contract, `{"resource":${json}}`, hex).resource;
  expect(['"ENERGY"', 'ENERGY', '1'].map((json) => read(json)())).toEqual([1, 1, 1]);
  expect(read('"energy"')).toThrow('1:13: Enum type "protocol.ResourceCode" has no value named "Energy".');
  expect(read('7')).toThrow('1:13: Enum type "protocol.ResourceCode" has no value with number 7.');
});

test('reads a map as a list of entries', () => {
  const text = '{"parameters":[{"key":11,"value":210},{"value":5,"key":3},{"key":11,"value":1}]}';
  expect(parseMessage(ProposalCreateContract, text, hex).parameters).toEqual([
    { key: 11n, value: 1n },
    { key: 3n, value: 5n },
  ]);
});

test('reads a long body in time that grows with its length', () => {
  const data = '00'.repeat(400_000);
  const text = `{"raw_data":{"data":"${data}"},"note":"${'x'.repeat(400_000)}"}`;
  expect(parseMessage(Transaction, text, hex).raw_data?.data).toBe(data);
});
