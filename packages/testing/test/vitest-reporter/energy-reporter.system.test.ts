// Real time: vitest runs as a process.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type EnergyReport } from '@coin/mock-node/energy-report';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'energy-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a run of vitest collects from all files, and rejects tests at the same time', async () => {
  const source = resolve(import.meta.dirname, '../../src');
  const project = resolve(import.meta.dirname, '../../../../tools/test-kit/vitest-project.ts');
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write(
    'vitest.config.mjs',
    `import { createEnergyReporter } from '${source}/vitest-reporter/index.ts';
     import { fromSources } from '${project}';
     export default { ...fromSources, test: { include: ['*.case.ts'], reporters: ['default', createEnergyReporter({ file: 'run.json' })] } };`,
  );
  const caseOf = (name: string, more = ''): string =>
    `import { createNodeTest } from '${source}/vitest/index.ts';
     const test = createNodeTest({ prepare: (node) => node.deploy({ bytecode: '60006000f3', name: '${name}' }) });
     test('deploys', ({ node }) => node.deploy({ bytecode: '60006000f3', name: '${name}' }));
     test('deploys again', ({ node }) => node.deploy({ bytecode: '60006000f3', name: 'Both' }));\n${more}`;
  write('one.case.ts', caseOf('One'));
  // The second of two at the same time fails, and is expected to.
  const atOnce = `test.concurrent('one', () => new Promise((end) => setTimeout(end, 50)));
    test.concurrent.fails('two', () => undefined);`;
  write('two.case.ts', caseOf('Two', atOnce));
  // Left out of the report, which has the others by default.
  const leftOut = `const unseen = createNodeTest({ energyReport: false });
    unseen('is not collected', ({ node }) => node.deploy({ bytecode: '60006000f3', name: 'Unseen' }));`;
  write('three.case.ts', caseOf('Three', leftOut));
  const vitest = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const fromSources = ['--conditions=@coin/source'];
  const native = ['--configLoader', 'native'];
  const start = () =>
    promisify(execFile)(process.execPath, [...fromSources, vitest, 'run', '--root', folder, ...native], {
      env: { ...process.env, CI: '', NO_COLOR: '1' },
    });
  expect((await start()).stdout).toContain('run.json is written.');
  const { functions } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as EnergyReport;
  expect(functions.map(({ contract, calls }) => [contract, calls])).toEqual([
    ['Both', 3],
    ['One', 2],
    ['Three', 2],
    ['Two', 2],
  ]);
});
