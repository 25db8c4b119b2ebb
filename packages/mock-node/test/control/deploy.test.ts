import { describe, expect, test } from 'vitest';
import { createMockNode, type DeployOptions } from '../../src/index.ts';
import { post } from '../support/post.ts';

/** Creation code that returns so many of the bytes after it, or reverts with them. */
const endsWith = (instruction: 'f3' | 'fd', bytes: number): string =>
  `60${bytes.toString(16).padStart(2, '0')}80600b6000396000${instruction}`;

const word = (value: number): string => value.toString(16).padStart(64, '0');

const node = createMockNode();
const owner = node.accounts[0].address;
const OTHER = '41aabbccddeeff00112233445566778899aabbccdd';

const failureOf = (options: DeployOptions): unknown => {
  try {
    node.deploy(options);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a deployment', () => {
  test('puts the contract on the chain', async () => {
    const { address, transactionId, energyUsed, fee } = node.deploy({
      owner,
      bytecode: endsWith('f3', 64) + word(42) + word(7),
      name: 'Kept',
    });
    const { runtimecode, smart_contract } = (await post(node, '/wallet/getcontractinfo', {
      value: address,
      visible: true,
    })) as { runtimecode: string; smart_contract: object };
    expect(runtimecode).toBe(word(42) + word(7));
    expect(smart_contract).toMatchObject({ name: 'Kept', origin_address: owner, consume_user_resource_percent: 100 });
    const info = await post(node, '/wallet/gettransactioninfobyid', { value: transactionId });
    expect(info).toMatchObject({ fee: Number(fee), receipt: { energy_usage_total: Number(energyUsed) } });
    expect(energyUsed).toBeGreaterThan(12_800n);
  });

  test('is in a block of its own in manual mode, after what is pending', async () => {
    const manual = createMockNode({ mining: { mode: 'manual' } });
    const [from, to] = manual.accounts;
    manual.impersonate(from.address);
    const transfer = { owner_address: from.address, to_address: to.address, amount: 1, visible: true };
    const built = (await post(manual, '/wallet/createtransaction', transfer)) as { readonly txID: string };
    expect(await post(manual, '/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
    const { transactionId } = manual.deploy({ owner: from.address, bytecode: endsWith('f3', 0) });
    const blockOf = async (value: string): Promise<number> =>
      ((await post(manual, '/wallet/gettransactioninfobyid', { value })) as { blockNumber: number }).blockNumber;
    expect(await blockOf(transactionId)).toBe((await blockOf(built.txID)) + 1);
  });

  test('that reverts has the data in its error', () => {
    expect(failureOf({ owner, bytecode: endsWith('fd', 4) + '12345678' })).toMatchObject({
      code: 'DEPLOYMENT_FAILED',
      message: 'The contract was not deployed: the constructor reverted.',
      context: { data: '12345678', transactionId: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('is made by the first account by default', async () => {
    const { transactionId } = node.deploy({ bytecode: endsWith('f3', 0) });
    const transaction = await post(node, '/wallet/gettransactionbyid', { value: transactionId, visible: true });
    expect(transaction).toMatchObject({
      raw_data: { contract: [{ parameter: { value: { owner_address: owner } } }] },
    });
    const unowned = createMockNode({ accounts: { count: 0 } });
    expect(() => unowned.deploy({ bytecode: '00' })).toThrow(
      'owner is missing, and this node has no account with a known key.',
    );
  });

  test('fails in the node’s words where it runs out of energy, or cannot be in a block', () => {
    expect(failureOf({ owner, bytecode: endsWith('f3', 64), feeLimit: 0n })).toMatchObject({
      context: { problem: 'OUT_OF_ENERGY' },
    });
    expect(failureOf({ owner: OTHER, bytecode: endsWith('f3', 0) })).toMatchObject({
      code: 'DEPLOYMENT_FAILED',
      context: { data: '' },
    });
  });

  test.each<[string, Partial<DeployOptions>, RegExp]>([
    ['code that is no hexadecimal', { bytecode: 'xyz' }, /^bytecode must be bytes/],
    ['an owner that is no address', { owner: 'me' }, /^owner must be an address/],
    ['an unknown member', { arguments: [] } as object, /^arguments is unknown/],
  ])('refuses %s, and makes no block', (_, options, message) => {
    const before = node.dump();
    expect(failureOf({ owner, bytecode: '00', ...options })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    });
    expect(node.dump()).toBe(before);
  });
});
