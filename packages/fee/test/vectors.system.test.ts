import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const VECTORS = `${import.meta.dirname}/../vectors`;
const readers = [
  { language: 'Python', command: 'python3', version: '--version', args: [`${VECTORS}/readers/read_vectors.py`] },
  { language: 'Go', command: 'go', version: 'version', args: ['run', `${VECTORS}/readers/read_vectors.go`, VECTORS] },
];
const installed = readers.filter(({ command, version }) => spawnSync(command, [version]).status === 0);

test('at least one of the languages with a reader is installed', () => expect(installed).not.toEqual([]));

test.each(installed)('the reader in $language agrees with every vector', ({ command, args }) => {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  expect(stdout).toMatch(/^[1-9]\d+ cases, 0 wrong\n$/);
  expect(status).toBe(0);
});
