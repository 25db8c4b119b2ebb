import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMockNode, serve } from '@coin/mock-node';
import { type Case, type Source } from '../case.ts';
import { casesOf, readReport, runNode } from '../mocha-suite.ts';

/** Projects in its folder `test`, with the compiler of each. */
const projects = [
  ['abiv2', '0.8.20'],
  ['tre', '0.8.20'],
  ['consolelogs', '0.8.6'],
] as const;

async function* runProject(folder: string, name: string): AsyncGenerator<Case> {
  await using served = await serve(createMockNode({ startTime: 'wall-clock' }), { tre: true });
  const project = join(folder, 'conformance', name);
  await rm(project, { recursive: true, force: true });
  await cp(join(folder, 'test', name), project, { recursive: true });
  await appendFile(join(project, 'tronbox.js'), "\nmodule.exports.mocha = { reporter: 'json' };\n");
  const env = { HOST_PORT: new URL(served.url).port, HOME: join(folder, 'conformance') };
  const tronbox = (args: readonly string[], more = {}) =>
    runNode(project, [join(folder, 'tronbox.dev'), ...args], { ...env, ...more });
  // A compilation keeps Node busy. If it outlasts an idle connection, the next request on that connection fails.
  await tronbox(['compile']);
  // Its test compares the lines that a migration printed.
  if (name === 'consolelogs')
    await writeFile(
      join(project, 'actual.log'),
      await tronbox(['migrate', '--quiet'], { TRONBOX_SOLIDITY_CONSOLE_LOG: 'true' }),
    );
  for (const { name: title, check } of casesOf(readReport(await tronbox(['test']))))
    yield { name: `${name}: ${title}`, check };
}

async function* runSuite(folder: string): AsyncGenerator<Case> {
  // TronBox would download the compilers.
  const compilers = join(folder, 'conformance/.tronbox/solc');
  await mkdir(compilers, { recursive: true });
  for (const [name, version] of projects) {
    await cp(join(folder, `node_modules/solc-${version}/soljson.js`), join(compilers, `soljson_v${version}.js`));
    yield* runProject(folder, name);
  }
}

/** Projects of TronBox's repository, in a checkout that has its dependencies, and npm's compilers as `solc-0.8.6` and `solc-0.8.20`. */
export const tronboxSuite: Source = {
  name: 'tronbox-suite',
  origin: 'tronprotocol/tronbox cf097c5bfda5 (4.7.0), test: abiv2, tre, consolelogs',
  licence: 'MIT',
  read: runSuite,
  exclusions: [
    {
      cause: "it compares with a trace of code of TRON's compiler, which npm does not have",
      source: 'its bytecode reads CALLTOKENID and CALLTOKENVALUE in the constructor, which no other compiler writes',
      cases: ['tre: Contract: MetaCoin should successfully trace transaction'],
    },
  ],
};
