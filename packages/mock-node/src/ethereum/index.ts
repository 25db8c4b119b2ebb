import { isMockNodeError } from '../errors.ts';
import {
  CallFailure,
  invalidParams,
  MalformedArgument,
  MethodError,
  unavailable,
} from '../jsonrpc/envelope/failures.ts';
import { type Json } from '../jsonrpc/envelope/json-text.ts';
import { type JsonRpcExtension } from '../jsonrpc/index.ts';
import { controlMethods, runControl, type ControlMethod, type EthereumContext } from './control-methods.ts';
import { findReading } from './reading-methods.ts';
import { unavailableReason } from './unavailable-controls.ts';

/**
 * The control methods of Ethereum's development nodes, and revert data in the errors of calls. A real node has neither.
 */
export function createEthereumExtension(context: EthereumContext): JsonRpcExtension {
  return {
    find(name, own, read) {
      const reading = findReading(name, own, read);
      if (reading !== undefined) return { ...reading, run: (values) => explained(name, () => reading.run(values)) };
      const method = findControl(name);
      if (method !== undefined) return { ...method, run: (values) => runControl(method, context, values) };
      return own && { ...own, run: (values) => explained(name, () => own.run(values)) };
    },
    errorForTools,
  };
}

/** Says what is wrong where a real node answers that the request is not JSON, and where a control rejects a value. */
function explained(name: string, run: () => Json): Json {
  try {
    return run();
  } catch (error) {
    if (isMockNodeError(error)) throw invalidParams(error.shortMessage);
    if (!(error instanceof MalformedArgument)) throw error;
    throw invalidParams(`${error.member ?? 'a parameter'} of ${name} is unknown or has the wrong type`);
  }
}

function findControl(name: string): ControlMethod | undefined {
  // Anvil knows most of its methods by both prefixes.
  const other = name.replace(/^(?:evm|anvil)_/, (prefix) => (prefix === 'evm_' ? 'anvil_' : 'evm_'));
  for (const known of [name, other]) if (Object.hasOwn(controlMethods, known)) return controlMethods[known];
  const reason = unavailableReason(name);
  if (reason === undefined) return undefined;
  const act = (): never => {
    throw unavailable(`${name} has no meaning here: ${reason}`);
  };
  return { parameters: Array.from({ length: MAX_PARAMETERS }, (_, count) => count), act };
}

/** No control method takes more. */
const MAX_PARAMETERS = 5;

/** How the node's message of a revert begins. */
const REVERTED = 'REVERT opcode executed';

/**
 * An error in the form that Ethereum's tools decode. They take an error with data for a revert, so only failed calls
 * have data.
 */
function errorForTools(error: MethodError): MethodError {
  const { code, message, data } = error.failure;
  if (error instanceof CallFailure)
    return new MethodError({
      code: 3,
      message: error.message.replace(REVERTED, 'execution reverted'),
      data: `0x${error.output}`,
    });
  return data === '{}' ? new MethodError({ code, message }) : error;
}
