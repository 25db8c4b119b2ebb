import { describe, expect, test } from 'vitest';
import { createMockNode, type MockNode } from '../../src/index.ts';
import { broadcastSigned } from '../support/broadcast-signed.ts';
import { post } from '../support/post.ts';

/** A transfer to an account that does not exist, which burns a fee of 1.1 coins. */
async function createAccount(node: MockNode): Promise<void> {
  const [from] = node.accounts;
  const body = {
    owner_address: from?.address,
    to_address: 'TTYPebjFUT7iZc8g1YF3u1XBsw8UzT6fq7',
    amount: 1,
    visible: true,
  };
  const built = (await post(node, '/wallet/createtransaction', body)) as { readonly txID: string };
  expect(await broadcastSigned(node, built, from?.privateKey ?? '')).toMatchObject({ result: true });
}

describe('the supply', () => {
  test('grows by the coin that each block mints', () => {
    const node = createMockNode();
    const before = node.supply();
    expect(before.genesis).toBe(99_011_000_000_000_000n);
    node.mine(10);
    // 0.05 coin for the block, 0.15 for the voters of the one witness.
    expect(node.supply().minted - before.minted).toBe(2_000_000n);
    expect(node.supply().burned).toBe(0n);
  });

  test.each([
    ['the counter of burned coin', { getAllowOptimizeBlackHole: 1 }],
    ['the black-hole account', { getAllowOptimizeBlackHole: 0 }],
  ])('shrinks by the coin burned into %s', async (_, parameters) => {
    const node = createMockNode({ parameters });
    await createAccount(node);
    const { genesis, minted, burned, inAccounts, unpaidRewards, feePool } = node.supply();
    expect(burned).toBe(1_100_000n);
    expect(inAccounts + unpaidRewards + feePool).toBe(genesis + minted - burned);
  });

  test('counts a balance set by a test in accounts, and in no other total', () => {
    const node = createMockNode();
    const before = node.supply();
    node.setBalance('TTYPebjFUT7iZc8g1YF3u1XBsw8UzT6fq7', 5n);
    expect(node.supply()).toEqual({ ...before, inAccounts: before.inAccounts + 5n });
  });
});
