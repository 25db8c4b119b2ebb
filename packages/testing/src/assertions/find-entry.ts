import { abiSignature, type Abi, type AbiEntry, type AbiParameter } from '@coin/mock-node/abi';
import { argumentInvalid } from '../errors.ts';

/** Splits at commas outside parentheses. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return text.trim() === '' ? [] : [...parts, text.slice(start)];
}

/** Parses a parameter such as `uint256`, `address indexed from` or `(uint256,bool)[] pairs`. */
function parseParameter(text: string): AbiParameter | undefined {
  const [, components, suffix = '', rest = ''] = /^\((.*)\)((?:\[\d*\])*)(.*)$/s.exec(text.trim()) ?? [];
  const words = (components === undefined ? text : rest).trim().split(/\s+/);
  const type = components === undefined ? words.shift() : `tuple${suffix}`;
  const indexed = words[0] === 'indexed';
  const [name = '', ...more] = indexed ? words.slice(1) : words;
  if (type === undefined || more.length > 0 || !/^[a-zA-Z][\w[\]]*$/.test(type)) return undefined;
  const parsed = components === undefined ? [] : splitList(components).map(parseParameter);
  if (parsed.includes(undefined)) return undefined;
  return { type, name, indexed, ...(components !== undefined && { components: parsed as AbiParameter[] }) };
}

/**
 * Finds the entry of an event or an error, by its name in an ABI or by a signature such as `Transfer(address indexed
 * from, address indexed to, uint256 value)`. A signature also selects among overloads.
 *
 * @throws TestingError `ARGUMENT_INVALID`, naming the argument `type`
 */
export function findEntry(type: 'event' | 'error', wanted: string, abi: Abi = []): AbiEntry {
  if (typeof wanted !== 'string') throw argumentInvalid(type, wanted, 'a signature, or a name in the abi');
  const named = abi.filter((entry) => entry.type === type && (entry.name === wanted || abiSignature(entry) === wanted));
  const [found, second] = named;
  if (second !== undefined)
    throw argumentInvalid(type, wanted, `one of the overloads ${named.map(abiSignature).join(', ')}`);
  if (found !== undefined) return found;
  const [, name, list = ''] = /^\s*(\w+)\s*\((.*)\)\s*$/s.exec(wanted) ?? [];
  const inputs = splitList(list).map(parseParameter);
  if (name === undefined || inputs.includes(undefined))
    throw argumentInvalid(type, wanted, 'a signature, or a name in the abi');
  return { type, name, inputs: inputs as AbiParameter[] };
}
