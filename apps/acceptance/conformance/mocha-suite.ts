import { spawn } from 'node:child_process';
import { type Case } from './case.ts';

interface MochaTest {
  readonly fullTitle: string;
  readonly err: { readonly message?: string };
}

/** What mocha's reporter `json` writes. */
interface MochaReport {
  readonly tests: readonly MochaTest[];
  readonly pending: readonly MochaTest[];
  /** Failed tests and hooks. */
  readonly failures: readonly MochaTest[];
}

/** Reads the report after what else a command printed. */
export function readReport(output: string): MochaReport {
  const start = output.indexOf('{\n  "stats"');
  if (start === -1) throw new Error(`The tests did not run: ${output}`);
  return JSON.parse(output.slice(start)) as MochaReport;
}

/** The tests of a report. A pending test differs; so does a hook that failed, whose tests did not run. */
export function casesOf({ tests, pending, failures }: MochaReport): readonly Case[] {
  const skipped = new Set(pending.map(({ fullTitle }) => fullTitle));
  const ran = new Set(tests.map(({ fullTitle }) => fullTitle));
  const seen = new Map<string, number>();
  return [...tests, ...failures.filter(({ fullTitle }) => !ran.has(fullTitle))].map(({ fullTitle, err }) => {
    const count = (seen.get(fullTitle) ?? 0) + 1;
    seen.set(fullTitle, count);
    const problem = skipped.has(fullTitle) ? 'pending' : err.message;
    return {
      name: count === 1 ? fullTitle : `${fullTitle} (${count})`,
      check: () => {
        if (problem !== undefined) throw new Error(problem);
      },
    };
  });
}

/** Runs Node in a folder, and returns what it printed. A suite's exit code says only how many tests failed. */
export function runNode(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject).on('close', () => resolve(output));
  });
}
