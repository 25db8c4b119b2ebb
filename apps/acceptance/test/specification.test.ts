// docs/specification.md as tests: one for each statement, in its order. Statements that introduce others and what is
// unspecified (sections 3, 5 and 6) have none. The node is asked in the specification's own words where they name
// fields, and through the packages where they name amounts and formulas.
import {
  basicEnergy,
  DEFAULT_FEE_LIMIT,
  DEFAULT_MAX_FEE_LIMIT,
  energyForFeeLimit,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
  supplyChange,
  transactionSize,
} from '@coin/fee';
import { createMockNode, type MockNodeOptions, type PresetNode } from '@coin/mock-node';
import * as rpc from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { formatCoin, parseCoin } from '@coin/units';
import { describe, expect, test } from 'vitest';

const COIN = 1_000_000n;
const COUNTER = `41${'c0'.repeat(20)}`;
const ENDLESS = `41${'c1'.repeat(20)}`;
/** Reverts unless it has more than 50,000 units of energy left; then it writes a word. */
const DEMANDING = `41${'c2'.repeat(20)}`;
/** Adds two numbers: three instructions of 3 units of energy each. */
const ADDING = `41${'c3'.repeat(20)}`;
const NOBODY = `41${'99'.repeat(20)}`;
const FACTOR = 3_400n;
const contracts = [
  { address: COUNTER, code: '60016000540160005500', energyFactor: FACTOR },
  { address: ENDLESS, code: '5b600056' },
  { address: DEMANDING, code: '6200c3505a11600c575f5ffd5b600160005500' },
  { address: ADDING, code: '600160020100' },
];

interface Json {
  readonly [member: string]: any; // oxlint-disable-line typescript/no-explicit-any -- answers of all kinds
}

function prepare(options: MockNodeOptions & { readonly network?: undefined; readonly accounts?: undefined } = {}) {
  const node = createMockNode({ contracts, ...options });
  const client = rpc.createNodeClient({ transport: node });
  const signer = createKeySigner(node.accounts[0].privateKey);
  const owner = signer.address;
  const to = node.accounts[1].address;
  const transfer = (amount: bigint) =>
    rpc.sendTransaction(client, { transaction: rpc.createTransaction(client, { owner, to, amount }), signer });
  /** The fee and the result of a call. */
  const call = async (contract: string, feeLimit: bigint, from = signer) => {
    const transaction = rpc.triggerSmartContract(client, {
      owner: from.address,
      contract: rpc.toAddress(contract),
      functionSelector: 'count()',
      feeLimit,
    });
    try {
      const { fee } = await rpc.sendTransaction(client, { transaction, signer: from });
      return { result: 'SUCCESS', fee };
    } catch (error) {
      if (!rpc.isRpcError(error, 'TRANSACTION_FAILED')) throw error;
      return { result: error.context.result, fee: error.context.fee };
    }
  };
  return { node, client, signer, owner, to, transfer, call };
}

/** A request with the fields that the specification gives it, and no others. */
async function post(node: Pick<PresetNode, 'fetch'>, path: string, body: object): Promise<Json> {
  const headers = { 'content-type': 'application/json' };
  const answer = await node.fetch(`http://node${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Json;
}
const callBody = (node: PresetNode, contract: string) => ({
  owner_address: node.accounts[0].address,
  contract_address: rpc.toAddress(contract),
  function_selector: 'count()',
  parameter: '',
  visible: true,
});
const transferBody = (node: PresetNode, amount: number) => ({
  to_address: node.accounts[1].address,
  owner_address: node.accounts[0].address,
  amount,
  visible: true,
});
const constantCall = (node: PresetNode, contract: string) =>
  post(node, '/wallet/triggerconstantcontract', callBody(node, contract));
const energySearch = (node: PresetNode, contract: string) =>
  post(node, '/wallet/estimateenergy', callBody(node, contract));
const balanceOf = async (node: PresetNode, address: string): Promise<number> =>
  (await post(node, '/wallet/getaccount', { address, visible: true }))['balance'];
const parameterOf = async (node: PresetNode, name: string): Promise<bigint> => {
  const { chainParameter } = await post(node, '/wallet/getchainparameters', {});
  return BigInt(chainParameter.find(({ key }: { key: string }) => key === name)?.value ?? 0);
};

/** What the client sends for each of the four calls. */
async function requestsOf(base: string) {
  const sent: { url: string; method: string; type: string | null; body: Json }[] = [];
  const node = createMockNode({ contracts });
  const fetch: PresetNode['fetch'] = async (input) => {
    const request = input as Request;
    const { url, method, headers } = request;
    sent.push({ url, method, type: headers.get('content-type'), body: JSON.parse(await request.clone().text()) });
    return node.fetch(new Request(url.replace(base, 'http://node'), request));
  };
  const client = rpc.createNodeClient({ transport: rpc.http(base, { fetch }), clock: node.clock });
  const [{ address: owner }, { address: to }] = node.accounts;
  const called = { owner, contract: rpc.toAddress(COUNTER), functionSelector: 'count()', parameter: '' };
  await rpc.createTransaction(client, { owner, to, amount: 5n });
  await rpc.getBalance(client, { address: owner });
  await rpc.triggerConstantContract(client, called);
  await rpc.estimateEnergy(client, called);
  return { sent, node };
}

/** A node that does not estimate, and a client of it. */
function withoutEstimates() {
  const network = { ...createMockNode().network, estimateEnergy: false };
  const node = createMockNode({ network, contracts });
  return { node, client: rpc.createNodeClient({ transport: node }) };
}

describe('1. What the service does', () => {
  test('bandwidth is the size in bytes of a stored transaction', async () => {
    const { node, client, owner, to, transfer } = prepare();
    const { txID, receipt } = await transfer(COIN);
    const stored = await rpc.getTransactionById(client, { txID });
    const built = await rpc.createTransaction(client, { owner, to, amount: COIN });
    const signed = await rpc.signTransaction(built, createKeySigner(node.accounts[0].privateKey));
    expect(stored).toBeDefined();
    // The node counts 64 bytes more for the result.
    expect(receipt.bandwidth).toBe(BigInt(rpc.encodeTransaction(signed).length / 2 + 64));
    expect(receipt.bandwidth).toBe(BigInt(transactionSize({ kind: 'transfer', amount: COIN })));
  });

  test('energy is the computing effort of the operations that the virtual machine executes', async () => {
    const { node } = prepare();
    expect((await constantCall(node, ADDING))['energy_used']).toBe(3 + 3 + 3);
  });

  test('coin is burned for the bandwidth that a sender lacks', async () => {
    const { node, transfer } = prepare();
    const price = await parameterOf(node, 'getTransactionFee');
    const fees: bigint[] = [];
    for (let index = 0; index < 4; index++) fees.push((await transfer(COIN)).fee);
    // An account has 600 bytes a day for nothing: two transfers of 267.
    expect(fees).toEqual([0n, 0n, 267n * price, 267n * price]);
  });

  test('coin is burned for the energy that a caller lacks', async () => {
    const { node, call } = prepare();
    const { energy_used: used } = await constantCall(node, COUNTER);
    const price = await parameterOf(node, 'getEnergyFee');
    expect(await call(COUNTER, 100n * COIN)).toEqual({ result: 'SUCCESS', fee: BigInt(used) * price });
  });

  test('a runaway contract stops once the coin of its payer is used up', async () => {
    const { node, call } = prepare();
    const poor = node.accounts[2];
    node.setBalance(poor.address, 3n * COIN);
    const ended = await call(ENDLESS, 15_000n * COIN, createKeySigner(poor.privateKey));
    expect(ended).toEqual({ result: 'OUT_OF_ENERGY', fee: 3n * COIN });
  });

  test('only the protocol creates coins: no transaction of a user does', async () => {
    const { node, transfer, call } = prepare();
    const before = node.supply();
    await transfer(COIN);
    await call(COUNTER, 100n * COIN);
    const { genesis, minted, burned, inAccounts, unpaidRewards, feePool, inTrades } = node.supply();
    // Each of the two transactions has a block.
    expect(minted - before.minted).toBe(supplyChange({ blocks: 2 }).minted);
    expect(inAccounts + unpaidRewards + feePool + inTrades).toBe(genesis + minted - burned);
  });

  test('coin is minted when a Super Representative produces a block', () => {
    const { node } = prepare();
    const { minted } = node.supply();
    node.advanceTime(3_000);
    expect(node.supply().minted).toBe(minted);
    node.mine(1);
    expect(node.supply().minted).toBeGreaterThan(minted);
  });

  test.each([
    ['the block reward is 0.05 coin', 'getWitnessPayPerBlock', 'getWitness127PayPerBlock', '0.05'],
    ['the voting reward is 0.15 coin', 'getWitness127PayPerBlock', 'getWitnessPayPerBlock', '0.15'],
  ] as const)('%s per new block', async (_, name, other, reward) => {
    const { node } = prepare({ parameters: { [other]: 0n } });
    expect(await parameterOf(node, name)).toBe(parseCoin(reward));
    const { minted } = node.supply();
    // The one witness has all votes.
    node.mine(10);
    expect(node.supply().minted - minted).toBe(10n * parseCoin(reward));
  });

  test.each([
    [5, 'getWitnessPayPerBlock'],
    [31, 'getWitness127PayPerBlock'],
  ] as const)('a committee proposal changes the reward of parameter %i', async (id, name) => {
    const { node, client } = prepare();
    const [witness] = node.witnesses;
    const signer = createKeySigner(witness.privateKey);
    const owner = witness.address;
    const changed = (await parameterOf(node, name)) + 1n;
    const proposed = rpc.createProposal(client, { owner, parameters: { [id]: changed } });
    await rpc.sendTransaction(client, { transaction: proposed, signer });
    const approved = rpc.approveProposal(client, { owner, proposalId: 1 });
    await rpc.sendTransaction(client, { transaction: approved, signer });
    for (let cycle = 0; cycle < 13; cycle++) node.advanceCycle();
    expect(await parameterOf(node, name)).toBe(changed);
  });

  test('a burned coin is removed from circulation for good', async () => {
    const { node, client, signer, owner } = prepare();
    const before = node.supply();
    const transaction = rpc.createTransaction(client, { owner, to: rpc.toAddress(NOBODY), amount: 1n });
    const { fee } = await rpc.sendTransaction(client, { transaction, signer });
    const { genesis, minted, burned, inAccounts, unpaidRewards, feePool } = node.supply();
    expect(fee).toBeGreaterThan(0n);
    expect(burned - before.burned).toBe(fee);
    expect(inAccounts + unpaidRewards + feePool).toBe(genesis + minted - burned);
  });

  test('1 coin is 1000000 small units, in which the interface states amounts and balances', async () => {
    expect(parseCoin('1')).toBe(1_000_000n);
    expect(formatCoin(1_000_000n)).toBe('1');
    const { node, to, transfer } = prepare();
    const before = await balanceOf(node, to);
    await transfer(parseCoin('1'));
    expect((await balanceOf(node, to)) - before).toBe(1_000_000);
  });
});

describe('2. Resources and their fields', () => {
  test('an account’s address is sent as address, owner_address or to_address', async () => {
    const { sent, node } = await requestsOf('http://node.example');
    const [owner, to] = node.accounts;
    expect(sent[0]?.body).toMatchObject({ owner_address: owner.address, to_address: to.address });
    expect(sent[1]?.body).toMatchObject({ address: owner.address });
  });

  test('an account’s balance is an integer in small units, which the balance query returns', async () => {
    const { node, client } = prepare();
    for (const [index, balance] of [1n, 1_500_000n, 2n ** 53n + 1n].entries()) {
      const { address } = node.accounts[index] ?? node.accounts[0];
      node.setBalance(address, balance);
      expect(await rpc.getBalance(client, { address })).toBe(balance);
    }
  });

  test('a TransferContract moves the amount from owner_address to to_address', async () => {
    const { node, owner, to } = prepare();
    const built = await post(node, '/wallet/createtransaction', transferBody(node, 1_500_000));
    expect(built['raw_data'].contract[0].type).toBe('TransferContract');
    node.impersonate(owner);
    const [from, received] = [await balanceOf(node, owner), await balanceOf(node, to)];
    expect(await post(node, '/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
    expect(from - (await balanceOf(node, owner))).toBe(1_500_000);
    expect((await balanceOf(node, to)) - received).toBe(1_500_000);
  });

  test('visible is true in every request', async () => {
    const { sent } = await requestsOf('http://node.example');
    expect(sent.map(({ body }) => body['visible'])).toEqual([true, true, true, true]);
  });

  test('the fee limit is the upper bound of the energy cost that a caller accepts, in small units', async () => {
    const { node, call } = prepare();
    const price = await parameterOf(node, 'getEnergyFee');
    const feeLimit = 123_456n;
    expect(energyForFeeLimit({ feeLimit, energyPrice: price })).toBe(feeLimit / price);
    const { fee } = await call(ENDLESS, feeLimit);
    expect(fee).toBe((feeLimit / price) * price);
  });

  const deployment = (node: PresetNode) => ({
    owner_address: node.accounts[0].address,
    abi: '[]',
    bytecode: '6001600c60003960016000f300',
    name: 'One',
    consume_user_resource_percent: 100,
    origin_energy_limit: 10_000_000,
    visible: true,
  });
  const built = async (node: PresetNode, path: string, limit: { fee_limit?: number } = {}): Promise<Json> => {
    if (path.endsWith('deploycontract')) return post(node, path, { ...deployment(node), ...limit });
    return (await post(node, path, { ...callBody(node, COUNTER), ...limit }))['transaction'];
  };
  const paths = ['/wallet/deploycontract', '/wallet/triggersmartcontract'];

  test.each(paths)('the fee limit of %s is 0 by default', async (path) => {
    const { node } = prepare();
    expect((await built(node, path))['raw_data'].fee_limit ?? 0).toBe(Number(DEFAULT_FEE_LIMIT));
    expect(DEFAULT_FEE_LIMIT).toBe(0n);
  });

  test.each(paths)('the fee limit of %s is at most 15000 coins', async (path) => {
    const { node } = prepare();
    node.impersonate(node.accounts[0].address);
    const send = async (feeLimit: number) => {
      const transaction = await built(node, path, { fee_limit: feeLimit });
      return transaction === undefined ? undefined : post(node, '/wallet/broadcasttransaction', transaction);
    };
    expect(await send(15_000_000_000)).toMatchObject({ result: true });
    expect(Object(await send(15_000_000_001)).result).not.toBe(true);
    expect(DEFAULT_MAX_FEE_LIMIT).toBe(parseCoin('15000'));
  });

  test('energy_factor is the penalty coefficient of one contract', async () => {
    const { node, client } = prepare();
    const info = await rpc.getContractInfo(client, { address: rpc.toAddress(COUNTER) });
    expect(info?.energyFactor).toBe(FACTOR);
    const { energy_used: used, energy_penalty: penalty } = await constantCall(node, COUNTER);
    expect(penalty / (used - penalty)).toBeCloseTo(0.34, 2);
  });

  test('max_factor is the highest coefficient that the chain allows', async () => {
    const { node, client, call } = prepare({ parameters: { getDynamicEnergyThreshold: 1_000n } });
    for (let cycle = 0; cycle < 20; cycle++) {
      await call(COUNTER, 100n * COIN);
      node.advanceCycle();
    }
    const { maxFactor } = await rpc.getChainParameters(client);
    const info = await rpc.getContractInfo(client, { address: rpc.toAddress(COUNTER) });
    expect(info?.energyFactor).toBe(maxFactor);
  });

  test('EnergyPrice is the price of one unit of energy in small units', async () => {
    const { node, client, call } = prepare();
    const { energyPrice } = await rpc.getChainParameters(client);
    const { energy_used: used } = await constantCall(node, ADDING);
    expect((await call(ADDING, 100n * COIN)).fee).toBe(BigInt(used) * energyPrice);
  });
});

describe('4. Endpoints', () => {
  test('all endpoints are called by POST on the base URL followed by the path', async () => {
    const { sent } = await requestsOf('http://gateway.example/some/base');
    expect(sent.map(({ method, url }) => [method, url])).toEqual(
      ['createtransaction', 'getaccount', 'triggerconstantcontract', 'estimateenergy'].map((name) => [
        'POST',
        `http://gateway.example/some/base/wallet/${name}`,
      ]),
    );
  });

  test('requests and responses are JSON', async () => {
    const { sent, node } = await requestsOf('http://node.example');
    expect(sent.map(({ type }) => type)).toEqual(sent.map(() => 'application/json'));
    for (const { url, body } of sent) expect(await post(node, new URL(url).pathname, body)).toBeTypeOf('object');
  });
});

describe('4.1 POST /wallet/createtransaction', () => {
  test('takes to_address, owner_address, amount and visible', async () => {
    const { sent, node } = await requestsOf('http://node.example');
    expect(sent[0]?.body).toEqual(transferBody(node, 5));
  });

  test('returns the unsigned transaction', async () => {
    const { node, owner, to } = prepare();
    const built = await post(node, '/wallet/createtransaction', transferBody(node, 1_500_000));
    expect(built['raw_data'].contract[0].parameter.value).toEqual({
      owner_address: owner,
      to_address: to,
      amount: 1_500_000,
    });
    expect(built).not.toHaveProperty('signature');
  });

  test('does not broadcast the transaction', async () => {
    const { node, to } = prepare();
    const before = await balanceOf(node, to);
    const { txID } = await post(node, '/wallet/createtransaction', transferBody(node, 1_500_000));
    node.mine();
    expect(await post(node, '/wallet/gettransactionbyid', { value: txID })).toEqual({});
    expect(await balanceOf(node, to)).toBe(before);
  });
});

describe('4.2 POST /wallet/getaccount', () => {
  test('takes address and visible', async () => {
    const { sent, node } = await requestsOf('http://node.example');
    expect(sent[1]?.body).toEqual({ address: node.accounts[0].address, visible: true });
  });

  test('returns the account, with its balance as an integer in small units', async () => {
    const { node, owner } = prepare();
    node.setBalance(owner, 1_500_000n);
    const answer = await post(node, '/wallet/getaccount', { address: owner, visible: true });
    expect(answer).toMatchObject({ address: owner, balance: 1_500_000 });
  });
});

describe('4.3 POST /wallet/triggerconstantcontract', () => {
  test('takes owner_address, contract_address, function_selector, parameter and visible', async () => {
    const { sent, node } = await requestsOf('http://node.example');
    expect(sent[2]?.body).toEqual(callBody(node, COUNTER));
  });

  test('runs the function without changing the chain', async () => {
    const { node } = prepare();
    const before = node.dump();
    await constantCall(node, COUNTER);
    expect(node.dump()).toBe(before);
  });

  test('returns result.result true when the estimation succeeded', async () => {
    const { node } = prepare();
    expect((await constantCall(node, COUNTER))['result']).toEqual({ result: true });
  });

  test('returns the total energy of the call as energy_used', async () => {
    const { node, call } = prepare();
    const { energy_used: used } = await constantCall(node, COUNTER);
    const price = await parameterOf(node, 'getEnergyFee');
    expect(await call(COUNTER, 100n * COIN)).toMatchObject({ fee: BigInt(used) * price });
  });

  test('returns the additional energy as energy_penalty, and the rest is the basic energy', async () => {
    const { energy_used: used, energy_penalty: penalty } = await constantCall(prepare().node, COUNTER);
    expect(penalty).toBeGreaterThan(0);
    // The same code under no factor uses the basic energy.
    const plain = prepare({ contracts: contracts.map((contract) => ({ ...contract, energyFactor: 0n })) });
    expect(await constantCall(plain.node, COUNTER)).toMatchObject({ energy_used: used - penalty });
    expect(basicEnergy({ energy: BigInt(used), energyPenalty: BigInt(penalty) })).toBe(BigInt(used - penalty));
  });
});

describe('4.4 POST /wallet/estimateenergy', () => {
  test('takes the fields of 4.3', async () => {
    const { sent, node } = await requestsOf('http://node.example');
    expect(sent[3]?.body).toEqual(callBody(node, COUNTER));
  });

  test('is enough for a special contract for which 4.3 is not', async () => {
    const { node, call } = prepare();
    const { energy_used: used } = await constantCall(node, DEMANDING);
    const { energy_required: required } = await energySearch(node, DEMANDING);
    expect(await call(DEMANDING, BigInt(used) * 100n)).toMatchObject({ result: 'REVERT' });
    expect(await call(DEMANDING, BigInt(required) * 100n)).toMatchObject({ result: 'SUCCESS' });
  });

  test('returns result.result true when the estimation succeeded', async () => {
    const { node } = prepare();
    expect((await energySearch(node, COUNTER))['result']).toEqual({ result: true });
  });

  test('returns the total energy, basic and additional, as energy_required', async () => {
    const { node, call } = prepare();
    const { energy_used: used } = await constantCall(node, COUNTER);
    const { energy_required: required } = await energySearch(node, COUNTER);
    expect(required).toBeGreaterThanOrEqual(used);
    expect(await call(COUNTER, BigInt(required) * 100n)).toMatchObject({ result: 'SUCCESS' });
  });

  test('is optional on a full node, and the caller uses 4.3 instead', async () => {
    const { client } = withoutEstimates();
    const called = { owner: rpc.toAddress(NOBODY), contract: rpc.toAddress(ADDING), functionSelector: 'count()' };
    expect(await rpc.estimateEnergy(client, called)).toMatchObject({ kind: 'simulation', energy: 9n });
  });
});

describe('7. Errors', () => {
  test('estimateenergy on a node that has it disabled answers that the node does not support it', async () => {
    const { node } = withoutEstimates();
    const answer = await post(node, '/wallet/estimateenergy', {
      owner_address: rpc.toAddress(NOBODY),
      contract_address: rpc.toAddress(ADDING),
      function_selector: 'count()',
      parameter: '',
      visible: true,
    });
    const { code, message } = answer['result'];
    expect(code).toBe('CONTRACT_VALIDATE_ERROR');
    expect(Buffer.from(message, 'hex').toString() + message).toContain('does not support estimate energy');
  });

  test('a call that exceeds the energy of its fee limit fails, and deducted energy is not refunded', async () => {
    const { node, call } = prepare();
    const { energy_used: used } = await constantCall(node, COUNTER);
    const short = (BigInt(used) - 1n) * 100n;
    expect(await call(COUNTER, short)).toEqual({ result: 'OUT_OF_ENERGY', fee: short });
  });
});

describe('8. Limits', () => {
  test('a maintenance cycle is 6 hours, in which a contract’s energy_factor does not change', async () => {
    const { node, client, call } = prepare();
    node.advanceCycle();
    const next = await rpc.getNextMaintenanceTime(client);
    const factor = async () => (await rpc.getContractInfo(client, { address: rpc.toAddress(COUNTER) }))?.energyFactor;
    const atFirst = await factor();
    for (let index = 0; index < 5; index++) await call(COUNTER, 100n * COIN);
    expect(await factor()).toBe(atFirst);
    node.advanceCycle();
    expect((await rpc.getNextMaintenanceTime(client)) - next).toBe(6 * 3_600_000);
  });

  test('energy is computed and deducted instruction by instruction', () => {
    const { node } = prepare();
    const { steps } = node.traceCall({ owner: node.accounts[0].address, contract: rpc.toAddress(ADDING), data: '' });
    expect(steps.slice(1).map(({ energy }, index) => (steps[index]?.energy ?? 0n) - energy)).toEqual([3n, 3n, 3n]);
  });

  test('the same function costs more energy after much use, and less again after little', async () => {
    const { node, call } = prepare({ parameters: { getDynamicEnergyThreshold: 1_000n } });
    const energy = async (): Promise<number> => (await constantCall(node, COUNTER))['energy_used'];
    await call(COUNTER, 100n * COIN);
    const costs: number[] = [];
    for (let cycle = 0; cycle < 3; cycle++) {
      await call(COUNTER, 100n * COIN);
      node.advanceCycle();
      costs.push(await energy());
    }
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(costs[0]).toBeLessThan(costs[2] ?? 0);
    for (let cycle = 0; cycle < 3; cycle++) node.advanceCycle();
    expect(await energy()).toBeLessThan(costs[2] ?? 0);
  });

  /** The energy of a call by 4.3, and what the chain and the contract say. */
  async function factsOf(node: PresetNode, client: rpc.NodeClient) {
    const { energy_used: used, energy_penalty: penalty } = await constantCall(node, COUNTER);
    const { energyPrice, maxFactor } = await rpc.getChainParameters(client);
    return { total: BigInt(used), basic: BigInt(used - penalty), energyPrice, maxFactor };
  }

  test('an estimate before each call is the most precise: total energy * EnergyPrice', async () => {
    const { node, client, call } = prepare();
    const { total, energyPrice } = await factsOf(node, client);
    const feeLimit = feeLimitFromEstimate({ energy: total, energyPrice, valueCalls: 0 });
    expect(feeLimit).toBe(total * energyPrice);
    expect(await call(COUNTER, feeLimit)).toEqual({ result: 'SUCCESS', fee: feeLimit });
  });

  test('the energy_factor of the cycle is precise: basic energy * (1 + energy_factor) * EnergyPrice', async () => {
    const { node, client, call } = prepare();
    const { total, basic, energyPrice } = await factsOf(node, client);
    const options = { basicEnergy: basic, energyFactor: FACTOR, energyPrice };
    const exact = basic * (10_000n + FACTOR) * energyPrice;
    const feeLimit = feeLimitFromEnergyFactor({ ...options, valueCalls: 0 });
    expect(feeLimit * 10_000n - exact).toBeGreaterThanOrEqual(0n);
    expect(feeLimit * 10_000n - exact).toBeLessThan(10_000n * energyPrice);
    const { result, fee } = await call(COUNTER, feeLimitFromEnergyFactor(options));
    expect({ result, fee }).toEqual({ result: 'SUCCESS', fee: total * energyPrice });
  });

  test('max_factor is the simplest and may exceed the cost: basic energy * (1 + max_factor) * EnergyPrice', async () => {
    const { node, client, call } = prepare();
    const { total, basic, energyPrice, maxFactor } = await factsOf(node, client);
    const options = { basicEnergy: basic, maxFactor, energyPrice };
    const exact = basic * (10_000n + maxFactor) * energyPrice;
    const feeLimit = feeLimitFromMaxFactor({ ...options, valueCalls: 0 });
    expect(feeLimit * 10_000n - exact).toBeGreaterThanOrEqual(0n);
    expect(feeLimit * 10_000n - exact).toBeLessThan(10_000n * energyPrice);
    expect(feeLimit).toBeGreaterThan(total * energyPrice);
    expect(await call(COUNTER, feeLimit)).toEqual({ result: 'SUCCESS', fee: total * energyPrice });
  });

  test('the methods agree with the example of a token transfer to a new holder', () => {
    const price = { energyPrice: 100n, valueCalls: 0 };
    expect(feeLimitFromEstimate({ energy: 37_105n, ...price })).toBe(3_710_500n);
    expect(feeLimitFromEnergyFactor({ basicEnergy: 27_704n, energyFactor: FACTOR, ...price })).toBe(3_712_400n);
    expect(feeLimitFromMaxFactor({ basicEnergy: 27_704n, maxFactor: 34_000n, ...price })).toBe(12_189_800n);
  });
});

describe('9. Versioning', () => {
  test('paths carry no version prefix', async () => {
    const { sent } = await requestsOf('http://node.example');
    for (const { url } of sent) expect(new URL(url).pathname).toMatch(/^\/wallet\/[a-z]+$/);
  });

  test('node software before 4.7.0.1 has no estimateenergy, and the client uses 4.3', async () => {
    const { node, owner } = prepare();
    const fetch: PresetNode['fetch'] = async (input) =>
      (input as Request).url.endsWith('/estimateenergy') ? new Response('', { status: 404 }) : node.fetch(input);
    const client = rpc.createNodeClient({ transport: rpc.http('http://old.example', { fetch }), clock: node.clock });
    const called = { owner, contract: rpc.toAddress(ADDING), functionSelector: 'count()' };
    expect(await rpc.estimateEnergy(client, called)).toMatchObject({ kind: 'simulation', energy: 9n });
  });
});
