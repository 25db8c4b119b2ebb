import { expect, test } from 'vitest';
import { openNetwork, type Json, type Network } from '../support/governance-network.ts';

const contract = `41${'c0'.repeat(20)}`;
/** Returns CALLER and ORIGIN. */
const CALLER_AND_ORIGIN = '336000523260205260406000f3';

interface CallAnswer {
  readonly result: { readonly code?: string; readonly message?: string };
  readonly constant_result?: readonly string[];
}

async function callFrom({ ask }: Network, owner: string, more: Json = {}): Promise<CallAnswer> {
  const call = { owner_address: owner, contract_address: contract, data: '00', ...more };
  return ask<CallAnswer>('triggerconstantcontract', call);
}

const textOf = ({ result: { message = '' } }: CallAnswer): string => Buffer.from(message, 'hex').toString();

function openContract(): Network {
  const network = openNetwork();
  network.node.placeContract({ address: contract, code: CALLER_AND_ORIGIN });
  return network;
}

test.each([
  ['abcdef', 'abcdef'],
  [`a0${'11'.repeat(20)}`, '11'.repeat(20)],
  ['22'.repeat(32), '22'.repeat(20)],
  [`41${'33'.repeat(20)}`, '33'.repeat(20)],
])('a contract sees the last 20 bytes of the caller %s', async (owner, seen) => {
  const word = seen.padStart(64, '0');
  expect((await callFrom(openContract(), owner)).constant_result).toEqual([word + word]);
});

test('a caller of more than 32 bytes is an exception', async () => {
  const owner = '44'.repeat(33);
  expect(textOf(await callFrom(openContract(), owner))).toBe(
    `class java.lang.RuntimeException : Data word can't exceed 32 bytes: ${owner}`,
  );
});

test('a caller that is not an address has no coin and no tokens to send', async () => {
  const network = openContract();
  const coin = await callFrom(network, 'abcdef', { call_value: 1 });
  expect([coin.result.code, textOf(coin)]).toEqual(['CONTRACT_VALIDATE_ERROR', 'Invalid ownerAddress!']);
  expect(textOf(await callFrom(network, 'abcdef', { call_token_value: 1, token_id: 1_000_001 }))).toBe(
    'Invalid ownerAddress',
  );
  const creation = { contract_address: '', data: '00', call_value: 1 };
  expect(textOf(await callFrom(network, 'abcdef', creation))).toBe('Invalid ownerAddress!');
});
