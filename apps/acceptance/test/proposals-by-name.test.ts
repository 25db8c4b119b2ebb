// Proposals by parameter name: the node's own list says which parameter each of them has changed.
import { createMockNode } from '@coin/mock-node';
import {
  createNodeClient,
  createProposal,
  createWitness,
  getChainParameters,
  isRpcError,
  sendTransaction,
  type ProposalParameters,
  type Transaction,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';

/** A proposal lasts three days, twelve cycles of six hours, and the one in which it was made. */
const CYCLES = 13;

/** What becomes of a parameter when a proposal gives it another value by its name. */
async function propose(name: string, current: bigint): Promise<'changed' | 'unchanged' | 'rejected'> {
  // A switch that is on can only be proposed where it is off; fees of the market where there is one.
  const market = name.startsWith('getMarket') ? { getAllowMarketTransaction: 1n } : {};
  const parameters = { ...market, ...(current === 1n && { [name]: 0n }) };
  const node = createMockNode({ preset: 'mainnet', parameters });
  const client = createNodeClient({ transport: node });
  const [{ address: owner, privateKey }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const send = (transaction: Transaction) => sendTransaction(client, { transaction, signer });
  await send(await createWitness(client, { owner, url: 'http://witness.example' }));

  const value = ((await getChainParameters(client)).values[name] ?? 0n) + 1n;
  const proposal: ProposalParameters = { [name]: value };
  try {
    await send(await createProposal(client, { owner, parameters: proposal }));
  } catch (error) {
    if (isRpcError(error, 'VALIDATION_FAILED') || isRpcError(error, 'ARGUMENT_INVALID')) return 'rejected';
    throw error;
  }
  // The only active witness is the preset's: what has expired has passed.
  for (let cycle = 0; cycle < CYCLES; cycle++) node.advanceCycle();
  return (await getChainParameters(client)).values[name] === value ? 'changed' : 'unchanged';
}

test('a proposal by name changes the parameter that the node prints by this name', async () => {
  const client = createNodeClient({ transport: createMockNode({ preset: 'mainnet' }) });
  const { values } = await getChainParameters(client);
  const others: Record<string, string> = {};
  for (const [name, current] of Object.entries(values)) {
    const outcome = await propose(name, current);
    if (outcome !== 'changed') others[name] = outcome;
  }
  expect(others).toEqual({
    // Computed: no proposal changes them.
    getTotalEnergyTargetLimit: 'rejected',
    getTotalEnergyAverageUsage: 'rejected',
    // Replaced by getTotalEnergyCurrentLimit.
    getTotalEnergyLimit: 'rejected',
    // It was proposed once, and can be only once.
    getRemoveThePowerOfTheGr: 'rejected',
    // They change every block, and the mock node does not model them.
    getAllowAccountStateRoot: 'rejected',
    getAllowProtoFilterNum: 'rejected',
    // 4.8.1 took this proposal away.
    getAllowMarketTransaction: 'rejected',
  });
});
