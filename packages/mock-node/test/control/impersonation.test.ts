import { describe, expect, test } from 'vitest';
import { createMockNode, isMockNodeError, type MockNode } from '../../src/index.ts';
import { broadcastSigned } from '../support/broadcast-signed.ts';
import { post } from '../support/post.ts';

const contract = `41${'c0'.repeat(20)}`;

interface Built {
  readonly txID: string;
}

/** Builds a transfer of 7 units by an account, and broadcasts it unsigned. */
async function transferUnsigned(node: MockNode, owner: string): Promise<unknown> {
  return post(node, '/wallet/broadcasttransaction', await buildTransfer(node, owner));
}

async function buildTransfer(node: MockNode, owner: string): Promise<Built> {
  const body = { owner_address: owner, to_address: node.accounts[1]?.address, amount: 7, visible: true };
  return (await post(node, '/wallet/createtransaction', body)) as Built;
}

const balanceOf = async (node: MockNode, address = ''): Promise<number> =>
  ((await post(node, '/wallet/getaccount', { address, visible: true })) as { readonly balance: number }).balance;

/** Gives the contract coin, and its address in base58check. */
function fund(node: MockNode): string {
  node.placeContract({ address: contract, code: '00', balance: 5_000_000n });
  return 'TTYPebjFUT7iZc8g1YF3u1XBsw8UzT6fq7';
}

const blockOfHead = async (node: MockNode): Promise<string> =>
  JSON.stringify(await post(node, '/wallet/getnowblock', {}));

describe('impersonation', () => {
  test('accepts an account’s transactions without a signature or with another key’s, and a contract’s', async () => {
    const node = createMockNode();
    const [from, to, stranger] = node.accounts;
    expect(await transferUnsigned(node, from.address)).toMatchObject({ code: 'SIGERROR' });
    node.impersonate(from.address);
    const before = await balanceOf(node, to.address);
    expect(await transferUnsigned(node, from.address)).toMatchObject({ result: true });
    expect(await broadcastSigned(node, await buildTransfer(node, from.address), stranger.privateKey)).toMatchObject({
      result: true,
    });
    expect(await balanceOf(node, to.address)).toBe(before + 14);
    expect(await transferUnsigned(node, stranger.address)).toMatchObject({ code: 'SIGERROR' });
  });

  test('needs no permission of the account, and costs no fee for signatures', async () => {
    const node = createMockNode();
    const owner = node.accounts[0].address;
    const other = node.accounts[2].address;
    const keys = [{ address: other, weight: 1 }];
    const permission = { type: 0, permission_name: 'owner', threshold: 1, keys };
    const active = { ...permission, type: 2, permission_name: 'active', operations: '02'.padEnd(64, '0') };
    const update = { owner_address: owner, owner: permission, actives: [active], visible: true };
    const built = (await post(node, '/wallet/accountpermissionupdate', update)) as Built;
    expect(await broadcastSigned(node, built, node.accounts[0].privateKey)).toMatchObject({ result: true });
    node.impersonate(owner);
    const before = await balanceOf(node, owner);
    expect(await transferUnsigned(node, owner)).toMatchObject({ result: true });
    expect(await balanceOf(node, owner)).toBe(before - 7);
  });

  test('ends with stopImpersonating, which drops pending transactions, and with a revert', async () => {
    const node = createMockNode({ mining: { kind: 'manual' } });
    const [from, to] = node.accounts;
    const start = node.snapshot();
    node.impersonate(from.address);
    const before = await balanceOf(node, to.address);
    await transferUnsigned(node, from.address);
    expect(await balanceOf(node, to.address)).toBe(before + 7);
    node.stopImpersonating(from.address);
    expect(await balanceOf(node, to.address)).toBe(before);
    expect(await transferUnsigned(node, from.address)).toMatchObject({ code: 'SIGERROR' });
    node.impersonate(from.address);
    node.revert(start);
    expect(await transferUnsigned(node, from.address)).toMatchObject({ code: 'SIGERROR' });
  });

  test('is in a dump, with the pending transactions that need it', async () => {
    const node = createMockNode({ mining: { kind: 'manual' } });
    node.impersonate(node.accounts[0].address);
    const before = await balanceOf(node, node.accounts[1].address);
    await transferUnsigned(node, node.accounts[0].address);
    const copy = createMockNode({ mining: { kind: 'manual' } });
    copy.load(node.dump());
    expect(await balanceOf(copy, copy.accounts[1].address)).toBe(before + 7);
    copy.mine();
    expect(await balanceOf(copy, copy.accounts[1].address)).toBe(before + 7);
    expect(await transferUnsigned(copy, copy.accounts[0].address)).toMatchObject({ result: true });
  });

  test('does not affect the import of blocks', async () => {
    const node = createMockNode();
    const owner = fund(node);
    node.impersonate(owner);
    const other = createMockNode();
    fund(other);
    other.impersonate(owner);
    expect(await transferUnsigned(node, owner)).toMatchObject({ result: true });
    const block = await blockOfHead(node);
    expect(() => other.importBlock(block)).toThrow('miss sig or contract');
  });

  test('rejects anything that is not an address', () => {
    const node = createMockNode();
    for (const act of [node.impersonate, node.stopImpersonating]) {
      expect(() => act('nobody')).toThrow(expect.toSatisfy((error) => isMockNodeError(error, 'ARGUMENT_INVALID')));
    }
  });
});
