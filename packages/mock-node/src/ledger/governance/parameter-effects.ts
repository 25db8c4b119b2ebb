import { type ChainParameterName } from '../../protocol/chain-parameters.ts';
import { ContractType, type ContractTypeName } from '../../protocol/messages/enumerations.ts';
import { type Hex, type Milliseconds } from '../../protocol/primitives.ts';
import { getParameter, isEnabled, setParameter, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { createBlockHistory } from '../contracts/block-history.ts';

/** An approved value of a parameter. */
export interface ParameterChange {
  readonly state: State;
  readonly parameter: ChainParameterName;
  readonly value: bigint;
  /** When the proposal expired. Prices apply from this time on, as their histories print it. */
  readonly expirationTime: Milliseconds;
}

/** How an approved value takes effect. Source: docs/protocol/governance.md, Processing proposals. */
export type Effect = (change: ParameterChange) => void;

/** The parameter takes the value, and nothing else changes. */
export const store: Effect = ({ state, parameter, value }) => setParameter(state, parameter, value);

const storeAnd =
  (more: Effect): Effect =>
  (change) => {
    store(change);
    more(change);
  };

/** The value takes effect only while the old one is 0. */
export const once =
  (effect: Effect = store): Effect =>
  (change) => {
    if (getParameter(change.state, change.parameter) === 0n) effect(change);
  };

type PriceHistory = 'bandwidthPriceHistory' | 'energyPriceHistory' | 'memoFeeHistory';

export const appendTo = (history: PriceHistory): Effect =>
  storeAnd(({ state, value, expirationTime }) =>
    updateProperties(state, { [history]: `${state.root.properties[history]},${expirationTime}:${value}` }),
  );

/** Permissions may allow more contract types. Default active permissions of new accounts do. */
export const allowTypes = (...names: readonly ContractTypeName[]): Effect =>
  storeAnd(({ state }) => {
    const { availableContractTypes, activeDefaultOperations } = state.root.properties;
    updateProperties(state, {
      availableContractTypes: withBits(availableContractTypes, names),
      activeDefaultOperations: withBits(activeDefaultOperations, names),
    });
  });

function withBits(bitmap: Hex, names: readonly ContractTypeName[]): Hex {
  const bytes = bitmap.match(/../g)?.map((digits) => Number.parseInt(digits, 16)) ?? [];
  for (const name of names) {
    const type = ContractType.values[name];
    bytes[type >> 3] = (bytes[type >> 3] ?? 0) | (1 << (type & 7));
  }
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The new reward formula applies from the next cycle on, unless it already does. */
export const startNewRewards: Effect = /* @__PURE__ */ storeAnd(({ state }) => {
  const { cycle, newRewardAlgorithmFromCycle } = state.root.properties;
  if (newRewardAlgorithmFromCycle === undefined) updateProperties(state, { newRewardAlgorithmFromCycle: cycle + 1 });
});

/** The printed ratio is multiplied by this number of slots of a day. */
const RATIO_UNIT = 1440n;

function updateTargetLimit({ state }: Pick<ParameterChange, 'state'>): void {
  const ratio = getParameter(state, 'getAdaptiveResourceLimitTargetRatio') * RATIO_UNIT;
  setParameter(state, 'getTotalEnergyTargetLimit', getParameter(state, 'getTotalEnergyLimit') / ratio);
}

export const storeAndUpdateTarget: Effect = /* @__PURE__ */ storeAnd(updateTargetLimit);

/**
 * The proposal is for the current limit, but sets the total. The current limit follows unless it adapts to the
 * network's usage.
 */
export const storeTotalEnergyLimit: Effect = ({ state, value }) => {
  setParameter(state, 'getTotalEnergyLimit', value);
  updateTargetLimit({ state });
  if (!isEnabled(state, 'getAllowAdaptiveEnergy')) setParameter(state, 'getTotalEnergyCurrentLimit', value);
};

export const startAdaptiveEnergy: Effect = /* @__PURE__ */ storeAnd(({ state }) => {
  if (!state.root.properties.versionPassed) return;
  setParameter(state, 'getAdaptiveResourceLimitTargetRatio', 2n);
  updateTargetLimit({ state });
  setParameter(state, 'getAdaptiveResourceLimitMultiplier', 50n);
});

export const startBlockHistory: Effect = /* @__PURE__ */ storeAnd(({ state }) => createBlockHistory(state));
