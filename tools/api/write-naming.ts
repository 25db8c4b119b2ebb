// Every public name of all packages in one table. It shows which words the packages use for each concept.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Section } from './import-named-types.ts';

export interface ReportedPackage {
  /** The package's folder. */
  readonly folder: string;
  /** The sections of its API report. */
  readonly sections: readonly Section[];
}

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly entries: string[];
  readonly line: string;
}

const HEAD = `# Every public name

Written by \`npx -y pnpm@12 api\` from the API reports and the docstrings. One word stands for one thing in all packages:

| Concept | Word |
|---|---|
| A variant of a thing | \`kind\`. \`method\` names methods of choosing a fee limit. |
| The state that a thing is in | \`status\`. \`state\` is the chain state that a call reads: \`head\` or \`solid\`. |
| A duration | a name that ends in \`Ms\`. Points in time are milliseconds since 1970. |
| The account that sends | \`owner\`. \`payer\` occurs in fee breakdowns, \`deployer\` is who created a contract. |
| The account that produces blocks | \`witness\` |
| A transaction, a block | \`txID\`, \`blockID\` |
| A coin transfer | \`kind: 'transfer'\` |
| An argument that is wrong | \`ARGUMENT_INVALID\` with \`argument\`, \`value\`, \`expected\` |
| An answer that is wrong | \`RESPONSE_INVALID\` with \`path\`, \`field\` |
| Something with state or options | \`createX\`. Transports (\`http\`, \`fallback\`, \`custom\`) have viem's names. |
| A calculation | the noun of its result, or a verb |

`;

const EXPORTED =
  /^export (?:declare )?(?<kind>abstract class|class|const|enum|function|interface|let|namespace|type) (?<name>[\w$]+)/;
const DOCUMENTED =
  /\/\*\*(?<doc>(?:(?!\*\/)[\s\S])*)\*\/\s*export (?:declare )?(?:abstract )?(?:class|const|enum|function|interface|let|namespace|type) (?<name>[\w$]+)/g;

const KINDS: Readonly<Record<string, string>> = { interface: 'type', const: 'constant', let: 'constant' };

/** The first sentence of a docstring, on one line and safe in a table. */
function firstSentence(doc: string): string {
  const text = doc
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .replace(/\s@\w[\s\S]*$/, '')
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
    .trim();
  const [sentence = ''] = /^.*?[.:](?=\s|$)/s.exec(text) ?? [text];
  return sentence.replace(/:$/, '.').replaceAll('|', String.raw`\|`);
}

/** The first sentences of a package's docstrings by the names that they document. */
function readDocumentation(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder }).toSorted())
    for (const { groups: { doc = '', name = '' } = {} } of readFileSync(join(folder, file), 'utf8').matchAll(
      DOCUMENTED,
    ))
      if (!found.has(name)) found.set(name, firstSentence(doc));
  return found;
}

/** The page that lists every name which an entry of a package exports. */
export function writeNaming(packages: readonly ReportedPackage[]): string {
  const rows = packages.flatMap(({ folder, sections }) => {
    const documentation = readDocumentation(folder);
    const found = new Map<string, Row>();
    for (const { entry, code } of sections) {
      for (const block of code.split(/\n\n(?=\S)/)) {
        const { kind = '', name } = EXPORTED.exec(block)?.groups ?? {};
        if (name === undefined) continue;
        const row = found.get(name) ?? {
          name,
          kind: KINDS[kind] ?? kind.replace('abstract ', ''),
          entries: [],
          line: documentation.get(name) ?? '',
        };
        if (!row.entries.includes(entry)) row.entries.push(entry);
        found.set(name, row);
      }
    }
    return [...found.values()];
  });
  const sorted = rows.toSorted((one, other) =>
    `${one.name} ${one.entries.join()}`.localeCompare(`${other.name} ${other.entries.join()}`, 'en'),
  );
  const lines = sorted.map(
    ({ name, kind, entries, line }) =>
      `| \`${name}\` | ${entries.map((entry) => entry.replace('@coin/', '')).join(', ')} | ${kind} | ${line} |`,
  );
  return `${HEAD}| Name | Entry | Kind | What it is |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}
