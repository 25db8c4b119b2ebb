import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compilerOptions, declaresDisposal, type Configuration } from './configurations.ts';

/** What consumers write, besides importing every entry. */
const USES = `import { createMockNode } from '@coin/mock-node';
import { createNodeClient, getBalance } from '@coin/rpc';
const node = createMockNode();
const client = createNodeClient({ transport: node });
export const balance: Promise<bigint> = getBalance(client, { address: node.accounts[0].address });
export const status: Promise<number> = node.fetch('http://node/').then((response) => response.status);
`;
const FETCH = `import { createMockNode } from '@coin/mock-node';
const { fetch } = createMockNode();
const request = new Request(new URL('http://node/'), { signal: new AbortController().signal });
export const response: Promise<Response> = fetch(request, { method: 'POST', headers: new Headers() });
`;
const DISPOSAL = `import { createMockNode, serve } from '@coin/mock-node';
await using node = createMockNode();
await using served = await serve(node);
export const { url } = served;
`;

/**
 * Compiles a project in which the packages are installed: every entry and what consumers do with them.
 *
 * @param project - the project's folder
 * @param entries - what is imported, as in `@coin/fee/planner`
 * @param configurations - compiled side by side, one for each core
 * @returns for each configuration that does not compile, its name and the compiler's output
 */
export async function compileMatrix(
  project: string,
  entries: readonly string[],
  configurations: readonly Configuration[],
): Promise<string[]> {
  const write = (file: string, text: string) => writeFileSync(join(project, file), text);
  write('entries.ts', entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`).join(''));
  write('uses.ts', USES);
  write('fetch.ts', FETCH);
  write('disposal.ts', DISPOSAL);
  const failures: string[] = [];
  const waiting = [...configurations];
  const compileNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const output = await compile(project, next);
      if (output !== undefined) failures.push(`${Object.values(next).join(', ')}:\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compileNext));
  return failures;
}

/** What the compiler says of a configuration that does not compile. */
async function compile(project: string, configuration: Configuration): Promise<string | undefined> {
  const files = ['entries.ts', 'uses.ts'];
  if (configuration.platform !== 'none') files.push('fetch.ts');
  if (declaresDisposal(configuration)) files.push('disposal.ts');
  const config = `tsconfig.${Object.values(configuration).join('.')}.json`;
  writeFileSync(join(project, config), JSON.stringify({ compilerOptions: compilerOptions(configuration), files }));
  const tsc = fileURLToPath(new URL(`node_modules/${configuration.compiler}/bin/tsc`, import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', config], { cwd: project });
    return undefined;
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}
