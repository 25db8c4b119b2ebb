import { type NetworkDescription } from '../../network/network-description.ts';
import { truncateToLong } from '../../protocol/java/long.ts';
import { type Address, type Milliseconds } from '../../protocol/primitives.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getParameter, isEnabled, setParameter, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { clearPendingVotes } from '../../state/accessors/pending-votes.ts';
import { getWitness, putWitness } from '../../state/accessors/witnesses.ts';
import { requireKnown } from '../../state/read-from-base.ts';
import { type Witness } from '../../state/records/witness.ts';
import { type State } from '../../state/root.ts';
import { addAllowance } from '../accounts/allowance.ts';
import { countMinted, MAX_STANDBY_WITNESSES } from '../voting/block-reward.ts';
import { nextBrokerage, setBrokerageIn, setVotesAtStart } from '../voting/reward-records.ts';
import { accumulateReward } from '../voting/voter-rewards.ts';
import { byVotes, mostVoted } from '../voting/witness-order.ts';

/**
 * Ends a cycle: fixes rewards per vote, counts new votes, elects the active witnesses and begins the next cycle.
 *
 * Source: docs/protocol/governance.md, Maintenance.
 */
export function runMaintenance(state: State, network: NetworkDescription<bigint>): void {
  removeGenesisVotes(state, network);
  const { cycle, newRewardAlgorithmFromCycle } = state.root.properties;
  if (newRewardAlgorithmFromCycle !== undefined) {
    for (const { address, voteCount } of state.root.witnesses.values()) {
      accumulateReward(state, cycle, address, voteCount);
    }
  }
  const changes = voteChanges(state);
  clearPendingVotes(state);
  if (changes.size > 0) {
    countVotes(state, changes);
    chooseWitnesses(state);
  }
  if (isEnabled(state, 'getChangeDelegation')) beginCycleAfter(state, cycle);
}

/** Removes the initial votes of the genesis witnesses, once. */
function removeGenesisVotes(state: State, { genesis }: NetworkDescription<bigint>): void {
  if (getParameter(state, 'getRemoveThePowerOfTheGr') !== 1n) return;
  requireKnown(state.root, 'genesis-votes');
  for (const { address, voteCount } of genesis.witnesses) {
    const witness = getWitness(state, address);
    if (witness !== undefined) putWitness(state, { ...witness, voteCount: witness.voteCount - voteCount });
  }
  setParameter(state, 'getRemoveThePowerOfTheGr', -1n);
}

/** Changes of votes since the last maintenance, by witness, including changes of 0. */
export function voteChanges(state: State): ReadonlyMap<Address, bigint> {
  const changes = new Map<Address, bigint>();
  for (const { before, after } of state.root.pendingVotes.values()) {
    for (const { witness, count } of before) changes.set(witness, (changes.get(witness) ?? 0n) - count);
    for (const { witness, count } of after) changes.set(witness, (changes.get(witness) ?? 0n) + count);
  }
  return changes;
}

function countVotes(state: State, changes: ReadonlyMap<Address, bigint>): void {
  for (const [address, change] of changes) {
    const witness = getWitness(state, address);
    if (witness === undefined || getAccount(state, address) === undefined) continue;
    putWitness(state, { ...witness, voteCount: witness.voteCount + change });
  }
}

function chooseWitnesses(state: State): void {
  const before = state.root.properties.activeWitnesses;
  const consensusOptimized = isEnabled(state, 'getConsensusLogicOptimization');
  const witnesses = [...state.root.witnesses.values()];
  const activeWitnesses = mostVoted(witnesses, { consensusOptimized });
  updateProperties(state, { activeWitnesses });
  if (!isEnabled(state, 'getChangeDelegation'))
    payStandbyAllowance(state, witnesses.toSorted(byVotes(consensusOptimized)));
  const isUnchanged = before.length === activeWitnesses.length && before.every((one) => activeWitnesses.includes(one));
  if (isUnchanged) return;
  for (const address of before) setActive(state, address, false);
  for (const address of activeWitnesses) setActive(state, address, true);
}

function setActive(state: State, address: Address, isActive: boolean): void {
  const witness = getWitness(state, address);
  if (witness !== undefined) putWitness(state, { ...witness, isActive });
}

/** Networks without `getChangeDelegation` pay all witnesses with votes at maintenance, not with each block. */
function payStandbyAllowance(state: State, sorted: readonly Witness[]): void {
  const standby = sorted.slice(0, MAX_STANDBY_WITNESSES);
  const votes = standby.reduce((sum, { voteCount }) => sum + voteCount, 0n);
  if (votes <= 0n) return;
  const perVote = Number(getParameter(state, 'getWitnessStandbyAllowance')) / Number(votes);
  for (const { address, voteCount } of standby) {
    const share = truncateToLong(Number(voteCount) * perVote);
    countMinted(state, share);
    addAllowance(state, address, share);
  }
}

function beginCycleAfter(state: State, cycle: number): void {
  const next = cycle + 1;
  updateProperties(state, { cycle: next });
  for (const { address, voteCount } of state.root.witnesses.values()) {
    const brokerage = nextBrokerage(state, address);
    if (brokerage !== undefined) setBrokerageIn(state, next, address, brokerage);
    setVotesAtStart(state, next, address, voteCount);
  }
}

/**
 * Sets the time of the next maintenance, after a block that was one.
 *
 * Source: docs/protocol/governance.md, When maintenance is due.
 */
export function moveToNextMaintenance(state: State, blockTime: Milliseconds): void {
  updateProperties(state, { nextMaintenanceTime: maintenanceAfter(state, blockTime) });
}

/** Time of the first maintenance after a given time. The quotient truncates toward zero, as the node's does. */
export function maintenanceAfter(state: State, time: Milliseconds): Milliseconds {
  const interval = Number(getParameter(state, 'getMaintenanceTimeInterval'));
  const { nextMaintenanceTime } = state.root.properties;
  return nextMaintenanceTime + (Math.trunc((time - nextMaintenanceTime) / interval) + 1) * interval;
}

/** How long a proposal can be approved. The network's configuration decides until the committee does. */
export function proposalExpireTime(state: State, network: NetworkDescription<bigint>): Milliseconds {
  return Number(getParameter(state, 'getProposalExpireTime')) || network.proposalExpireTime;
}
