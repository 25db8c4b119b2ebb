// An empty folder that becomes a consumer: files are written into it, and commands run there.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Packed } from './packed.ts';

const execute = promisify(execFile);

export interface Project {
  readonly folder: string;
  readonly packages: readonly Packed[];
  readonly registry: string;
  write(file: string, content: unknown): void;
  /** Runs a command in the folder; the result is what it printed on both streams. Throws that with what it ran. */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<string>;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 240_000;

export function createProject(folder: string, packages: readonly Packed[], registry: string): Project {
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    packages,
    registry,
    write(file, content) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
    },
    async run(command, args, { cwd = '.', env = {} } = {}) {
      const directory = join(folder, cwd);
      const bins = [directory, folder].map((place) => join(place, 'node_modules/.bin'));
      const path = [...bins, process.env['PATH']].join(delimiter);
      try {
        const { stdout, stderr } = await execute(command, args, {
          cwd: directory,
          env: { ...CLEAN_ENVIRONMENT, PATH: path, ...env },
          timeout: TIMEOUT_MS,
          maxBuffer: 2 ** 26,
        });
        return `${stdout}${stderr}`;
      } catch (error) {
        const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
        throw new Error(`${command} ${args.join(' ')}\n${message}\n${stdout}${stderr}`, { cause: error });
      }
    },
  };
}

/** What a developer's shell has; nothing that pnpm or vitest passes on to its children. */
const CLEAN_ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|pnpm_|NODE_OPTIONS|VITEST|INIT_CWD|NODE_PATH)/i.test(name)),
);
