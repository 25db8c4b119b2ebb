import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtEntry } from '@coin/bench/built-package';
import { compareColdImports } from '@coin/bench/cold-import';
import { bareScript, firstAnswer } from '@coin/bench/command';
import { compare } from '@coin/bench/compare';
import { report } from '@coin/bench/result';
import { compareTypeCheck } from '@coin/bench/type-check';

// The libraries that the package is made with, each from its own files.
const libraries = [
  '@bufbuild/protobuf/wire',
  '@noble/curves/bn254.js',
  '@noble/curves/secp256k1.js',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha3.js',
  '@scure/base',
  'immutable',
].map((name) => import.meta.resolve(name));

const baseline = { name: 'its libraries, unbundled', modules: libraries };
// The code is published readable, not minified, and takes a quarter longer to import than its libraries; beside other
// work, which slows the reading of its many files, nearly half.
await compareColdImports([{ entry: '@coin/mock-node', baseline, bound: { atMost: 1.6 } }]);

/** Milliseconds of CPU time that a fresh process spends on importing modules, or on a new node and an answer. */
function start(path: string): { imported: number; answered: number } {
  const program = `
    const cpuTime = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    const { createMockNode } = await import('${builtEntry('.').href}');
    const imported = cpuTime();
    const node = createMockNode();
    await (await node.fetch('http://node/wallet/${path}')).text();
    const answered = cpuTime();
    await Promise.all(${JSON.stringify(libraries)}.map((name) => import(name)));
    console.log(JSON.stringify({ imported: cpuTime() - answered, answered: answered - imported }));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
}

const firstAnswers = [
  {
    what: 'first answer of a new node',
    path: 'getaccount?address=41018d106f70d56b009c5d0472d6a2634a90428700',
    atMost: 1.8,
    detail: false,
  },
  // a block's signature is made when it is first shown
  { what: 'first answer of a new node, a signed block', path: 'getnowblock', atMost: 2.8, detail: true },
];
for (const { what, path, atMost, detail } of firstAnswers)
  await compare({
    what,
    ours: () => start(path).answered,
    baseline: { name: baseline.name, round: () => start(path).imported },
    bound: { atMost },
    detail,
    rounds: 15,
  });

const command = [fileURLToPath(new URL('cli.js', builtEntry('.'))), '--port', '0'];
const PATH = '/wallet/getnowblock';
await compare({
  what: 'first answer of the command',
  ours: async () => (await firstAnswer(command, PATH)).milliseconds,
  baseline: {
    name: 'a bare node:http script',
    round: async () => (await firstAnswer(bareScript, PATH)).milliseconds,
  },
  bound: { atMost: 3 },
  rounds: 9,
});

const memory = { ours: 0, bare: 0 };
for (let round = 0; round < 3; round++) {
  memory.ours = Math.max(memory.ours, (await firstAnswer(command, PATH)).residentBytes);
  memory.bare = Math.max(memory.bare, (await firstAnswer(bareScript, PATH)).residentBytes);
}
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
report({
  what: 'memory of the idle command',
  ours: megabytes(memory.ours),
  baseline: `a bare node:http script: ${megabytes(memory.bare)}`,
  ratio: memory.ours / memory.bare,
  bound: { atMost: 1.35 },
});

await compareTypeCheck({ entry: '@coin/mock-node', bound: { atMost: 1.2 } });
