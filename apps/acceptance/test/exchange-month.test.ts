import { transactionSize } from '@coin/fee';
import { cheapestMix, type Load, loadCost, type ResourceMix, type ResourceNetwork } from '@coin/fee/resources';
import { getTransactionInfoById, triggerSmartContract } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { getFeePrices } from '@coin/rpc/fee-prices';
import { expect, test } from 'vitest';
import { askNode, headBlock } from '../src/ask-node.ts';
import { COIN, createBatchNode, newAddress } from './support/batch-node.ts';

const ENERGY = 64_285n;
const HOUR_MS = 3_600_000;
/** They stand for a month. */
const DAYS = 10;
/** One withdrawal an hour stands for 10,000 a day. */
const PER_DAY = 24n;
const REAL_PER_DAY = 10_000n;
const YEARLY_BPS = 400n;
const CONTRACT = newAddress(64_285);

/** A node whose stake yields what that of the main network does, and a contract that uses 64,285 units of energy. */
async function createExchange() {
  const batch = createBatchNode('mainnet');
  const [whale, owner] = batch.accounts;
  if (whale === undefined || owner === undefined) throw new Error('the node has no accounts');
  const { node, client } = batch;
  node.setBalance(whale.address, 50_000_000_000n * COIN);
  await batch.stakeFor(whale, 'ENERGY', 19_000_000_000n * COIN);
  await batch.stakeFor(whale, 'BANDWIDTH', 26_500_000_000n * COIN);
  // Copies of 32,000 bytes, and JUMPDEST, of one unit each, for the rest.
  const copies = '617d006000600039'.repeat(19);
  node.placeContract({ address: CONTRACT, code: copies });
  const { energy = 0n } = node.traceCall({ owner: owner.address, contract: CONTRACT, data: '' }).call ?? {};
  node.placeContract({ address: CONTRACT, code: copies + '5b'.repeat(Number(ENERGY - energy)) });
  const call = { owner: owner.address, contract: CONTRACT, data: 'a9059cbb'.padEnd(136, '0'), feeLimit: 100n * COIN };
  const { rawDataHex } = await triggerSmartContract(client, call);
  const read = await askNode<Record<string, number>>(node, 'getaccountresource', {
    address: addressToHex(owner.address),
  });
  const network: ResourceNetwork = {
    energy: { limit: BigInt(read['TotalEnergyLimit'] ?? 0), weight: BigInt(read['TotalEnergyWeight'] ?? 0) },
    bandwidth: { limit: BigInt(read['TotalNetLimit'] ?? 0), weight: BigInt(read['TotalNetWeight'] ?? 0) },
    freeBandwidth: 600,
    prices: await getFeePrices(client),
  };
  const from = Math.ceil((await headBlock(node)).time / HOUR_MS) * HOUR_MS + 48 * HOUR_MS;
  const size = transactionSize({ kind: 'encoded', rawDataSize: rawDataHex.length / 2 });
  const load: Load = {
    kinds: { withdrawal: { size, energy: ENERGY } },
    transactions: { from, hours: 24 * DAYS, perHour: [{ withdrawal: Number(PER_DAY) / 24 }] },
  };

  /** Sends the withdrawals of a month under a stake, and returns what they burn. */
  async function execute({ energyStake = 0n, bandwidthStake = 0n }: ResourceMix): Promise<bigint> {
    const start = node.snapshot();
    if (owner === undefined) throw new Error('the node has no accounts');
    node.setBalance(owner.address, 200_000_000n * COIN);
    await batch.stakeFor(owner, 'ENERGY', energyStake);
    await batch.stakeFor(owner, 'BANDWIDTH', bandwidthStake);
    const sent: string[] = [];
    for (let hour = 0; hour < 24 * DAYS; hour++) {
      node.setNextBlockTime(from + hour * HOUR_MS);
      node.mine();
      sent.push(await batch.broadcast(triggerSmartContract(client, call), owner));
      node.mine();
    }
    let burned = 0n;
    for (const txID of sent) {
      const info = await getTransactionInfoById(client, { txID });
      if (info?.succeeded !== true) throw new Error(`${txID} failed: ${info?.result}`);
      burned += info.fee;
    }
    node.revert(start);
    return burned;
  }
  return { network, load, execute };
}

const stakeCost = ({ energyStake = 0n, bandwidthStake = 0n }: ResourceMix) =>
  ((energyStake + bandwidthStake) * YEARLY_BPS * BigInt(DAYS)) / (10_000n * 365n);

test('withdrawals of an exchange burn on the node what their cost says, and calculators are wrong about it', async () => {
  const { network, load, execute } = await createExchange();
  const best = cheapestMix({ load, network, stakeCostBps: YEARLY_BPS });
  const perCoin = Number(network.energy.limit) / Number(network.energy.weight);
  const daily = Number(PER_DAY * ENERGY);
  const stakeOf = (coins: number): ResourceMix => ({ energyStake: BigInt(Math.ceil(coins)) * COIN });
  const answers: { name: string; mix: ResourceMix; claimed: bigint }[] = [
    { name: 'burn: energy times price', mix: {}, claimed: PER_DAY * BigInt(DAYS) * ENERGY * 100n },
    {
      name: 'stake: daily energy by yield',
      mix: stakeOf(daily / perCoin),
      claimed: stakeCost(stakeOf(daily / perCoin)),
    },
    { name: 'best mix', mix: best.mix, claimed: best.cost.total },
  ];
  const rows = [];
  const scaledUp = (amount: bigint) => Number((amount * REAL_PER_DAY) / PER_DAY / COIN);
  const inMonth = (amount: bigint) => scaledUp((amount * 30n) / BigInt(DAYS));
  for (const { name, mix, claimed } of answers) {
    const burned = await execute(mix);
    expect(burned, name).toBe(loadCost({ load, network, mix }).burned.total);
    const total = burned + stakeCost(mix);
    rows.push({
      answer: name,
      staked: scaledUp((mix.energyStake ?? 0n) + (mix.bandwidthStake ?? 0n)),
      claimed: inMonth(claimed),
      executed: inMonth(total),
      'error %': Number((((Number(claimed) - Number(total)) / Number(total)) * 100).toFixed(2)),
    });
  }
  for (const { answer, ...figures } of rows) process.stdout.write(`${answer}: ${JSON.stringify(figures)}\n`);
  const [burn, stake, mix] = rows;
  expect(burn?.executed).toBeGreaterThan(2_000_000);
  expect(mix?.executed).toBeLessThan((stake?.executed ?? 0) * 0.7);
  expect(Math.abs(mix?.['error %'] ?? 100)).toBeLessThan(3);
});
