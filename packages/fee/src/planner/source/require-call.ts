import { type ContractCall } from '@coin/units';
import { computeFrom } from '../../compute-from.ts';
import { argumentInvalid } from '../../errors.ts';
import { type Names, requireKnown } from '../../known-options.ts';

/** The names that a call or a deployment has. */
export const callNames: Names<ContractCall> = {
  owner: true,
  contract: true,
  functionSelector: true,
  parameter: true,
  data: true,
  callValue: true,
  abi: true,
  name: true,
  callerPercent: true,
  deployerEnergyLimit: true,
};

function requireString(argument: string, value: unknown): void {
  if (typeof value !== 'string') throw argumentInvalid(argument, value, 'a string');
}

/**
 * Throws unless a call has the texts that identify it, and no property that a planner would ignore. Its amounts are
 * checked where they are used.
 */
export function requireCall(call: ContractCall): void {
  computeFrom('call', call, () => {
    requireKnown(call, callNames);
    requireString('owner', call.owner);
    if (call.contract !== undefined) requireString('contract', call.contract);
    if ('data' in call) return requireString('data', call.data);
    requireString('functionSelector', call.functionSelector);
    if (call.parameter !== undefined) requireString('parameter', call.parameter);
  });
}
