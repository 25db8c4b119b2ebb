import { quoteText } from '@coin/errors';
import { type AbiEntry, type AbiParameter } from '@coin/units';
import { argumentInvalid, listArgument, stringArgument } from '../encoding/arguments.ts';
import { isAbiType, MAX_LEVELS } from './abi-type.ts';
import { type ParsedAbi } from './parse-abi-types.ts';

const NAME = /^[A-Za-z_$][\w$]*$/;
const LOCATIONS = new Set(['memory', 'calldata', 'storage']);

/** The problem of a signature, worded to complete "it must be …". */
class Unreadable extends Error {}

/** The parts of a bracket that begins at `from`, and the place behind it. */
function readList(text: string, from: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  let depth = 0;
  let start = from + 1;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (letter === '(' && ++depth === MAX_LEVELS)
      throw new Unreadable(`a signature with at most ${MAX_LEVELS} brackets within each other`);
    if ((letter === ')' || letter === ',') && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
      if (letter === ')') return { parts: parts.length === 1 && parts[0] === '' ? [] : parts, end: start };
    }
    if (letter === ')') depth--;
  }
  throw new Unreadable('a signature whose brackets are closed');
}

function parseParameter(text: string, words: ReadonlySet<string>): AbiParameter {
  const isTuple = /^(?:tuple)? ?\(/.test(text);
  const list = isTuple ? readList(text, text.indexOf('(')) : undefined;
  const behind = list === undefined ? text.replace(/^address payable(?=[ []|$)/, 'address') : text.slice(list.end);
  const [written = '', ...rest] = behind.split(' ');
  const type = isTuple ? `tuple${written}` : written.replace(/^u?int(?!\d)/, '$&256');
  // A tuple is a type with its components only, which are checked on their own.
  if (!isAbiType(isTuple ? `bool${written}` : type))
    throw new Unreadable(
      `a signature of elementary types, lists and tuples in brackets, and "${quoteText(type)}" is none`,
    );
  const names = rest.filter((word) => !words.has(word) && !LOCATIONS.has(word));
  const [name] = names;
  if (names.length > 1 || (name !== undefined && !NAME.test(name)))
    throw new Unreadable(`a signature whose parameters are a type and a name, unlike "${quoteText(text)}"`);
  return {
    type,
    ...(name !== undefined && { name }),
    ...(list !== undefined && { components: parseParameters(list.parts) }),
    ...(rest.includes('indexed') && { indexed: true }),
  };
}

const NONE: ReadonlySet<string> = new Set();
const INDEXED: ReadonlySet<string> = new Set(['indexed']);

const parseParameters = (parts: readonly string[], words = NONE): AbiParameter[] =>
  parts.map((part) => parseParameter(part, words));

const MUTABILITIES = new Set(['view', 'pure', 'payable', 'nonpayable']);
const MODIFIERS = new Set(['external', 'public', 'virtual', 'override', ...MUTABILITIES]);

/** The mutability and the return values behind the parameters of a function. */
function parseBehind(text: string): Pick<AbiEntry, 'outputs' | 'stateMutability'> {
  const [, before, outputs] = /^([^(]*?)(?:\breturns ?(\(.*))?$/.exec(text) ?? [];
  const words = before?.split(' ').filter(Boolean) ?? ['('];
  const [stateMutability = 'nonpayable', ...others] = words.filter((word) => MUTABILITIES.has(word));
  if (others.length > 0 || !words.every((word) => MODIFIERS.has(word)))
    throw new Unreadable('a function with view, pure or payable and returns (…) behind it');
  const returned = outputs === undefined ? undefined : readList(outputs, 0);
  if (returned !== undefined && returned.end !== outputs?.length)
    throw new Unreadable('a function that ends after its return values');
  return { outputs: parseParameters(returned?.parts ?? []), stateMutability };
}

function parseEntry(signature: string): AbiEntry {
  // Single spaces only, so that no pattern below can search them from every place.
  const text = signature.split(/\s+/).join(' ').trim().replace(/ ?;$/, '');
  const [, type = '', name = ''] = /^(function|event|error|constructor)\b ?([\w$]*) ?\(/.exec(text) ?? [];
  if (type === '' || (type === 'constructor' ? name !== '' : !NAME.test(name)))
    throw new Unreadable('a signature that begins with function, event, error or constructor, and a name');
  const { parts, end } = readList(text, text.indexOf('('));
  const rest = text.slice(end).trim();
  if (type === 'event') {
    if (!/^(?:anonymous)?$/.test(rest))
      throw new Unreadable('an event that ends after its parameters or with anonymous');
    const inputs = parseParameters(parts, INDEXED);
    return { type, name, inputs, ...(rest !== '' && { anonymous: true }) };
  }
  const inputs = parseParameters(parts);
  if (type === 'error') {
    if (rest !== '') throw new Unreadable('an error that ends behind its parameters');
    return { type, name, inputs };
  }
  if (type === 'constructor') {
    if (!/^(?:payable)?$/.test(rest))
      throw new Unreadable('a constructor that ends after its parameters or with payable');
    return { type, inputs, stateMutability: rest || 'nonpayable' };
  }
  return { type, name, inputs, ...parseBehind(rest) };
}

/**
 * Parses an ABI written as signatures, the way Solidity declares functions, events and errors.
 *
 * Source: the Solidity documentation, "Contract ABI Specification"; ethers' documentation, "Human-Readable ABI".
 *
 * @param signatures - such as `function transfer(address to, uint256 amount) returns (bool)`; write tuples in brackets,
 * `(uint256 price, address seller)[] offers`, nested up to 127 deep
 * @returns the ABI. TypeScript knows its type if the signatures are literals of up to about 900 characters.
 * @throws `ARGUMENT_INVALID` for anything that is not such a signature, with its position in `argument`
 *
 * @example
 * ```ts
 * import { parseAbi } from '@coin/rpc/abi';
 *
 * const [balanceOf] = parseAbi(['function balanceOf(address owner) view returns (uint256)']);
 * balanceOf.inputs; // => [{ type: 'address', name: 'owner' }]
 * ```
 */
export function parseAbi<const Signatures extends readonly string[]>(signatures: Signatures): ParsedAbi<Signatures> {
  const entries = listArgument('signatures', signatures).map((signature, index) => {
    const argument = `signatures[${index}]`;
    try {
      return parseEntry(stringArgument(argument, signature));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw argumentInvalid(argument, signature, error.message);
    }
  });
  return entries as readonly AbiEntry[] as ParsedAbi<Signatures>;
}
