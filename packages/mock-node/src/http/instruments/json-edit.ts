/** The position of a member in a JSON text, from its name to the end of its value. */
interface Member {
  readonly nameAt: number;
  readonly valueAt: number;
  readonly end: number;
}

/** Replaces the value of every member with this name. */
export function replaceMembers(text: string, key: string, json: string): string {
  return findMembers(text, key).reduceRight(
    (edited, { valueAt, end }) => edited.slice(0, valueAt) + json + edited.slice(end),
    text,
  );
}

/** Adds a duplicate after every member with this name. */
export function duplicateMembers(text: string, key: string, json: string): string {
  return findMembers(text, key).reduceRight(
    (edited, { end }) => `${edited.slice(0, end)},${JSON.stringify(key)}:${json}${edited.slice(end)}`,
    text,
  );
}

function findMembers(text: string, key: string): readonly Member[] {
  const name = JSON.stringify(key);
  const members: Member[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '"') continue;
    const end = stringEnd(text, at);
    const colon = skipBlanks(text, end);
    if (text.slice(at, end) === name && text[colon] === ':') {
      const valueAt = skipBlanks(text, colon + 1);
      const member = { nameAt: at, valueAt, end: valueEnd(text, valueAt) };
      members.push(member);
      at = member.end - 1;
    } else {
      at = end - 1;
    }
  }
  return members;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n') at += 1;
  return at;
}

/** The index after the string that starts here. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (depth === 0 && ',}]\n'.includes(char)) return at;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth === 0 && '}]"'.includes(char)) return at + 1;
  }
  return text.length;
}
