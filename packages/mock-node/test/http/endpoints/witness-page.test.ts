import { expect, test } from 'vitest';
import { alice, bob, openNetwork, witness, type Json } from '../../support/governance-network.ts';
import { answerTo } from '../../support/http-network.ts';

const PATH = '/wallet/getpaginatednowwitnesslist';

test('lists witnesses with the votes of the running cycle, in the order of the next maintenance', async () => {
  const { node, ask, send } = openNetwork();
  node.setBalance(bob.address, 20_000_000_000n);
  await send('createwitness', { owner_address: bob.address, url: '00' }, bob);
  await send('freezebalancev2', { owner_address: alice.address, frozen_balance: 9_000_000, resource: 'ENERGY' }, alice);
  const page = async (offset: number, limit: number): Promise<readonly (readonly [unknown, number])[]> => {
    const { witnesses } = await ask<{ witnesses: readonly Json[] }>('getpaginatednowwitnesslist', { offset, limit });
    return witnesses.map(({ address, voteCount = 0 }) => [address, Number(voteCount)]);
  };
  const [, [, before] = []] = await page(0, 10);
  const votes = [{ vote_address: bob.address, vote_count: 7 }];
  await send('votewitnessaccount', { owner_address: alice.address, votes }, alice);
  const counted = await page(0, 2000);
  expect(counted).toHaveLength(2);
  expect(counted.find(([address]) => address === bob.address)?.[1]).toBe(Number(before) + 7);
  expect(counted.map(([, count]) => count)).toEqual(counted.map(([, count]) => count).toSorted((a, b) => b - a));
  expect([...(await page(0, 1)), ...(await page(1, 1))]).toEqual(counted);
  node.advanceCycle();
  const { witnesses } = await ask<{ witnesses: readonly Json[] }>('listwitnesses');
  for (const { address, voteCount = 0 } of witnesses)
    expect(counted.find(([one]) => one === address)?.[1]).toBe(Number(voteCount));
  expect(counted.map(([address]) => address)).toContain(witness.address);
});

test.each(['limit 0', 'offset -1', 'offset 99', 'nothing'])('is empty for %s', async (words) => {
  const { node } = openNetwork();
  const [name = '', value] = words.split(' ');
  const body = name === 'nothing' ? {} : { offset: 0, limit: 5, [name]: Number(value) };
  expect(await answerTo(node, PATH, body)).toBe('{}');
});

test('names a number that a GET lacks', async () => {
  const { node } = openNetwork();
  for (const query of ['', '?offset=0', '?limit=1'])
    expect(await answerTo(node, PATH + query)).toBe(
      '{"Error":"class java.lang.NumberFormatException : Cannot parse null string"}',
    );
});
