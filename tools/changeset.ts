// pnpm changeset [COMMAND…]: asks for the packages, bumps and text of a changeset and writes it. Questions need a
// terminal; without one, it says how to write the file by hand.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const args = process.argv.slice(2);
const [command = 'add'] = args;
const asksNothing = ['--empty', '--help', '-h', '--version', '-v'];
const asks = /^(?:add$|-)/.test(command) && !args.some((arg) => asksNothing.includes(arg));
if (asks && !(process.stdin.isTTY && process.stdout.isTTY)) {
  const packages = readdirSync('packages').map((name) => `'@coin/${name}'`);
  console.error(`changeset asks questions and needs a terminal. Write the file by hand instead, for example .changeset/short-name.md:

---
'@coin/rpc': minor
---

What changed, for the users of the package.

Packages: ${packages.join(', ')}. Bumps: major, minor, patch (docs/versioning.md).`);
  process.exitCode = 1;
} else {
  const { status } = spawnSync('changeset', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  process.exitCode = status ?? 1;
}
