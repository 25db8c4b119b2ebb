import { createTransaction, sendTransaction } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareCall } from '../src/playground/node/contract-calls.ts';
import { executeCall } from '../src/playground/node/execute-call.ts';
import { openLocalNetwork } from '../src/playground/node/local-network.ts';
import { forecastSupply, type SupplyInput } from '../src/playground/supply/model.ts';
import { CYCLES_TO_EFFECT, type ParameterVote, passes, WITNESSES } from '../src/playground/supply/parameters.ts';
import { playVote } from '../src/playground/supply/play-vote.ts';

const silent = () => undefined;
const parameters = { blockReward: 50_000, votingReward: 131_071, energyFee: 100, transactionFee: 1_000 };
const vote: ParameterVote = { parameter: 'blockReward', value: 1_000_000, approvals: 0 };
const input: SupplyInput = { parameters, vote, coinTransfers: 1_000, tokenTransfers: 10, stakedPercent: 0 };

test('a transfer of each kind burns as much as in the node when bandwidth is not free', async () => {
  const prices = { ...parameters, energyFee: 420, transactionFee: 777 };
  const { coinTransferFee, tokenTransferFee } = await forecastSupply({ ...input, parameters: prices }, silent);
  const network = openLocalNetwork();
  const { node, client, signer, owner } = network;
  const { call } = await prepareCall(network, 'transfer-to-holder');
  node.setChainParameter('getFreeNetLimit', 0n);
  node.setChainParameter('getEnergyFee', 420n);
  node.setChainParameter('getTransactionFee', 777n);
  const [, { address: to }] = node.accounts;
  const transaction = createTransaction(client, { owner, to, amount: 1_000_000n });
  expect((await sendTransaction(client, { transaction, signer })).fee).toBe(coinTransferFee);
  const { energy } = await network.source.simulate(call);
  expect((await executeCall(network, call, energy * 420n)).fee).toBe(tokenTransferFee);
});

test('days add up: net is minted less burned, and the total is the sum of all days before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        blockReward: fc.integer({ min: 0, max: 32_000_000 }),
        votingReward: fc.integer({ min: 0, max: 200_000_000 }),
        energyFee: fc.integer({ min: 1, max: 1_000 }),
        transactionFee: fc.integer({ min: 0, max: 5_000 }),
      }),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: WITNESSES }),
      async (drawn, stakedPercent, approvals) => {
        const change = { ...vote, approvals };
        const { days } = await forecastSupply({ ...input, parameters: drawn, stakedPercent, vote: change }, silent);
        let minted = 0n;
        let burned = 0n;
        for (const { ofDay, total } of days) {
          minted += ofDay.minted;
          burned += ofDay.burned;
          expect(ofDay.net).toBe(ofDay.minted - ofDay.burned);
          expect(total).toEqual({ minted, burned, net: minted - burned });
        }
      },
    ),
    { numRuns: scaled(10) },
  );
});

test.each([2, 3])('a proposal with %i approvals ends on the node as the forecast says', async (approvals) => {
  const change = { ...vote, approvals };
  const played = await playVote({ parameters, vote: change }, silent);
  expect(played.cycles).toBe(CYCLES_TO_EFFECT);
  expect(played.passed).toBe(passes(change));
  expect(played.steps.map(({ what }) => what)).toEqual([
    'elected',
    'proposed',
    ...Array.from({ length: approvals }, () => 'approved'),
    ...Array.from({ length: CYCLES_TO_EFFECT - 1 }, () => 'maintenance'),
    'decided',
  ]);
  expect(played.steps.map(({ value }) => value)).toEqual([
    ...played.steps.slice(1).map(() => 50_000n),
    played.passed ? 1_000_000n : 50_000n,
  ]);
  const { days } = await forecastSupply({ ...input, vote: change }, silent);
  expect(days[0]?.ofDay.minted).toBe(played.mintedBefore * 28_800n);
  // The fourth day is the day of the vote's effect.
  expect(days[4]?.ofDay.minted).toBe(played.mintedAfter * 28_800n);
  expect(days[3]?.ofDay.minted).toBe((played.mintedBefore + 3n * played.mintedAfter) * 7_200n);
});
