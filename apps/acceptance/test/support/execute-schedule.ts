import {
  type DelegationSchedule,
  type Load,
  type LoadTransaction,
  scheduleDelegations,
  type ScheduleDelegationsOptions,
  type StakingIntent,
} from '@coin/fee/resources';
import { type PresetName } from '@coin/mock-node';
import {
  delegateResource,
  getAccount,
  getDelegations,
  getTransactionInfoById,
  stake,
  type Transaction,
  triggerSmartContract,
  undelegateResource,
  unstake,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { type KeySigner } from '@coin/rpc/signer';
import { askNode, chainParameters, headBlock } from '../../src/ask-node.ts';
import { type BatchNode, COIN, createBatchNode, newAddress } from './batch-node.ts';

/** Wallets on a node, and how one account supplies them. */
export interface ScheduleSetup {
  readonly preset: PresetName;
  /** The calls of each wallet: when, in slots after the last one, and which. */
  readonly wallets: readonly (readonly { readonly slots: number; readonly kind: CallKind }[])[];
  readonly stake: bigint;
  readonly maxNewStake: bigint;
  readonly idleStake: 'keep' | 'unstake';
  readonly periodMs: number;
  readonly settleMs: number;
  readonly lock: { readonly blocks?: number; readonly maxBlocks?: number } | undefined;
  /** What wallet 0 already has of the staking account, and for how many blocks it is locked. */
  readonly delegated: bigint;
  readonly delegatedBlocks: number;
  /** How often the staking account has unstaked a coin, and how many slots before. */
  readonly unstakes: number;
  readonly unstakedSlots: number;
}

export type CallKind = 'small' | 'large';

const SLOT_MS = 3_000;
const DAY_MS = 86_400_000;
/** Under this maximum, every lock lasts that long. */
const SHORTEST_MAX_BLOCKS = 86_400;
/** Units of energy, by JUMPDEST of one unit each. */
const ENERGIES = { small: 5_000, large: 20_000 };
const CONTRACTS = { small: newAddress(5_000), large: newAddress(20_000) };

/** What the node did with a schedule. */
export interface ExecutedSchedule {
  readonly schedule: DelegationSchedule;
  /** What each wallet burned for energy, in the periods of the schedule. */
  readonly burned: Readonly<Record<string, readonly bigint[]>>;
  /** The node's answers at the end: energy that is used, and the limit. */
  readonly answers: Readonly<Record<string, { readonly used: bigint; readonly limit: bigint }>>;
  readonly options: ScheduleDelegationsOptions;
  readonly end: number;
}

function build({ client }: BatchNode, intent: StakingIntent): Promise<Transaction> {
  const { kind, ...args } = intent;
  if (kind === 'stake') return stake(client, args);
  if (kind === 'unstake') return unstake(client, args);
  if (intent.kind === 'delegate') {
    const { kind: _, ...delegation } = intent;
    return delegateResource(client, delegation);
  }
  if (intent.kind === 'undelegate') {
    const { kind: _, ...delegation } = intent;
    return undelegateResource(client, delegation);
  }
  throw new Error('not an intent');
}

async function resourcesOf(batch: BatchNode, address: string) {
  const answer = await askNode<Record<string, number>>(batch.node, 'getaccountresource', {
    address: addressToHex(address),
  });
  return {
    used: BigInt(answer['EnergyUsed'] ?? 0),
    limit: BigInt(answer['EnergyLimit'] ?? 0),
    weight: BigInt(answer['TotalEnergyWeight'] ?? 0),
  };
}

/** Mines until the next block comes after a time. */
async function mineUntil({ node }: BatchNode, time: number): Promise<void> {
  if ((await headBlock(node)).time >= time) return;
  // What was sent before is mined first.
  node.mine();
  if ((await headBlock(node)).time >= time) return;
  node.setNextBlockTime(time);
  node.mine();
}

/** Plans a schedule, executes its steps and all calls on a node, and returns what they burned. */
export async function executeSchedule(setup: ScheduleSetup): Promise<ExecutedSchedule> {
  const batch = createBatchNode(setup.preset);
  const { node, client, accounts } = batch;
  const [whale, staker, ...others] = accounts;
  if (whale === undefined || staker === undefined) throw new Error('the node has no accounts');
  const signers = others.slice(0, setup.wallets.length);
  const maxBlocks = setup.lock === undefined ? 864_000 : (setup.lock.maxBlocks ?? SHORTEST_MAX_BLOCKS);
  node.setChainParameter('getMaxDelegateLockPeriod', BigInt(maxBlocks));
  node.setChainParameter('getEnergyFee', 100n);
  // Blocks are missing after a maintenance, and what is sent then would come later than the schedule says.
  node.setChainParameter('getMaintenanceTimeInterval', BigInt(300 * DAY_MS));
  node.advanceCycle();
  for (const { address } of accounts) node.setBalance(address, 200_000_000n * COIN);
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) await batch.stakeFor(whale, resource, 50_000_000n * COIN);
  for (const kind of ['small', 'large'] as const)
    node.placeContract({ address: CONTRACTS[kind], code: '5b'.repeat(ENERGIES[kind]) });

  const owner = staker.address;
  const amount = setup.stake + setup.delegated + BigInt(setup.unstakes) * COIN;
  await batch.stakeFor(staker, 'ENERGY', amount);
  for (let index = 0; index < setup.unstakes; index++) {
    await batch.send(unstake(client, { owner, amount: COIN, resource: 'ENERGY' }), staker);
  }
  await mineUntil(batch, (await headBlock(node)).time + setup.unstakedSlots * SLOT_MS);
  const receiver = signers[0]?.address ?? '';
  const lock = setup.delegatedBlocks > 0 ? { lockBlocks: setup.delegatedBlocks } : {};
  if (setup.delegated > 0n) {
    const delegation = { owner, receiver, amount: setup.delegated, resource: 'ENERGY', ...lock } as const;
    await batch.send(delegateResource(client, delegation), staker);
    await batch.stakeFor(staker, 'BANDWIDTH', 1_000n * COIN);
    const other = { owner, receiver: whale.address, amount: COIN, resource: 'BANDWIDTH' } as const;
    await batch.send(delegateResource(client, other), staker);
  }

  const from = (await headBlock(node)).time + 10 * SLOT_MS;
  const kinds = { small: { size: 300, energy: 5_000n }, large: { size: 300, energy: 20_000n } };
  const loads = setup.wallets.map((calls): Load & { readonly transactions: readonly LoadTransaction[] } => {
    let time = from + Math.ceil(setup.settleMs / SLOT_MS) * SLOT_MS;
    return { kinds, transactions: calls.map(({ kind, slots }) => ({ kind, time: (time += slots * SLOT_MS) })) };
  });
  const parameters = await chainParameters(node);
  const value = (name: string) => parameters.get(name) ?? 0n;
  const { weight } = await resourcesOf(batch, owner);
  const delegated = (index: number) => (index === 0 ? setup.delegated : 0n);
  const options: ScheduleDelegationsOptions = {
    owner,
    account: { energy: { stake: setup.stake, delegated: setup.delegated } },
    wallets: Object.fromEntries(
      signers.map(({ address }, index) => [
        address,
        { load: loads[index] ?? { kinds, transactions: [] }, account: { energy: { received: delegated(index) } } },
      ]),
    ),
    network: {
      energy: { limit: value('getTotalEnergyCurrentLimit'), weight },
      bandwidth: { limit: value('getTotalNetLimit'), weight: 1n },
      freeBandwidth: Number(value('getFreeNetLimit')),
      windowUnit: value('getAllowCancelAllUnfreezeV2') === 1n ? 'thousandths' : 'slots',
      prices: { energy: 100n },
    },
    delegations: await getDelegations(client, { from: owner }),
    pendingUnstakes: (await getAccount(client, { address: owner }))?.unstaking ?? [],
    from,
    periodMs: setup.periodMs,
    settleMs: setup.settleMs,
    ...(setup.lock !== undefined && { lock: setup.lock }),
    maxNewStake: setup.maxNewStake,
    idleStake: setup.idleStake,
  };
  const schedule = scheduleDelegations(options);

  const sent: { txID: string; address: string; time: number }[] = [];
  let data = 0;
  const callOf = (signer: KeySigner, kind: CallKind) =>
    triggerSmartContract(client, {
      owner: signer.address,
      contract: CONTRACTS[kind],
      data: (data++).toString(16).padStart(8, '0'),
      feeLimit: 100n * COIN,
    });
  const events = [
    ...schedule.steps.map(({ time, intent }) => ({
      time,
      run: async () => void (await batch.broadcast(build(batch, intent), staker)),
    })),
    ...loads.flatMap(({ transactions }, index) =>
      transactions.map(({ kind, time }) => ({
        time,
        run: async () => {
          const signer = signers[index];
          if (signer === undefined) throw new Error('a wallet has no key');
          const txID = await batch.broadcast(callOf(signer, kind as CallKind), signer);
          sent.push({ txID, address: signer.address, time });
        },
      })),
    ),
  ].sort((one, other) => one.time - other.time);
  for (const { time, run } of events) {
    await mineUntil(batch, time);
    await run();
  }
  node.mine();

  const burned: Record<string, bigint[]> = Object.fromEntries(
    signers.map(({ address }) => [address, (schedule.supply[address] ?? []).map(() => 0n)]),
  );
  for (const { txID, address, time } of sent) {
    const info = await getTransactionInfoById(client, { txID });
    if (info?.succeeded !== true) throw new Error(`${txID} failed: ${info?.result}`);
    const period = Math.floor((time - from) / setup.periodMs);
    const periods = burned[address] ?? [];
    periods[period] = (periods[period] ?? 0n) + info.receipt.energyFee;
  }
  const answers: Record<string, { used: bigint; limit: bigint }> = {};
  for (const { address } of [staker, ...signers]) {
    const { used, limit } = await resourcesOf(batch, address);
    answers[address] = { used, limit };
  }
  return { schedule, burned, answers, options, end: (await headBlock(node)).time };
}
