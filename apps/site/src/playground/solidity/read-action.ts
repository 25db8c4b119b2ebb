import { type Abi, type AbiParameter, functionSelectorHex, isRpcError } from '@coin/rpc';
import { encodeCall, encodeDeploy } from '@coin/rpc/abi';
import { jsonArguments } from '../node/json-arguments.ts';
import { InvalidContract, parseHex, parseList } from '../node/read-own-contract.ts';
import { readAmount } from '../read-amount.ts';
import { type Callable, constructorInputs, isPayableConstructor } from './callables.ts';
import { type ContractAction } from './model.ts';
import { type CompiledContract } from './read-compilation.ts';
import { type SolidityState } from './view.ts';

/** An action that can be played, or what is wrong with what was typed. */
export type ReadAction = { readonly action: ContractAction } | { readonly problem: string };

class WrongInput extends Error {
  override readonly name = 'WrongInput';
}

function readCoins(field: string, text: string): bigint {
  const read = readAmount(text, 6);
  if ('problem' in read) throw new WrongInput(`${field}: ${read.problem}`);
  return read.amount;
}

const optionalCoins = (field: string, text: string): bigint => (/^\s*0*\s*$/.test(text) ? 0n : readCoins(field, text));

const argumentsText = (args: readonly unknown[]): string => `(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;

/** Whether a JSON list has arguments for these parameters. */
export function fitsParameters(inputs: readonly AbiParameter[], text: string): boolean {
  try {
    encodeDeploy({
      abi: [{ type: 'constructor', inputs }] as Abi,
      args: jsonArguments(inputs, parseList('Arguments', text)),
    });
    return true;
  } catch {
    return false;
  }
}

/** Reads what was typed; what it throws of that is a problem to show. */
function readAction(read: () => ContractAction): ReadAction {
  try {
    return { action: read() };
  } catch (error) {
    if (isRpcError(error)) return { problem: error.shortMessage };
    if (error instanceof WrongInput || error instanceof InvalidContract) return { problem: error.message };
    throw error;
  }
}

/** The deployment that a state describes. */
export const readDeployment = (contract: CompiledContract, state: SolidityState): ReadAction =>
  readAction(() => {
    if (contract.problem !== undefined) throw new WrongInput(contract.problem);
    const inputs = constructorInputs(contract);
    const given = inputs.length === 0 ? [] : parseList('Arguments', state.args);
    const args = jsonArguments(inputs, given);
    return {
      do: 'deploy',
      title: contract.name + argumentsText(given),
      data: contract.bytecode + encodeDeploy({ abi: contract.abi, args }).parameter,
      callValue: isPayableConstructor(contract) ? optionalCoins('Coin to send along', state.coins) : 0n,
      feeLimit: readCoins('Fee limit', state.limit),
    };
  });

function readData({ entry }: Callable, text: string): Pick<ContractAction, 'title' | 'data'> {
  if (entry?.name === undefined) return { title: 'Call data', data: parseHex('Call data', text) };
  const { name: functionName, inputs = [] } = entry;
  const given = inputs.length === 0 ? [] : parseList('Arguments', text);
  const args = jsonArguments(inputs, given);
  const { functionSelector, parameter } = encodeCall({ abi: [entry] as Abi, functionName, args });
  return { title: functionName + argumentsText(given), data: functionSelectorHex(functionSelector) + parameter };
}

/** The call that a state describes. */
export const readCall = (callable: Callable, state: SolidityState): ReadAction =>
  readAction(() => {
    const { entry, isRead, isPayable } = callable;
    return {
      do: isRead ? 'read' : 'send',
      ...readData(callable, state.callArgs),
      callValue: isPayable ? optionalCoins('Coin to send along', state.callCoins) : 0n,
      feeLimit: isRead ? 0n : readCoins('Fee limit', state.callLimit),
      ...(entry !== undefined && { entry }),
    };
  });
