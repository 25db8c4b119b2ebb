import { beforeEach, describe, expect, test } from 'vitest';
import { textBytes } from '../../../src/json/protobuf-printer.ts';
import { alice, bob, newcomer, openNetwork, type Json, type Network } from '../../support/governance-network.ts';
import { recordedContracts } from '../../support/recorded-contracts.ts';
import { signId } from '../../support/sign-id.ts';

const [a, b] = [alice.address, bob.address];
const TOKEN = 1_000_001;
/** A contract that holds tokens and moves them on request. */
const bytecode = recordedContracts().find(({ name }) => name === 'Purse')?.bytecode ?? '';

const word = (value: number | string): string =>
  typeof value === 'number' ? value.toString(16).padStart(64, '0') : value.slice(2).padStart(64, '0');

const TAKE = '11111101';
const held = (address: string): string => `11111102${word(address)}${word(TOKEN)}`;
const tryGive = (to: string, amount: number): string => `11111104${word(to)}${word(amount)}${word(TOKEN)}`;
const kill = (heir: string): string => `11111109${word(heir)}`;
const staticGive = (to: string, amount: number): string => `1111110a${word(to)}${word(amount)}${word(TOKEN)}`;

let network: Network;
let purse: string;

async function call(data: string, more: Json = {}): Promise<Json> {
  const body = { owner_address: a, contract_address: purse, data, fee_limit: 1_000_000_000, ...more };
  const { transaction } = await network.ask<{ transaction: { txID: string } }>('triggersmartcontract', body);
  const { txID } = transaction;
  const { result } = await network.ask('broadcasttransaction', {
    ...transaction,
    signature: [signId(txID, alice.key)],
  });
  expect(result).toBe(true);
  return network.ask('gettransactioninfobyid', { value: txID });
}

const assetsOf = async (address: string): Promise<unknown> => (await network.ask('getaccount', { address }))['assetV2'];
const tokens = (value: number): Json[] => [{ key: String(TOKEN), value }];

beforeEach(async () => {
  network = openNetwork();
  const start = network.node.clock.now() + 60_000;
  const issue = {
    owner_address: a,
    name: textBytes('Gold'),
    url: textBytes('u'),
    total_supply: 1000,
    trx_num: 1,
    num: 1,
  };
  await network.send('createassetissue', { ...issue, start_time: start, end_time: start + 1 }, alice);
  const settings = { fee_limit: 1_000_000_000, consume_user_resource_percent: 100, origin_energy_limit: 1 };
  const body = { owner_address: a, abi: '[]', bytecode, call_token_value: 100, token_id: TOKEN, ...settings };
  const { contract_address: address } = await network.send('deploycontract', body, alice);
  purse = String(address);
});

describe('a contract', () => {
  test('receives the tokens of its deployment and of calls, and sees their amount and id', async () => {
    expect(await assetsOf(purse)).toEqual(tokens(100));
    const info = await call(TAKE, { call_token_value: 7, token_id: TOKEN, call_value: 5 });
    expect(info['contractResult']).toEqual([word(5) + word(7) + word(TOKEN)]);
    expect(await assetsOf(purse)).toEqual(tokens(107));
    expect(await assetsOf(a)).toEqual(tokens(893));
    expect((await call(held(a)))['contractResult']).toEqual([word(893)]);
  });

  test('sends tokens, which creates an account and adds an internal transaction', async () => {
    const info = await call(tryGive(newcomer.address, 30));
    expect(info).toMatchObject({
      contractResult: [word(1)],
      internal_transactions: [
        {
          caller_address: purse,
          transferTo_address: newcomer.address,
          callValueInfo: [{}, { callValue: 30, tokenId: String(TOKEN) }],
        },
      ],
    });
    expect(await assetsOf(newcomer.address)).toEqual(tokens(30));
    expect((await call(tryGive(newcomer.address, 71)))['contractResult']).toEqual([word(0)]);
    expect(await assetsOf(purse)).toEqual(tokens(70));
  });

  test('uses up all of its energy by sending tokens in a static call', async () => {
    const { receipt } = await call(staticGive(b, 1), { fee_limit: 10_000_000 });
    expect(receipt).toMatchObject({ result: 'OUT_OF_ENERGY', energy_usage_total: 100_000 });
    expect(await assetsOf(b)).toBeUndefined();
  });

  test('leaves its tokens to its heir when it destroys itself', async () => {
    const info = await call(kill(newcomer.address));
    const callValueInfo = [{}, { callValue: 100, tokenId: String(TOKEN) }];
    expect(info['internal_transactions']).toMatchObject([{ callValueInfo }]);
    expect(await assetsOf(newcomer.address)).toEqual(tokens(100));
    // Since proposal 94, only a contract of the same transaction is deleted.
    expect(await network.ask('getaccount', { address: purse })).toMatchObject({ address: purse, type: 'Contract' });
  });

  test('also keeps tokens whose balance became 0 in the same block', async () => {
    network.node.setMining({ kind: 'manual' });
    await call(tryGive(b, 100));
    await call(kill(newcomer.address));
    network.node.mine();
    const { block_header } = await network.ask<{ block_header: { raw_data: { number: number } } }>('getnowblock');
    const num = block_header.raw_data.number;
    const infos = await network.ask<readonly Json[]>('gettransactioninfobyblocknum', { num });
    expect(infos[1]?.['internal_transactions']).toMatchObject([{ callValueInfo: [{}, { tokenId: String(TOKEN) }] }]);
    expect(await assetsOf(newcomer.address)).toEqual(tokens(0));
  });

  test('cannot be called with tokens that the caller does not have', async () => {
    const body = { owner_address: b, contract_address: purse, data: TAKE, call_token_value: 1, token_id: TOKEN };
    expect(await network.ask('triggerconstantcontract', body)).toMatchObject({
      result: { code: 'CONTRACT_VALIDATE_ERROR' },
    });
  });
});
