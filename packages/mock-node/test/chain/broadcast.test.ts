import { expect, test } from 'vitest';
import { alice, bob, openNetwork } from '../support/governance-network.ts';

test('rejects signatures of other than 65 to 68 bytes before anything else', async () => {
  const { ask, node } = openNetwork();
  node.setBalance(alice.address, 5_000_000n);
  const built = await ask('createtransaction', { owner_address: alice.address, to_address: bob.address, amount: 1 });
  const answerTo = async (size: number): Promise<string> => {
    const { code, message } = await ask('broadcasttransaction', { ...built, signature: ['00'.repeat(size)] });
    return `${String(code)} ${Buffer.from(String(message), 'hex').toString()}`;
  };
  for (const size of [0, 64, 69])
    expect(await answerTo(size)).toBe(`SIGERROR Validate signature error: Signature size is ${size}`);
  for (const size of [65, 68]) expect(await answerTo(size)).not.toContain('Signature size');
});
