import { expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { type GenesisDescription } from '../../src/network/network-description.ts';
import { withAccounts } from '../../src/node/node-accounts.ts';
import { post } from '../support/post.ts';

test.each([0n, 5n])('a chosen balance replaces that of an account in the genesis: %s', (balance) => {
  const [chosen, other] = [`41${'c1'.repeat(20)}`, `41${'d2'.repeat(20)}`];
  const assets = [chosen, other].map((address) => ({ accountName: '', address, balance: 7n }));
  const genesis = { assets } as unknown as GenesisDescription<bigint>;
  const account = { address: chosen, privateKey: '' };
  expect(withAccounts(genesis, { accounts: [account], balance }).assets.map((asset) => asset.balance)).toEqual([
    balance,
    7n,
  ]);
});

test('the accounts of witnessKeys become the witnesses of a preset, in place of the published one', async () => {
  const listOf = async (witnessKeys: readonly string[]): Promise<readonly string[]> => {
    const listed = await post(createMockNode({ witnessKeys }), '/wallet/listwitnesses', {});
    return (listed as { readonly witnesses: readonly { readonly address: string }[] }).witnesses.map(
      ({ address }) => address,
    );
  };
  const [published] = await listOf([]);
  const [one, two] = ['0e', '0f'].map((byte) => byte.repeat(32)) as [string, string];
  const own = await listOf([one, two]);
  expect(own).toHaveLength(2);
  expect(own).not.toContain(published);
});
