// pnpm exec node tools/compare-size.ts REF: the sizes of the published code beside those at REF, as a Markdown table.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [ref = 'origin/main'] = process.argv.slice(2);
const run = (cwd: string, command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

/** Bytes by what is measured. A size above its limit is not this script's matter. */
function measure(root: string): Map<string, number> {
  run(root, 'pnpm', 'build');
  const packages = readdirSync(join(root, 'packages')).filter((name) =>
    ['.size-limit.json', '.size-limit.mjs'].some((file) => existsSync(join(root, 'packages', name, file))),
  );
  return new Map(
    packages.flatMap((name) => {
      const cwd = join(root, 'packages', name);
      const { stdout } = spawnSync('node_modules/.bin/size-limit', ['--json'], { cwd, encoding: 'utf8' });
      const measured = JSON.parse(stdout) as { name: string; size: number }[];
      return measured.map(({ name: what, size }) => [`${name}: ${what}`, size] as const);
    }),
  );
}

function change(before: number | undefined, now: number | undefined): string {
  if (before === undefined) return 'new';
  if (now === undefined) return 'gone';
  return now === before ? '' : `${now > before ? '+' : ''}${now - before} B`;
}

const base = join(realpathSync(mkdtempSync(join(tmpdir(), 'size-'))), 'base');
try {
  run('.', 'git', 'worktree', 'add', '--quiet', '--detach', base, ref);
  run(base, 'pnpm', 'install', '--frozen-lockfile', '--prefer-offline');
  const before = measure(base);
  const now = measure('.');
  const rows = [...new Set([...now.keys(), ...before.keys()])].map(
    (what) =>
      `| ${what} | ${before.get(what) ?? ''} | ${now.get(what) ?? ''} | ${change(before.get(what), now.get(what))} |`,
  );
  console.log([`| Bytes | ${ref} | here | change |`, '|---|---|---|---|', ...rows].join('\n'));
} finally {
  run('.', 'git', 'worktree', 'remove', '--force', base);
  rmSync(join(base, '..'), { recursive: true, force: true });
}
