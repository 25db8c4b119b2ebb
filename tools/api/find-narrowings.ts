// Which exports of a package a change takes away or narrows, told from two reports of its API by the compiler: what
// the new declarations offer must do wherever the old ones did.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDeclarations, type Declarations } from './read-declarations.ts';

export interface Narrowing {
  /** As it is imported: `@coin/rpc/signer`. */
  readonly entry: string;
  /** The export, or a member of it; absent when the whole entry is gone. */
  readonly name?: string;
  readonly reason: string;
}

/** The declarations of each entry of a report. */
function entriesOf(report: string): Map<string, Declarations> {
  return new Map(
    [...report.matchAll(/^## `(.+)`\n\n```ts\n([\s\S]*?)\n```$/gm)].map(([, entry = '', code = '']) => [
      entry,
      readDeclarations(code),
    ]),
  );
}

interface Assertion {
  readonly name: string;
  readonly code: string;
  /** What a failure means; without it the compiler says. */
  readonly failure?: string;
}

/** Statements, each on one line, that compile only while the new exports support every use of the old ones. */
function assertionsOf(old: Declarations, current: Declarations): Assertion[] {
  return [...old.exports].flatMap(([name, { kind, isGeneric }], at): Assertion[] => {
    if (kind === 'reexport' || current.exports.get(name)?.kind !== kind) return [];
    if (kind === 'value') {
      return [
        {
          name,
          code: `declare const new${at}: typeof New.${name}; export const v${at}: typeof Old.${name} = new${at};`,
        },
      ];
    }
    if (isGeneric) return [];
    const either = `[New.${name}] extends [Old.${name}] ? true : [Old.${name}] extends [New.${name}] ? true : false`;
    const failure = 'neither the old nor the new type can be used for the other';
    return [{ name, code: `type T${at} = ${either}; export const t${at}: T${at} = true;`, failure }];
  });
}

function removals(old: Declarations, current: Declarations): { name: string; reason: string }[] {
  return [...old.exports].flatMap(([name, before]) => {
    const after = current.exports.get(name);
    if (after === undefined) return [{ name, reason: 'is no longer exported' }];
    if (after.kind !== before.kind) return [{ name, reason: `was a ${before.kind} and became a ${after.kind}` }];
    const members = [...(old.members.get(name)?.keys() ?? [])]
      .filter((member) => !current.members.get(name)?.has(member))
      .map((member) => ({ name: `${name}.${member}`, reason: 'was removed' }));
    const generic = before.kind === 'type' && (before.isGeneric || after.isGeneric) && before.text !== after.text;
    return generic ? [...members, { name, reason: 'is generic, and its declaration changed' }] : members;
  });
}

/** The old code with the error codes that the new one adds: a caller expects codes it does not know. */
function withNewErrorCodes(old: Declarations, current: Declarations): string {
  return old.strictCode.replaceAll(/^((?:export )?interface (\w+ErrorContexts) \{)$/gm, (head, _all, name: string) => {
    const known = old.members.get(name);
    const added = [...(current.members.get(name) ?? [])].filter(([code]) => !known?.has(code));
    return [head, ...added.map(([, text]) => text)].join('\n');
  });
}

/** The assertions that the compiler rejects, with its most precise words. `folder` is where imports are resolved. */
function rejected(folder: string, old: Declarations, current: Declarations): { name: string; reason: string }[] {
  const assertions = assertionsOf(old, current);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const project = mkdtempSync(join(folder, 'node_modules', '.api-'));
  try {
    writeFileSync(join(project, 'old.d.ts'), withNewErrorCodes(old, current));
    writeFileSync(join(project, 'new.d.ts'), current.strictCode);
    const imports = "import type * as Old from './old.d.ts'; import type * as New from './new.d.ts';";
    writeFileSync(join(project, 'check.ts'), [imports, ...assertions.map(({ code }) => code)].join('\n'));
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    };
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['check.ts'] }));
    const compiler = resolve(import.meta.dirname, '../../node_modules/.bin/tsc');
    const { stdout } = spawnSync(compiler, ['-p', '.', '--pretty', 'false'], { cwd: project, encoding: 'utf8' });
    return [...stdout.matchAll(/^check\.ts\((\d+),\d+\): error TS\d+: (.*)((?:\n +.*)*)/gm)].map(
      ([, line = '', first = '', details = '']) => {
        const assertion = assertions[Number(line) - 2];
        if (assertion === undefined) throw new Error(`The comparison of two API reports does not compile: ${first}`);
        const deepest = (first + details).trimEnd().split('\n').at(-1)!.trim();
        return { name: assertion.name, reason: assertion.failure ?? deepest.replaceAll(/import\("[^"]*"\)\./g, '') };
      },
    );
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/**
 * What users of the old report lose with the new one: entries, exports and members that are gone, functions and
 * constants that no longer do what they did, types of which neither version can be used for the other. Additions,
 * error codes among them, and wider parameters are no loss.
 *
 * @param folder - the package's, whose dependencies the declarations import
 */
export function findNarrowings(folder: string, oldReport: string, newReport: string): Narrowing[] {
  const current = entriesOf(newReport);
  return [...entriesOf(oldReport)].flatMap(([entry, before]): Narrowing[] => {
    const after = current.get(entry);
    if (after === undefined) return [{ entry, reason: 'the entry was removed' }];
    if (after.strictCode === before.strictCode) return [];
    return [...removals(before, after), ...rejected(folder, before, after)].map((found) => ({ entry, ...found }));
  });
}
