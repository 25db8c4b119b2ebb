import { type ChainParameterName } from '../../protocol/chain-parameters.ts';
import { rememberLatest } from '../../protocol/remember-latest.ts';
import { type Properties } from '../records/properties.ts';
import { type Root, type State } from '../root.ts';

/** The parameters in a native map. A transaction reads dozens of them, and an immutable map takes several times as long. */
const nativeParameters = /* @__PURE__ */ rememberLatest((parameters: Root['parameters']) => new Map(parameters));

/** A chain parameter by its name in getchainparameters; 0 if the network does not have it. */
export function getParameter(state: State, name: ChainParameterName): bigint {
  return nativeParameters(state.root.parameters).get(name) ?? 0n;
}

/** Whether a chain parameter that is a switch is on. */
export function isEnabled(state: State, name: ChainParameterName): boolean {
  return getParameter(state, name) > 0n;
}

export function setParameter(state: State, name: ChainParameterName, value: bigint): void {
  state.root = { ...state.root, parameters: state.root.parameters.set(name, value) };
}

/** Sets a chain parameter by any name. @returns false, changing nothing, if the network does not have it. */
export function setListedParameter(state: State, name: string, value: bigint): boolean {
  const { root } = state;
  if (!root.parameters.has(name)) return false;
  state.root = { ...root, parameters: root.parameters.set(name, value) };
  return true;
}

export function updateProperties(state: State, change: Partial<Properties>): void {
  state.root = { ...state.root, properties: { ...state.root.properties, ...change } };
}
