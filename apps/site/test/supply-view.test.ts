import { expect, test } from 'vitest';
import { readAddress } from '../src/playground/address/address-state.ts';
import { tableOf } from '../src/playground/chart/chart-data.ts';
import { forecastSupply } from '../src/playground/supply/model.ts';
import { playVote } from '../src/playground/supply/play-vote.ts';
import {
  forecastText,
  networkState,
  parameterText,
  sliderOf,
  supplyCharts,
  supplyFields,
  supplyInput,
  voteInput,
  voteTable,
  voteText,
} from '../src/playground/supply/view.ts';

const silent = () => undefined;

test('charts and table show the forecast of the state that the address holds', async () => {
  const state = readAddress(supplyFields, '?transfers=1000&tokens=0&staked=0&approvals=0');
  const forecast = await forecastSupply(supplyInput(state), silent);
  const { head, rows } = tableOf(supplyCharts(forecast));
  expect(head).toEqual(['Day', 'Minted', 'Burned', 'Net', 'Minted in total', 'Burned in total', 'Net in total']);
  expect(rows[1]).toEqual(['2', '5,759.9424', '267', '5,492.9424', '11,519.8848', '534', '10,985.8848']);
  expect(forecastText(forecast)).toBe(
    'Without a stake a coin transfer burns 0.267 coin and a token transfer 1.6111 coin. The vote does not pass.',
  );
});

test('shows the vote step by step, with the value in the node', async () => {
  const state = readAddress(supplyFields, '?vote=transactionFee&value=1234');
  const played = await playVote(voteInput(state), silent);
  const { head, rows } = voteTable(played);
  expect(head.at(-1)).toBe('Price of bandwidth');
  expect([rows[0], rows[4], rows.at(-1)]).toEqual([
    ['5 witnesses are elected', expect.any(String), '2026-01-01 12:00', '1,000 small units'],
    ['Approval 3 of 5', expect.any(String), '2026-01-01 12:00', '1,000 small units'],
    ['Maintenance 13: approved, in effect', expect.any(String), '2026-01-04 18:00', '1,234 small units'],
  ]);
  expect(voteText(played)).toBe(
    'Approved after 13 maintenances. The node minted 0.199998 coin in a block before, and mints 0.199998 coin now.',
  );
});

test('values of a network stay within the sliders of that network', () => {
  for (const network of ['spec', 'mainnet'] as const) {
    const state = { ...readAddress(supplyFields, ''), ...networkState(network) };
    for (const name of ['blockReward', 'votingReward', 'energyFee', 'transactionFee'] as const)
      expect(state[name]).toBeLessThanOrEqual(sliderOf(name, network).max);
    expect(state.value).toBeLessThanOrEqual(sliderOf(state.vote, network).max);
  }
  expect(parameterText('blockReward', 8_000_000)).toBe('8 coin');
});
