import { invalidArgument, listArgument, optionalTextArgument, stringArgument } from '../encoding/arguments.ts';
import { type Abi, type AbiParameter } from './abi.ts';

const optionalFlag = (argument: string, value: unknown) => {
  if (value !== undefined && typeof value !== 'boolean') throw invalidArgument(argument, value, 'true or false');
};

const checkParameters = (argument: string, parameters: readonly AbiParameter[] = []) => {
  for (const { name, type, indexed, components } of listArgument(argument, parameters)) {
    optionalTextArgument(`${argument}.name`, name);
    stringArgument(`${argument}.type`, type);
    optionalFlag(`${argument}.indexed`, indexed);
    checkParameters(`${argument}.components`, components);
  }
};

/** An ABI whose entries have the types that the chain stores. */
export function abiArgument(argument: string, abi: Abi): Abi {
  for (const entry of listArgument(argument, abi)) {
    stringArgument(`${argument}.type`, entry.type);
    optionalTextArgument(`${argument}.name`, entry.name);
    optionalTextArgument(`${argument}.stateMutability`, entry.stateMutability);
    for (const flag of ['anonymous', 'constant', 'payable'] as const) optionalFlag(`${argument}.${flag}`, entry[flag]);
    checkParameters(`${argument}.inputs`, entry.inputs);
    checkParameters(`${argument}.outputs`, entry.outputs);
  }
  return abi;
}
