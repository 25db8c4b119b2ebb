import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the installed packages that files belong to, in order. */
export const librariesIn = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))].toSorted();

/**
 * Writes the licenses of libraries into one file. A library that ships no text of its license needs one in the folder
 * `licenses` of the package that contains it.
 */
export function writeLicenses(libraries: readonly string[], file: string): void {
  const notices = libraries.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const shipped = readdirSync(folder).find((file) => /^license$/i.test(file));
    const text = shipped === undefined ? join('licenses', `${name.replace('/', '-')}.txt`) : join(folder, shipped);
    return `${name} ${version}, ${license}\n\n${readFileSync(text, 'utf8').trim()}\n`;
  });
  writeFileSync(file, notices.join(`\n${'-'.repeat(80)}\n\n`));
}
