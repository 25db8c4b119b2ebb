import { type Witness } from '@coin/fee';
import {
  type Address,
  getAccount,
  getBrokerage,
  getChainParameters,
  getNextMaintenanceTime,
  listWitnesses,
  type NodeClient,
} from '@coin/rpc';

/** A witness in one cycle: its votes and brokerage do not change in it. */
export interface CycleWitness extends Witness {
  readonly address: Address;
  /** Of its votes, those of the accounts that are watched; the others are of other accounts, or of none. */
  readonly ownedVotes: bigint;
}

/** What a node says of the running cycle. */
export interface Cycle {
  /** The maintenance that began it; the block of that maintenance is still paid by the cycle before. */
  readonly begin: number;
  /** The maintenance that ends it. */
  readonly end: number;
  readonly blockReward: bigint;
  readonly votingReward: bigint;
  readonly witnesses: readonly CycleWitness[];
}

/** Reads the running cycle, before anybody changes a vote in it: votes cast in it count from the next one on. */
export async function readCycle(client: NodeClient, accounts: readonly Address[]): Promise<Cycle> {
  const { blockReward, votingReward, maintenanceIntervalMs, values } = await getChainParameters(client);
  // Without it, rewards are paid by other rules.
  if (values['getChangeDelegation'] !== 1n) throw new Error('The network does not share rewards with voters.');
  const end = await getNextMaintenanceTime(client);
  const ownedVotes = new Map<Address, bigint>();
  for (const address of accounts) {
    const account = await getAccount(client, { address });
    for (const vote of account?.votes ?? [])
      ownedVotes.set(vote.address, (ownedVotes.get(vote.address) ?? 0n) + vote.count);
  }
  const witnesses: CycleWitness[] = [];
  for (const { address, votes } of await listWitnesses(client)) {
    const brokeragePercent = await getBrokerage(client, { address });
    witnesses.push({ address, votes, brokeragePercent, ownedVotes: ownedVotes.get(address) ?? 0n });
  }
  return { begin: end - maintenanceIntervalMs, end, blockReward, votingReward, witnesses };
}
