import { createMockNode } from '@coin/mock-node';
import { describe, expect, test as plainTest } from 'vitest';
import { createNodeTest, test } from '../../src/vitest/index.ts';
import { callConstant, nodeWithContracts, REVERTER } from '../support/calling-contracts.ts';
import { post } from '../support/post.ts';

const INITIAL = 1_000_000_000_000;
const balanceOf = async (node: Parameters<typeof post>[0], address: string): Promise<number> =>
  ((await post(node, '/wallet/getaccount', { address, visible: true })) as { readonly balance: number }).balance;

describe('the node of a file', () => {
  test.for([1, 2])('is as at its start in each test, %d', async (_, { node }) => {
    const [{ address }] = node.accounts;
    expect(await balanceOf(node, address)).toBe(INITIAL);
    expect(node.now()).toBe(createMockNode().now());
    expect([node.requests.entries.length]).toEqual([1]);
    node.setBalance(address, 5n);
    node.increaseTime(60_000);
    node.setMining({ kind: 'manual' });
    node.faults.add({ fault: { kind: 'empty' } });
    await node.deploy({ bytecode: '00' });
    expect(await (await node.fetch('http://node/wallet/getnowblock')).text()).toBe('');
  });

  test('is served if a test asks for its address', async ({ node, nodeUrl }) => {
    const answer = await fetch(`${nodeUrl}/wallet/getnowblock`, { method: 'POST', body: '{}' });
    expect(await answer.json()).toEqual(await post(node, '/wallet/getnowblock', {}));
  });
});

const prepared = createNodeTest({
  preset: 'mainnet',
  prepare: async (node) => {
    node.setBalance(node.accounts[1].address, 7n);
    return node.deploy({ bytecode: '60006000f3' });
  },
});

describe('the prepared state', () => {
  let nodes: unknown[] = [];
  prepared.beforeAll(({ node }) => {
    nodes = [node];
    node.setBalance(node.accounts[2].address, 8n);
  });
  prepared.for([1, 2])(
    'is there in each test, with what beforeAll did, %d',
    async (_, { node, prepared: deployed }) => {
      expect(nodes).toEqual([node]);
      const info = await post(node, '/wallet/gettransactioninfobyid', { value: deployed.txID });
      await expect(info).toUseEnergy(deployed.energyUsed);
      expect(await balanceOf(node, node.accounts[1].address)).toBe(7);
      expect(await balanceOf(node, node.accounts[2].address)).toBe(8);
      node.setBalance(node.accounts[2].address, 9n);
    },
  );
});

describe('a matcher', () => {
  const node = nodeWithContracts();
  const [{ address }] = node.accounts;
  const messageOf = async (assertion: () => Promise<void>): Promise<string> => {
    try {
      await assertion();
    } catch (error) {
      return (error as Error).message;
    }
    return 'passed';
  };

  plainTest('passes, fails with both sides in its message, and can be negated', async () => {
    const call = await callConstant(node, REVERTER, '12345678');
    const deployed = await node.deploy({ bytecode: '60006000f3' });
    await expect(call).toRevertWith();
    await expect(deployed).not.toRevertWith();
    await expect(() => node.deploy({ bytecode: '5f5ffd' })).toRevertWith();
    await expect(call).not.toEmit('Paused()');
    await expect(deployed).toBurn(deployed.fee);
    await expect(deployed).not.toBurn(1);
    await expect(deployed).toUseEnergy(10, { within: '50%' });
    await expect(() => node.setBalance(address, 5n)).not.toChangeBalances(node, { [address]: 5 });
    await expect(() => node.setBalance(address, 9n)).toChangeBalances(node, { [address]: 4 });
    expect(await messageOf(() => expect(call).toRevertWith('no'))).toBe(
      'Expected the contract to revert with "no", but it reverted with 0x12345678.',
    );
    expect(await messageOf(() => expect(call).not.toRevertWith())).toBe(
      'Expected the contract not to revert, but it reverted with 0x12345678.',
    );
    expect(await messageOf(() => expect(call).not.toUseEnergy(19, { within: 1 }))).toBe(
      'Expected the contract not to use 19 energy within 1 (18 to 20), but it used 19.',
    );
    expect(await messageOf(() => expect(deployed).not.toBurn(deployed.fee))).toMatch(
      /^Expected the transaction not to burn \d+ small units, but it did\.$/,
    );
  });
});
