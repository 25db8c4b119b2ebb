import { expect, test } from 'vitest';
import { presetNetwork } from '../../src/network/presets.ts';
import { alice, bob, openNetwork } from '../support/governance-network.ts';

test('nodes since 4.8.2 reject signatures of other than 65 to 68 bytes before anything else', async () => {
  const preset = presetNetwork('mainnet');
  const current = openNetwork({ network: { ...preset, blockVersion: 36 } });
  const older = openNetwork({ network: preset });
  for (const { ask, node } of [current, older]) {
    node.setBalance(alice.address, 5_000_000n);
    const transfer = { owner_address: alice.address, to_address: bob.address, amount: 1 };
    const built = await ask('createtransaction', transfer);
    const answerTo = async (size: number): Promise<string> => {
      const { code, message } = await ask('broadcasttransaction', { ...built, signature: ['00'.repeat(size)] });
      return `${String(code)} ${Buffer.from(String(message), 'hex').toString()}`;
    };
    const texts = await Promise.all([0, 64, 69].map(answerTo));
    const expected = [0, 64, 69].map((size) => `SIGERROR Validate signature error: Signature size is ${size}`);
    if (node === current.node) expect(texts).toEqual(expected);
    else expect(texts).not.toEqual(expected);
    for (const size of [65, 68]) expect(await answerTo(size)).not.toContain('Signature size');
  }
});
