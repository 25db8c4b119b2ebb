import { createFeePlanner, type FeePlan } from '@coin/fee/planner';
import { explainFee, type ExpectedCost, type FeeInfo } from '@coin/fee/resources';
import { getTransactionInfoById, triggerSmartContract } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createEnergySource } from '@coin/rpc/energy-source';
import { expect, test } from 'vitest';
import { feeInfo } from '../src/fee-info.ts';
import { furtherChains, readRecordedChain, recordedChains, type RecordedTransaction } from '../src/recorded-chain.ts';
import { COIN, createBatchNode, newAddress } from './support/batch-node.ts';

const sum = (list: readonly { amount: bigint }[]) => list.reduce((total, { amount }) => total + amount, 0n);

/** What a plan would have expected that knew an earlier transaction. */
const planFrom = ({ receipt }: FeeInfo): ExpectedCost => ({
  energy: receipt.energyTotal,
  basicEnergy: receipt.energyTotal - receipt.energyPenalty,
  expectedFee: {
    energy: receipt.energyFee,
    bandwidth: receipt.bandwidthFee,
    accountCreation: 0n,
    memo: 0n,
    multiSign: 0n,
    total: receipt.energyFee + receipt.bandwidthFee,
  },
});

const functionOf = ({ raw_data: { contract } }: RecordedTransaction): string => {
  const [{ type, parameter }] = contract;
  return `${type} ${parameter.value.contract_address ?? ''} ${parameter.value.data?.slice(0, 8) ?? ''}`;
};

test('lines add up to the fee of every transaction of every recorded chain', () => {
  let [infos, planned, paths, factors] = [0, 0, 0, 0];
  for (const name of [...recordedChains, ...furtherChains]) {
    const { blocks } = readRecordedChain(name);
    const earlier = new Map<string, FeeInfo>();
    for (const block of blocks) {
      for (const [index, recorded] of block.infos.entries()) {
        const transaction = block.transactions[index];
        if (transaction === undefined) throw new Error(`${recorded.id} is in no block`);
        const info = feeInfo(recorded);
        infos++;
        expect(sum(explainFee({ info }).lines)).toBe(info.fee);
        const before = earlier.get(functionOf(transaction));
        earlier.set(functionOf(transaction), info);
        if (before === undefined) continue;
        planned++;
        const plan = planFrom(before);
        const { lines, unexpected } = explainFee({ info, plan });
        expect(sum(lines)).toBe(info.fee);
        expect(sum(unexpected)).toBe(info.fee - plan.expectedFee.total);
        if (lines.some(({ part }) => part === 'path')) paths++;
        if (lines.some(({ part }) => part === 'factor')) factors++;
      }
    }
  }
  expect(infos).toBe(4_098);
  expect(planned).toBeGreaterThan(2_000);
  expect(paths).toBeGreaterThan(200);
  expect(factors).toBeGreaterThan(20);
});

const word = (value: bigint | string) =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

test('explainFee names costs that the plan did not expect: a new holder, and a factor that has risen', async () => {
  const batch = createBatchNode('mainnet');
  const { node, client, accounts } = batch;
  const [owner, holder] = accounts;
  if (owner === undefined || holder === undefined) throw new Error('the node has no accounts');
  const contract = await batch.deployToken(owner, 100, [holder]);
  // The length of the fee limit then changes nothing.
  await batch.stakeFor(owner, 'BANDWIDTH', 1_000n * COIN);
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
  const planner = createFeePlanner({ source: createEnergySource(client), clock });
  const transferTo = (to: string) => ({
    owner: owner.address,
    contract,
    functionSelector: 'transfer(address,uint256)',
    parameter: word(to) + word(1n),
  });
  const explain = async (to: string, plan: FeePlan) => {
    const txID = await batch.broadcast(
      triggerSmartContract(client, { ...transferTo(to), feeLimit: 100n * COIN }),
      owner,
    );
    node.mine();
    const info = await getTransactionInfoById(client, { txID });
    if (info === undefined) throw new Error(`${txID} is in no block`);
    const explained = explainFee({ info, plan });
    expect(sum(explained.lines)).toBe(info.fee);
    return explained.unexpected.map(({ part }) => part);
  };

  const toHolder = await planner.plan(transferTo(holder.address));
  expect(await explain(holder.address, toHolder)).toEqual([]);
  expect(await explain(newAddress(1), toHolder)).toEqual(['path']);
  for (let cycle = 0; cycle < 4; cycle++) node.advanceCycle();
  node.setEnergyFactor(contract, 5_000n);
  expect(await explain(holder.address, toHolder)).toEqual(['factor']);
});
