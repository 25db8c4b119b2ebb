import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { callRpc, ethAddress, rpcResult } from '../support/json-rpc.ts';
import { post } from '../support/post.ts';

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const at = (byte: string): string => `41${byte.repeat(20)}`;

/** What `balanceOf` of these tokens does after it has read slot 5: reads the mapping in slot 0, and changes the word. */
const balanceOf = (change: string): string => `600554506004356000526000602052604060002054${change}60005260206000f3`;
const TOKEN = { address: at('a0'), code: balanceOf('') };
/** Runs the code of the token on its own storage. */
const PROXY = {
  address: at('a1'),
  code: `3660006000376000600036600073${'a0'.repeat(20)}5af43d600060003e3d6000f3`,
};
const DOUBLING = { address: at('a2'), code: balanceOf('600202') };
/** Keeps the balance in the lower half of a word. */
const PACKED = { address: at('a3'), code: balanceOf(`6f${'ff'.repeat(16)}16`) };
const REVERTING = { address: at('a4'), code: '60006000fd' };

const node = createMockNode({
  ethereumTools: 'anvil',
  contracts: [TOKEN, PROXY, DOUBLING, PACKED, REVERTING].map((contract) => ({
    ...contract,
    storage: { [word(5)]: word(1) },
  })),
});
const [{ address }, other] = node.accounts;

const balanceCall = (owner: string): string => `70a08231${ethAddress(owner).slice(2).padStart(64, '0')}`;

function balance(token: string, owner: string = address): bigint {
  const { call } = node.traceCall({ owner, contract: token, data: balanceCall(owner), maxSteps: 0 });
  return BigInt(`0x${call?.output}`);
}

describe('dealToken', () => {
  test.each([TOKEN, PROXY])('sets the balance of an account, and of no other', ({ address: token }) => {
    for (const dealt of [5n, 0n, 2n ** 256n - 1n, 1n]) {
      node.dealToken({ token, address, balance: dealt });
      expect([balance(token), balance(token, other.address)]).toEqual([dealt, 0n]);
    }
  });

  test('is a path below /admin and a method of Anvil', async () => {
    const body = { token: TOKEN.address, address: other.address, balance: '340282366920938463463374607431768211456' };
    const headers = { 'content-type': 'application/json' };
    const answer = await node.fetch('http://node/admin/dealtoken', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(await answer.json()).toEqual({ result: true });
    expect(balance(TOKEN.address, other.address)).toBe(2n ** 128n);
    const [owner, token] = [ethAddress(other.address), `0x${TOKEN.address.slice(2)}`];
    await rpcResult(node, 'anvil_dealERC20', [owner, token, '0x7']);
    expect(balance(TOKEN.address, other.address)).toBe(7n);
    expect((await callRpc(node, 'anvil_dealERC20', [owner, owner, '0x7'])).error?.message).toMatch(/balanceOf/);
  });

  test.each([
    ['computes balances', DOUBLING, /^a token that keeps each balance in a storage slot by itself/],
    ['does not answer', REVERTING, /^the address of a contract that answers balanceOf/],
  ])('rejects a token that %s', (_, { address: token }, expected) => {
    const dump = node.dump();
    const deal = (): void => node.dealToken({ token, address, balance: 5n });
    expect(deal).toThrow(expect.objectContaining({ context: expect.objectContaining({ argument: 'token' }) }));
    expect(deal).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ expected: expect.stringMatching(expected) }) }),
    );
    expect(node.dump()).toBe(dump);
  });

  test('keeps what shares a slot with a balance', () => {
    const token = PACKED.address;
    node.dealToken({ token, address, balance: 5n });
    const { steps } = node.traceCall({ owner: address, contract: token, data: balanceCall(address) });
    const slot = steps.filter(({ name }) => name === 'SLOAD').at(-1)?.top ?? 0n;
    node.setStorage({ contract: token, slot: word(slot), value: word((1n << 128n) + 5n) });
    expect(() => node.dealToken({ token, address, balance: 6n })).toThrow(/a storage slot by itself/);
    expect(balance(token)).toBe(5n);
  });
});

describe('setAssetBalance', () => {
  test('sets a balance of a token, and creates the account', async () => {
    const own = createMockNode();
    const [issuer] = own.accounts;
    const creation = {
      owner_address: issuer.address,
      name: '4d79',
      abbr: '4d79',
      total_supply: 1000,
      num: 1,
      trx_num: 1,
    };
    own.impersonate(issuer.address);
    const now = own.now();
    const built = (await post(own, '/wallet/createassetissue', {
      ...creation,
      start_time: now + 100_000,
      end_time: now + 200_000,
      description: '4d79',
      url: '4d79',
      visible: false,
      owner_address: `41${ethAddress(issuer.address).slice(2)}`,
    })) as object;
    expect(await post(own, '/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
    const fresh = at('b7');
    own.setAssetBalance({ address: fresh, tokenId: 1_000_001n, balance: 70n });
    const account = await post(own, '/wallet/getaccount', { address: fresh });
    expect(account).toMatchObject({ assetV2: [{ key: '1000001', value: 70 }] });
    expect(() => own.setAssetBalance({ address: fresh, tokenId: 1_000_002n, balance: 1n })).toThrow(/tokenId/);
    expect(() => own.setAssetBalance({ address: fresh, tokenId: 1_000_001n, balance: -1n })).toThrow(/balance/);
  });
});
