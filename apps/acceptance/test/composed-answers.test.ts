// An answer of one function is an argument of the next as it is: this compiles, is accepted, and its figures are used.
import {
  basicEnergy,
  clampFeeLimit,
  energyForFeeLimit,
  expectedFee,
  feeLimitAcrossCycle,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
  highestFactorNextCycle,
  nextEnergyFactor,
} from '@coin/fee';
import { createFeePlanner } from '@coin/fee/planner';
import { resourcesAt } from '@coin/fee/resources';
import { createMockNode } from '@coin/mock-node';
import * as rpc from '@coin/rpc';
import { encodeCall, readContract, simulateContract, token, trc20Abi, writeContract } from '@coin/rpc/abi';
import { createEnergySource } from '@coin/rpc/energy-source';
import { getFeePrices, getOwnerResources, getResourceState } from '@coin/rpc/fee-prices';
import { createKeySigner } from '@coin/rpc/signer';
import { describe, expect, test } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };
import { CONTRACTS, type RandomCall } from '../src/random-code.ts';
import { openRandomNetwork } from '../src/random-network.ts';

const sendOne = (to: string) => `5f5f5f5f600173${to}5af15000`;
const plain: RandomCall = {
  codes: ['600160005500', '00', '00'],
  balances: [0, 0, 0],
  factors: [2_000, 0, 0],
  callValue: 0,
  callerPercent: 100,
  isDeployment: false,
};
const paying: RandomCall = { ...plain, codes: [sendOne(CONTRACTS[1]), '00', '00'], balances: [1, 0, 0] };

describe('a limit from the answer of an estimate', () => {
  test.each([
    ['simulation', plain],
    ['simulation', paying],
    ['search', plain],
    ['search', paying],
  ] as const)('is enough, for kind %s', async (kind, call) => {
    const { client, planned, run } = await openRandomNetwork(call);
    const estimate = await rpc.estimateEnergy(client, planned, { kind });
    const { energyPrice } = await rpc.getChainParameters(client);
    expect((await run(feeLimitFromEstimate({ ...estimate, energyPrice }))).result).toBe('SUCCESS');
  });

  test('is exact, with no statement about calls that carry a value', async () => {
    const { client, planned, run } = await openRandomNetwork(plain);
    const estimate = await rpc.estimateEnergy(client, planned, { kind: 'simulation' });
    const prices = await rpc.getChainParameters(client);
    const limit = feeLimitFromEstimate({ ...estimate, ...prices });
    expect(limit).toBe(estimate.energy * prices.energyPrice);
    expect((await run(limit)).result).toBe('SUCCESS');
    expect((await run(limit - 1n)).result).toBe('OUT_OF_ENERGY');
    const sent = await openRandomNetwork(paying);
    const twice = await rpc.estimateEnergy(sent.client, sent.planned, { kind: 'simulation' });
    expect(feeLimitFromEstimate({ ...twice, ...prices })).toBe((twice.energy + 2_300n) * prices.energyPrice);
  });

  test('by any formula takes the contract, the parameters of the chain and the estimate together', async () => {
    const { client, planned, run } = await openRandomNetwork(plain);
    const estimate = await rpc.estimateEnergy(client, planned, { kind: 'simulation' });
    const contract = await rpc.getContractInfo(client, { address: planned.contract ?? '' });
    const rules = await createEnergySource(client).energyRules();
    if (contract === undefined) throw new Error('the node lacks the contract');
    expect(basicEnergy(estimate)).toBe(estimate.basicEnergy);
    const limits = [
      clampFeeLimit({ ...estimate, ...rules }).feeLimit,
      feeLimitFromEnergyFactor({ ...estimate, ...contract, ...rules }),
      feeLimitAcrossCycle({ ...estimate, contracts: [contract], ...rules }),
      feeLimitFromMaxFactor({ ...estimate, ...rules }),
    ];
    for (const limit of limits) expect((await run(limit)).result).toBe('SUCCESS');
    // The factor rounds up: less than a unit for each of the three instructions.
    expect((limits[1] ?? 0n) - (limits[0] ?? 0n)).toBeLessThan(3n * rules.energyPrice);
    expect(nextEnergyFactor({ ...contract, ...rules })).toBeLessThanOrEqual(
      highestFactorNextCycle({ ...contract, ...rules }),
    );
  });
});

async function tokenNetwork() {
  const node = createMockNode();
  const client = rpc.createNodeClient({ transport: node });
  const [signer, receiver] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey));
  if (signer === undefined || receiver === undefined) throw new Error('the node has no accounts');
  const { address } = await node.deploy({ bytecode: fixture.bytecode, abi: fixture.abi, args: [10n ** 12n] });
  return { node, client, signer, receiver, address: token(client, address).address };
}

test('a call is simulated, read, planned and sent as one object', async () => {
  const { node, client, signer, receiver, address } = await tokenNetwork();
  const planner = createFeePlanner({ source: createEnergySource(client), clock: node.clock });
  const transfer = { abi: trc20Abi, address, functionName: 'transfer', args: [receiver.address, 7n] } as const;
  const call = { ...transfer, signer, planner, owner: signer.address };
  expect((await simulateContract(client, call)).result).toBe(true);
  expect(await readContract(client, call)).toBe(true);
  expect((await writeContract(client, call)).succeeded).toBe(true);

  const encoded = { owner: signer.address, contract: address, ...encodeCall(transfer), memo: 'rent', permissionId: 0 };
  const { feeLimit } = await planner.plan(encoded);
  const transaction = await rpc.triggerSmartContract(client, { ...encoded, feeLimit });
  const rules = await createEnergySource(client).energyRules();
  expect(energyForFeeLimit({ ...rules, feeLimit: transaction.feeLimit ?? 0n }) * rules.energyPrice).toBe(feeLimit);
});

test('prices, resources and states of an account are arguments of the formulas', async () => {
  const { node, client, signer } = await tokenNetwork();
  const account = await rpc.getAccount(client, signer);
  if (account === undefined) throw new Error('the node lacks the account');
  const [prices, owner] = [await getFeePrices(client), await getOwnerResources(client, account)];
  expect(expectedFee({ transaction: { size: 267 }, prices, owner }).total).toBe(0n);
  const state = await getResourceState(client, account);
  if (state === undefined) throw new Error('the node lacks the account');
  expect(resourcesAt({ ...state, time: node.now() })).toMatchObject({ energy: expect.anything() });
});

test('readers take accounts, blocks, contracts and transactions that were read', async () => {
  const { client, signer, receiver, address } = await tokenNetwork();
  const sent = await token(client, address).transfer({
    signer,
    to: receiver.address,
    amount: 7n,
    feeLimit: 1_000_000_000n,
  });
  const account = await rpc.getAccount(client, signer);
  const contract = await rpc.getContract(client, { address });
  const block = await rpc.getBlock(client, { number: sent.blockNumber });
  const transaction = await rpc.getTransactionById(client, sent);
  if (account === undefined || contract === undefined || block === undefined || transaction === undefined)
    throw new Error('the node lacks what was sent');
  expect(await rpc.getBalance(client, account)).toBe(account.balance);
  expect(await rpc.getAccount(client, account)).toEqual(account);
  expect(await rpc.getReward(client, account)).toBe(0n);
  expect(await rpc.getContractInfo(client, contract)).toMatchObject({ address, deployer: contract.deployer });
  expect(await rpc.getContract(client, contract)).toEqual(contract);
  expect(await rpc.getBlock(client, block)).toEqual(block);
  const infos = await rpc.getTransactionInfos(client, block);
  expect(rpc.tokenTransfers(infos, { block, token: address, to: receiver.address })).toMatchObject([{ amount: 7n }]);
  const { wasKnown: _, logs: __, ...info } = sent;
  expect(await rpc.getTransactionInfoById(client, transaction)).toMatchObject(info);
  expect(await rpc.waitForTransaction(client, sent)).toMatchObject(info);
  for await (const event of rpc.watchBlocks(client, { state: 'head', fromBlock: sent.blockNumber })) {
    if (event.kind === 'block') expect(await rpc.getBlock(client, event.block)).toEqual(block);
    break;
  }
});
