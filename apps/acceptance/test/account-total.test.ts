// Stakes and delegations move an account's coin around; only fees, payments and rewards change its total.
import { createMockNode } from '@coin/mock-node';
import * as rpc from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const COIN = 1_000_000n;
const steps = fc.record({
  kind: fc.constantFrom('stake', 'unstake', 'delegate', 'undelegate', 'cancel', 'withdraw'),
  resource: fc.constantFrom('ENERGY' as const, 'BANDWIDTH' as const),
  amount: fc.bigInt(1n, 50n).map((coins) => coins * COIN),
  days: fc.nat(15),
});

test('the total of an account changes by nothing but fees, whatever it stakes, delegates and releases', () =>
  fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 10 }), async (walk) => {
      const node = createMockNode({ preset: 'mainnet' });
      const client = rpc.createNodeClient({ transport: node });
      const [first, second] = node.accounts;
      const signer = createKeySigner(first.privateKey);
      const { address: owner } = signer;
      const receiver = second.address;
      const totalOf = async () => {
        const account = await rpc.getAccount(client, { address: owner });
        return account === undefined ? 0n : rpc.totalBalance(account);
      };
      const started = await totalOf();
      let fees = 0n;
      for (const { kind, resource, amount, days } of walk) {
        node.advanceTime(days * 86_400_000);
        node.mine(1);
        const build = {
          stake: () => rpc.stake(client, { owner, amount, resource }),
          unstake: () => rpc.unstake(client, { owner, amount, resource }),
          delegate: () => rpc.delegateResource(client, { owner, receiver, amount, resource }),
          undelegate: () => rpc.undelegateResource(client, { owner, receiver, amount, resource }),
          cancel: () => rpc.cancelUnstaking(client, { owner }),
          withdraw: () => rpc.withdrawUnstaked(client, { owner }),
        };
        try {
          fees += (await rpc.sendTransaction(client, { transaction: build[kind](), signer })).fee;
        } catch (error) {
          expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
        }
        expect(await totalOf()).toBe(started - fees);
      }
    }),
    { numRuns: 25 },
  ));
