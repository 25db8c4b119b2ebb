import { spawnSync } from 'node:child_process';

/** Runs a command and returns the processor time of all its processes, in seconds. */
export function processorTime([file = '', ...args]: readonly string[]): number {
  const script = `TIMEFORMAT='%U %S'; time "$@" >&2`;
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', file, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${stderr}`);
  const [user, system] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return Number(user) + Number(system);
}
