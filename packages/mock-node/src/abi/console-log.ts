import { toBase58 } from '../protocol/address.ts';
import { type Hex } from '../protocol/primitives.ts';
import { signatureHash } from './abi-signature.ts';
import { CONSOLE_ADDRESS } from './console-address.ts';
import { decodeParameters } from './parameter-coder.ts';
import { type TracedCode } from './traced-code.ts';

/** Parameter types of `console.log`, in any combination of up to four. Source: Hardhat, console.sol. */
const COMBINED = ['uint256', 'string', 'bool', 'address'];
const MOST_ARGUMENTS = 4;
const SINGLE = ['int256', 'bytes', ...Array.from({ length: 32 }, (_, index) => `bytes${index + 1}`)];

/** Parameter types by the selector of their overload of `log`. */
let typesBySelector: ReadonlyMap<string, readonly string[]> | undefined;

function consoleTypes(): ReadonlyMap<string, readonly string[]> {
  const lists: string[][] = [[], ...SINGLE.map((type) => [type]), ['string', 'int256']];
  let longest: string[][] = [[]];
  for (let count = 1; count <= MOST_ARGUMENTS; count++) {
    longest = longest.flatMap((types) => COMBINED.map((type) => [...types, type]));
    lists.push(...longest);
  }
  // Until 2022 Hardhat hashed `uint` and `int` instead of the ABI's names.
  const selectorOf = (names: readonly string[]): string => signatureHash(`log(${names.join()})`).slice(0, 8);
  return new Map(
    lists.flatMap((types) => {
      const shortNames = types.map((type) => type.replace(/int256$/, 'int'));
      return [[selectorOf(shortNames), types] as const, [selectorOf(types), types] as const];
    }),
  );
}

/** Returns the line that a `console.log` call with this data writes, or the data if it is not such a call. */
export function describeConsoleCall(data: Hex): string {
  typesBySelector ??= consoleTypes();
  const types = typesBySelector.get(data.slice(0, 8));
  if (types === undefined) return `0x${data}`;
  try {
    return formatLine(
      decodeParameters(
        types.map((type) => ({ type })),
        data.slice(8),
      ),
    );
  } catch {
    return `0x${data}`;
  }
}

const CONSOLE = /* @__PURE__ */ toBase58(CONSOLE_ADDRESS);

/**
 * Returns the line that a traced call writes with Solidity's `console.log`.
 *
 * Returns the data as hexadecimal if no overload of `console.log` has such arguments.
 *
 * Source: Hardhat, console.sol.
 *
 * @returns undefined for any other call.
 * @example
 * ```ts
 * import { consoleLine } from '@coin/mock-node/abi';
 *
 * const input = `f82c50f1${'0'.repeat(63)}7`; // log(uint256)
 * consoleLine({ kind: 'call', codeAddress: 'T9yD14Nj9j7xADqysdFULe7XSUCBs9TV85', input }); // => '7'
 * ```
 */
export function consoleLine(call: TracedCode): string | undefined {
  const { kind, codeAddress, input } = call;
  return kind === 'call' && codeAddress === CONSOLE ? describeConsoleCall(input) : undefined;
}

/** Joins values with blanks, after filling the placeholders of a leading text: `%s`, `%d`, `%i`, `%o`, … */
function formatLine([first = '', ...values]: readonly unknown[]): string {
  if (typeof first !== 'string') return [first, ...values].map(String).join(' ');
  const left = [...values];
  const text = first.replaceAll(/%([%sdifjoO])/g, (place, kind: string) => {
    if (kind === '%') return values.length === 0 ? place : '%';
    return left.length === 0 ? place : String(left.shift());
  });
  return [text, ...left.map(String)].join(' ');
}
