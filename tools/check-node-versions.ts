// Checks that every text states the Node that the manifests require.
import { globSync, readFileSync } from 'node:fs';
import { checkNodeVersions } from './node-versions/check-node-versions.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const enginesOf = (manifest: string): string =>
  (JSON.parse(read(manifest)) as { engines?: { node?: string } }).engines?.node ?? '';
const files = globSync([
  '*.md',
  'docs/**/*.md',
  'packages/*/*.md',
  'packages/*/docs/*.md',
  'apps/**/README.md',
  '.github/**/*.{yml,md}',
  '.ci/run',
]).filter((file) => !file.includes('node_modules'));
const problems = checkNodeVersions({
  commands: enginesOf('package.json'),
  packages: new Map(globSync('packages/*/package.json').map((file) => [file, enginesOf(file)])),
  texts: new Map(files.map((file) => [file, read(file)])),
});
for (const problem of problems) console.error(problem);
console.log(`${files.length} files that state Node versions checked, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
