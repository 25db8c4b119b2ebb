import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { callRpc, rpcResult } from '../support/json-rpc.ts';

/** The example of EIP-712 signs with the Keccak-256 hash of `cow` as the key. */
const COW = 'c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4';
const cow = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826';
const other = `0x${'d2'.repeat(20)}`;
const node = createMockNode({ ethereumTools: 'hardhat', accounts: { privateKeys: [COW] } });

const mail = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
} as const;

test('the example of EIP-712 has the signature of the standard', async () => {
  const r = '4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d';
  const s = '07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b91562';
  for (const data of [mail, JSON.stringify(mail)])
    expect(await rpcResult(node, 'eth_signTypedData_v4', [cow, data])).toBe(`0x${r}${s}1c`);
});

test('data whose primary type is its domain is signed without a message', async () => {
  const domainOnly = { ...mail, primaryType: 'EIP712Domain', message: undefined };
  const signature = await rpcResult(node, 'eth_signTypedData_v4', [cow, domainOnly]);
  expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
  expect(await rpcResult(node, 'eth_signTypedData_v4', [cow, { ...domainOnly, message: mail.message }])).toBe(
    signature,
  );
});

/** Data of one member. */
const choice = (type: unknown, value?: unknown) => ({
  domain: {},
  types: { EIP712Domain: [], Vote: [{ name: 'choice', type }] },
  primaryType: 'Vote',
  message: { choice: value },
});

describe('what cannot be signed is rejected by name', () => {
  test.each<[string, string, readonly unknown[]]>([
    ['the node does not know the key of address', 'personal_sign', ['0x12', other]],
    ['the node does not know the key of address', 'eth_sign', [other, '0x12']],
    ['the node does not know the key of address', 'eth_signTypedData_v4', [other, mail]],
    ['address must be an address: 20 bytes in hexadecimal after 0x', 'eth_sign', ['0x12', '0x12']],
    ['message must be bytes in hexadecimal after 0x', 'personal_sign', ['hello', cow]],
    ['message must be text', 'eth_sign', [cow, 5]],
    ['typedData must be an object, or its JSON text', 'eth_signTypedData_v4', [cow, '0x12']],
    ['typedData must be an object, or its JSON text', 'eth_signTypedData_v4', [cow, [mail]]],
  ])('%s: %s', async (message, method, params) => {
    expect((await callRpc(node, method, params)).error).toMatchObject({ code: -32_602, message });
  });

  test.each<[string, object]>([
    ['primaryType must be text', { ...mail, primaryType: undefined }],
    ['domain must be an object, EIP712Domain', { ...mail, domain: undefined }],
    ['message must be an object, Mail', { ...mail, message: [] }],
    ['domain.chainId must be a value of the type uint256', { ...mail, domain: { ...mail.domain, chainId: null } }],
    [
      'types.EIP712Domain must be a list of members, each with a name and a type',
      { ...mail, types: { Mail: mail.types.Mail } },
    ],
    ['types.Mail[0].type must be text', { ...mail, types: { ...mail.types, Mail: [{ name: 'from' }] } }],
    ['types.Letter must be a list of members, each with a name and a type', { ...mail, primaryType: 'Letter' }],
    [
      'message.from.wallet must be a value of the type address',
      { ...mail, message: { ...mail.message, from: { name: 'Cow', wallet: '0x12' } } },
    ],
    ['message.contents must be text', { ...mail, message: { ...mail.message, contents: 5 } }],
    ['message.choice must be a value of the type uint8', choice('uint8', 256)],
    ['message.choice must be a value of the type uint8', choice('uint8', -1)],
    ['message.choice must be a value of the type uint8', choice('uint8', 1.5)],
    ['message.choice must be a value of the type uint8', choice('uint8', 'two')],
    ['message.choice must be a value of the type uint8', choice('uint8')],
    ['message.choice must be a value of the type int8', choice('int8', '-129')],
    ['message.choice must be a value of the type uint7', choice('uint7', 1)],
    ['message.choice must be a value of the type bytes33', choice('bytes33', `0x${'00'.repeat(33)}`)],
    ['message.choice must be a value of the type bytes2', choice('bytes2', '0x12')],
    ['message.choice must be a value of the type bytes2', choice('bytes2', 18)],
    ['message.choice must be a value of the type bool', choice('bool', 'true')],
    ['message.choice must be bytes in hexadecimal after 0x', choice('bytes', 'hello')],
    ['message.choice must be a list, uint8[2]', choice('uint8[2]', [1])],
    ['message.choice[1] must be a value of the type uint8', choice('uint8[]', [1, 256])],
    ['message.choice.choice must be an object, Vote', choice('Vote', {})],
    ['message.choice must be an object, Choice', choice('Choice', 5)],
    ['types.Choice must be a list of members, each with a name and a type', choice('Choice', {})],
  ])('%s', async (message, data) => {
    expect((await callRpc(node, 'eth_signTypedData_v4', [cow, data])).error).toMatchObject({ code: -32_602, message });
  });
});
