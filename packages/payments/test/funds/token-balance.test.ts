// An account's units of a TRC-20 token, by its contract.
import { toAddress } from '@coin/rpc/address';
import { expect, test } from 'vitest';
import { readTokenBalance, word } from '../../src/funds/token-balance.ts';
import { clientOf } from '../support/client-of.ts';
import { transfer } from '../support/paying-node.ts';

const { owner, to: token } = transfer;

test('a word is an address or an amount in 32 bytes', () => {
  expect(word(255n)).toBe(`${'0'.repeat(62)}ff`);
  expect(word(`41${'11'.repeat(20)}`)).toBe('0'.repeat(24) + '11'.repeat(20));
  expect(word(toAddress(`41${'11'.repeat(20)}`))).toBe('0'.repeat(24) + '11'.repeat(20));
});

test.each([
  ['of one word', [`${'0'.repeat(62)}ff`], 255n],
  ['of more than one word, by the first one', [`${'0'.repeat(62)}ff${'1'.repeat(64)}`], 255n],
  ['of nothing as 0', [''], 0n],
])('a balance is read from an answer %s', async (_, constantResult, expected) => {
  const { client, requests } = clientOf(() =>
    Response.json({ result: { result: true }, constant_result: constantResult, energy_used: 1 }),
  );
  const { signal } = new AbortController();
  expect(await readTokenBalance(client, { owner, token }, { signal })).toBe(expected);
  expect(requests).toMatchObject([
    {
      path: '/wallet/triggerconstantcontract',
      body: {
        owner_address: owner,
        contract_address: token,
        function_selector: 'balanceOf(address)',
        parameter: word(owner),
      },
    },
  ]);
});

test('a balance is not awaited once the signal aborts', async () => {
  const { client } = clientOf(() => Response.json({}));
  await expect(readTokenBalance(client, { owner, token }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'ABORTED',
  });
});
