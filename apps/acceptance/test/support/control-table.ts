import { readFileSync } from 'node:fs';

/** What a call of a tool came to: it works, differs from Ethereum, or has no meaning on this chain, for a reason. */
export interface ControlRow {
  readonly call: string;
  readonly result: 'works' | 'differs' | 'no meaning';
  readonly reason: string;
}

/** The result of a call that has shown how it differs from Ethereum. */
export class Difference {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

const page = new URL('../../../../packages/mock-node/docs/ethereum-controls.md', import.meta.url);

const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Reads the calls below a heading of the page about control methods: working calls as a list, all others as a table. */
export function controlTable(heading: string): readonly ControlRow[] {
  const [, section = ''] = readFileSync(page, 'utf8').split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const [, list = ''] = /^These work: (.*?)\.$/ms.exec(text) ?? [];
  const rows: ControlRow[] = codesIn(list).map((call) => ({ call, result: 'works', reason: '' }));
  for (const [, calls = '', result, reason = ''] of text.matchAll(
    /^\| (.+?) \| (differs|no meaning) \| (.+?) \| (?:works|not served) \|$/gm,
  ))
    rows.push(...codesIn(calls).map((call) => ({ call, result: result as ControlRow['result'], reason })));
  return rows.toSorted((a, b) => (a.call < b.call ? -1 : 1));
}

/** Makes the calls in order. Any failure but a missing meaning fails the test. */
export async function controlRows(calls: Readonly<Record<string, () => unknown>>): Promise<readonly ControlRow[]> {
  const rows: ControlRow[] = [];
  for (const [call, make] of Object.entries(calls)) {
    try {
      const result = await make();
      if (result instanceof Difference) rows.push({ call, result: 'differs', reason: result.reason });
      else rows.push({ call, result: 'works', reason: '' });
    } catch (error) {
      const [, reason] = / has no meaning here: ([^\n"]*)/.exec(error instanceof Error ? error.message : '') ?? [];
      if (reason === undefined) throw new Error(`${call} failed`, { cause: error });
      rows.push({ call, result: 'no meaning', reason });
    }
  }
  return rows.toSorted((a, b) => (a.call < b.call ? -1 : 1));
}
