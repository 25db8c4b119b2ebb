import { type NetworkDescription } from '../../network/network-description.ts';
import { type Root, type State } from '../../state/root.ts';
import { vmRules, type VmRules } from '../../vm/world/vm-rules.ts';
import { hasVersionPassed } from '../governance/block-version.ts';

const known = /* @__PURE__ */ new WeakMap<Root['parameters'], VmRules>();

/** The last block version that the virtual machine asks for: 4.8.1.1. */
const LAST_VERSION = 35;

/** The virtual machine's rules under the state's chain parameters, read once until they or the block version change. */
export function rulesOfState(state: State, network: NetworkDescription<bigint>): VmRules {
  const { parameters } = state.root;
  const passedVersion = hasVersionPassed(state, network, LAST_VERSION) ? LAST_VERSION : 0;
  const read = known.get(parameters);
  if (read?.version4811 === passedVersion >= LAST_VERSION) return read;
  const rules = vmRules(Object.fromEntries(parameters), { passedVersion });
  known.set(parameters, rules);
  return rules;
}
