import { createFeePlanner } from '@coin/fee/planner';
import { createMockNode, type MockNode } from '@coin/mock-node';
import { createNodeClient, deployContract, http, sendTransaction } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { getWitnessCycle, quorum } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import tokenContract from '../fixtures/token.json' with { type: 'json' };

/** Three nodes with the same chain, on which a token is deployed. */
async function threeNodes() {
  const nodes = [createMockNode(), createMockNode(), createMockNode()] as const;
  const [first, ...others] = nodes;
  const client = createNodeClient({ transport: first });
  const [{ privateKey, address: owner }, { address: to }] = first.accounts;
  const parameter = (1000).toString(16).padStart(64, '0');
  const deployment = deployContract(client, {
    owner,
    bytecode: tokenContract.bytecode,
    parameter,
    feeLimit: 10_000_000_000n,
  });
  const signer = createKeySigner(privateKey);
  const { contractAddress: contract = '' } = await sendTransaction(client, { transaction: deployment, signer });
  const state = first.dump();
  for (const node of others) node.load(state);
  return { nodes, owner, to, contract };
}

/** A transport that believes what two of the nodes say. */
const agreed = (nodes: readonly MockNode[]) =>
  quorum(
    nodes.map((node) => http(node)),
    { atLeast: 2 },
  );

test('one node cannot feed the planner a price', async () => {
  const { nodes, owner, contract } = await threeNodes();
  const call = { owner, contract, functionSelector: 'totalSupply()', parameter: '' };
  const honest = createFeePlanner({ source: createEnergySource(createNodeClient({ transport: nodes[0] })) });
  const expected = await honest.plan(call);

  const [liar] = nodes;
  liar.setChainParameter('getEnergyFee', 1n);
  const deceived = createFeePlanner({ source: createEnergySource(createNodeClient({ transport: liar })) });
  expect((await deceived.plan(call)).feeLimit).toBeLessThan(expected.feeLimit);

  const planner = createFeePlanner({ source: createEnergySource(createNodeClient({ transport: agreed(nodes) })) });
  expect((await planner.plan(call)).feeLimit).toBe(expected.feeLimit);
});

test('one node cannot choose the witnesses that a proof trusts', async () => {
  const { nodes } = await threeNodes();
  nodes[1].faults.add({ path: '/wallet/listwitnesses', fault: { kind: 'replaced', key: 'isJobs', json: 'false' } });
  const [honest, deceived] = nodes.map((node) => createNodeClient({ transport: node }));
  if (honest === undefined || deceived === undefined) throw new Error('there are no clients');
  const cycle = await getWitnessCycle(honest);
  expect(await getWitnessCycle(deceived)).not.toEqual(cycle);
  expect(await getWitnessCycle(createNodeClient({ transport: agreed(nodes) }))).toEqual(cycle);
});
