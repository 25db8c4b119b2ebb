import { type Abi } from '@coin/units';
import { hexArgument } from '../encoding/arguments.ts';
import { readTypes } from './abi-coding.ts';
import { findError } from './abi-entries.ts';
import { type AbiError } from './abi-types.ts';
import { decodeValues } from './decode-value.ts';

/** Source: the Solidity documentation, "Panic via assert and Error via require". */
const BUILT_IN_ERRORS = [
  { type: 'error', name: 'Error', inputs: [{ type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ type: 'uint256' }] },
] as const;

/** An error of an ABI, or one that Solidity has built in, with its values in order. */
export type DecodedError<A extends Abi> = AbiError<typeof BUILT_IN_ERRORS> | AbiError<A>;

/**
 * Decodes the data with which a contract reverted: `Error(string)`, `Panic(uint256)` or an error of the ABI. For a
 * readable text, or for data of any kind, use `revertReason`.
 *
 * Source: docs/protocol/contract-calls.md, triggerconstantcontract outcomes; the Solidity documentation, "Contract ABI
 * Specification".
 *
 * @param revert - `data`: hex, such as `data` in the context of `CALL_REVERTED`, or `contractResult`
 * @returns `undefined` for other errors, and for data that is not the exact encoding of its values
 * @throws `ARGUMENT_INVALID` for anything that is not an ABI or not hex
 *
 * @example
 * ```ts
 * import { decodeError } from '@coin/rpc/abi';
 *
 * const abi = [{ type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }] }] as const;
 * const data = 'c818d59a0000000000000000000000000000000000000000000000000000000000000005';
 * decodeError({ abi, data }); // => { errorName: 'Short', args: [5n] }
 * ```
 */
export function decodeError<const A extends Abi>(revert: {
  readonly abi: A;
  readonly data: string;
}): DecodedError<A> | undefined {
  const abi: Abi = revert.abi;
  const data = hexArgument('data', revert.data);
  const error = findError([...BUILT_IN_ERRORS, ...abi], data.slice(0, 8));
  if (error === undefined) return undefined;
  const { name: errorName = '', inputs = [] } = error;
  const types = readTypes(inputs);
  try {
    return { errorName, args: decodeValues(data.slice(8), types) } as DecodedError<A>;
  } catch {
    return undefined;
  }
}
