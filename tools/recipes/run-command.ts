import { spawnSync } from 'node:child_process';

/** The environment without what vitest tells its own workers, and without the pull request that CI looks at. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|GITHUB_|NODE_ENV$)/.test(name)),
);

/**
 * Runs a command line in a folder.
 *
 * @throws Error with all that it printed, if it fails
 */
export function runCommand(folder: string, command: string): void {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: folder,
    env: environment,
    shell: true,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command}: exit code ${status}\n${stdout}${stderr}`);
}
