import { type Root, type State } from '../../state/root.ts';
import { vmRules, type VmRules } from '../../vm/world/vm-rules.ts';

const known = /* @__PURE__ */ new WeakMap<Root['parameters'], VmRules>();

/** The virtual machine's rules under the state's chain parameters, read once until the parameters change. */
export function rulesOfState(state: State): VmRules {
  const { parameters } = state.root;
  const rules = known.get(parameters) ?? vmRules(Object.fromEntries(parameters));
  known.set(parameters, rules);
  return rules;
}
