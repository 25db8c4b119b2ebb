import { type Abi } from '@coin/units';
import { hexArgument } from '../encoding/arguments.ts';
import { readTypes } from './abi-coding.ts';
import { abiSignature, filterEntries } from './abi-entries.ts';
import { type AbiType } from './abi-type.ts';
import { type AbiCall } from './abi-types.ts';
import { decodeValues } from './decode-value.ts';
import { selectorHex } from './function-selector.ts';
import { parseAbi } from './parse-abi.ts';

/** Functions that people are asked to sign without an ABI. Source: TIP-20; EIP-2612. */
const WELL_KNOWN = /* @__PURE__ */ parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function increaseAllowance(address spender, uint256 amount) returns (bool)',
  'function decreaseAllowance(address spender, uint256 amount) returns (bool)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
]);

/** A function and its arguments in order. */
export type DecodedCall<A extends Abi> = AbiCall<A> & {
  /**
   * Whether encoding the arguments gives the same data. If not, unused bytes of words are set, or bytes follow: some
   * contracts ignore these, and others revert.
   */
  readonly isExact: boolean;
};

/** A word without the bytes that its type does not use. */
function cleanWord(word: string, type: AbiType): string {
  switch (type.kind) {
    case 'address':
      return word.slice(24).padStart(64, '0');
    case 'bool':
      return (/[^0]/.test(word) ? '1' : '0').padStart(64, '0');
    case 'fixedBytes':
      return word.slice(0, 2 * type.size).padEnd(64, '0');
    case 'integer': {
      const values = type.max - type.min + 1n;
      const unsigned = BigInt(`0x${word}`) % values;
      return BigInt.asUintN(256, unsigned > type.max ? unsigned - values : unsigned)
        .toString(16)
        .padStart(64, '0');
    }
    case 'array':
    case 'bytes':
    case 'string':
    case 'tuple':
      return word;
  }
}

/** The arguments as a contract reads them that ignores unused bytes. */
function cleanWords(data: string, types: readonly AbiType[]): string {
  let at = 0;
  const words = types.map((type) => cleanWord(data.slice(at, (at += 64 * type.words)), type));
  return words.join('') + (types.some(({ isDynamic }) => isDynamic) ? data.slice(at) : '');
}

function tryDecode(data: string, types: readonly AbiType[]): readonly unknown[] | undefined {
  try {
    return decodeValues(data, types);
  } catch {
    return undefined;
  }
}

/**
 * Decodes a call's data: what a dApp asks to sign, or what a transaction did. Without an ABI it knows the functions of
 * TRC-20 tokens that move tokens or allow others to, and `permit`. A name is no proof: any contract can have any
 * function.
 *
 * Source: the Solidity documentation, "Contract ABI Specification".
 *
 * @param call - `data`: hex of the selector and the arguments; `abi` of the contract
 * @returns `isExact: false` where unused bytes of words are set, as in addresses that begin with 41; `undefined` for a
 * function that is not in the ABI, and for data that ends too early or does not lie as the arguments do
 * @throws `ARGUMENT_INVALID` for anything that is not an ABI or not hex
 *
 * @example
 * ```ts
 * import { decodeCall } from '@coin/rpc/abi';
 *
 * const to = '1b02cc461f3bd04462c710609df74f63a6cdae1f'.padStart(64, '0');
 * decodeCall({ data: `a9059cbb${to}${'5'.padStart(64, '0')}` });
 * // => { functionName: 'transfer', args: ['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', 5n], isExact: true }
 * ```
 */
export function decodeCall<const A extends Abi = typeof WELL_KNOWN>(call: {
  readonly data: string;
  readonly abi?: A;
}): DecodedCall<A> | undefined {
  const abi: Abi = call.abi ?? WELL_KNOWN;
  const data = hexArgument('data', call.data);
  const entry = filterEntries(abi, 'function').find((each) => selectorHex(abiSignature(each)) === data.slice(0, 8));
  if (entry === undefined) return undefined;
  const { name: functionName = '', inputs = [] } = entry;
  const types = readTypes(inputs);
  const values = data.slice(8);
  const exact = tryDecode(values, types);
  if (exact !== undefined) return { functionName, args: exact, isExact: true } as DecodedCall<A>;
  if (values.length < 64 * types.reduce((words, type) => words + type.words, 0)) return undefined;
  const args = tryDecode(cleanWords(values, types), types);
  return args && ({ functionName, args, isExact: false } as DecodedCall<A>);
}
