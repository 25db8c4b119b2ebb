import { execFileSync } from 'node:child_process';
import { builtEntry } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';

/** Milliseconds of CPU time that a fresh process spends on importing the node, then on creating one and an answer. */
function start(path: string): { imported: number; answered: number } {
  const program = `
    const cpuTime = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    const started = cpuTime();
    const { createMockNode } = await import('${builtEntry('.').href}');
    const imported = cpuTime();
    const node = createMockNode();
    await (await node.fetch('http://node/wallet/${path}')).text();
    console.log(JSON.stringify({ imported: imported - started, answered: cpuTime() - imported }));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
}

const firstAnswers = [
  {
    what: 'first answer of a new node',
    path: 'getaccount?address=41018d106f70d56b009c5d0472d6a2634a90428700',
    atMost: 1,
  },
  // a block's signature is made when it is first shown, and the first one loads the curve's code
  { what: 'first answer of a new node, a signed block', path: 'getnowblock', atMost: 1.6 },
];
for (const { what, path, atMost } of firstAnswers)
  await compare({
    what,
    ours: () => start(path).answered,
    baseline: { name: 'its own import', round: () => start(path).imported },
    bound: { atMost },
    rounds: 15,
  });
