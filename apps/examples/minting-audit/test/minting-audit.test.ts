import { createMockNode, type MockNode } from '@coin/mock-node';
import {
  createNodeClient,
  createWitness,
  getChainParameters,
  getReward,
  listWitnesses,
  type NodeClient,
  sendTransaction,
  stake,
  type Transaction,
  unstake,
  updateBrokerage,
  vote,
  withdrawReward,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import { createMintingAudit, type MintingReport } from '../src/minting-audit.ts';

const COIN = 1_000_000n;
const DAY_MS = 86_400_000;

async function start(preset: 'spec' | 'mainnet' | 'private') {
  const node = createMockNode({ preset });
  const client = createNodeClient({ transport: node });
  const [{ address: witness } = { address: '' }] = await listWitnesses(client);
  const [alice, bob, carol] = node.accounts;
  const accounts = [witness, alice.address, bob.address, carol.address];
  const audit = createMintingAudit(client, { accounts });
  await audit.report();
  return { node, client, witness, alice, bob, carol, audit };
}

type Account = MockNode['accounts'][number];
const send = (client: NodeClient, by: Account, transaction: Promise<Transaction>) =>
  sendTransaction(client, { transaction, signer: createKeySigner(by.privateKey) });

/** Stakes coin and votes with all of it. */
async function stakeAndVote(client: NodeClient, by: Account, address: string, coins: bigint): Promise<void> {
  const owner = by.address;
  await send(client, by, stake(client, { owner, amount: coins * COIN, resource: 'ENERGY' }));
  await send(client, by, vote(client, { owner, votes: [{ address, count: coins }] }));
}

/** What rounding may take: a unit for each of a few witnesses, votes and cycles, in either direction. */
const expectReconciled = ({ rounding }: MintingReport) => {
  expect(rounding).toBeGreaterThanOrEqual(-20n);
  expect(rounding).toBeLessThanOrEqual(20n);
};

test.each(['spec', 'mainnet', 'private'] as const)(
  'of what the preset %s mints, the genesis votes take the voters’ part, and getReward shows what is left',
  async (preset) => {
    const { node, client, witness, alice, audit } = await start(preset);
    await stakeAndVote(client, alice, witness, 500_000n);
    node.mine(8);
    const first = await audit.report();
    // 20 percent is the witness's; the other 80 wait for the end of the cycle.
    const { blockReward, votingReward } = await getChainParameters(client);
    expect(first.minted).toBe(BigInt(first.blocks) * (blockReward + votingReward));
    expect(first).toMatchObject({
      rewards: first.minted / 5n,
      runningCycle: (first.minted / 5n) * 4n,
      otherVotes: 0n,
      rounding: 0n,
    });

    node.advanceCycle();
    // Nobody's votes counted in the first cycle but those of the genesis.
    const second = await audit.report();
    expect(second).toMatchObject({ runningCycle: 0n, otherVotes: (second.minted / 5n) * 4n, rounding: 0n });

    const kept = await getReward(client, { address: witness });
    node.mine(99);
    node.advanceCycle();
    const third = await audit.report();
    const witnessPart = (await getReward(client, { address: witness })) - kept;
    const pool = third.minted - second.minted - witnessPart;
    expect(third.otherVotes - second.otherVotes).toBe((pool * 100_000_026n) / 100_500_026n);
    expect(await getReward(client, { address: alice.address })).toBe((pool * 500_000n) / 100_500_026n);
    expectReconciled(third);
  },
);

test('everything that is minted is found again while votes, brokerage and witnesses change', async () => {
  const { node, client, witness, alice, bob, carol, audit } = await start('mainnet');
  const reports: MintingReport[] = [];
  const endCycle = async () => {
    node.mine(7);
    reports.push(await audit.report());
    node.advanceCycle();
    node.mine(1);
    reports.push(await audit.report());
  };
  await send(client, carol, createWitness(client, { owner: carol.address, url: 'http://carol.example' }));
  await stakeAndVote(client, alice, witness, 400_000n);
  await endCycle();
  await stakeAndVote(client, bob, carol.address, 300_000n);
  await send(client, carol, updateBrokerage(client, { owner: carol.address, brokeragePercent: 57 }));
  await endCycle();
  await send(
    client,
    alice,
    vote(client, {
      owner: alice.address,
      votes: [
        { address: witness, count: 1n },
        { address: carol.address, count: 399_999n },
      ],
    }),
  );
  await endCycle();
  const unstaked = { owner: bob.address, amount: 100_000n * COIN, resource: 'ENERGY' } as const;
  await send(client, bob, unstake(client, unstaked));
  await endCycle();
  node.increaseTime(DAY_MS);
  await endCycle();
  const { rewardWithdrawn } = await send(client, alice, withdrawReward(client, { owner: alice.address }));
  expect(rewardWithdrawn).toBeGreaterThan(0n);
  await endCycle();
  for (const report of reports) expectReconciled(report);
  const [last] = reports.slice(-1);
  expect(last?.rewards).toBeGreaterThan(0n);
  expect(last?.otherVotes).toBeGreaterThan(0n);
});

test('a report is rejected once a cycle has passed without one', async () => {
  const { node, audit } = await start('spec');
  node.mine(3);
  await audit.report();
  node.advanceCycle();
  node.mine(1);
  node.advanceCycle();
  await expect(audit.report()).rejects.toThrow('Ask for a report in each cycle');
});
