import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What most readers never load, and the service worker keeps once they did: the Solidity compiler. */
const LARGE = /^assets\/soljson\..*\.js$/;

/** Writes the service worker of a built site, which keeps every file of it. */
export function writeServiceWorker(folder: string): void {
  const files = globSync('**/*', { cwd: folder })
    .filter((file) => file !== 'service-worker.js' && statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  const script = readFileSync(resolve(import.meta.dirname, 'service-worker.js'), 'utf8');
  const version = hash.digest('hex').slice(0, 16);
  const [large, kept] = [files.filter((file) => LARGE.test(file)), files.filter((file) => !LARGE.test(file))];
  const head = `const FILES = ${JSON.stringify(kept)};\nconst LARGE_FILES = ${JSON.stringify(large)};\nconst VERSION = '${version}';\n`;
  writeFileSync(join(folder, 'service-worker.js'), head + script);
}
