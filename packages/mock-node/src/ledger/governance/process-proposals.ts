import type { Hex } from '../../protocol/primitives.ts';
import { getParameter, isEnabled, setParameter, updateProperties } from '../../state/dynamic-properties.ts';
import { getProposal, putProposal } from '../../state/proposals.ts';
import type { Proposal } from '../../state/records/proposal.ts';
import type { State } from '../../state/root.ts';
import { proposalParameters } from './proposal-parameters.ts';

/** Share of the active witnesses that has to approve. */
const approvalNumerator = 7;
const approvalDenominator = 10;

/**
 * Decides the proposals that have expired by the maintenance that is due, the newest first.
 *
 * Source: docs/protocol/governance.md, Processing proposals.
 */
export function processProposals(state: State): void {
  const { latestProposalId, nextMaintenanceTime } = state.root.properties;
  for (let id = latestProposalId; id > 0; id--) {
    const proposal = getProposal(state, id);
    if (proposal === undefined || proposal.state === 'CANCELED') continue;
    if (proposal.state !== 'PENDING') return;
    if (proposal.expirationTime <= nextMaintenanceTime) decide(state, proposal);
  }
}

function decide(state: State, proposal: Proposal): void {
  const { activeWitnesses } = state.root.properties;
  const approvals = proposal.approvals.filter((witness) => activeWitnesses.includes(witness)).length;
  const needed = Math.trunc((activeWitnesses.length * approvalNumerator) / approvalDenominator);
  if (approvals < needed) {
    putProposal(state, { ...proposal, state: 'DISAPPROVED' });
    return;
  }
  for (const { key, value } of proposal.parameters) applyParameter(state, { key, value, proposal });
  putProposal(state, { ...proposal, state: 'APPROVED' });
}

/** A value that takes effect, with the proposal it comes from. */
interface Change {
  readonly key: number;
  readonly value: bigint;
  readonly proposal: Pick<Proposal, 'expirationTime'>;
}

function applyParameter(state: State, change: Change): void {
  const { key, value } = change;
  const known = proposalParameters.get(key);
  if (known === undefined) return;
  const effect = effects.get(key);
  if (effect?.applies !== undefined && !effect.applies(state, known.parameter)) return;
  effect?.before?.(state);
  setParameter(state, effect?.stores ?? known.parameter, value);
  effect?.after?.(state, change);
}

/** What a parameter changes beside itself. docs/protocol/governance.md, Processing proposals. */
interface Effect {
  /** Whether the value is taken at all. */
  readonly applies?: (state: State, parameterName: string) => boolean;
  /** Name of the parameter that takes the value, where it is not the proposal's own. */
  readonly stores?: string;
  readonly before?: (state: State) => void;
  readonly after?: (state: State, change: Change) => void;
}

/** The value is only taken while the old one is 0. */
const once: Effect = { applies: (state, name) => getParameter(state, name) === 0n };

type PriceHistory = 'bandwidthPriceHistory' | 'energyPriceHistory' | 'memoFeeHistory';

const appendsTo = (history: PriceHistory): Effect => ({
  after(state, { value, proposal }) {
    const prices = state.root.properties[history];
    updateProperties(state, { [history]: `${prices},${proposal.expirationTime}:${value}` });
  },
});

const allowsTypes = (...contractTypes: readonly number[]): Effect => ({
  after(state) {
    const { availableContractTypes, activeDefaultOperations } = state.root.properties;
    updateProperties(state, {
      availableContractTypes: withBits(availableContractTypes, contractTypes),
      activeDefaultOperations: withBits(activeDefaultOperations, contractTypes),
    });
  },
});

function withBits(bitmap: Hex, contractTypes: readonly number[]): Hex {
  const bytes = bitmap.match(/../g)?.map((digits) => Number.parseInt(digits, 16)) ?? [];
  for (const type of contractTypes) bytes[type >> 3] = (bytes[type >> 3] ?? 0) | (1 << (type & 7));
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The new formula of rewards holds from the next cycle on, unless it does already. */
const startsNewRewards: Effect = {
  before(state) {
    const { cycle, newRewardAlgorithmFromCycle } = state.root.properties;
    if (newRewardAlgorithmFromCycle === undefined) updateProperties(state, { newRewardAlgorithmFromCycle: cycle + 1 });
  },
};

/** The printed ratio stands for this many slots of a day. */
const ratioUnit = 1440n;

function updateTargetLimit(state: State): void {
  const ratio = getParameter(state, 'getAdaptiveResourceLimitTargetRatio') * ratioUnit;
  setParameter(state, 'getTotalEnergyTargetLimit', getParameter(state, 'getTotalEnergyLimit') / ratio);
}

const effects: ReadonlyMap<number, Effect> = /* @__PURE__ */ new Map<number, Effect>([
  [3, appendsTo('bandwidthPriceHistory')],
  [10, once],
  [11, appendsTo('energyPriceHistory')],
  [17, { after: updateTargetLimit }],
  [19, { stores: 'getTotalEnergyLimit', after: changeTotalEnergyLimit }],
  [20, once],
  [21, { ...once, after: startAdaptiveEnergy }],
  [26, allowsTypes(48)],
  [30, allowsTypes(49)],
  [33, { after: updateTargetLimit }],
  [44, { ...once, ...allowsTypes(52, 53) }],
  [59, startsNewRewards],
  [67, startsNewRewards],
  [68, appendsTo('memoFeeHistory')],
  [70, allowsTypes(54, 55, 56, 57, 58)],
  [77, { ...once, ...allowsTypes(59) }],
]);

/** The current limit is the total while it does not adapt to the network's use. */
function changeTotalEnergyLimit(state: State, { value }: Change): void {
  updateTargetLimit(state);
  if (!isEnabled(state, 'getAllowAdaptiveEnergy')) setParameter(state, 'getTotalEnergyCurrentLimit', value);
}

function startAdaptiveEnergy(state: State): void {
  if (!state.root.properties.versionPassed) return;
  setParameter(state, 'getAdaptiveResourceLimitTargetRatio', 2n);
  updateTargetLimit(state);
  setParameter(state, 'getAdaptiveResourceLimitMultiplier', 50n);
}
