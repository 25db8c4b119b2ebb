import { isRpcError, toAddress, type Address } from '@coin/rpc';
import { argumentInvalid } from '../../arguments.ts';

/** Calls a function of `@coin/rpc` on an argument. Its error becomes the cause of the argument's error. */
export function rpcArgument<T>(argument: string, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (isRpcError(cause, 'ADDRESS_INVALID'))
      throw argumentInvalid(argument, value, `an address in base58check or 41-hex (${cause.context.reason})`, {
        cause,
      });
    if (isRpcError(cause, 'ARGUMENT_INVALID'))
      throw argumentInvalid(argument, value, cause.context.expected, { cause });
    throw cause;
  }
}

/** An address in base58check, from base58check or 41-hex. */
export const addressArgument = (argument: string, value: string): Address =>
  rpcArgument(argument, value, () => toAddress(value));
