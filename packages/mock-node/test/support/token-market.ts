import { utf8ToBytes, bytesToHex } from '@noble/hashes/utils.js';
import { expect } from 'vitest';
import { type MockNodeOptions } from '../../src/index.ts';
import { alice, bob, openNetwork, type Json, type Network, type Signer } from './governance-network.ts';

/** A token's id, or `_`, as the bytes that transactions have. */
export const token = (id: number | string): string => bytesToHex(utf8ToBytes(String(id)));

export const COIN: string = /* @__PURE__ */ token('_');
/** Tokens of alice and of bob, of whom the other has half. */
export const [GOLD, SILVER] = [token(1_000_001), token(1_000_002)] as const;

export const SUPPLY = 1_000_000_000_000_000;

/** A network on which alice and bob have issued a token each and given half of it to the other. */
export async function openTokens(options: MockNodeOptions = {}): Promise<Network> {
  const network = openNetwork(options);
  for (const [index, issuer] of [alice, bob].entries()) {
    const start_time = network.node.clock.now() + 3_600_000;
    const issue = { name: token('token'), url: token('url'), trx_num: 1, num: 1, total_supply: SUPPLY };
    await succeed(network, 'createassetissue', { ...issue, start_time, end_time: start_time + 1000 }, issuer);
    const give = { to_address: (index === 0 ? bob : alice).address, amount: SUPPLY / 2 };
    await succeed(network, 'transferasset', { ...give, asset_name: index === 0 ? GOLD : SILVER }, issuer);
  }
  return network;
}

/** Sends a transaction of a signer that must be accepted. */
export async function succeed(network: Network, path: string, body: Json, signer: Signer): Promise<Json> {
  const info = await network.send(path, { owner_address: signer.address, ...body }, signer);
  expect(info, JSON.stringify(info)).toHaveProperty('id');
  return info;
}

/** What an account has: coin, and tokens by id. */
export async function holdings({ ask }: Network, { address }: Signer): Promise<Record<string, number>> {
  const { balance, assetV2 = [] } = await ask<{
    balance: number;
    assetV2?: readonly { readonly key: string; readonly value: number }[];
  }>('getaccount', { address });
  return { coin: balance, ...Object.fromEntries(assetV2.map(({ key, value }) => [key, value])) };
}
