import { hexToBytes } from '@noble/hashes/utils.js';
import { List, Map, Set } from 'immutable';
import { noCounts, noRecords, operationsOf } from '../../chain/genesis/first-root.ts';
import { isJsonArray } from '../../json/json-value.ts';
import { parseMessage } from '../../json/protobuf-parser.ts';
import { parseJsonObject } from '../../json/read-json.ts';
import { updateSolidified } from '../../ledger/execution/block-statistics.ts';
import { readHeader } from '../../ledger/execution/block.ts';
import { deployedAddress } from '../../ledger/transactions/create-smart-contract.ts';
import { mostVoted } from '../../ledger/voting/witness-order.ts';
import { type NetworkDescription } from '../../network/network-description.ts';
import { presetNetwork } from '../../network/presets.ts';
import { type ChainParameterName } from '../../protocol/chain-parameters.ts';
import {
  AccountResourceMessage,
  ChainParameters,
  NumberMessage,
  PricesResponseMessage,
  ProposalList,
  SmartContractDataWrapper,
  WitnessList,
} from '../../protocol/messages/api-messages.ts';
import {
  CreateSmartContract,
  TransferContract,
  TriggerSmartContract,
} from '../../protocol/messages/contract-messages.ts';
import { ContractType, ProposalState } from '../../protocol/messages/enumerations.ts';
import {
  Account as AccountSchema,
  type Proposal as ShownProposal,
  Transaction,
  type Witness as ShownWitness,
} from '../../protocol/messages/messages.ts';
import { type MessageOf, type MessageSchema } from '../../protocol/messages/schema.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type Address } from '../../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../../protocol/time.ts';
import { type Properties } from '../../state/records/properties.ts';
import { type Proposal } from '../../state/records/proposal.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type Witness } from '../../state/records/witness.ts';
import { createState, type Root, type State } from '../../state/root.ts';
import { type Upstream } from '../upstream/upstream.ts';
import { readBlockAnswer, readInfosAnswer } from './read-block.ts';
import { createForkSource, type ForkSource, type RecordStore } from './record-store.ts';

/** The point where a fork starts. */
export interface ForkStart {
  readonly network: NetworkDescription<bigint>;
  readonly root: Root;
  readonly source: ForkSource;
}

/**
 * The maintenance cycle if no answer reveals it. It is not 0, because the dynamic energy model discards the state of
 * cycle 0.
 */
const SOME_CYCLE = 1;

/** The blocks searched for a contract call. The energy state of the called contract reveals the current cycle. */
const SEARCHED_BLOCKS = 99;

/** Reads the network state that belongs to no single account and that every operation may need. */
export async function readStart(
  upstream: Upstream,
  head: StoredBlock,
  records: RecordStore,
  lateReads: ReadonlyMap<string, number>,
): Promise<ForkStart> {
  const ask = async <T>(schema: MessageSchema<T>, endpoint: string, purpose: string, body = {}): Promise<T> =>
    parseMessage(schema, await upstream.ask(endpoint, body, purpose), { visible: false });
  const prices = async (endpoint: string): Promise<string> =>
    (await ask(PricesResponseMessage, endpoint, 'the history of prices')).prices;
  const [genesis, parent, listed, { witnesses: listedWitnesses }, { proposals: listedProposals }, maintenance, burned] =
    await Promise.all([
      readBlock(upstream, 0),
      head.number === 0 ? undefined : readBlock(upstream, head.number - 1),
      ask(ChainParameters, 'getchainparameters', 'the chain parameters'),
      ask(WitnessList, 'listwitnesses', 'the witnesses'),
      ask(ProposalList, 'listproposals', 'the proposals'),
      ask(NumberMessage, 'getnextmaintenancetime', 'the time of the next maintenance'),
      readBurned(upstream),
    ]);
  const [energyPriceHistory, bandwidthPriceHistory, memoFeeHistory] = await Promise.all(
    ['getenergyprices', 'getbandwidthprices', 'getmemofee'].map(prices),
  );
  const parameters = Map(listed.chainParameter.map(({ key, value }) => [key, value]));
  const parameter = (name: ChainParameterName): bigint => parameters.get(name, 0n);
  const witnesses = listedWitnesses.map(witnessOf);
  const [someone] = witnesses;
  if (someone === undefined) throw upstream.unreadable('the witnesses', 'there are none');
  const [weights, shownCycle, blackhole] = await Promise.all([
    ask(AccountResourceMessage, 'getaccountresource', 'the total weights', { address: someone.address }),
    readCycle(upstream, head),
    readBlackhole(upstream, genesis),
  ]);
  const consensusOptimized = parameter('getConsensusLogicOptimization') > 0n;
  const cycle = shownCycle ?? SOME_CYCLE;
  const activeWitnesses = mostVoted(
    witnesses.filter(({ isActive }) => isActive),
    { consensusOptimized },
  );
  const network = networkOf(genesis, head, parameters);
  const nextMaintenanceTime = Number(maintenance.num);
  const maintenanceBefore = nextMaintenanceTime - Number(parameter('getMaintenanceTimeInterval'));
  const producing = witnesses.filter(
    ({ address, latestBlockNumber }) => latestBlockNumber > 0 && activeWitnesses.includes(address),
  );
  const properties: Properties = {
    ...noCounts,
    ...operationsOf(network.activeOperations),
    nextMaintenanceTime,
    headWasMaintenance:
      parent !== undefined && head.timestamp >= maintenanceBefore && parent.timestamp < maintenanceBefore,
    cycle,
    ...(parameter('getAllowNewReward') > 0n && { newRewardAlgorithmFromCycle: 0 }),
    activeWitnesses,
    versionVotes: activeWitnesses.map((address) => producing.some((witness) => witness.address === address)),
    versionPassed: producing.length * 10 >= activeWitnesses.length * 8,
    totalNetWeight: weights.TotalNetWeight,
    totalEnergyWeight: weights.TotalEnergyWeight,
    totalTronPowerWeight: weights.TotalTronPowerWeight,
    burned,
    blackhole,
    energyPriceHistory: energyPriceHistory ?? '',
    bandwidthPriceHistory: bandwidthPriceHistory ?? '',
    memoFeeHistory: memoFeeHistory ?? '',
    latestProposalId: listedProposals.reduce((latest, { proposal_id: id }) => Math.max(latest, Number(id)), 0),
    totalEnergyAverageUsage: parameter('getTotalEnergyAverageUsage'),
    totalEnergyAverageTime:
      parent === undefined ? 0 : Math.floor((parent.timestamp - genesis.timestamp) / BLOCK_INTERVAL_MS),
  };
  const known = {
    number: head.number,
    cycle,
    hasMarket: parameter('getAllowMarketTransaction') > 0n,
    parameters,
    isCycleAssumed: shownCycle === undefined,
  };
  const source = createForkSource(records, known, lateReads);
  const state = createState({
    ...noRecords,
    parameters,
    properties,
    witnesses: Map(witnesses.map((witness) => [witness.address, witness])),
    proposals: Map(listedProposals.map((shown) => proposalOf(shown)).map((proposal) => [proposal.id, proposal])),
    blocks: List<StoredBlock>().set(0, genesis).set(head.number, head),
    base: { source, deleted: Set(), shares: Map(), dependents: Map() },
  });
  return { network, source, root: withStatistics(state) };
}

/** Fills in which blocks are solid and in the database. */
function withStatistics(state: State): Root {
  updateSolidified(state);
  const { root } = state;
  const flushedNumber = Math.max(0, root.properties.solidifiedNumber - 1);
  return { ...root, properties: { ...root.properties, flushedNumber } };
}

/** Reads the head of a network. */
export async function readHead(upstream: Upstream): Promise<StoredBlock> {
  const purpose = 'the head block';
  const block = readBlockAnswer(await upstream.ask('getnowblock', {}, purpose));
  if (block === undefined) throw upstream.unreadable(purpose, 'the answer is empty');
  if (block.transactions.length === 0) return block;
  const infos = await upstream.ask('gettransactioninfobyblocknum', { num: block.number }, purpose);
  return { ...block, infos: readInfosAnswer(infos) };
}

/** Reads a block by its number. */
export async function readBlock(upstream: Upstream, number: number): Promise<StoredBlock> {
  const block = readBlockAnswer(await upstream.ask('getblockbynum', { num: number }, `block ${number}`));
  if (block === undefined) throw upstream.unreadable(`block ${number}`, 'the answer is empty');
  return block;
}

async function readBurned(upstream: Upstream): Promise<bigint> {
  const burned = parseJsonObject(await upstream.ask('getburntrx', {}, 'the burned coin'))?.get('burnTrxAmount');
  return typeof burned === 'bigint' ? burned : 0n;
}

/** Reads the current cycle from a contract's energy state; undefined if no recent block calls or deploys a contract. */
async function readCycle(upstream: Upstream, head: StoredBlock): Promise<number | undefined> {
  const inHead = await cycleOf(upstream, [head]);
  return inHead ?? (await cycleOf(upstream, await readBlocksBefore(upstream, head)));
}

async function cycleOf(upstream: Upstream, blocks: readonly StoredBlock[]): Promise<number | undefined> {
  for (const contract of new globalThis.Set(calledContracts(blocks))) {
    const answer = await upstream.ask('getcontractinfo', { value: contract }, 'the current cycle');
    const { contract_state: state } = parseMessage(SmartContractDataWrapper, answer, { visible: false });
    if (state !== undefined) return Number(state.update_cycle);
  }
  return undefined;
}

async function readBlocksBefore(upstream: Upstream, { number }: StoredBlock): Promise<readonly StoredBlock[]> {
  const body = { startNum: Math.max(0, number - SEARCHED_BLOCKS), endNum: number };
  const answer = parseJsonObject(await upstream.ask('getblockbylimitnext', body, 'the latest blocks'));
  const blocks = answer?.get('block') ?? [];
  if (!isJsonArray(blocks)) return [];
  return blocks
    .flatMap((block) => (block instanceof globalThis.Map ? (readBlockAnswer(block) ?? []) : []))
    .toReversed();
}

/** Lists the contracts that were called or deployed. */
function* calledContracts(blocks: readonly StoredBlock[]): Generator<Address> {
  for (const { transactions } of blocks) {
    for (const { id, bytes } of transactions) {
      const [contract] = decode(Transaction, bytes).raw_data?.contract ?? [];
      if (contract?.parameter === undefined) continue;
      const value = hexToBytes(contract.parameter.value);
      if (contract.type === ContractType.values.TriggerSmartContract)
        yield decode(TriggerSmartContract, value).contract_address;
      else if (contract.type === ContractType.values.CreateSmartContract)
        yield deployedAddress(id, decode(CreateSmartContract, value).owner_address);
    }
  }
}

/**
 * Finds the genesis account of that name. Block 0 has a transfer to each account, and the black hole is the third in
 * practice.
 */
async function readBlackhole(upstream: Upstream, genesis: StoredBlock): Promise<Address> {
  const receivers = genesis.transactions.flatMap(({ bytes }) => {
    const [contract] = decode(Transaction, bytes).raw_data?.contract ?? [];
    return contract?.parameter === undefined
      ? []
      : [decode(TransferContract, hexToBytes(contract.parameter.value)).to_address];
  });
  const [first, second, third, ...rest] = receivers;
  for (const address of [third, first, second, ...rest]) {
    if (address === undefined) continue;
    const answer = await upstream.ask('getaccount', { address }, 'the black-hole account');
    if (parseMessage(AccountSchema, answer, { visible: false }).account_name === BLACKHOLE) return address;
  }
  throw upstream.unreadable('the black-hole account', 'no account of the genesis block has this name');
}

/** `Blackhole` in UTF-8. */
const BLACKHOLE = '426c61636b686f6c65';

function networkOf(
  genesis: StoredBlock,
  head: StoredBlock,
  parameters: Map<string, bigint>,
): NetworkDescription<bigint> {
  const base = presetNetwork('mainnet', []);
  return {
    ...base,
    blockVersion: readHeader(head).version,
    parameters: Object.fromEntries(parameters),
    genesis: { timestamp: genesis.timestamp, parentHash: readHeader(genesis).parentHash, assets: [], witnesses: [] },
  };
}

function witnessOf(shown: MessageOf<typeof ShownWitness>): Witness {
  return {
    address: shown.address,
    url: shown.url,
    voteCount: shown.voteCount,
    totalProduced: Number(shown.totalProduced),
    totalMissed: Number(shown.totalMissed),
    latestBlockNumber: Number(shown.latestBlockNum),
    latestSlot: Number(shown.latestSlotNum),
    isActive: shown.isJobs,
  };
}

function proposalOf(shown: MessageOf<typeof ShownProposal>): Proposal {
  return {
    id: Number(shown.proposal_id),
    proposer: shown.proposer_address,
    parameters: shown.parameters.map(({ key, value }) => ({ key: Number(key), value })),
    expirationTime: Number(shown.expiration_time),
    createTime: Number(shown.create_time),
    approvals: shown.approvals,
    state: ProposalState.byNumber.get(shown.state) ?? 'PENDING',
    writtenIn: 0,
  };
}
