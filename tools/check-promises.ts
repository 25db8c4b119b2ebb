// Checks that the README's promises link to what holds them, and state the sizes that are limits.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkPromises } from './promises/check-promises.ts';
import { INSTALL_LIMITS } from './tarball/install-size.ts';

interface SizeLimit {
  readonly name: string;
  readonly limit: string;
}

const limits = new Map<string, string>();
for (const file of globSync('packages/*/.size-limit.{json,mjs}')) {
  const isJson = file.endsWith('.json');
  const module = (await import(resolve(file), isJson ? { with: { type: 'json' } } : {})) as { default: SizeLimit[] };
  const [, name = ''] = /packages\/([^/]+)/.exec(file) ?? [];
  for (const entry of module.default) limits.set(`@coin/${name}: ${entry.name}`, entry.limit);
}
for (const [name, limit] of INSTALL_LIMITS) limits.set(`${name}: installed`, limit);
const problems = checkPromises({ readme: readFileSync('README.md', 'utf8'), exists: existsSync, limits });
for (const problem of problems) console.error(problem);
console.log(`5 promises and ${limits.size} size limits checked, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
