import { createBatchPlanner } from '@coin/fee/batch';
import { createMockNode } from '@coin/mock-node';
import { createNodeClient } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { encodeData } from '../values/call-arguments.ts';
import token from './token.json' with { type: 'json' };

const SUPPLY = 1_000_000_000_000n;
const TRANSFER = {
  type: 'function',
  name: 'transfer',
  inputs: [{ type: 'address' }, { type: 'uint256' }],
};
/** A valid address without an account on the node. */
const NOBODY = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

/** What common transactions cost on a node in this process with the main network's parameters. */
export async function feesOfEmbeddedNode(): Promise<DataObject> {
  const node = createMockNode({ preset: 'mainnet', accounts: { count: 3 } });
  const [owner = '', holder = ''] = node.accounts.map(({ address }) => address);
  const { address: contract } = await node.deploy({ owner, bytecode: token.bytecode, abi: token.abi, args: [SUPPLY] });
  const send = (to: string) => ({
    owner,
    contract,
    data: encodeData(TRANSFER, [to, 1_000_000n]).data,
  });
  await node.invoke({ owner, contract, data: encodeData(TRANSFER, [holder, 1n]).data });
  const transfer = (to: string) => ({ kind: 'transfer', owner, to, amount: 1_000_000n }) as const;
  const rows = [
    ['a transfer of coin', transfer(holder)],
    ['a transfer of coin to a new account', transfer(NOBODY)],
    ['a transfer of coin with a memo', { ...transfer(holder), memo: 'order 1' }],
    ['a token transfer to a holder', send(holder)],
    ['a token transfer to a new holder', send(NOBODY)],
  ] as const;
  const planner = createBatchPlanner({ source: createEnergySource(createNodeClient({ transport: node })) });
  const costs: DataObject[] = [];
  for (const [transaction, planned] of rows) {
    const [plan] = (await planner.planBatch([planned])).plans;
    if (plan === undefined) continue;
    costs.push({
      transaction,
      fee: toAmount(plan.expectedFee.total),
      atMost: toAmount(plan.maxFee),
      energy: 'energy' in plan ? plan.energy : 0n,
      bandwidth: plan.size,
    });
  }
  return {
    network: 'a node in this process with the parameters of the main network; pass --node for a live one',
    costs,
  };
}
