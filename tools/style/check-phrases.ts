import { type Comment, type Program, Visitor } from 'oxc-parser';

/** A phrase that never reads well. */
export interface PhraseProblem {
  readonly line: number;
  readonly rule: 'phrase' | 'ritual-line';
  readonly message: string;
}

/** Phrases for which English has a plainer form, and the form. Only phrases that have no correct use belong here. */
const PHRASES: readonly { readonly phrase: RegExp; readonly instead: string }[] = [
  { phrase: /\bso\s+that\b/gi, instead: 'write "so" or "to", or begin a sentence' },
  { phrase: /\bwhoever\b/gi, instead: 'name the person or the program' },
  { phrase: /\bas\s+far\s+as\b/gi, instead: 'write "if", "while" or "the part that"' },
  {
    phrase:
      /(?<!\bone\s+)\bof\s+(?:its|their|our)\s+own(?= {2}|[\s*/]*[.,;:)]|\s+(?:for|in|on|and|to|that|as|by|with)\b)/gi,
    instead: 'write "its own", "separate" or "another"',
  },
  { phrase: /\bin\s+turn\b/gi, instead: 'say who does what next' },
  { phrase: /\bof\s+no\s+use\b/gi, instead: 'write "unusable" or "useless"' },
  { phrase: /\bthe\s+same\s+again\b/gi, instead: 'name the thing that repeats' },
  { phrase: /(?<!\bconnection\s+)\brefus(?:e|es|ed|ing|al)\b/gi, instead: 'write "reject"' },
  { phrase: /\bat\s+once\b/gi, instead: 'write "immediately", "at a time" or "together"' },
  { phrase: /(?<!\bnot\b[^.]{0,80})\bbut\s+for\b/gi, instead: 'write "except for"' },
  {
    phrase: /\b(?:go(?:es|ing)?|went)\s+on\b(?=[\s*/]*(?:[.,;:]|and\b|with\b|to\b|as\b|for\b|where\b|$))/gim,
    instead: 'write "continue"',
  },
  { phrase: /\bfor\s+ever\b/gi, instead: 'write "forever"' },
  { phrase: /\bagain\s+and\s+again\b/gi, instead: 'say how often' },
  { phrase: /\bone\s+of\s+another\b/gi, instead: 'name the thing' },
  { phrase: /\bstrangers?\b/gi, instead: 'write "anyone on the network", or name the person' },
  { phrase: /\b(?:is|are)\s+told\s+(?:of|when|what|that)\b/gi, instead: 'write "is called" or "receives"' },
  {
    phrase: /\b(?:that|which|what)\s+(?:is|are)\s+(?:none|no)\b(?!\s+(?:longer|more|less|better|other|different))/gi,
    instead: 'write "is not"',
  },
];
const RITUAL_LINE = /\bDecision:/g;

const TITLED = new Set(['test', 'it', 'describe', 'bench']);
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Finds phrases in prose, in which code is blank. */
function phrasesIn(prose: string): PhraseProblem[] {
  const lineOf = (offset: number): number => prose.slice(0, offset).split('\n').length;
  const phrases = PHRASES.flatMap(({ phrase, instead }) =>
    [...prose.matchAll(phrase)].map(({ index, 0: found }): PhraseProblem => {
      const message = `Replace "${found.replace(/\s+/g, ' ')}": ${instead}.`;
      return { line: lineOf(index), rule: 'phrase', message };
    }),
  );
  return phrases.toSorted((a, b) => a.line - b.line);
}

/** Blanks blocks of code and code in backticks. Offsets and lines stay. */
const withoutCode = (text: string): string =>
  text.replace(/^[ \t>]*```[^]*?^[ \t>]*```/gm, blank).replace(/`[^`]*`/g, blank);

/** Finds phrases in the prose of a Markdown page. */
export const pagePhrases = (text: string): PhraseProblem[] => phrasesIn(withoutCode(text));

/** Finds phrases in comments and in titles of tests, and ritual lines in comments. */
export function sourcePhrases(
  text: string,
  { program, comments }: { readonly program: Program; readonly comments: readonly Comment[] },
): PhraseProblem[] {
  const spans = comments.map(({ start, end }) => ({ start, end }));
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const isText =
        title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && typeof title.value === 'string');
      if (isText && TITLED.has(rootOf(callee))) spans.push({ start: title.start + 1, end: title.end - 1 });
    },
  }).visit(program);
  let prose = '';
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < prose.length) continue;
    prose += blank(text.slice(prose.length, start)) + text.slice(start, end);
  }
  prose += blank(text.slice(prose.length));
  prose = withoutCode(prose.replace(/^\s*(?:\/\*\*?|\*\/?|\/\/)/gm, blank));
  const rituals = [...prose.matchAll(RITUAL_LINE)].map(({ index }): PhraseProblem => {
    const message = 'Delete the line "Decision:", or cite the page of the decision as "Source:".';
    return { line: prose.slice(0, index).split('\n').length, rule: 'ritual-line', message };
  });
  return [...phrasesIn(prose), ...rituals];
}

interface Callee {
  readonly type: string;
}

/** `test` of `test.each(rows)` and the like; empty for other expressions. */
function rootOf(callee: Callee): string {
  switch (callee.type) {
    case 'Identifier':
      return (callee as Callee & { readonly name: string }).name;
    case 'MemberExpression':
      return rootOf((callee as Callee & { readonly object: Callee }).object);
    case 'CallExpression':
      return rootOf((callee as Callee & { readonly callee: Callee }).callee);
    default:
      return '';
  }
}
