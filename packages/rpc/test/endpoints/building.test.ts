// Every request that has the node build a transaction, compared with what a node was sent and answered.
import {
  approveProposal,
  cancelUnstaking,
  createProposal,
  createTransaction,
  createWitness,
  decodeTransaction,
  delegateResource,
  deployContract,
  encodeTransaction,
  stake,
  toAddress,
  triggerSmartContract,
  undelegateResource,
  unstake,
  unstakeVersion1,
  updateAccountPermissions,
  updateBrokerage,
  vote,
  type NodeClient,
  type Transaction,
} from '@coin/rpc';
import { isAddress } from '@coin/rpc/address';
import { describe, expect, test } from 'vitest';
import { composeTransaction } from '../../src/transaction/compose-transaction.ts';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { clockAt } from '../support/clock-at.ts';
import { recorded, recordings } from '../support/recordings.ts';
import { requestKey } from '../support/replay-fetch.ts';
import { storedTransactions } from '../support/stored-transactions.ts';

type Json = Record<string, any>; // eslint-disable-line typescript/no-explicit-any

const staking = ({ owner_address: owner, resource = 'BANDWIDTH' }: Json, amount: number) => ({
  owner,
  amount: BigInt(amount),
  resource,
});
const delegation = (body: Json) => ({ ...staking(body, body.balance), receiver: body.receiver_address });
const permission = ({ permission_name: name, threshold, operations, keys }: Json) => ({
  name,
  threshold: BigInt(threshold),
  operations,
  keys: keys.map((key: Json) => ({ address: key['address'], weight: BigInt(key['weight']) })),
});
/** The node reads a memo as text when visible is true, else as hex. */
const memoText = ({ extra_data: memo, visible }: Json): string =>
  visible === true ? memo : Buffer.from(memo, 'hex').toString();

/** Numeric keys would not keep the order in which the recorded proposal has its parameters. */
const NAMES: Record<string, string> = { 5: 'blockReward', 11: 'energyFee', 31: 'votingReward' };

const builders: Record<string, (client: NodeClient, body: Json) => Promise<Transaction>> = {
  '/wallet/createtransaction': (client, body) =>
    createTransaction(client, {
      owner: body.owner_address,
      to: body.to_address,
      amount: BigInt(body.amount),
      ...(body.extra_data === undefined ? {} : { memo: memoText(body) }),
      ...(body.Permission_id === undefined ? {} : { permissionId: body.Permission_id }),
    }),
  '/wallet/triggersmartcontract': (client, body) =>
    triggerSmartContract(client, {
      owner: body.owner_address,
      contract: body.contract_address,
      functionSelector: body.function_selector,
      parameter: body.parameter,
      feeLimit: BigInt(body.fee_limit),
      callValue: BigInt(body.call_value ?? 0),
    }),
  '/wallet/deploycontract': (client, body) =>
    deployContract(client, {
      owner: body.owner_address,
      bytecode: body.bytecode,
      parameter: body.parameter,
      abi: JSON.parse(body.abi),
      name: body.name,
      feeLimit: BigInt(body.fee_limit),
      callValue: BigInt(body.call_value),
      callerPercent: body.consume_user_resource_percent,
      deployerEnergyLimit: BigInt(body.origin_energy_limit),
    }),
  '/wallet/freezebalancev2': (client, body) => stake(client, staking(body, body.frozen_balance)),
  '/wallet/unfreezebalancev2': (client, body) => unstake(client, staking(body, body.unfreeze_balance)),
  '/wallet/cancelallunfreezev2': (client, body) => cancelUnstaking(client, { owner: body.owner_address }),
  '/wallet/delegateresource': (client, body) =>
    delegateResource(client, { ...delegation(body), ...(body.lock === true ? { lockBlocks: body.lock_period } : {}) }),
  '/wallet/undelegateresource': (client, body) => undelegateResource(client, delegation(body)),
  '/wallet/votewitnessaccount': (client, body) =>
    vote(client, {
      owner: body.owner_address,
      votes: body.votes.map((item: Json) => ({ address: item['vote_address'], count: BigInt(item['vote_count']) })),
    }),
  '/wallet/proposalcreate': (client, body) =>
    createProposal(client, {
      owner: body.owner_address,
      parameters: Object.fromEntries(body.parameters.map(({ key, value }: Json) => [NAMES[key], BigInt(value)])),
    }),
  '/wallet/proposalapprove': (client, body) =>
    approveProposal(client, {
      owner: body.owner_address,
      proposalId: body.proposal_id,
      action: body.is_add_approval === true ? 'approve' : 'withdraw',
    }),
  '/wallet/updateBrokerage': (client, body) =>
    updateBrokerage(client, { owner: body.owner_address, brokeragePercent: body.brokerage }),
  '/wallet/accountpermissionupdate': (client, body) =>
    updateAccountPermissions(client, {
      owner: body.owner_address,
      ownerPermission: permission(body.owner),
      activePermissions: body.actives.map(permission),
    }),
};

/** A request in one form: without the default resource, and what the node ignores. */
const normalized = (path: string, { abi, resource, ...body }: Json) =>
  requestKey(
    path,
    JSON.stringify({
      ...body,
      abi: typeof abi === 'string' ? JSON.parse(abi) : abi,
      resource: resource === 'BANDWIDTH' ? '' : resource,
      colour: '',
      lock: false,
    }),
  );

const built = Object.entries(recordings).filter(
  ([, { path, answer, body }]) =>
    path in builders && answer.includes('"raw_data_hex"') && JSON.parse(body ?? '').fee_limit !== -1,
);

describe('a built transaction', () => {
  test('has a recording of each kind', () => {
    expect(new Set(built.map(([, { path }]) => path))).toEqual(new Set(Object.keys(builders)));
  });

  test.each(built)('of %s is requested, encoded and printed as a node does', async (id, { path, body = '' }) => {
    const sent = JSON.parse(body);
    const { client, requests } = clientWithAnswers(id);
    const transaction = await builders[path]?.(client, sent);
    const answer = JSON.parse(recorded(id).answer);
    const node = answer.transaction ?? answer;

    expect(transaction).toMatchObject({ rawDataHex: node.raw_data_hex, txID: node.txID, signatures: [] });
    expect(decodeTransaction(encodeTransaction(transaction as Transaction))).toEqual(transaction);
    // Without visible true the node prints addresses in hex; amounts are bigint here.
    const number = (_: string, item: unknown) => (typeof item === 'bigint' ? Number(item) : item);
    const base58 = (_: string, item: unknown) => (isAddress(item) ? toAddress(item) : item);
    expect(JSON.parse(JSON.stringify(transaction?.rawData, number))).toEqual(
      JSON.parse(JSON.stringify(node.raw_data), base58),
    );

    const [{ body: request } = { body: {} }] = requests;
    expect(request).toMatchObject({ visible: true });
    const memo = sent.extra_data === undefined ? {} : { extra_data: memoText(sent) };
    // The ABI is sent as the node prints it, not as the compiler does.
    const { abi } = node.raw_data.contract[0].parameter.value.new_contract ?? {};
    expect(normalized(path, request)).toBe(normalized(path, { ...sent, ...memo, abi: abi?.entrys }));
  });
});

test('a witness is registered by the bytes of a transaction that a node had in a block', async () => {
  const [item] = storedTransactions.filter(({ rawData }) => rawData.contract[0]?.type === 'WitnessCreateContract');
  const { txID, rawDataHex, rawData } = item ?? expect.fail('no such type');
  const [expiration, timestamp] = [Number(rawData.expiration), Number(rawData.timestamp)];
  const answer = { txID, raw_data: { ...rawData, expiration, timestamp }, raw_data_hex: rawDataHex };
  const { client } = clientWithAnswers(Response.json(answer), { clock: clockAt(timestamp) });
  const { owner_address: owner, url } = rawData.contract[0]?.parameter.value ?? {};
  const text = Buffer.from(url ?? '', 'hex').toString();
  expect(await createWitness(client, { owner: owner ?? '', url: text })).toMatchObject({ txID, rawDataHex });
  await expect(createWitness(client, { owner: owner ?? '', url: `${text}/` })).rejects.toMatchObject({
    code: 'TRANSACTION_MISMATCH',
  });
});

test.each([
  ['BANDWIDTH', undefined],
  ['ENERGY', 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'],
  ['TRON_POWER', undefined],
] as const)('stake of version 1 for %s is released, of its receiver %s', async (resource, receiver) => {
  const [owner, timestamp] = ['TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi', 1_795_231_161_000];
  const fields = { owner_address: owner, resource, ...(receiver !== undefined && { receiver_address: receiver }) };
  const { txID, rawData, rawDataHex } = composeTransaction(
    { type: 'UnfreezeBalanceContract', value: fields },
    { refBlockBytes: '0001', refBlockHash: '0102030405060708', expiration: timestamp + 60_000, timestamp },
  );
  const answer = Response.json({ txID, raw_data: rawData, raw_data_hex: rawDataHex });
  const { client, requests } = clientWithAnswers(answer, { clock: clockAt(timestamp) });
  const args = { owner, resource, ...(receiver !== undefined && { receiver }) };
  expect(await unstakeVersion1(client, args)).toMatchObject({ txID, rawDataHex });
  const [{ parameter }] = rawData['contract'] as unknown as [{ parameter: { value: object } }];
  expect(requests).toMatchObject([{ path: '/wallet/unfreezebalance', body: parameter.value }]);
});
