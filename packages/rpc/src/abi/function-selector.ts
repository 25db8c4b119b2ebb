import { keccak_256 } from '@noble/hashes/sha3.js';
import { argumentInvalid, stringArgument } from '../encoding/arguments.ts';
import { bytesToHex } from '../encoding/hex.ts';

/** Tuples within each other. */
const MAX_LEVELS = 128;
/** In a function that bundlers drop when no signature is read. */
const TUPLE = /* @__PURE__ */ createTuplePattern();

/** A tuple of elementary types in the spelling that is hashed; `uint` and `byte` are short for others. */
function createTuplePattern(): RegExp {
  const bits = Array.from({ length: 32 }, (_, index) => 8 * (index + 1)).join('|');
  const elementary = `(?:u?int(?:${bits})|u?fixed(?:${bits})x\\d{1,2}|address|bool|string|function|trcToken|bytes(?:[1-9]|[12]\\d|3[0-2])?)`;
  const type = `${elementary}(?:\\[(?:[1-9]\\d*)?\\])*`;
  return new RegExp(`\\((?:${type}(?:,${type})*)?\\)`, 'g');
}

/**
 * A signature in the form that compilers hash, `name(type,…)`: any other text would name another function, which a
 * contract answers with its fallback.
 */
export function functionSelectorArgument(argument: string, value: unknown): string {
  const signature = stringArgument(argument, value);
  const [, types = ''] = /^[A-Za-z_$][\w$]*(\(.*\))$/.exec(signature) ?? [];
  let rest = types;
  // A tuple counts as any elementary type; the list of arguments is the last one.
  for (let level = 0; level <= MAX_LEVELS && rest !== 'bool'; level++) rest = rest.replace(TUPLE, 'bool');
  if (rest !== 'bool')
    throw argumentInvalid(argument, signature, 'name(type,…) as it is hashed, such as transfer(address,uint256)');
  return signature;
}

const MAX_HASHES = 500;
/** Hashes by signature. Programs encode and decode the same few functions, events and errors, and hashing is slow. */
const hashes = /* @__PURE__ */ new Map<string, string>();

/** The hash of a signature in hex, by which logs name an event. */
export function signatureHash(signature: string): string {
  let hash = hashes.get(signature);
  if (hash === undefined) {
    hash = bytesToHex(keccak_256(new TextEncoder().encode(signature)));
    if (hashes.size >= MAX_HASHES) hashes.clear();
    hashes.set(signature, hash);
  }
  return hash;
}

/** The first four bytes of a signature's hash, in hex. Source: docs/protocol/contract-calls.md, Parameter rules. */
export const selectorHex = (signature: string): string => signatureHash(signature).slice(0, 8);

/**
 * The four bytes that identify a function in call data, and an error in a revert.
 *
 * Source: docs/protocol/contract-calls.md, Parameter rules.
 *
 * @param signature - `name(type,…)` with the types' full names and without blanks
 * @returns 8 hex digits
 * @throws `ARGUMENT_INVALID` for a signature of another form, which would name another function
 *
 * @example
 * ```ts
 * import { functionSelectorHex } from '@coin/rpc';
 *
 * functionSelectorHex('transfer(address,uint256)'); // => 'a9059cbb'
 * functionSelectorHex('transfer(address,uint)'); // throws ARGUMENT_INVALID
 * ```
 */
export function functionSelectorHex(signature: string): string {
  return selectorHex(functionSelectorArgument('signature', signature));
}
