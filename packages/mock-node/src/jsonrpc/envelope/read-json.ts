import { type JsonObject, type JsonValue } from '../../json/json-value.ts';

/**
 * Reads the first value of a text as the node's JSON-RPC does: standard JSON at any depth, followed by anything.
 * Undefined for a text that does not start with a value.
 *
 * Source: docs/protocol/json-rpc.md, Requests.
 */
export function readFirstJson(text: string): JsonValue | undefined {
  const open: Container[] = [];
  let at: number | undefined = skip(blanks, text, text.startsWith('\ufeff') ? 1 : 0);
  while (at !== undefined) {
    const opening: string = text.charAt(at);
    let read: Read | undefined;
    if (opening === '{' || opening === '[') {
      const container: Container = opening === '{' ? { members: new Map(), key: '' } : { elements: [] };
      const inside = skip(blanks, text, at + 1);
      if (text.charAt(inside) !== closingOf(container)) {
        open.push(container);
        at = beginMember(container, text, inside);
        continue;
      }
      read = { value: valueOf(container), end: inside + 1 };
    } else {
      read = readScalar(text, at);
      if (read === undefined || (open.length === 0 && !standsAlone(text, at, read.end))) return undefined;
    }
    const after = closeContainers(open, text, read);
    if (typeof after === 'object') return after.value;
    at = after;
  }
  return undefined;
}

type Container = { readonly elements: JsonValue[] } | { readonly members: JsonObject; key: string };

interface Read {
  readonly value: JsonValue;
  readonly end: number;
}

/** Adds a value to its container, and closes every container that ends there. Returns the root, or where to read on. */
function closeContainers(open: Container[], text: string, { value, end }: Read): Read | number | undefined {
  for (let parent = open.at(-1); parent !== undefined; parent = open.at(-1)) {
    // The last of several equal names counts.
    if ('elements' in parent) parent.elements.push(value);
    else parent.members.set(parent.key, value);
    const at = skip(blanks, text, end);
    const mark = text.charAt(at);
    if (mark === ',') return beginMember(parent, text, skip(blanks, text, at + 1));
    if (mark !== closingOf(parent)) return undefined;
    value = valueOf(parent);
    end = at + 1;
    open.pop();
  }
  return { value, end };
}

const valueOf = (container: Container): JsonValue => ('elements' in container ? container.elements : container.members);
const closingOf = (container: Container): string => ('elements' in container ? ']' : '}');

/**
 * Reads the name of an object's next member. Returns where its value starts; undefined if the name or the colon is
 * missing.
 */
function beginMember(container: Container, text: string, at: number): number | undefined {
  if ('elements' in container) return at;
  const name = text.charAt(at) === '"' ? readString(text, at) : undefined;
  if (name === undefined) return undefined;
  container.key = name.value;
  const colon = skip(blanks, text, name.end);
  return text.charAt(colon) === ':' ? skip(blanks, text, colon + 1) : undefined;
}

const blanks = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const literal = /true|false|null/y;

/** Reading a number takes quadratic time. */
const MAX_NUMBER_LENGTH = 65_535;

/** Where a match at a position ends; the position itself if nothing matches. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function readScalar(text: string, at: number): Read | undefined {
  if (text.charAt(at) === '"') return readString(text, at);
  const word = skip(literal, text, at);
  if (word > at) return { value: JSON.parse(text.slice(at, word)), end: word };
  const end = skip(number, text, at);
  if (end === at || end - at > MAX_NUMBER_LENGTH) return undefined;
  const digits = text.slice(at, end);
  return { value: /[.eE]/.test(digits) ? { decimal: digits } : BigInt(digits), end };
}

/** A number at the root must be followed by a blank, and a literal by no letter. */
function standsAlone(text: string, at: number, end: number): boolean {
  const next = text.charAt(end);
  return text.charAt(at) === '"' || (/[-0-9]/.test(text.charAt(at)) ? /^\s?$/ : /^[^\w$]?$/).test(next);
}

function readString(text: string, at: number): { readonly value: string; readonly end: number } | undefined {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (isEscaped(text, end)) continue;
    try {
      return { value: JSON.parse(text.slice(at, end + 1)), end: end + 1 };
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** Whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
