// Real time: vitest runs as a process.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const folder = new URL('..', import.meta.url);

test('the contracts use the energy that the committed report says', async () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    readonly scripts: { readonly energy: string };
  };
  const [, ...args] = scripts.energy.split(' ');
  // The tests of this run must not be taken for part of that one; in CI a missing report is a failure.
  const { VITEST: _, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...env, CI: 'true', NO_COLOR: '1' } });
  const { stdout } = await run;
  expect(stdout).toMatch(/^Pool +swap\(address,uint256,uint256\) +5 +4 +45,286 /m);
  expect(stdout).not.toMatch(/is not compared/);
});
