import { type ContractCall, createFeePlanner } from '@coin/fee/planner';
import { createMockNode, type NetworkDescription } from '@coin/mock-node';
import { createNodeClient, deployContract, getChainParameters, sendTransaction, triggerSmartContract } from '@coin/rpc';
import { addressToHex, toAddress } from '@coin/rpc/address';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createKeySigner } from '@coin/rpc/signer';
import { describe, expect, test } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };
import { readRecordedChain } from '../src/recorded-chain.ts';

const word = (value: bigint | string) =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

/** A node with a token, a planner that reads it through a client, and a transfer to an account without tokens. */
async function prepare(factor: bigint) {
  const node = createMockNode();
  const client = createNodeClient({ transport: node });
  const [deployer, holder] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey)) as [
    ReturnType<typeof createKeySigner>,
    ReturnType<typeof createKeySigner>,
  ];
  const deployed = await sendTransaction(client, {
    transaction: deployContract(client, {
      owner: deployer.address,
      bytecode: token.bytecode,
      parameter: word(1_000_000n),
      feeLimit: 1_000_000_000n,
      callerPercent: 100,
      deployerEnergyLimit: 10_000_000n,
    }),
    signer: deployer,
  });
  const contract = deployed.contractAddress ?? '';
  // Energy factors do not change in the first cycle of a network.
  node.advanceCycle();
  node.setEnergyFactor(contract, factor);
  const call = {
    owner: deployer.address,
    contract,
    functionSelector: 'transfer(address,uint256)',
    parameter: word(holder.address) + word(5n),
  };
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
  const planner = createFeePlanner({ source: createEnergySource(client), clock });
  const send = (feeLimit: bigint) =>
    sendTransaction(client, { transaction: triggerSmartContract(client, { ...call, feeLimit }), signer: deployer });
  return { node, client, deployer, call, planner, send };
}

test('plans a transfer exactly, with an expected fee equal to what it burns', async () => {
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

type Published = Pick<ContractCall, 'abi' | 'name' | 'callerPercent' | 'deployerEnergyLimit'>;

test.each<[string, Published]>([
  ['an ABI and a name', { abi: token.abi, name: 'Token', deployerEnergyLimit: 10_000_000n }],
  ['an ABI', { abi: token.abi }],
  ['a name', { name: 'Münze', deployerEnergyLimit: 1n }],
  ['a high deployerEnergyLimit', { deployerEnergyLimit: 2n ** 62n, callerPercent: 0 }],
])(
  'expects of a deployment with %s what it burns',
  async (_, { deployerEnergyLimit = 10_000_000n, ...published }: Published) => {
    const { client, planner, deployer } = await prepare(0n);
    const deployment = {
      owner: deployer.address,
      data: token.bytecode + word(1_000_000n),
      deployerEnergyLimit,
      ...published,
    };
    const plan = await planner.plan(deployment);
    const info = await sendTransaction(client, {
      transaction: deployContract(client, {
        owner: deployer.address,
        bytecode: token.bytecode,
        parameter: word(1_000_000n),
        feeLimit: plan.feeLimit,
        callerPercent: 100,
        deployerEnergyLimit,
        ...published,
      }),
      signer: deployer,
    });
    expect(info).toMatchObject({ succeeded: true, fee: plan.expectedFee.total });
  },
);

test('the ABI of a planned call decodes the reason of its revert', async () => {
  const { call, planner } = await prepare(0n);
  const tooMuch = { ...call, parameter: call.parameter.slice(0, 64) + word(2_000_000n) };
  await expect(planner.plan(tooMuch)).rejects.toMatchObject({ code: 'CALL_REVERTED' });
  await expect(planner.plan({ ...tooMuch, abi: token.abi })).rejects.toMatchObject({
    code: 'CALL_REVERTED',
    context: { reason: 'Insufficient(1000000, 2000000)' },
  });
});

describe('a call that depends on the energy it is given', () => {
  // REVERT(0, 0) unless more energy is left than pushed; SSTORE(0, 1).
  const requiring = (energyLeft: number) =>
    `62${energyLeft.toString(16).padStart(6, '0')}5a11600c575f5ffd5b600160005500`;
  // CALL(half of GAS, other contract), REVERT(0, 0) if it fails.
  const halving = `5f5f5f5f5f73${'0b'.repeat(20)}60025a04f16025575f5ffd5b00`;
  const prepareContract = (code: string, network?: NetworkDescription) => {
    const contract = toAddress(`41${'0a'.repeat(20)}`);
    const contracts = [
      { address: contract, code },
      { address: toAddress(`41${'0b'.repeat(20)}`), code: '600160005500' },
    ];
    const node = createMockNode({ ...(network && { network }), contracts });
    return { node, contract };
  };

  test.each([
    ['requires 50,000 units', requiring(50_000)],
    ['hands a half to an inner call', halving],
  ])('succeeds under its planned limit: %s', async (_, code) => {
    const { node, contract } = prepareContract(code);
    const client = createNodeClient({ transport: node });
    const signer = createKeySigner(node.accounts[0]?.privateKey ?? '');
    const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
    const planner = createFeePlanner({ source: createEnergySource(client), clock });
    const planned = { owner: signer.address, contract, data: '' };
    const run = (feeLimit: bigint) =>
      sendTransaction(client, { transaction: triggerSmartContract(client, { ...planned, feeLimit }), signer });
    const tight = await planner.plan(planned, { estimate: 'simulation' });
    const snapshot = node.snapshot();
    await expect(run(tight.feeLimit)).rejects.toMatchObject({ code: 'TRANSACTION_FAILED' });
    node.revert(snapshot);
    const plan = await planner.plan(planned);
    expect(plan).toMatchObject({ estimateKind: 'search', warnings: [] });
    expect(await run(plan.feeLimit)).toMatchObject({ succeeded: true });
  });

  test('comes with a sufficient limit when it needs less than a coin more than it uses', async () => {
    const { node, contract } = prepareContract(requiring(21_000));
    const client = createNodeClient({ transport: node });
    const signer = createKeySigner(node.accounts[0]?.privateKey ?? '');
    const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
    const planned = { owner: signer.address, contract, data: '' };
    const plan = await createFeePlanner({ source: createEnergySource(client), clock }).plan(planned);
    const [warning] = plan.warnings;
    expect(warning).toMatchObject({ code: 'MAY_DEPEND_ON_ENERGY', used: plan.energy });
    const suffices = warning?.code === 'MAY_DEPEND_ON_ENERGY' ? (warning.suffices ?? 0n) : 0n;
    const transaction = triggerSmartContract(client, { ...planned, feeLimit: suffices * 100n });
    expect(await sendTransaction(client, { transaction, signer })).toMatchObject({ succeeded: true });
  });

  test('warns when the node does not support energy estimation', async () => {
    const { network } = readRecordedChain('mainnet-edge-1');
    const { node, contract } = prepareContract(requiring(50_000), { ...network, estimateEnergy: false });
    const client = createNodeClient({ transport: node });
    const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
    const planner = createFeePlanner({ source: createEnergySource(client), clock });
    const plan = await planner.plan({ owner: contract, contract, data: '' });
    expect(plan.warnings).toContainEqual({ code: 'MAY_DEPEND_ON_ENERGY', used: plan.energy });
  });
});

test('a fee limit one unit of energy below the plan runs out of energy', async () => {
  const { call, planner, send } = await prepare(3_400n);
  const { feeLimit } = await planner.plan(call);
  await expect(send(feeLimit - 100n)).rejects.toMatchObject({
    code: 'TRANSACTION_FAILED',
    context: { result: 'OUT_OF_ENERGY' },
  });
});

test('a plan across maintenance is still enough after it, unlike an estimate', async () => {
  const { node, client, call, planner, send } = await prepare(3_400n);
  const [estimate, acrossCycle] = await Promise.all([
    planner.plan(call, { method: 'estimate' }),
    planner.plan(call, { horizonMs: 6 * 3_600_000 }),
  ]);
  expect(acrossCycle.method).toBe('across-cycle');
  const { increaseFactor } = await getChainParameters(client);
  expect(increaseFactor).toBe(2_000n);
  // A threshold below any usage makes the factor rise.
  node.setChainParameter('getDynamicEnergyThreshold', -1n);
  node.advanceCycle();
  const snapshot = node.snapshot();
  await expect(send(estimate.feeLimit)).rejects.toMatchObject({ context: { result: 'OUT_OF_ENERGY' } });
  node.revert(snapshot);
  const { receipt } = await send(acrossCycle.feeLimit);
  const raisedFactor = (13_400n * 12_000n) / 10_000n;
  // The node truncates the penalty of every instruction to whole units, so the formula is above it by less than 1 %.
  expect(receipt.energyTotal).toBeLessThanOrEqual((27_704n * raisedFactor) / 10_000n);
  expect((acrossCycle.feeLimit - receipt.energyTotal * 100n) * 100n).toBeLessThan(acrossCycle.feeLimit);
});

test('planners of two networks that share a cache read their own parameters, without naming the network', async () => {
  const cache = new Map<string, string>();
  const contract = toAddress(`41${'0a'.repeat(20)}`);
  const planned: bigint[] = [];
  const actual: bigint[] = [];
  for (const name of ['mainnet-edge-1', 'private-fast-2', 'mainnet-edge-1'] as const) {
    const { network } = readRecordedChain(name);
    const parentHash = (name === 'private-fast-2' ? '11' : '22').repeat(32);
    const own = { ...network, genesis: { ...network.genesis, parentHash } };
    const node = createMockNode({ network: own, contracts: [{ address: contract, code: '600160005500' }] });
    const client = createNodeClient({ transport: node });
    const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
    const planner = createFeePlanner({ source: createEnergySource(client), cache, clock });
    const { feeLimit } = await planner.plan({ owner: contract, contract, data: '' }, { marginBps: 10n ** 12n });
    planned.push(feeLimit);
    actual.push((await getChainParameters(client)).maxFeeLimit);
  }
  expect(new Set(actual).size).toBe(2);
  expect(planned).toEqual(actual);
  expect(new Set([...cache.keys()].map((key) => key.split('/')[2])).size).toBe(2);
});
