import { type Abi } from '@coin/units';
import { describeBuiltInError } from './built-in-errors.ts';
import { decodeError } from './decode-error.ts';
import { formatValue } from './format-value.ts';

/**
 * Returns why a contract reverted: the text of `Error(string)`, the meaning of `Panic(uint256)`, an error of the given
 * ABI with its values, or the data itself if none of these fits.
 *
 * Source: docs/protocol/contract-calls.md, triggerconstantcontract outcomes; the Solidity documentation, "Contract ABI
 * Specification".
 *
 * @param data - the call's result in hex: `constantResult`, `contractResult`
 * @param abi - ABI of the contract; only its errors are used
 *
 * @example
 * ```ts
 * import { revertReason } from '@coin/rpc/abi';
 *
 * const abi = [{ type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] }];
 * revertReason('4e487b710000000000000000000000000000000000000000000000000000000000000011');
 * // => 'panic 0x11: arithmetic overflow or underflow'
 * revertReason('c818d59a0000000000000000000000000000000000000000000000000000000000000005', abi); // => 'Short(5)'
 * revertReason(''); // => 'no reason given'
 * ```
 */
export function revertReason(data: string, abi: Abi = []): string {
  const reason = describeBuiltInError(data);
  if (reason !== `0x${data}`) return reason;
  try {
    const error = decodeError({ abi, data });
    return error === undefined ? reason : `${error.errorName}(${error.args.map(formatValue).join(', ')})`;
  } catch {
    // The data is not hex, or the ABI has a type that is not one.
    return reason;
  }
}
