import { createMockNode } from '@coin/mock-node';
import {
  createNodeClient,
  delegateResource,
  getAccount,
  getBlock,
  getDelegations,
  sendTransaction,
  stake,
  undelegateResource,
  type Delegation,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const COIN = 1_000_000n;
const LOCK_BLOCKS = 40;
const SLOT_MS = 3_000;

const node = createMockNode();
const client = createNodeClient({ transport: node });
const signers = node.accounts.slice(0, 3).map(({ privateKey }) => createKeySigner(privateKey));
for (const signer of signers)
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) {
    const transaction = stake(client, { owner: signer.address, amount: 1_000n * COIN, resource });
    await sendTransaction(client, { transaction, signer });
  }
const clean = node.snapshot();

const accounts = fc.constantFrom(0, 1, 2);
const step = fc
  .record({
    kind: fc.constantFrom('delegate', 'delegate', 'lock', 'undelegate', 'wait'),
    from: accounts,
    to: accounts,
    resource: fc.constantFrom('BANDWIDTH', 'ENERGY'),
    coins: fc.bigInt({ min: 1n, max: 9n }),
  })
  .filter(({ from, to }) => from !== to);

/** The sums by pair and resource. */
function sumsOf(
  delegations: readonly Pick<Delegation, 'from' | 'to' | 'resource' | 'amount'>[],
): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { from, to, resource, amount } of delegations)
    sums[`${from} ${to} ${resource}`] = (sums[`${from} ${to} ${resource}`] ?? 0n) + amount;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum > 0n));
}

test('delegations are what was delegated and not taken back, alike from both sides and in the account', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      node.revert(clean);
      const done: Pick<Delegation, 'from' | 'to' | 'resource' | 'amount'>[] = [];
      let lastLock: Pick<Delegation, 'from' | 'to' | 'resource' | 'lockedUntil'> | undefined;
      for (const { kind, from: giver, to: taker, resource, coins } of steps) {
        const [signer, receiver] = [signers[giver], signers[taker]?.address];
        if (signer === undefined || receiver === undefined) throw new Error('no such account');
        if (kind === 'wait') {
          node.increaseTime(LOCK_BLOCKS * SLOT_MS);
          continue;
        }
        const [owner, amount] = [signer.address, coins * COIN];
        const args = { owner, receiver, amount, resource };
        if (kind === 'undelegate') {
          // What is locked cannot be taken back yet.
          const sent = sendTransaction(client, { transaction: undelegateResource(client, args), signer });
          const succeeded = await sent.then(
            () => true,
            ({ code }: { code: string }) => (expect(code).toBe('VALIDATION_FAILED'), false),
          );
          if (succeeded) done.push({ from: owner, to: receiver, resource, amount: -amount });
          continue;
        }
        const lock = kind === 'lock' ? { lockBlocks: LOCK_BLOCKS } : {};
        const sent = sendTransaction(client, { transaction: delegateResource(client, { ...args, ...lock }), signer });
        const info = await sent.catch(({ code }: { code: string }) => {
          expect(code).toBe('VALIDATION_FAILED');
        });
        if (info === undefined) continue;
        done.push({ from: owner, to: receiver, resource, amount });
        const parent = await getBlock(client, { number: info.blockNumber - 1 });
        const lockedUntil = (parent?.time ?? 0) + LOCK_BLOCKS * SLOT_MS;
        if (kind === 'lock') lastLock = { from: owner, to: receiver, resource, lockedUntil };
      }
      const given = (await Promise.all(signers.map(({ address: from }) => getDelegations(client, { from })))).flat();
      const received = (await Promise.all(signers.map(({ address: to }) => getDelegations(client, { to })))).flat();
      const inOrder = (list: readonly Delegation[]) => list.map((each) => Object.values(each).join(' ')).toSorted();
      expect(inOrder(received)).toEqual(inOrder(given));
      expect(sumsOf(given)).toEqual(sumsOf(done));
      for (const { from, to } of given)
        expect(await getDelegations(client, { from, to })).toEqual(
          given.filter((each) => each.from === from && each.to === to),
        );
      for (const { address } of signers) {
        const { staked = [] } = (await getAccount(client, { address })) ?? {};
        const total = (list: readonly { readonly amount: bigint }[]) =>
          list.reduce((sum, { amount }) => sum + amount, 0n);
        expect(total(staked.filter(({ delegated }) => delegated))).toBe(
          total(given.filter(({ from }) => from === address)),
        );
      }
      if (lastLock !== undefined && steps.at(-1)?.kind === 'lock')
        expect(given).toContainEqual(expect.objectContaining(lastLock));
    }),
    { numRuns: scaled(25) },
  ));
