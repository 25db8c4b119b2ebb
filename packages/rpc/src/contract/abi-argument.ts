import { type Abi, type AbiParameter } from '@coin/units';
import { argumentInvalid, listArgument, optionalTextArgument, stringArgument } from '../encoding/arguments.ts';

const optionalFlag = (argument: string, value: unknown) => {
  if (value !== undefined && typeof value !== 'boolean') throw argumentInvalid(argument, value, 'true or false');
};

/** A copy of parameters, and of the components of tuples. */
function readParameters(argument: string, parameters: readonly AbiParameter[] | undefined) {
  if (parameters === undefined) return undefined;
  return listArgument(argument, parameters).map((parameter): AbiParameter => {
    optionalTextArgument(`${argument}.name`, parameter.name);
    stringArgument(`${argument}.type`, parameter.type);
    optionalFlag(`${argument}.indexed`, parameter.indexed);
    const components = readParameters(`${argument}.components`, parameter.components);
    return { ...parameter, ...(components && { components }) };
  });
}

/** A copy of an ABI with the types of entries that the chain stores. */
export function abiArgument(argument: string, abi: Abi): Abi {
  return listArgument(argument, abi).map((entry) => {
    stringArgument(`${argument}.type`, entry.type);
    optionalTextArgument(`${argument}.name`, entry.name);
    optionalTextArgument(`${argument}.stateMutability`, entry.stateMutability);
    for (const flag of ['anonymous', 'constant', 'payable'] as const) optionalFlag(`${argument}.${flag}`, entry[flag]);
    const inputs = readParameters(`${argument}.inputs`, entry.inputs);
    const outputs = readParameters(`${argument}.outputs`, entry.outputs);
    return { ...entry, ...(inputs && { inputs }), ...(outputs && { outputs }) };
  });
}
