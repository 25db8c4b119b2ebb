import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkPackage } from '../arrows/check-package.ts';
import { readPackage } from '../arrows/read-package.ts';

const source = { ...readPackage(resolve(import.meta.dirname, '../../packages/mock-node')), folder: 'mock-node' };

/** The problems of the package with these files added. */
const problemsOf = (planted: Record<string, string>) =>
  checkPackage({ ...source, files: new Map([...source.files, ...Object.entries(planted)]) });

test('the arrows of mock-node forbid type imports against the direction of its folders', () => {
  const forbidden = [
    ['vm/planted.ts', '../state/root.ts', 'no arrow joins vm and state'],
    ['state/planted.ts', '../vm/index.ts', 'no arrow joins state and vm'],
    ['vm/words/planted.ts', '../machine/frame.ts', 'vm/words may not import vm/machine'],
    ['ledger/voting/planted.ts', '../../chain/chain.ts', 'ledger/voting may not import chain'],
    ['ledger/transactions/planted.ts', '../execution/block.ts', 'ledger/transactions may not import ledger/execution'],
    ['chain/planted.ts', '../control/time-control.ts', 'chain may not import control'],
    ['control/planted.ts', '../http/instruments/faults.ts', 'control may not import http/instruments'],
    ['json/planted.ts', '../message/request.ts', 'json may not import message'],
    ['message/planted.ts', '../state/root.ts', 'no arrow joins message and state'],
  ] as const;
  const planted = forbidden.map(([file, target]) => [file, `export type Planted = typeof import('${target}');\n`]);
  const problems = problemsOf(Object.fromEntries(planted));
  for (const [file, , reason] of forbidden)
    expect(problems).toContainEqual(expect.stringMatching(`^mock-node/src/${file}:1 imports .*: ${reason}`));
  expect(problems).toHaveLength(forbidden.length);
});

test('subjects of the ledger may import each other, but not in a circle', () => {
  const planted = {
    'ledger/accounts/planted.ts': '',
    'ledger/voting/planted.ts': `import '../accounts/planted.ts';\n`,
  };
  const circle = { ...planted, 'ledger/accounts/other.ts': `import '../voting/planted.ts';\n` };
  expect(problemsOf(planted)).toEqual([]);
  expect(problemsOf(circle)).toEqual([
    expect.stringContaining('ledger/accounts → ledger/voting → ledger/accounts import each other in a circle'),
  ]);
});
