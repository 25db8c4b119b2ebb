import { createMockNode } from '@coin/mock-node';
import { broadcastTransaction, createNodeClient, createTransaction, signTransaction } from '@coin/rpc';
import { createKeySigner, extendExpiration } from '@coin/rpc/signer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const DAY_MS = 86_400_000;

test('a node takes every expiration that extendExpiration allows, and no later one', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 29_999 }), fc.integer({ min: -2, max: 2 }), async (ageMs, off) => {
      const node = createMockNode({ mining: { kind: 'manual' } });
      node.mine();
      node.advanceTime(ageMs);
      const client = createNodeClient({ transport: node });
      const [{ address: owner, privateKey }, { address: to }] = node.accounts;
      const built = await createTransaction(client, { owner, to, amount: 1n });
      const expiration = built.expiration - 60_000 + DAY_MS + off;
      const send = async () => {
        const extended = extendExpiration(built, expiration);
        return broadcastTransaction(client, await signTransaction(extended, createKeySigner(privateKey)));
      };
      if (off <= 0) await send();
      else await expect(send()).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
    }),
    { numRuns: 20 },
  ));
