// A change of the chain's rules by the witness of a preset, through the public interface alone.
import { createMockNode } from '@coin/mock-node';
import * as rpc from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';

test.each(['spec', 'mainnet', 'private'] as const)(
  'the witness of the preset %s proposes an energy price, approves it, and it is in effect after its expiration',
  async (preset) => {
    const node = createMockNode({ preset });
    const client = rpc.createNodeClient({ transport: node });
    const [witness] = node.witnesses;
    const signer = createKeySigner(witness.privateKey);
    const owner = witness.address;
    expect(await rpc.listWitnesses(client)).toMatchObject([{ address: owner }]);
    const price = async () => (await rpc.getChainParameters(client)).energyPrice;
    const changed = (await price()) + 7n;
    const proposed = rpc.createProposal(client, { owner, parameters: { energyFee: changed } });
    await rpc.sendTransaction(client, { transaction: proposed, signer });
    const [proposal] = await rpc.listProposals(client);
    const approved = rpc.approveProposal(client, { owner, proposalId: proposal?.proposalId ?? -1 });
    await rpc.sendTransaction(client, { transaction: approved, signer });
    expect(await price()).toBe(changed - 7n);
    for (let cycle = 0; cycle < 13; cycle++) node.advanceCycle();
    expect(await price()).toBe(changed);
  },
);
