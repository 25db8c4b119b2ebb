import { type NetworkDescription } from '../../network/network-description.ts';
import { appendBlock } from '../../state/accessors/blocks.ts';
import { isEnabled, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';
import { recordHead } from '../contracts/block-history.ts';
import { countVersion, resetVersionVotes } from '../governance/block-version.ts';
import { moveToNextMaintenance, runMaintenance } from '../governance/maintenance.ts';
import { processProposals } from '../governance/process-proposals.ts';
import { payBlockReward } from '../voting/block-reward.ts';
import { updateAdaptiveEnergy } from './adaptive-energy.ts';
import { countProduction, updateSolidified } from './block-statistics.ts';
import { type BlockPlan } from './block.ts';

/** Runs the steps of a block before its transactions. Source: docs/protocol/blocks.md, What applying a block does. */
export function beginBlock(state: State, { isEmpty }: { readonly isEmpty: boolean }): void {
  const { solidifiedNumber, flushedNumber } = state.root.properties;
  updateProperties(state, {
    blockEnergyUsage: 0n,
    // The node writes a block to its database when it opens a session that no longer fits in its memory. Packing
    // transactions opens one more session than an empty block does.
    flushedNumber: Math.max(flushedNumber, isEmpty ? solidifiedNumber - 1 : solidifiedNumber),
  });
  recordHead(state);
}

/** Runs the steps of a block after its transactions, until it is the head. */
export function finishBlock(
  state: State,
  network: NetworkDescription<bigint>,
  plan: BlockPlan,
  block: StoredBlock,
): void {
  if (isEnabled(state, 'getAllowAdaptiveEnergy')) updateAdaptiveEnergy(state);
  payBlockReward(state, plan.witness);
  const isDue = state.root.properties.nextMaintenanceTime <= plan.timestamp;
  if (isDue) processProposals(state);
  countProduction(state, plan);
  if (isDue) {
    if (plan.number !== 1) runMaintenance(state, network);
    moveToNextMaintenance(state, plan.timestamp);
  }
  if (state.root.properties.headWasMaintenance !== isDue) updateProperties(state, { headWasMaintenance: isDue });
  updateSolidified(state);
  if (isDue) resetVersionVotes(state, network);
  appendBlock(state, block);
  countVersion(state, network, plan.witness);
}
