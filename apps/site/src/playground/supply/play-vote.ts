import {
  approveProposal,
  createProposal,
  createWitness,
  getChainParameters,
  getNowBlock,
  listProposals,
  sendTransaction,
  stake,
  vote,
  type Transaction,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { UNITS_PER_COIN } from '@coin/units';
import { type LocalNetwork, openLocalNetwork } from '../node/local-network.ts';
import { type ReportProgress } from '../worker/progress.ts';
import { type ParameterVote, WITNESSES, type SupplyParameter, type SupplyParameters, VOTES } from './parameters.ts';

export interface VoteInput {
  readonly parameters: SupplyParameters;
  readonly vote: ParameterVote;
}

/** Something that happened on the node, at a block. */
export interface VoteStep {
  readonly what: 'elected' | 'proposed' | 'approved' | 'maintenance' | 'decided';
  readonly block: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Of an approval: how many there are then. Of a maintenance: how many have passed since the proposal. */
  readonly count: number;
  /** The parameter's value then, as the node tells it. */
  readonly value: bigint;
}

export interface PlayedVote {
  readonly vote: ParameterVote;
  readonly steps: readonly VoteStep[];
  readonly passed: boolean;
  /** Maintenances from the proposal to the decision. */
  readonly cycles: number;
  /** What the node mints in a block, in small units, before and after. */
  readonly mintedBefore: bigint;
  readonly mintedAfter: bigint;
}

interface Voter {
  readonly address: string;
  readonly send: (transaction: Promise<Transaction>) => Promise<unknown>;
}

/** The names under which the node prints the parameters. */
const WIRE_NAMES: Readonly<Record<SupplyParameter, string>> = {
  blockReward: 'getWitnessPayPerBlock',
  votingReward: 'getWitness127PayPerBlock',
  energyFee: 'getEnergyFee',
  transactionFee: 'getTransactionFee',
};

/** Elects witnesses: the network's own witness, and accounts that stake and vote for themselves. */
async function elect({ node, client }: LocalNetwork): Promise<Voter[]> {
  const voterOf = ({ address, privateKey }: { address: string; privateKey: string }): Voter => {
    const signer = createKeySigner(privateKey);
    return { address, send: async (transaction) => sendTransaction(client, { transaction, signer }) };
  };
  const [witness] = node.witnesses;
  const others = node.accounts.slice(1, WITNESSES).map(voterOf);
  for (const [index, { address: owner, send }] of others.entries()) {
    const count = VOTES[index + 1] ?? 0n;
    await send(createWitness(client, { owner, url: 'https://witness.example' }));
    await send(stake(client, { owner, amount: count * UNITS_PER_COIN, resource: 'ENERGY' }));
    await send(vote(client, { owner, votes: [{ address: owner, count }] }));
  }
  node.advanceCycle();
  return [voterOf(witness), ...others];
}

/** What a block mints: the mean of a few. */
function mintedPerBlock({ node }: LocalNetwork): bigint {
  const BLOCKS = 10;
  const before = node.supply().minted;
  node.mine(BLOCKS);
  return (node.supply().minted - before) / BigInt(BLOCKS);
}

/** Plays a vote on a node: witnesses are elected, one proposes, some approve, and maintenances decide. */
export async function playVote({ parameters, vote }: VoteInput, report: ReportProgress): Promise<PlayedVote> {
  const network = openLocalNetwork();
  const { node, client } = network;
  for (const [name, value] of Object.entries(parameters))
    node.setChainParameter(WIRE_NAMES[name as SupplyParameter], BigInt(value));
  const steps: VoteStep[] = [];
  async function step(what: VoteStep['what'], count: number): Promise<void> {
    const { number: block, time } = await getNowBlock(client);
    const { values } = await getChainParameters(client);
    steps.push({ what, block, time, count, value: values[WIRE_NAMES[vote.parameter]] ?? 0n });
  }

  report({ share: 0, step: 'Electing witnesses' });
  const voters = await elect(network);
  const mintedBefore = mintedPerBlock(network);
  await step('elected', voters.length);

  report({ share: 0.3, step: 'Proposing and approving' });
  const [proposer] = voters;
  const proposed = { [vote.parameter]: BigInt(vote.value) };
  await proposer?.send(createProposal(client, { owner: proposer.address, parameters: proposed }));
  await step('proposed', 0);
  const [created] = await listProposals(client);
  const proposalId = created?.proposalId ?? 1;
  for (const [index, { address: owner, send }] of voters.slice(0, vote.approvals).entries()) {
    await send(approveProposal(client, { owner, proposalId }));
    await step('approved', index + 1);
  }

  let cycles = 0;
  let state = created?.status;
  while (state === 'PENDING') {
    report({ share: 0.4 + cycles * 0.04, step: `Passing maintenance ${cycles + 1}` });
    node.advanceCycle();
    cycles++;
    state = (await listProposals(client)).find(({ proposalId: id }) => id === proposalId)?.status;
    await step(state === 'PENDING' ? 'maintenance' : 'decided', cycles);
  }
  return { vote, steps, passed: state === 'APPROVED', cycles, mintedBefore, mintedAfter: mintedPerBlock(network) };
}
