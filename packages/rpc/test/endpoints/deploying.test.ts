import { deployContract, getContract, getContractInfo } from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { errorCodeOf, outcomeOf } from '../support/outcome.ts';
import { recorded, recordings } from '../support/recordings.ts';

const deployments = Object.entries(recordings).filter(
  ([, { path, body, answer }]) =>
    path === '/wallet/deploycontract' && answer.includes('"contract_address"') && body?.includes('"abi"') === true,
);
const [deployment = ''] =
  deployments.find(([, { body }]) => {
    const { consume_user_resource_percent: percent, origin_energy_limit: limit } = JSON.parse(body ?? '{}');
    return percent === 100 && limit === 10_000_000;
  }) ?? [];
const request = () => {
  const body = JSON.parse(recorded(deployment).body ?? '');
  return {
    owner: body.owner_address,
    bytecode: body.bytecode,
    parameter: body.parameter ?? '',
    abi: JSON.parse(body.abi),
    name: body.name ?? '',
    feeLimit: BigInt(body.fee_limit),
    callValue: BigInt(body.call_value ?? 0),
  };
};

test('deployContract lets callers pay for all, and the deployer for at most 10,000,000 units, by default', async () => {
  const { client, requests } = clientWithAnswers(deployment);
  const { rawDataHex } = await deployContract(client, request());
  expect(rawDataHex).toBe(JSON.parse(recorded(deployment).answer).raw_data_hex);
  expect(requests[0]?.body).toMatchObject({ consume_user_resource_percent: 100, origin_energy_limit: 10_000_000 });
});

test.each(['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', '', 'constructor'])(
  'deployContract rejects the contract address %j, which does not follow from the transaction',
  async (address) => {
    const answer = { ...JSON.parse(recorded(deployment).answer), contract_address: address };
    const { client } = clientWithAnswers(Response.json(answer));
    await expect(deployContract(client, request())).rejects.toMatchObject({
      code: 'TRANSACTION_MISMATCH',
      context: { field: 'contract_address' },
    });
  },
);

test('getContract and getContractInfo reject an answer about another contract, or about none', async () => {
  const other = { address: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8' };
  expect(await outcomeOf(getContract(clientWithAnswers('energy.getcontract').client, other))).toBe('RESPONSE_INVALID');
  expect(await outcomeOf(getContractInfo(clientWithAnswers('energy.getcontractinfo').client, other))).toBe(
    'RESPONSE_INVALID',
  );
  const { contract_address: _, ...rest } = JSON.parse(recorded('energy.getcontract').answer);
  expect(await outcomeOf(getContract(clientWithAnswers(Response.json(rest)).client, other))).toBe('RESPONSE_INVALID');
});

test('deployContract sends every part of an ABI that the chain stores, and leaves out empty parts', async () => {
  const { client, requests } = clientWithAnswers(deployment);
  const abi = [
    {
      type: 'event',
      name: 'A',
      anonymous: true,
      inputs: [{ type: 'bool', name: 'b', indexed: true }, { type: 'bool' }],
    },
    { type: 'function', name: 'C', constant: true, payable: true, stateMutability: 'view' },
    { type: 'FALLBACK', stateMutability: 'payable', outputs: [{ type: 'bytes' }] },
    { type: 'receive', stateMutability: 'unheard of' },
    { type: 'error', name: 'D', anonymous: false, constant: false, payable: false },
    { type: 'unheard of', stateMutability: 'pure' },
  ];
  await errorCodeOf(deployContract(client, { ...request(), abi }));
  expect(JSON.parse(String(requests[0]?.body['abi']))).toEqual([
    {
      type: 'Event',
      name: 'A',
      anonymous: true,
      inputs: [{ type: 'bool', name: 'b', indexed: true }, { type: 'bool' }],
    },
    { type: 'Function', name: 'C', constant: true, payable: true, stateMutability: 'View' },
    { type: 'Fallback', stateMutability: 'Payable', outputs: [{ type: 'bytes' }] },
    { type: 'Receive' },
    { type: 'Error', name: 'D' },
    { stateMutability: 'Pure' },
  ]);
});

test('deployContract needs no ABI', async () => {
  const { client, requests } = clientWithAnswers(Response.json({}));
  const { owner, bytecode, feeLimit } = request();
  await errorCodeOf(deployContract(client, { owner, bytecode, feeLimit }));
  expect(requests[0]?.body).toMatchObject({ abi: '[]', bytecode });
});
