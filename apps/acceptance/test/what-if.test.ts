import { transactionSize } from '@coin/fee';
import { type Load, type ResourceNetwork, whatIf } from '@coin/fee/resources';
import {
  createProposal,
  createTransaction,
  getTransactionInfoById,
  listProposals,
  type ProposalParameters,
  triggerSmartContract,
} from '@coin/rpc';
import { getFeePrices } from '@coin/rpc/fee-prices';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import { chainParameters, headBlock } from '../src/ask-node.ts';
import { COIN, createBatchNode, newAddress } from './support/batch-node.ts';

const ENERGY = 20_000n;
const CONTRACT = newAddress(20_000);

test.each<[string, ProposalParameters]>([
  ['the energy price', { energyFee: 210n }],
  ['free bandwidth', { freeNetLimit: 400n }],
  ['the price of bandwidth, and of a new account', { transactionFee: 2_000n, createNewAccountFeeInSystemContract: 7n }],
  ['the price of a memo', { memoFee: 5n * COIN }],
  ['the energy of all stake', { totalEnergyCurrentLimit: 200_000_000_000n }],
])('a proposal about %s changes the fee of a load by the predicted amount', async (_, parameters) => {
  const batch = createBatchNode('mainnet');
  const { node, client, accounts } = batch;
  const [whale, owner] = accounts;
  const [witness] = node.witnesses;
  if (whale === undefined || owner === undefined || witness === undefined) throw new Error('the node has no accounts');
  node.setBalance(whale.address, 100_000_000n * COIN);
  node.setBalance(owner.address, 1_000_000n * COIN);
  await batch.stakeFor(whale, 'ENERGY', 10_000_000n * COIN);
  await batch.stakeFor(whale, 'BANDWIDTH', 10_000_000n * COIN);
  node.placeContract({ address: CONTRACT, code: '5b'.repeat(Number(ENERGY)) });
  let fresh = 0;
  const builders = {
    call: () =>
      triggerSmartContract(client, { owner: owner.address, contract: CONTRACT, data: '', feeLimit: COIN * 100n }),
    memo: () => createTransaction(client, { owner: owner.address, to: whale.address, amount: 1n, memo: 'invoice' }),
    account: () => createTransaction(client, { owner: owner.address, to: newAddress(++fresh), amount: 1n }),
  };
  const sizeOf = async (name: keyof typeof builders) =>
    transactionSize({ kind: 'encoded', rawDataSize: (await builders[name]()).rawDataHex.length / 2 });
  const kinds = {
    call: { size: await sizeOf('call'), energy: ENERGY },
    memo: { size: await sizeOf('memo'), memoSize: 7 },
    account: { size: await sizeOf('account'), createsAccount: true },
  };
  const values = await chainParameters(node);
  const network: ResourceNetwork = {
    energy: { limit: values.get('getTotalEnergyCurrentLimit') ?? 0n, weight: 10_000_000n },
    bandwidth: { limit: values.get('getTotalNetLimit') ?? 0n, weight: 10_000_000n },
    freeBandwidth: Number(values.get('getFreeNetLimit')),
    prices: await getFeePrices(client),
  };
  // It yields 18,000 units, which is not enough for all calls.
  await batch.stakeFor(owner, 'ENERGY', COIN);
  const list = ['call', 'memo', 'account', 'call', 'memo', 'account', 'call'] as const;
  const execute = async () => {
    const { time } = await headBlock(node);
    const sent: string[] = [];
    for (const name of list) sent.push(await batch.broadcast(builders[name](), owner));
    node.mine();
    const infos = await Promise.all(sent.map((txID) => getTransactionInfoById(client, { txID })));
    return { time, burned: infos.reduce((sum, info) => sum + (info?.fee ?? 0n), 0n) };
  };
  const pass = () => {
    for (let cycle = 0; cycle < 13; cycle++) node.advanceCycle();
  };

  pass();
  const before = await execute();
  await batch.send(createProposal(client, { owner: witness.address, parameters }), createKeySigner(witness.privateKey));
  const proposals = await listProposals(client);
  const load: Load = { kinds, transactions: list.map((kind) => ({ kind, time: before.time })) };
  const { burned, rows } = whatIf({ load, network, mix: { energyStake: COIN }, proposals });
  expect(burned).toBe(before.burned);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.difference).not.toBe(0n);
  const decided = rows[0]?.from ?? 0;
  while ((await headBlock(node)).time < decided) node.advanceCycle();
  // Everything recovers.
  for (let cycle = 0; cycle < 5; cycle++) node.advanceCycle();
  expect((await execute()).burned).toBe(rows[0]?.burned);
  // It is closed now.
  expect(whatIf({ load, network, proposals: await listProposals(client) }).rows).toEqual([]);
});
