import { computeFrom } from '../../compute-from.ts';
import { FeeError } from '../../errors.ts';
import { type ContractCall } from './energy-source.ts';

function requireString(argument: string, value: unknown): void {
  if (typeof value !== 'string') throw new FeeError('ARGUMENT_TYPE', { argument, value, expected: 'string' });
}

/** Throws unless a call has the texts that tell it from others; its amounts are checked where they are used. */
export function requireCall(call: ContractCall): void {
  computeFrom('call', call, () => {
    requireString('owner', call.owner);
    if (call.contract !== undefined) requireString('contract', call.contract);
    if ('data' in call) return requireString('data', call.data);
    requireString('functionSelector', call.functionSelector);
    requireString('parameter', call.parameter);
  });
}
