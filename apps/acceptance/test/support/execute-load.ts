import { transactionSize } from '@coin/fee';
import {
  type LoadCostOptions,
  type LoadKind,
  type LoadTransaction,
  type Rental,
  type ResourceMix,
} from '@coin/fee/resources';
import { type PresetName } from '@coin/mock-node';
import {
  createTransaction,
  delegateResource,
  getContractInfo,
  getTransactionInfoById,
  type Transaction,
  triggerSmartContract,
  undelegateResource,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { getFeePrices } from '@coin/rpc/fee-prices';
import { type KeySigner } from '@coin/rpc/signer';
import { askNode, chainParameters, headBlock } from '../../src/ask-node.ts';
import { type BatchNode, COIN, createBatchNode, newAddress } from './batch-node.ts';

/** What a load on a node is made of. */
export interface LoadSetup {
  readonly preset: PresetName;
  /** Small units for a unit of energy, and for a byte. */
  readonly energyPrice: bigint;
  readonly bandwidthPrice: bigint;
  /** The use of a contract above which its factor increases, and the factor at the beginning. */
  readonly threshold: bigint;
  readonly energyFactor: bigint;
  readonly transactions: readonly {
    readonly kind: KindName;
    /** After the last one, in slots. */ readonly slots: number;
  }[];
  readonly energyStake: bigint;
  readonly bandwidthStake: bigint;
  /** When they begin and end, in slots from the first transaction. */
  readonly rentals: readonly { resource: 'ENERGY' | 'BANDWIDTH'; amount: bigint; from: number; slots: number }[];
}

export type KindName = 'coin' | 'memo' | 'new account' | 'token' | 'new holder';
const FEE_LIMIT = 1_000n * COIN;
const SLOT_MS = 3_000;
/** The time from the block of a maintenance to the next one. */
const MISSING_SLOTS_MS = 3 * SLOT_MS;
const AMOUNT = 7n;

const word = (value: bigint | string) =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

/** A node with a load, what the load is expected to cost, and what it burns when it is executed. */
export interface LoadNode {
  readonly options: LoadCostOptions;
  /** Executes every transaction at its time, and returns what each burned. */
  readonly execute: () => Promise<readonly bigint[]>;
}

export async function createLoadNode(setup: LoadSetup): Promise<LoadNode> {
  const batch = createBatchNode(setup.preset);
  const { node, client, accounts } = batch;
  const [whale, owner, holder] = accounts;
  if (whale === undefined || owner === undefined || holder === undefined) throw new Error('the node has no accounts');
  const parameters = {
    getEnergyFee: setup.energyPrice,
    getTransactionFee: setup.bandwidthPrice,
    getDynamicEnergyThreshold: setup.threshold,
    getAllowDynamicEnergy: 1n,
    getDynamicEnergyIncreaseFactor: 2_000n,
    getDynamicEnergyMaxFactor: 34_000n,
    getChangeDelegation: 1n,
    getMemoFee: COIN,
  };
  for (const [name, value] of Object.entries(parameters)) node.setChainParameter(name, value);
  node.setBalance(whale.address, 200_000_000n * COIN);
  node.setBalance(owner.address, 200_000_000n * COIN);
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) await batch.stakeFor(whale, resource, 50_000_000n * COIN);
  const contract = await batch.deployToken(whale, 100, [owner, holder]);
  const weights = await askNode<Record<string, number>>(node, 'getaccountresource', {
    address: addressToHex(owner.address),
  });
  await batch.stakeFor(owner, 'ENERGY', setup.energyStake);
  await batch.stakeFor(owner, 'BANDWIDTH', setup.bandwidthStake);
  // Everything recovers, and factors can rise after the first cycle.
  for (let cycle = 0; cycle < 5; cycle++) node.advanceCycle();
  node.setEnergyFactor(contract, setup.energyFactor);

  let fresh = 0;
  const transfer = (to: string) =>
    triggerSmartContract(client, {
      owner: owner.address,
      contract,
      functionSelector: 'transfer(address,uint256)',
      parameter: word(to) + word(AMOUNT),
      feeLimit: FEE_LIMIT,
    });
  const builders: Record<KindName, () => Promise<Transaction>> = {
    coin: () => createTransaction(client, { owner: owner.address, to: holder.address, amount: COIN }),
    memo: () => createTransaction(client, { owner: owner.address, to: holder.address, amount: COIN, memo: 'invoice' }),
    'new account': () => createTransaction(client, { owner: owner.address, to: newAddress(fresh++), amount: COIN }),
    token: () => transfer(holder.address),
    'new holder': () => transfer(newAddress(fresh++)),
  };

  /** The instructions of a token transfer, without penalty. */
  function chargesOf(to: string): Pick<LoadKind, 'energy' | 'charges'> {
    const data = `a9059cbb${word(to)}${word(AMOUNT)}`;
    const trace = node.traceCall({ owner: owner?.address ?? '', contract, data });
    const counts = new Map<bigint, number>();
    for (const { cost, penalty } of trace.steps) counts.set(cost - penalty, (counts.get(cost - penalty) ?? 0) + 1);
    const charges = [...counts].map(([energy, count]) => ({ energy, count }));
    return { energy: charges.reduce((sum, { energy, count }) => sum + energy * BigInt(count), 0n), charges };
  }
  const sizeOf = async (build: () => Promise<Transaction>) =>
    transactionSize({ kind: 'encoded', rawDataSize: (await build()).rawDataHex.length / 2 });
  const call = { contract: 'token' };
  const kinds: Record<KindName, LoadKind> = {
    coin: { size: await sizeOf(builders.coin) },
    memo: { size: await sizeOf(builders.memo), memoSize: 7 },
    'new account': { size: await sizeOf(builders['new account']), createsAccount: true },
    token: { size: await sizeOf(builders.token), ...chargesOf(holder.address), ...call },
    'new holder': { size: await sizeOf(builders['new holder']), ...chargesOf(newAddress(fresh++)), ...call },
  };

  const start = (await headBlock(node)).time + SLOT_MS * 100;
  const values = await chainParameters(node);
  const value = (name: string) => values.get(name) ?? 0n;
  const { num: nextMaintenance } = await askNode<{ num: number }>(node, 'getnextmaintenancetime', {});
  const maintenanceIntervalMs = Number(value('getMaintenanceTimeInterval'));
  let time = start;
  const transactions: LoadTransaction[] = setup.transactions.map(({ kind, slots }) => {
    time += slots * SLOT_MS;
    // No block has one of the times just after a maintenance.
    const since = time < nextMaintenance ? 0 : (time - nextMaintenance) % maintenanceIntervalMs;
    if (since > 0 && since < MISSING_SLOTS_MS) time += MISSING_SLOTS_MS - since;
    return { kind, time };
  });
  const rentals = setup.rentals.map(({ resource, amount, from, slots }): Rental => ({
    resource,
    amount,
    from: start + from * SLOT_MS,
    until: start + (from + slots) * SLOT_MS,
  }));
  const mix: ResourceMix = { energyStake: setup.energyStake, bandwidthStake: setup.bandwidthStake, rentals };
  const { energyFactor = 0n, energyUsage = 0n } = (await getContractInfo(client, { address: contract })) ?? {};
  const options: LoadCostOptions = {
    load: { kinds, transactions },
    mix,
    network: {
      energy: { limit: value('getTotalEnergyCurrentLimit'), weight: BigInt(weights['TotalEnergyWeight'] ?? 0) },
      bandwidth: { limit: value('getTotalNetLimit'), weight: BigInt(weights['TotalNetWeight'] ?? 0) },
      freeBandwidth: Number(value('getFreeNetLimit')),
      windowUnit: value('getAllowCancelAllUnfreezeV2') === 1n ? 'thousandths' : 'slots',
      prices: await getFeePrices(client),
    },
    contracts: { token: { energyFactor, energyUsage } },
    factors: {
      threshold: setup.threshold,
      increaseFactor: 2_000n,
      maxFactor: 34_000n,
      nextMaintenance,
      maintenanceIntervalMs,
    },
  };
  return { options, execute: () => execute(batch, options, { whale, owner, builders }) };
}

/** Executes a load: a block has each time at which something happens, and the next one has what happens then. */
async function execute(
  { node, client, broadcast }: BatchNode,
  { load, mix, factors }: LoadCostOptions,
  {
    whale,
    owner,
    builders,
  }: { whale: KeySigner; owner: KeySigner; builders: Record<KindName, () => Promise<Transaction>> },
): Promise<readonly bigint[]> {
  const list = load.transactions as readonly LoadTransaction[];
  const end = list.at(-1)?.time ?? 0;
  const sent: string[] = [];
  const steps: { time: number; order: number; run: () => Promise<unknown> }[] = [];
  for (const { resource, amount, from, until } of mix?.rentals ?? []) {
    const loan = { owner: whale.address, receiver: owner.address, resource, amount };
    steps.push({ time: from, order: 1, run: () => broadcast(delegateResource(client, loan), whale) });
    steps.push({ time: until, order: 0, run: () => broadcast(undelegateResource(client, loan), whale) });
  }
  for (const { kind, time } of list) {
    const build = builders[kind as KindName];
    steps.push({ time, order: 2, run: async () => sent.push(await broadcast(build(), owner)) });
  }
  const { nextMaintenance = Infinity, maintenanceIntervalMs = Infinity } = factors ?? {};
  for (let time = nextMaintenance; time <= end; time += maintenanceIntervalMs)
    steps.push({ time, order: 0, run: async () => undefined });

  steps.sort((one, other) => one.time - other.time || one.order - other.order);
  let head = await headBlock(node);
  for (const { time, run } of steps) {
    if (head.time < time) {
      // What was sent before is mined first.
      node.mine();
      head = await headBlock(node);
    }
    if (head.time < time) {
      node.setNextBlockTime(time);
      node.mine();
      head = await headBlock(node);
    }
    await run();
  }
  node.mine();
  return Promise.all(
    sent.map(async (txID) => {
      const info = await getTransactionInfoById(client, { txID });
      if (info?.succeeded !== true) throw new Error(`${txID} failed: ${info?.result}`);
      return info.fee;
    }),
  );
}
