import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test('a release to a local registry goes as docs/release-rehearsal.md says', () => {
  const root = resolve(import.meta.dirname, '../..');
  const { status, stderr } = spawnSync(process.execPath, ['tools/rehearse-release.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
