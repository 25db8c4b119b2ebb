import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../../src/index.ts';
import { answerTo, errorIn } from '../../support/http-network.ts';

// Answers of java-tron 4.8.2 to mistaken requests. Source: docs/protocol/http.md, Request body parsing.
const contract = `41${'c0'.repeat(20)}`;
// Returns a word of zeros.
const node = createMockNode({ contracts: [{ address: contract, code: '60206000f3' }] });
const [owner, other] = node.accounts.map(({ address }) => address) as [string, string];
const OWNER_HEX = '4171abdf923011c206240a16ccafd12196094287c0';

const ask = (path: string, body?: unknown): Promise<string> => answerTo(node, path, body);
const errorOf = (path: string, body?: unknown): Promise<string> => errorIn(node, path, body);

const transfer = { owner_address: owner, to_address: other, amount: 1, visible: true };
const BAD_HEX = 'class org.bouncycastle.util.encoders.DecoderException : exception decoding Hex string:';
const BAD_NUMBER = 'class java.lang.NumberFormatException :';

describe('a permission id', () => {
  const build = (id: string) => JSON.stringify(transfer).replace('}', `,"Permission_id":${id}}`);

  test.each([
    ['"2"', 2],
    ['"2.00"', 2],
    ['true', 1],
    ['4294967298', 2],
    ['0', undefined],
    ['-1', undefined],
  ])('of %s is read as %s', async (id, expected) => {
    const { raw_data } = JSON.parse(await ask('/wallet/createtransaction', build(id))) as {
      raw_data: { contract: { Permission_id?: number }[] };
    };
    expect(raw_data.contract[0]?.Permission_id).toBe(expected);
  });

  test.each([
    ['"two"', `${BAD_NUMBER} For input string: "two"`],
    ['"4294967298"', `${BAD_NUMBER} For input string: "4294967298"`],
    ['[2]', 'class org.tron.json.JSONException : can not cast to int, value : [2]'],
  ])('of %s is rejected', async (id, message) => {
    expect(await errorOf('/wallet/createtransaction', build(id))).toBe(message);
  });
});

describe('a deployment’s number', () => {
  const deploy = (limit: unknown) =>
    errorOf('/wallet/deploycontract', { owner_address: owner, bytecode: '00', fee_limit: limit, visible: true });

  test.each([
    [
      'cheap',
      `${BAD_NUMBER} Character c is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
    ],
    [
      true,
      `${BAD_NUMBER} Character t is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
    ],
    [
      [1],
      `${BAD_NUMBER} Character [ is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
    ],
    ['one hundred million', `${BAD_NUMBER} Character array is missing "e" notation exponential mark.`],
    ['1.2.3', `${BAD_NUMBER} Character array contains more than one decimal point.`],
    ['.', `${BAD_NUMBER} No digits found.`],
    ['1e', `${BAD_NUMBER} null`],
    ['1e2.5', `${BAD_NUMBER} Not a digit.`],
    ['1e12345678901', `${BAD_NUMBER} Too many nonzero exponent digits.`],
    ['1.5', 'class java.lang.ArithmeticException : Rounding necessary'],
    ['1e30', 'class java.lang.ArithmeticException : Overflow'],
  ])('fee_limit %j is rejected', async (limit, message) => {
    expect(await deploy(limit)).toBe(message);
  });

  test.each(['1e3', '1000.0', 'NULL', '', null, 1000.0])('fee_limit %j is accepted', async (limit) => {
    expect(await deploy(limit)).toBe('no error');
  });
});

describe('hexadecimal', () => {
  test.each([
    ['hello', `${BAD_HEX} invalid characters encountered in Hex string`],
    ['hé', `${BAD_HEX} Index 233 out of bounds for length 128`],
    ['€', `${BAD_HEX} Index 8364 out of bounds for length 128`],
  ])('of the memo %s is rejected', async (memo, message) => {
    const body = { owner_address: OWNER_HEX, to_address: contract, amount: 1, extra_data: memo };
    expect(await errorOf('/wallet/createtransaction', body)).toBe(message);
  });

  test('of a parameter with an odd length is padded in front of the selector', async () => {
    const body = { owner_address: owner, contract_address: contract, function_selector: 'f()', visible: false };
    const answer = await ask('/wallet/triggerconstantcontract', {
      ...body,
      owner_address: OWNER_HEX,
      parameter: '1',
    });
    expect(answer).toContain('"data":"026121ff01"');
  });

  test.each([
    ['41abc', 'String index out of range: 5'],
    ['41zz', 'invalid characters encountered in Hex string'],
    ['41 a', 'String index out of range: 4'],
  ])('of the address %s of a reward is rejected', async (address, problem) => {
    const answer = await ask(`/wallet/getReward?address=${encodeURIComponent(address)}`);
    expect(answer).toBe(`{"Error": "INVALID address, exception decoding Hex string: ${problem}"}`);
  });
});

describe('a query string', () => {
  test.each([
    ['/wallet/gettransactioncountbyblocknum', `${BAD_NUMBER} Cannot parse null string`],
    ['/wallet/getblockbynum?num=', `${BAD_NUMBER} For input string: ""`],
    ['/wallet/getblockbynum?num=9223372036854775808', `${BAD_NUMBER} For input string: "9223372036854775808"`],
    ['/wallet/getcandelegatedmaxsize?type=3000000000', `${BAD_NUMBER} For input string: "3000000000"`],
    ['/wallet/getdelegatedresource?fromAddress=zz', `${BAD_HEX} invalid characters encountered in Hex string`],
    ['/wallet/gettransactionfrompending?value=zz', `${BAD_HEX} invalid characters encountered in Hex string`],
  ])('answers %s with %s', async (path, message) => {
    expect(await errorOf(path)).toBe(message);
  });
});

test.each([
  ['not-base64-at-all-not-base-6', 'Illegal base64 character 2d'],
  [`${'A'.repeat(27)}é`, 'Illegal base64 character -17'],
  [`${'A'.repeat(27)}€`, 'Illegal base64 character 3f'],
  [`AAAA=${'A'.repeat(23)}`, 'Input byte array has wrong 4-byte ending unit'],
  [`${'A'.repeat(26)}=A`, 'Input byte array has wrong 4-byte ending unit'],
  [`${'A'.repeat(25)}===`, 'Last unit does not have enough valid bits'],
  [`AA==${'A'.repeat(24)}`, 'Input byte array has incorrect ending byte at 4'],
  ['A'.repeat(28), 'Invalid address'],
  [Buffer.from(OWNER_HEX, 'hex').toString('base64'), 'Base64 format'],
])('validateaddress answers %s with %s', async (address, message) => {
  expect(await errorOf('/wallet/validateaddress', { address })).toBe(message);
});

test.each([
  [{ contract: {} }, "Field 'contract' is not an array"],
  [{ contract: '{}' }, 'Expected JSON array'],
  [7, "Field 'raw_data' is not an object"],
])('rejects the raw_data %j', async (raw_data, message) => {
  for (const name of ['broadcasttransaction', 'getsignweight', 'getapprovedlist'])
    expect(await errorOf(`/wallet/${name}`, { raw_data })).toBe(`class org.tron.json.JSONException : ${message}`);
});

test('reports the effects of a call whose memo or permission cannot be read', async () => {
  const call = { owner_address: OWNER_HEX, contract_address: contract, data: '00' };
  for (const mistake of [{ extra_data: 'zz' }, { Permission_id: 'two' }]) {
    const answer = JSON.parse(await ask('/wallet/triggerconstantcontract', { ...call, ...mistake })) as {
      result: { code: string };
      constant_result: string[];
    };
    expect(answer).toMatchObject({
      result: { code: 'OTHER_ERROR' },
      energy_used: 9,
      constant_result: ['00'.repeat(32)],
    });
    expect(answer).not.toHaveProperty('transaction');
  }
});

test('getdelegatedresourceaccountindex gives the account without any delegation', async () => {
  const path = '/wallet/getdelegatedresourceaccountindex';
  expect(await ask(path, { value: owner, visible: true })).toBe(`{"account": "${owner}"}`);
  expect(await ask(path, { value: '41' })).toBe('{}');
});

test.each(['getdelegatedresourceaccountindex', 'getdelegatedresourceaccountindexv2'])(
  '%s rejects a value that is not hexadecimal',
  async (name) => {
    const answer = await ask(`/wallet/${name}?value=zz`);
    expect(answer).toBe(`{"Error":"${BAD_HEX} invalid characters encountered in Hex string"}`);
    expect(await errorOf(`/wallet/${name}`, { value: 'zz' })).toContain('INVALID hex String');
  },
);

test.each(['broadcasthex', 'createtransaction', 'getReward', 'nothing'])(
  '/wallet/%s refuses a body of more than 4 MiB with status 413',
  async (name) => {
    const statusOf = async (size: number): Promise<number> =>
      (await node.fetch(`http://node/wallet/${name}`, { method: 'POST', body: '{}'.padEnd(size) })).status;
    expect(await statusOf(4_194_305)).toBe(413);
    expect(await statusOf(4_194_304)).not.toBe(413);
  },
);

const TRUNCATED =
  'While parsing a protocol message, the input ended unexpectedly in the middle of a field.  This could mean either that the input has been truncated or that an embedded message misreported its own length.';

test.each([
  ['0', 'Protocol message contained an invalid tag (zero).'],
  ['05', 'Protocol message contained an invalid tag (zero).'],
  [`41${'00'.repeat(20)}`, 'Protocol message contained an invalid tag (zero).'],
  [`41${'ff'.repeat(20)}`, 'CodedInputStream encountered a malformed varint.'],
  ['0f', 'Protocol message tag had invalid wire type.', '$InvalidWireTypeException'],
  ['0c', 'Protocol message end-group tag did not match expected tag.'],
  ['0a05', TRUNCATED],
  ['ff', TRUNCATED],
])('broadcasthex rejects the bytes %s', async (transaction, message, kind = '') => {
  expect(await errorOf('/wallet/broadcasthex', { transaction })).toBe(
    `class com.google.protobuf.InvalidProtocolBufferException${kind} : ${message}`,
  );
});

test.each(['', 'null'])('broadcasthex rejects the body "%s"', async (body) => {
  expect(await errorOf('/wallet/broadcasthex', body)).toBe('class java.lang.NullPointerException : null');
});

test('reads no object as a number', async () => {
  const deploy = { owner_address: owner, abi: '[]', bytecode: '6001', visible: true };
  for (const limit of [{}, { a: 1 }])
    expect(await errorOf('/wallet/deploycontract', { ...deploy, fee_limit: limit })).toContain(BAD_NUMBER);
  const missing = 'class java.security.InvalidParameterException : key [id] does not exist';
  expect(await errorOf('/wallet/getproposalbyid', { id: '' })).toBe(missing);
  expect(await errorOf('/wallet/getproposalbyid', '')).toBe('class java.lang.NullPointerException : null');
});

test.each(['createassetissue', 'getaccountbalance', 'getexpandedspendingkey'])(
  '%s does not exist below /walletsolidity',
  async (name) => {
    const { status } = await node.fetch(`http://node/walletsolidity/${name}`);
    expect(status).toBe(404);
  },
);
