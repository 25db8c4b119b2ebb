import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** Copies what git tracks or would track to a new folder. */
export function copyFiles(root: string, copy: string): void {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  // A file that is deleted and not yet committed is still listed.
  for (const file of new Set(listing.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))))
    cpSync(join(root, file), join(copy, file));
}

/** Copies these files as the one commit of a repository, and sets it up as CONTRIBUTING.md says. */
export function copyRepository(root: string, copy: string): void {
  copyFiles(root, copy);
  runCommand(copy, 'git init -q -b main && git add -A');
  runCommand(copy, 'git -c user.name=recipes -c user.email=recipes@example.com commit -qm start');
  runCommand(copy, 'npx -y pnpm@12 install --prefer-offline');
}
