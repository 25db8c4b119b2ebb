import { chainParameterNames, hasFixedValues, parameterRequirement } from '../../protocol/chain-parameters.ts';
import { type Root } from '../../state/root.ts';
import { proposalParameters } from './proposal-parameters.ts';

const knownNames: ReadonlySet<string> = /* @__PURE__ */ new Set(chainParameterNames);

/** A chain parameter whose value needs rules that this node lacks. */
interface UnknownRule {
  /** Its name in getchainparameters, or `parameter 99` if an open proposal would set an unknown number. */
  readonly name: string;
  /** Why the value needs other rules, for example `is 2, and must be an integer from 0 to 1`. */
  readonly problem: string;
}

/** What is wrong with a value that needs rules which this node lacks. */
function problemOf(name: string, value: bigint): string | undefined {
  if (!knownNames.has(name)) return value === 0n ? undefined : 'is unknown to this version and not 0';
  const requirement = hasFixedValues(name) ? parameterRequirement(name, value) : undefined;
  return requirement && `is ${value}, and must be ${requirement}`;
}

/** Lists the rules of a ledger that this node lacks, of its chain parameters and its open proposals. */
export function findUnknownRules({ parameters, proposals }: Pick<Root, 'parameters' | 'proposals'>): UnknownRule[] {
  const proposed = [...proposals.values()]
    .filter(({ state }) => state === 'PENDING')
    .flatMap((proposal) => proposal.parameters)
    .map(({ key, value }) => [proposalParameters.get(key)?.parameter ?? `parameter ${key}`, value] as const);
  const found = new Map<string, string>();
  for (const [name, value] of [...parameters, ...proposed]) {
    const problem = problemOf(name, value);
    if (problem !== undefined && !found.has(name)) found.set(name, problem);
  }
  return [...found].map(([name, problem]) => ({ name, problem })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether `acceptUnknown` may name a rule: this node does not know it, or has no rules for some of its values. */
export const isUnknownRule = (name: string): boolean => !knownNames.has(name) || hasFixedValues(name);
