import { chainParameterNames, modelledValues } from '../../protocol/chain-parameters.ts';
import { type Root } from '../../state/root.ts';
import { proposalParameters } from './proposal-parameters.ts';

const knownNames: ReadonlySet<string> = /* @__PURE__ */ new Set(chainParameterNames);

/** Whether this node has the rules that a parameter of this value enables. */
function hasRules(name: string, value: bigint): boolean {
  if (!knownNames.has(name)) return value === 0n;
  return value === (modelledValues.get(name)?.value ?? value);
}

/**
 * Lists the rules of a ledger that this node lacks: chain parameters by their names in getchainparameters, and those
 * that an open proposal would set, as `parameter 99` if their number is unknown too.
 */
export function findUnknownRules({ parameters, proposals }: Pick<Root, 'parameters' | 'proposals'>): readonly string[] {
  const set = [...parameters].filter(([name, value]) => !hasRules(name, value)).map(([name]) => name);
  const proposed = [...proposals.values()]
    .filter(({ state }) => state === 'PENDING')
    .flatMap((proposal) => proposal.parameters)
    .map(({ key, value }) => ({ name: proposalParameters.get(key)?.parameter ?? `parameter ${key}`, value }))
    .filter(({ name, value }) => !hasRules(name, value))
    .map(({ name }) => name);
  return [...new Set([...set, ...proposed])].toSorted();
}

/** Whether `acceptUnknown` may name a rule: this node does not know it, or models one value of it. */
export const isUnknownRule = (name: string): boolean => !knownNames.has(name) || modelledValues.has(name);
