import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMockNode, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { broadcastSigned } from '../support/broadcast-signed.ts';
import { post } from '../support/post.ts';

interface Head {
  readonly number: number;
  readonly timestamp: number;
}

async function head(node: MockNode, root = '/wallet'): Promise<Head> {
  const block = (await post(node, `${root}/getnowblock`, {})) as { block_header: { raw_data: Head } };
  return block.block_header.raw_data;
}

async function transfer(node: MockNode, amount: number): Promise<string> {
  const [from, to] = node.accounts;
  const body = { owner_address: from?.address, to_address: to?.address, amount, visible: true };
  const built = (await post(node, '/wallet/createtransaction', body)) as { readonly txID: string };
  expect(await broadcastSigned(node, built, from?.privateKey ?? '')).toMatchObject({ result: true });
  return built.txID;
}

const balance = async (node: MockNode, root = '/wallet'): Promise<number> => {
  const body = { address: node.accounts[1]?.address, visible: true };
  return ((await post(node, `${root}/getaccount`, body)) as { readonly balance: number }).balance;
};

const infoOf = (node: MockNode, value: string): Promise<unknown> =>
  post(node, '/wallet/gettransactioninfobyid', { value });

describe('mining', () => {
  test('produces a block for each transaction immediately by default', async () => {
    const node = createMockNode();
    const before = await head(node);
    const id = await transfer(node, 5);
    expect((await head(node)).number).toBe(before.number + 1);
    expect(await infoOf(node, id)).toMatchObject({ id, blockNumber: before.number + 1 });
  });

  test('keeps transactions pending in manual mode, where they affect balances but are in no block', async () => {
    const node = createMockNode({ mining: { kind: 'manual' } });
    const before = { head: await head(node), balance: await balance(node) };
    const [first, second] = [await transfer(node, 5), await transfer(node, 6)];
    expect(await head(node)).toEqual(before.head);
    expect(await balance(node)).toBe(before.balance + 11);
    expect(await infoOf(node, first)).toEqual({});
    node.mine();
    expect((await head(node)).number).toBe(before.head.number + 1);
    expect(await infoOf(node, second)).toMatchObject({ id: second, blockNumber: before.head.number + 1 });
  });

  describe('with an interval', () => {
    beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') }));
    afterEach(() => void vi.useRealTimers());

    const after = async (options: MockNodeOptions, work: (node: MockNode) => Promise<unknown>): Promise<number> => {
      const node = createMockNode(options);
      const before = (await head(node)).number;
      await work(node);
      vi.advanceTimersByTime(9000);
      const made = (await head(node)).number - before;
      await node.close();
      vi.advanceTimersByTime(9000);
      expect((await head(node)).number).toBe(before + made);
      return made;
    };

    test('makes blocks, empty ones too, until the node is closed', async () => {
      expect(await after({ mining: { kind: 'interval', intervalMs: 3000 } }, () => Promise.resolve())).toBe(3);
      expect(await after({ mining: { kind: 'interval', intervalMs: 3000 } }, (node) => transfer(node, 1))).toBe(3);
    });

    test('makes further blocks for transactions in mixed mode', async () => {
      expect(await after({ mining: { kind: 'mixed', intervalMs: 3000 } }, (node) => transfer(node, 1))).toBe(4);
    });
  });
});

describe('time', () => {
  test('advances in slots of three seconds, and only when a block is made or advanceTime is called', async () => {
    const node = createMockNode();
    const { timestamp } = await head(node);
    node.mine();
    expect((await head(node)).timestamp).toBe(timestamp + 3000);
    node.advanceTime(86_400_000);
    node.mine();
    expect((await head(node)).timestamp).toBe(timestamp + 3000 + 86_400_000);
    node.setNextBlockTime(timestamp + 90_000_000);
    node.mine(2);
    expect((await head(node)).timestamp).toBe(timestamp + 90_003_000);
    expect(node.now()).toBe(timestamp + 90_003_000);
  });

  test('passes with one block in the slot that increaseTime reaches, whatever the clock and the next block were', async () => {
    const kinds = fc.constantFrom<'instant' | 'manual'>('instant', 'manual');
    const day = 86_400_000;
    await fc.assert(
      fc.asyncProperty(kinds, fc.nat(40 * day), fc.nat(day), fc.boolean(), async (kind, ms, ahead, isSet) => {
        const node = createMockNode({ mining: { kind } });
        node.advanceTime(ahead);
        const before = await head(node);
        if (isSet) node.setNextBlockTime(before.timestamp + 300 * day);
        const start = Math.max(node.now(), before.timestamp);
        node.increaseTime(ms);
        const after = await head(node);
        expect(after.number).toBe(before.number + 1);
        // Two slots are skipped after a maintenance block.
        expect(after.timestamp - start - ms).toBeGreaterThanOrEqual(0);
        expect(after.timestamp - start - ms).toBeLessThan(9000);
        await transfer(node, 1);
        node.mine();
        expect((await head(node)).number).toBe(after.number + (kind === 'manual' ? 1 : 2));
      }),
      { numRuns: 30 },
    );
    const { mine, increaseTime } = createMockNode();
    mine();
    for (const ms of [-1, 1.5, 2 ** 48]) expect(() => increaseTime(ms)).toThrow(/^Invalid ms "/);
  });

  test('rejects a block time that is not a slot', () => {
    const node = createMockNode();
    const next = node.now() + 3000;
    expect(() => node.setNextBlockTime(next + 1)).toThrow(/must be the time of a slot/);
    expect(() => node.setNextBlockTime(next - 3000)).toThrow(/must be the time of a slot/);
    expect(() => node.advanceTime(-1)).toThrow(/must be an integer of 0 or more/);
    expect(() => node.mine(0)).toThrow(/must be an integer from 1 to 1000000/);
  });

  test('reaches the next maintenance cycle with advanceCycle', async () => {
    const node = createMockNode();
    const next = async (): Promise<number> =>
      ((await post(node, '/wallet/getnextmaintenancetime', {})) as { num: number }).num;
    const due = await next();
    node.advanceCycle();
    expect((await head(node)).timestamp).toBe(due);
    expect(await next()).toBe(due + 21_600_000);
    node.mine();
    // Two slots are skipped after a maintenance block.
    expect((await head(node)).timestamp).toBe(due + 9000);
  });

  test('passes in one step, for any number of missed slots', async () => {
    const node = createMockNode();
    const missedBefore = await missed(node);
    node.advanceTime(1_000_000_000 * 3000);
    node.mine();
    expect(await missed(node)).toBe(missedBefore + 999_999_999);
  });

  test('gives equal nodes equal ids, and two equal requests different ids', async () => {
    const [one, other] = [createMockNode(), createMockNode()];
    const ids = [await transfer(one, 1), await transfer(one, 1)];
    expect([await transfer(other, 1), await transfer(other, 1)]).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
    expect(other.dump()).toBe(one.dump());
  });
});

async function missed(node: MockNode): Promise<number> {
  const { witnesses } = (await post(node, '/wallet/listwitnesses', {})) as {
    readonly witnesses: readonly { readonly totalMissed?: number }[];
  };
  return witnesses[0]?.totalMissed ?? 0;
}

describe('the solid port', () => {
  describe('of a node with instant mining', () => {
    beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') }));
    afterEach(() => void vi.useRealTimers());

    test.each([
      ['its own clock', (node: MockNode) => node.advanceTime(3000)],
      ['the machine’s clock', () => void vi.advanceTimersByTime(3000)],
    ])('reaches the head once three seconds of %s have passed', async (_, pass) => {
      const node = createMockNode();
      const before = await balance(node, '/walletsolidity');
      await transfer(node, 7);
      expect(await balance(node, '/walletsolidity')).toBe(before);
      pass(node);
      expect(await balance(node, '/walletsolidity')).toBe(before + 7);
      expect(await head(node, '/walletsolidity')).toEqual(await head(node));
    });

    test('reaches the head even after the state was changed, reverted or loaded', async () => {
      const node = createMockNode();
      await transfer(node, 7);
      const snapshot = node.snapshot();
      await transfer(node, 8);
      node.revert(snapshot);
      node.setBalance(node.accounts[2]?.address ?? '', 5n);
      const other = createMockNode();
      other.load(node.dump());
      vi.advanceTimersByTime(3000);
      for (const one of [node, other]) expect(await head(one, '/walletsolidity')).toEqual(await head(one));
    });

    test('lets a fork replace its last block, however much time has passed on the machine', async () => {
      const node = createMockNode();
      await transfer(node, 7);
      const before = await head(node);
      vi.advanceTimersByTime(60_000);
      node.reorganize({ blocks: 1 });
      const after = await head(node);
      expect(after.number).toBe(before.number);
      expect(after).not.toEqual(before);
    });

    test('keeps a configured lag, and an imported block’s', async () => {
      const lagging = createMockNode({ solidityLag: 1 });
      const [maker, taker] = [createMockNode(), createMockNode()];
      await transfer(lagging, 7);
      await transfer(maker, 7);
      taker.importBlock(await (await maker.fetch('http://node/wallet/getnowblock')).text());
      vi.advanceTimersByTime(60_000);
      for (const node of [lagging, taker])
        expect((await head(node, '/walletsolidity')).number).toBe((await head(node)).number - 1);
    });
  });

  test.each([0, 1, 5])('stays %i blocks behind the head', async (solidityLag) => {
    const node = createMockNode({ solidityLag });
    node.mine(10);
    const newest = await head(node);
    expect((await head(node, '/walletsolidity')).number).toBe(newest.number - solidityLag);
    const before = await balance(node);
    await transfer(node, 7);
    expect(await balance(node)).toBe(before + 7);
    expect(await balance(node, '/walletsolidity')).toBe(solidityLag === 0 ? before + 7 : before);
    if (solidityLag > 0) node.mine(solidityLag);
    expect(await balance(node, '/walletsolidity')).toBe(before + 7);
  });
});

describe('mining until a time', () => {
  test('makes a block in every slot, and stops at the first that is not earlier', async () => {
    const node = createMockNode();
    const before = await head(node);
    node.mineUntil(before.timestamp + 30_001);
    expect(await head(node)).toMatchObject({ number: before.number + 11, timestamp: before.timestamp + 33_000 });
    expect(node.now()).toBe(before.timestamp + 33_000);
    node.mineUntil(before.timestamp + 33_000);
    node.mineUntil(0);
    expect((await head(node)).number).toBe(before.number + 11);
  });

  test('counts votes on the way, and skips the slots of a maintenance', async () => {
    const node = createMockNode();
    const { num: maintenance } = (await post(node, '/wallet/getnextmaintenancetime', {})) as { readonly num: number };
    const before = await head(node);
    node.mineUntil(maintenance + 60_000);
    const after = await head(node);
    expect(after.timestamp).toBe(maintenance + 60_000);
    expect(after.number - before.number).toBe((after.timestamp - before.timestamp) / 3000 - 2);
    expect(await post(node, '/wallet/getnextmaintenancetime', {})).toEqual({ num: maintenance + 21_600_000 });
  });

  test.each([Number.NaN, -1, 1.5, 2 ** 53, 253_402_300_800_000])('rejects %s, and makes no block', async (time) => {
    const node = createMockNode();
    const before = await head(node);
    expect(() => node.mineUntil(time)).toThrow(
      /^Invalid time ".*": it must be milliseconds since 1970 up to .*; increaseTime skips slots/,
    );
    expect(await head(node)).toEqual(before);
  });
});
