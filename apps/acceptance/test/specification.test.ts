// docs/specification.md, rule by rule, where no other test is about just that rule. docs/specification-tests.md names
// the test of each. The node is asked in the specification's own words, and the client for what it sends.
import { feeLimitFromEnergyFactor, feeLimitFromEstimate, feeLimitFromMaxFactor } from '@coin/fee';
import { createMockNode, type MockNodeOptions, type PresetNode } from '@coin/mock-node';
import * as rpc from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { describe, expect, test } from 'vitest';

const COIN = 1_000_000n;
const COUNTER = `41${'c0'.repeat(20)}`;
const ENDLESS = `41${'c1'.repeat(20)}`;
/** Reverts unless it has more than 50,000 units of energy left; then it writes a word. */
const DEMANDING = `41${'c2'.repeat(20)}`;
const NOBODY = `41${'99'.repeat(20)}`;
const FACTOR = 3_400n;
const contracts = [
  { address: COUNTER, code: '60016000540160005500', energyFactor: FACTOR },
  { address: ENDLESS, code: '5b600056' },
  { address: DEMANDING, code: '6200c3505a11600c575f5ffd5b600160005500' },
];

interface Json {
  readonly [member: string]: any; // oxlint-disable-line typescript/no-explicit-any -- answers of all kinds
}

function prepare(options: MockNodeOptions & { readonly network?: undefined; readonly accounts?: undefined } = {}) {
  const node = createMockNode({ contracts, ...options });
  const client = rpc.createNodeClient({ transport: node });
  const signer = createKeySigner(node.accounts[0].privateKey);
  const owner = signer.address;
  /** The fee and the result of a call. */
  const call = async (contract: string, feeLimit: bigint, from = signer) => {
    const transaction = rpc.triggerSmartContract(client, {
      owner: from.address,
      contract: rpc.toAddress(contract),
      functionSelector: 'count()',
      feeLimit,
    });
    try {
      const { fee, energyUsed, bandwidthFee } = Object(
        await rpc.sendTransaction(client, { transaction, signer: from }),
      );
      return { result: 'SUCCESS', fee: fee as bigint, energyUsed: energyUsed as bigint, bandwidthFee };
    } catch (error) {
      if (!rpc.isRpcError(error, 'TRANSACTION_FAILED')) throw error;
      return { result: error.context.result, fee: error.context.fee };
    }
  };
  return { node, client, signer, owner, call };
}

/** A request with the fields that the specification gives it, and no others. */
async function post(node: PresetNode, path: string, body: object): Promise<Json> {
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
const balanceOf = async (node: PresetNode, address: string): Promise<number> =>
  (await post(node, '/wallet/getaccount', { address, visible: true }))['balance'];
const parameterOf = async (node: PresetNode, name: string): Promise<number | undefined> => {
  const { chainParameter } = await post(node, '/wallet/getchainparameters', {});
  return chainParameter.find(({ key }: { key: string }) => key === name)?.value;
};

describe('resources', () => {
  test('coin is burned for the bandwidth that a sender lacks', async () => {
    const { node, client, signer, owner } = prepare();
    const price = BigInt((await parameterOf(node, 'getTransactionFee')) ?? 0);
    const fees: bigint[] = [];
    for (let index = 0; index < 4; index++) {
      const transaction = rpc.createTransaction(client, { owner, to: node.accounts[1].address, amount: COIN });
      fees.push((await rpc.sendTransaction(client, { transaction, signer })).fee);
    }
    // An account has 600 bytes a day for nothing: two transfers of 267.
    expect(fees).toEqual([0n, 0n, 267n * price, 267n * price]);
  });

  test('coin is burned for the energy that a caller lacks', async () => {
    const { node, client, owner, call } = prepare();
    const { energyUsed } = await rpc.triggerConstantContract(client, {
      owner,
      contract: rpc.toAddress(COUNTER),
      functionSelector: 'count()',
    });
    const price = BigInt((await parameterOf(node, 'getEnergyFee')) ?? 0);
    expect(await call(COUNTER, 100n * COIN)).toMatchObject({ result: 'SUCCESS', fee: energyUsed * price });
  });

  test('a contract that never ends stops when its payer has no coin left', async () => {
    const { node, call } = prepare();
    const poor = node.accounts[2];
    node.setBalance(poor.address, 3n * COIN);
    const ended = await call(ENDLESS, 15_000n * COIN, createKeySigner(poor.privateKey));
    expect(ended).toEqual({ result: 'OUT_OF_ENERGY', fee: 3n * COIN });
  });
});

describe('minting and burning', () => {
  test('each block mints the block reward of 0.05 coin and the voting reward of 0.15, and nothing else mints', async () => {
    for (const [blockReward, votingReward] of [
      [50_000n, 150_000n],
      [7n, 11n],
    ] as const) {
      const parameters = { getWitnessPayPerBlock: blockReward, getWitness127PayPerBlock: votingReward };
      const { node } = prepare(blockReward === 50_000n ? {} : { parameters });
      expect(await parameterOf(node, 'getWitnessPayPerBlock')).toBe(Number(blockReward));
      expect(await parameterOf(node, 'getWitness127PayPerBlock')).toBe(Number(votingReward));
      const { minted } = node.supply();
      node.mine(1);
      // The one witness has all votes.
      expect(node.supply().minted - minted).toBe(blockReward + votingReward);
      node.setBalance(NOBODY, 1n);
      expect(node.supply().minted - minted).toBe(blockReward + votingReward);
    }
  });

  test.each([
    [5, 'getWitnessPayPerBlock'],
    [31, 'getWitness127PayPerBlock'],
  ] as const)('the committee changes a reward by a proposal of parameter %i', async (id, name) => {
    const { node, client } = prepare();
    const [witness] = node.witnesses;
    const signer = createKeySigner(witness.privateKey);
    const changed = BigInt((await parameterOf(node, name)) ?? 0) + 1n;
    const owner = witness.address;
    const proposed = rpc.createProposal(client, { owner, parameters: { [id]: changed } });
    await rpc.sendTransaction(client, { transaction: proposed, signer });
    const approved = rpc.approveProposal(client, { owner, proposalId: 1 });
    await rpc.sendTransaction(client, { transaction: approved, signer });
    for (let cycle = 0; cycle < 13; cycle++) node.advanceCycle();
    expect(await parameterOf(node, name)).toBe(Number(changed));
  });

  test('a fee leaves circulation for good', async () => {
    const { node, client, signer, owner } = prepare();
    const before = node.supply();
    const transaction = rpc.createTransaction(client, { owner, to: rpc.toAddress(NOBODY), amount: 1n });
    const { fee } = await rpc.sendTransaction(client, { transaction, signer });
    const { genesis, minted, burned, inAccounts, unpaidRewards, feePool } = node.supply();
    expect(fee).toBeGreaterThan(0n);
    expect(burned - before.burned).toBe(fee);
    expect(inAccounts + unpaidRewards + feePool).toBe(genesis + minted - burned);
  });
});

describe('the client', () => {
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

  test('sends each call the fields of the specification, by POST and as JSON, with visible true', async () => {
    const { sent, node } = await requestsOf('http://gateway.example');
    expect(sent.map(({ method, type }) => [method, type])).toEqual(sent.map(() => ['POST', 'application/json']));
    const { owner_address: address } = transferBody(node, 5);
    expect(sent.map(({ body }) => body)).toEqual([
      transferBody(node, 5),
      { address, visible: true },
      callBody(node, COUNTER),
      callBody(node, COUNTER),
    ]);
  });

  test('appends each path, without a version, to the base URL', async () => {
    const { sent } = await requestsOf('http://gateway.example/some/base');
    expect(sent.map(({ url }) => url)).toEqual(
      ['createtransaction', 'getaccount', 'triggerconstantcontract', 'estimateenergy'].map(
        (name) => `http://gateway.example/some/base/wallet/${name}`,
      ),
    );
  });
});

describe('createtransaction', () => {
  test('builds the requested transfer without signing or broadcasting it', async () => {
    const { node } = prepare();
    const built = await post(node, '/wallet/createtransaction', transferBody(node, 1_500_000));
    const [contract] = built['raw_data'].contract;
    expect(contract).toMatchObject({ type: 'TransferContract' });
    expect(contract.parameter.value).toEqual({
      owner_address: node.accounts[0].address,
      to_address: node.accounts[1].address,
      amount: 1_500_000,
    });
    expect(built).not.toHaveProperty('signature');
    node.mine();
    expect(await post(node, '/wallet/gettransactionbyid', { value: built['txID'] })).toEqual({});
    expect(await balanceOf(node, node.accounts[1].address)).toBe(1_000_000_000_000);
  });

  test('moves the amount, in small units, from the sender to the recipient once it is signed and broadcast', async () => {
    const { node, client, signer, owner } = prepare();
    const to = node.accounts[1].address;
    const [from, received] = [await balanceOf(node, owner), await balanceOf(node, to)];
    await rpc.sendTransaction(client, {
      transaction: rpc.createTransaction(client, { owner, to, amount: 1_500_000n }),
      signer,
    });
    expect(from - (await balanceOf(node, owner))).toBe(1_500_000);
    expect((await balanceOf(node, to)) - received).toBe(1_500_000);
  });
});

test('getaccount answers with the balance of the account that was asked for, an integer in small units', async () => {
  const { node } = prepare();
  for (const [index, balance] of [1n, 1_500_000n, 2n ** 53n].entries()) {
    const { address } = node.accounts[index] ?? node.accounts[0];
    node.setBalance(address, balance);
    const answer = await post(node, '/wallet/getaccount', { address, visible: true });
    expect(answer).toMatchObject({ address, balance: Number(balance) });
  }
});

describe('estimates', () => {
  test('triggerconstantcontract reports the energy, and how much of it is penalty, and changes nothing', async () => {
    const { node, call } = prepare();
    const state = () => node.dump();
    const before = state();
    const answer = await post(node, '/wallet/triggerconstantcontract', callBody(node, COUNTER));
    expect(answer['result']).toEqual({ result: true });
    expect(state()).toBe(before);
    const total = BigInt(answer['energy_used']);
    const basic = total - BigInt(answer['energy_penalty']);
    // The same code under no factor costs the basic energy.
    const plain = prepare({ contracts: contracts.map((contract) => ({ ...contract, energyFactor: 0n })) });
    expect(await post(plain.node, '/wallet/triggerconstantcontract', callBody(plain.node, COUNTER))).toMatchObject({
      energy_used: Number(basic),
    });
    expect(total).toBeGreaterThan(basic);
    expect(await call(COUNTER, total * 100n)).toMatchObject({ result: 'SUCCESS', fee: total * 100n });
  });

  test('estimateenergy requires as much energy as the call takes at least', async () => {
    const { node, call } = prepare();
    const answer = await post(node, '/wallet/estimateenergy', callBody(node, COUNTER));
    expect(answer['result']).toEqual({ result: true });
    expect(await call(COUNTER, BigInt(answer['energy_required']) * 100n)).toMatchObject({ result: 'SUCCESS' });
  });

  test('estimateenergy is enough for a contract for which the constant call is not', async () => {
    const { node, call } = prepare();
    const { energy_used: used } = await post(node, '/wallet/triggerconstantcontract', callBody(node, DEMANDING));
    const { energy_required: required } = await post(node, '/wallet/estimateenergy', callBody(node, DEMANDING));
    expect(await call(DEMANDING, BigInt(used) * 100n)).toMatchObject({ result: 'REVERT' });
    expect(await call(DEMANDING, BigInt(required) * 100n)).toMatchObject({ result: 'SUCCESS' });
  });
});

describe('the fee limit', () => {
  const deployment = (node: PresetNode) => ({
    owner_address: node.accounts[0].address,
    abi: '[]',
    bytecode: '6001600c60003960016000f300',
    name: 'One',
    consume_user_resource_percent: 100,
    origin_energy_limit: 10_000_000,
    visible: true,
  });
  const built = async (node: PresetNode, path: string, feeLimit?: number): Promise<Json> => {
    const isCall = path.endsWith('triggersmartcontract');
    const body = { ...(isCall ? callBody(node, COUNTER) : deployment(node)), ...(feeLimit && { fee_limit: feeLimit }) };
    const answer = await post(node, path, body);
    return isCall ? answer['transaction'] : answer;
  };

  test.each(['/wallet/triggersmartcontract', '/wallet/deploycontract'])(
    'of %s is 0 unless given, and the network rejects one above 15,000 coins',
    async (path) => {
      const { node } = prepare();
      node.impersonate(node.accounts[0].address);
      expect((await built(node, path))['raw_data'].fee_limit ?? 0).toBe(0);
      const send = async (feeLimit: number) => {
        const answer = await built(node, path, feeLimit);
        return answer === undefined ? undefined : post(node, '/wallet/broadcasttransaction', answer);
      };
      expect(await send(15_000_000_000)).toMatchObject({ result: true });
      expect(Object(await send(15_000_000_001)).result).not.toBe(true);
    },
  );

  test('a limit one unit below the need fails the call, and the deducted energy is not returned', async () => {
    const { node, call } = prepare();
    const { energy_used: used } = await post(node, '/wallet/triggerconstantcontract', callBody(node, COUNTER));
    const short = (BigInt(used) - 1n) * 100n;
    expect(await call(COUNTER, short)).toEqual({ result: 'OUT_OF_ENERGY', fee: short });
  });

  test('of each of the three methods is enough, and the estimate’s limit equals the coin that the call burns', async () => {
    const { node, client } = prepare();
    const { energy_used: used, energy_penalty: penalty } = await post(
      node,
      '/wallet/triggerconstantcontract',
      callBody(node, COUNTER),
    );
    const { energyPrice, maxFactor } = await rpc.getChainParameters(client);
    const basicEnergy = BigInt(used - penalty);
    const info = await rpc.getContractInfo(client, { contract: rpc.toAddress(COUNTER) });
    expect(info?.energyFactor).toBe(FACTOR);
    const limits = [
      feeLimitFromEstimate({ energy: BigInt(used), energyPrice }),
      feeLimitFromEnergyFactor({ basicEnergy, energyFactor: FACTOR, energyPrice }),
      feeLimitFromMaxFactor({ basicEnergy, maxFactor, energyPrice }),
    ];
    for (const feeLimit of limits) {
      const { call } = prepare();
      expect(await call(COUNTER, feeLimit)).toMatchObject({ result: 'SUCCESS', fee: BigInt(used) * energyPrice });
    }
    expect(limits.map((limit) => limit >= BigInt(used) * energyPrice)).toEqual([true, true, true]);
    expect(limits[2]).toBeGreaterThan(limits[1] ?? 0n);
  });
});

describe('a maintenance cycle', () => {
  test('lasts six hours, and a contract’s energy factor does not change within it', async () => {
    const { node, client, call } = prepare();
    node.advanceCycle();
    const next = await rpc.getNextMaintenanceTime(client);
    const factor = async () => (await rpc.getContractInfo(client, { contract: rpc.toAddress(COUNTER) }))?.energyFactor;
    const atFirst = await factor();
    for (let index = 0; index < 5; index++) await call(COUNTER, 100n * COIN);
    expect(await factor()).toBe(atFirst);
    node.advanceCycle();
    expect((await rpc.getNextMaintenanceTime(client)) - next).toBe(6 * 3_600_000);
  });

  test('makes the same call dearer after much use, never beyond the highest factor, and cheaper after little', async () => {
    const { node, client, call } = prepare({ parameters: { getDynamicEnergyThreshold: 1_000n } });
    const energy = async () => {
      const answer = await post(node, '/wallet/triggerconstantcontract', callBody(node, COUNTER));
      return BigInt(answer['energy_used']);
    };
    const { maxFactor } = await rpc.getChainParameters(client);
    await call(COUNTER, 100n * COIN);
    let before = await energy();
    const changes: number[] = [];
    for (let cycle = 0; cycle < 12; cycle++) {
      await call(COUNTER, 100n * COIN);
      node.advanceCycle();
      const after = await energy();
      changes.push(Math.sign(Number(after - before)));
      before = after;
    }
    // The rises end at the highest factor.
    expect(changes.slice(0, 3)).toEqual([1, 1, 1]);
    expect(changes).not.toContain(-1);
    const info = await rpc.getContractInfo(client, { contract: rpc.toAddress(COUNTER) });
    expect(info?.energyFactor).toBe(maxFactor);
    node.advanceCycle();
    node.advanceCycle();
    expect(await energy()).toBeLessThan(before);
  });
});
