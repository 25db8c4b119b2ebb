import { describe, expect, test } from 'vitest';
import { createMockNode, serve, type Abi, type DeployOptions } from '../../src/index.ts';
import { post } from '../support/post.ts';

/** Creation code that returns so many of the bytes after it, or reverts with them. */
const endsWith = (instruction: 'f3' | 'fd', bytes: number): string =>
  `60${bytes.toString(16).padStart(2, '0')}80600b6000396000${instruction}`;

const word = (value: number): string => value.toString(16).padStart(64, '0');

const abi: Abi = [
  {
    type: 'constructor',
    inputs: [
      { name: 'amount', type: 'uint256' },
      { name: 'owner', type: 'address' },
    ],
    stateMutability: 'nonpayable',
  },
  { type: 'function', name: 'get', inputs: [], outputs: [{ name: '', type: 'uint256' }], stateMutability: 'view' },
  { type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] },
];
const node = createMockNode();
const owner = node.accounts[0].address;
const OTHER = '41aabbccddeeff00112233445566778899aabbccdd';

const failureOf = async (options: DeployOptions): Promise<unknown> => {
  try {
    await node.deploy(options);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a deployment', () => {
  test('has the constructor’s arguments behind the code, and the ABI on the chain', async () => {
    const { address, txID, energyUsed, fee } = await node.deploy({
      owner,
      bytecode: endsWith('f3', 64),
      abi,
      args: [42n, OTHER],
      name: 'Kept',
    });
    const { runtimecode, smart_contract } = (await post(node, '/wallet/getcontractinfo', {
      value: address,
      visible: true,
    })) as { runtimecode: string; smart_contract: { abi: { entrys: object[] } } };
    expect(runtimecode).toBe(word(42) + OTHER.slice(2).padStart(64, '0'));
    expect(smart_contract).toMatchObject({ name: 'Kept', origin_address: owner, consume_user_resource_percent: 100 });
    expect(smart_contract.abi.entrys).toEqual([
      {
        type: 'Constructor',
        inputs: [
          { name: 'amount', type: 'uint256' },
          { name: 'owner', type: 'address' },
        ],
        stateMutability: 'Nonpayable',
      },
      { type: 'Function', name: 'get', outputs: [{ type: 'uint256' }], stateMutability: 'View' },
      { type: 'Error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] },
    ]);
    const info = await post(node, '/wallet/gettransactioninfobyid', { value: txID });
    expect(info).toMatchObject({ fee: Number(fee), receipt: { energy_usage_total: Number(energyUsed) } });
    expect(energyUsed).toBeGreaterThan(12_800n);
  });

  test('gets its own block in manual mode, after the pending transactions', async () => {
    const manual = createMockNode({ mining: { kind: 'manual' } });
    const [from, to] = manual.accounts;
    manual.impersonate(from.address);
    const transfer = { owner_address: from.address, to_address: to.address, amount: 1, visible: true };
    const built = (await post(manual, '/wallet/createtransaction', transfer)) as { readonly txID: string };
    expect(await post(manual, '/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
    const { txID } = await manual.deploy({ owner: from.address, bytecode: endsWith('f3', 0) });
    const blockOf = async (value: string): Promise<number> =>
      ((await post(manual, '/wallet/gettransactioninfobyid', { value })) as { blockNumber: number }).blockNumber;
    expect(await blockOf(txID)).toBe((await blockOf(built.txID)) + 1);
  });

  const reverting = (data: string) => ({ owner, abi: abi.slice(1), bytecode: endsWith('fd', data.length / 2) + data });
  const text = `08c379a0${word(32)}${word(5)}${Buffer.from('never').toString('hex').padEnd(64, '0')}`;

  test.each([
    ['a text', text, 'never'],
    ['a panic', `4e487b71${word(0x11)}`, 'Panic(0x11)'],
    ['an error of the ABI', `c818d59a${word(5)}`, 'Short(5)'],
    ['an error of the ABI without its values', 'c818d59a', '0xc818d59a'],
    ['data of another kind', '12345678', '0x12345678'],
    ['nothing', '', 'no reason given'],
  ])('that reverts with %s says so', async (_, data, reason) => {
    expect(await failureOf(reverting(data))).toMatchObject({
      code: 'DEPLOYMENT_FAILED',
      shortMessage: `The contract was not deployed: the constructor reverted: ${reason}. Correct its bytecode, its arguments or the fee limit.`,
      context: { data, txID: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('is made by the first account by default', async () => {
    const { txID } = await node.deploy({ bytecode: endsWith('f3', 0) });
    const transaction = await post(node, '/wallet/gettransactionbyid', { value: txID, visible: true });
    expect(transaction).toMatchObject({
      raw_data: { contract: [{ parameter: { value: { owner_address: owner } } }] },
    });
    const unowned = createMockNode({ accounts: { count: 0 } });
    await expect(unowned.deploy({ bytecode: '00' })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      shortMessage:
        'Invalid owner "undefined": it must be an address, because this node has no account with a known key.',
    });
  });

  test('answers the same below /admin, where integers may be strings', async () => {
    const before = node.snapshot();
    const args = [2n ** 200n, OTHER];
    const options = { bytecode: endsWith('f3', 64), abi, callerPercent: 30 };
    const expected = await node.deploy({ ...options, args, feeLimit: 50_000_000n });
    node.revert(before);
    const body = { ...options, args: args.map(String), feeLimit: 50_000_000 };
    expect(await post(node, '/admin/deploy', body)).toEqual({
      ...expected,
      result: true,
      energyUsed: Number(expected.energyUsed),
      fee: Number(expected.fee),
    });
    expect(await post(node, '/wallet/getcontract', { value: expected.address, visible: true })).toMatchObject({
      consume_user_resource_percent: 30,
    });
    expect(await post(node, '/admin/deploy', { ...body, callerPercent: 101 })).toMatchObject({
      message: 'Invalid callerPercent "101": it must be an integer from 0 to 100.',
    });
    expect(await post(node, '/admin/deploy', { bytecode: endsWith('fd', 0) })).toEqual({
      result: false,
      code: 'DEPLOYMENT_FAILED',
      message:
        'The contract was not deployed: the constructor reverted: no reason given. Correct its bytecode, its arguments or the fee limit.',
    });
    expect(await post(node, '/admin/deploy', { abi })).toMatchObject({
      message: 'Invalid bytecode "undefined": it must be a text.',
    });
    await using served = await serve(node);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"bytecode":"00"}' };
    expect(await (await fetch(`${served.url}/admin/deploy`, init)).json()).toMatchObject({ result: true });
  });

  test('fails with the node’s message if it runs out of energy, or cannot be in a block', async () => {
    expect(await failureOf({ owner, bytecode: endsWith('f3', 64), feeLimit: 0n })).toMatchObject({
      context: { reason: 'OUT_OF_ENERGY' },
    });
    expect(await failureOf({ owner: OTHER, bytecode: endsWith('f3', 0) })).toMatchObject({
      code: 'DEPLOYMENT_FAILED',
      context: { data: '' },
    });
  });

  test.each<[string, Partial<DeployOptions>, RegExp]>([
    [
      'too few arguments',
      { abi, args: [1n] },
      /^Invalid args "1 values": it must be a list of 2 values \(uint256, address\)/,
    ],
    [
      'an argument of another type',
      { abi, args: ['x', OTHER] },
      /^Invalid args "an array": it must be values of \(uint256, address\) \(/,
    ],
    ['an invalid address', { abi, args: [1n, 'nobody'] }, /"nobody" is not an address/],
    [
      'a type that never ends',
      { abi: [{ type: 'constructor', inputs: [{ type: `uint8${'['.repeat(100_000)}` }] }], args: [1n] },
      /not a type of an ABI/,
    ],
    ['code that is not hexadecimal', { bytecode: 'xyz' }, /^Invalid bytecode "xyz": it must be bytes/],
    ['an owner that is not an address', { owner: 'me' }, /^Invalid owner "me": it must be an address/],
    ['an unknown member', { arguments: [] } as object, /^Unknown option "arguments"/],
  ])('rejects %s, and makes no block', async (_, options, message) => {
    const before = node.dump();
    expect(await failureOf({ owner, bytecode: '00', ...options })).toMatchObject({
      code: 'ARGUMENT_INVALID',
      shortMessage: expect.stringMatching(message),
    });
    expect(node.dump()).toBe(before);
  });
});
