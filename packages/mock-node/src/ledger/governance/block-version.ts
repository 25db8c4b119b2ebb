import { type NetworkDescription } from '../../network/network-description.ts';
import { type Address } from '../../protocol/primitives.ts';
import { headTime } from '../../state/accessors/blocks.ts';
import { getParameter, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { noteUnknown } from '../../state/unknowns.ts';

/** No block version since 4.0.1 passes before this time. */
const HARD_FORK_TIME = 1_596_780_000_000n;
const REQUIRED_PERCENT = 80;
/** 4.8.0.1 and 4.8.1.1, whose changes could not wait. */
const URGENT_PERCENT: ReadonlyMap<number, number> = /* @__PURE__ */ new Map([
  [33, 70],
  [35, 70],
]);

/**
 * Whether a block version has passed, which allows proposals for the parameters introduced with it.
 *
 * Source: docs/protocol/blocks.md, Block versions.
 *
 * @param version - number in block headers: 5 for 3.2.2, up to 36 for 4.8.2
 */
export function hasVersionPassed(state: State, network: NetworkDescription<bigint>, version: number): boolean {
  if (version > network.blockVersion) return false;
  const hasPassed =
    version < network.blockVersion ? state.root.properties.versionPassed : currentVersionPassed(state, network);
  if (!hasPassed) noteUnknown(state, { kind: 'block-version' });
  return hasPassed;
}

function currentVersionPassed(state: State, { blockVersion }: NetworkDescription<bigint>): boolean {
  const { versionVotes } = state.root.properties;
  if (versionVotes.length === 0) return false;
  const interval = getParameter(state, 'getMaintenanceTimeInterval');
  const due = ((HARD_FORK_TIME - 1n) / interval + 1n) * interval;
  if (BigInt(headTime(state)) < due) return false;
  const votes = versionVotes.filter(Boolean).length;
  const percent = URGENT_PERCENT.get(blockVersion) ?? REQUIRED_PERCENT;
  return votes >= Math.ceil((percent * versionVotes.length) / 100);
}

/**
 * Counts the version of a block that has become the head. All older versions pass with the first block after this one
 * has passed.
 */
export function countVersion(state: State, network: NetworkDescription<bigint>, witness: Address): void {
  const { activeWitnesses, versionVotes, versionPassed } = state.root.properties;
  const index = activeWitnesses.indexOf(witness);
  if (index < 0 || versionPassed) return;
  if (currentVersionPassed(state, network)) {
    updateProperties(state, { versionPassed: true });
    return;
  }
  const votes = versionVotes.length === activeWitnesses.length ? [...versionVotes] : activeWitnesses.map(() => false);
  votes[index] = true;
  updateProperties(state, { versionVotes: votes });
}

/** At maintenance, the count of a version that has not passed starts over. */
export function resetVersionVotes(state: State, network: NetworkDescription<bigint>): void {
  const { activeWitnesses, versionVotes } = state.root.properties;
  if (versionVotes.length === 0 || currentVersionPassed(state, network)) return;
  updateProperties(state, { versionVotes: activeWitnesses.map(() => false) });
}
