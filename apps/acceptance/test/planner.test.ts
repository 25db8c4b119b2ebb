import { createFeePlanner, type EnergySource } from '@coin/fee/planner';
import { createMockNode } from '@coin/mock-node';
import { createNodeClient, deployContract, getChainParameters, sendTransaction, triggerSmartContract } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { energySource } from '@coin/rpc/energy-source';
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { expect, expectTypeOf, test } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };

const word = (value: bigint | string) =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

/** A node with a token, a planner that asks it through a client, and a transfer to somebody who holds none. */
async function prepare(factor: bigint) {
  const node = createMockNode();
  const client = createNodeClient({ endpoints: 'http://node', fetch: node.fetch, clock: () => node.now() });
  const [deployer, holder] = node.accounts.map(({ privateKey }) => signerFromPrivateKey(privateKey)) as [
    ReturnType<typeof signerFromPrivateKey>,
    ReturnType<typeof signerFromPrivateKey>,
  ];
  const deployed = await sendTransaction(client, {
    transaction: deployContract(client, {
      owner: deployer.address,
      bytecode: token.bytecode,
      parameter: word(1_000_000n),
      feeLimit: 1_000_000_000n,
      callerPercent: 100,
      originEnergyLimit: 10_000_000n,
    }),
    signer: deployer,
  });
  const contract = deployed.contractAddress ?? '';
  // In the first cycle a network's factors have not begun to move.
  node.advanceCycle();
  node.setEnergyFactor(contract, factor);
  const call = {
    owner: deployer.address,
    contract,
    functionSelector: 'transfer(address,uint256)',
    parameter: word(holder.address) + word(5n),
  };
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
  const planner = createFeePlanner({ source: energySource(client), clock });
  const send = (feeLimit: bigint) =>
    sendTransaction(client, { transaction: triggerSmartContract(client, { ...call, feeLimit }), signer: deployer });
  return { node, client, call, planner, send };
}

test('a client is what the planner asks', () => {
  expectTypeOf(energySource).returns.toExtend<EnergySource>();
});

test('a transfer is planned to the unit, and its expected fee is what it burns', async () => {
  const { call, planner, send } = await prepare(3_400n);
  const plan = await planner.plan(call);
  expect(plan).toMatchObject({
    method: 'estimate',
    energy: 37_084n,
    basicEnergy: 27_704n,
    feeLimit: 3_708_400n,
    warnings: [],
  });
  const info = await send(plan.feeLimit);
  expect(info).toMatchObject({ succeeded: true, fee: plan.expectedFee.total, receipt: { energyTotal: 37_084n } });
});

test('a unit of energy less is not enough', async () => {
  const { call, planner, send } = await prepare(3_400n);
  const { feeLimit } = await planner.plan(call);
  await expect(send(feeLimit - 100n)).rejects.toMatchObject({
    code: 'TRANSACTION_FAILED',
    context: { result: 'OUT_OF_ENERGY' },
  });
});

test('a plan across a maintenance holds after it, where an estimate does not', async () => {
  const { node, client, call, planner, send } = await prepare(3_400n);
  const [now, later] = await Promise.all([
    planner.plan(call, { method: 'estimate' }),
    planner.plan(call, { horizonMs: 6 * 3_600_000 }),
  ]);
  expect(later.method).toBe('across-cycle');
  const { increaseFactor } = await getChainParameters(client);
  expect(increaseFactor).toBe(2_000n);
  // Others use the contract more than the threshold: it is below any usage.
  node.setChainParameter('getDynamicEnergyThreshold', -1n);
  node.advanceCycle();
  const snapshot = node.snapshot();
  await expect(send(now.feeLimit)).rejects.toMatchObject({ context: { result: 'OUT_OF_ENERGY' } });
  node.revert(snapshot);
  const { receipt } = await send(later.feeLimit);
  const risen = (13_400n * 12_000n) / 10_000n;
  // Penalties are cut to whole units at every instruction: the formulas are above by less than a hundredth.
  expect(receipt.energyTotal).toBeLessThanOrEqual((27_704n * risen) / 10_000n);
  expect((later.feeLimit - receipt.energyTotal * 100n) * 100n).toBeLessThan(later.feeLimit);
});
