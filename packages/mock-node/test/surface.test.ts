import { readFileSync } from 'node:fs';
import { documentationGaps } from '@coin/examples';
import * as mockNode from '@coin/mock-node';
import { expect, test } from 'vitest';

const folder = `${import.meta.dirname}/..`;
const readme = readFileSync(`${folder}/README.md`, 'utf8');

/** What stands in backquotes in the first column of the tables below a heading. */
function listed(heading: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const rows = section.split('\n## ')[0]!.matchAll(/^\| (`[^|]*)\|/gm);
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

function membersOf(file: string, declaration: RegExp): string[] {
  const [, body = ''] = declaration.exec(readFileSync(`${folder}/src/${file}`, 'utf8')) ?? [];
  return [...body.matchAll(/^ {2}(?:readonly )?([\w]+)\??:/gm)].map(([, name = '']) => name);
}

test('exports these names', () => {
  expect(Object.keys(mockNode).toSorted()).toEqual(['MockNodeError', 'createMockNode', 'isMockNodeError', 'serve']);
});

test('every public function is documented', () => {
  expect(documentationGaps(folder)).toEqual([]);
});

test('the README lists the codes of the code', () => {
  expect(listed('Errors')).toEqual(membersOf('errors.ts', /interface MockNodeErrorContexts \{([^]*?)\n\}/));
});

test('the README lists every option', () => {
  expect(listed('Options')).toEqual(membersOf('node-options.ts', /interface MockNodeOptions \{([^]*?)\n\}/));
});

test('the README lists every kind of fault', () => {
  const source = readFileSync(`${folder}/src/http/instruments/faults.ts`, 'utf8');
  const [, kinds = ''] = /const kinds[^{]*\{[^}]*\} = \{([^]*?)\n\}/.exec(source) ?? [];
  const names = [...kinds.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(listed('Faults').toSorted()).toEqual(names.toSorted());
});

test('the README lists every control', () => {
  const source = readFileSync(`${folder}/src/http/server/admin.ts`, 'utf8');
  const controls = [...source.matchAll(/\[\s*'(\w+)',\s*\(/g)].map(([, name = '']) => name);
  const [, section = ''] = readme.split('\n## Served\n');
  const names = [
    ...section
      .split('\n## ')[0]!
      .split('/admin/')[1]!
      .matchAll(/`([a-z]+)`/g),
  ].map(([, name = '']) => name);
  expect(controls.length).toBeGreaterThan(15);
  expect(names.toSorted()).toEqual(controls.toSorted());
});

test('the README lists every flag of the command', () => {
  const source = readFileSync(`${folder}/src/cli.ts`, 'utf8');
  const [, flags = ''] = /const flags = \{([^]*?)\n\}/.exec(source) ?? [];
  const names = [...flags.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  expect(names.length).toBeGreaterThan(10);
  expect(
    listed('Command')
      .map((flag) => /^--([\w-]+)/.exec(flag)?.[1] ?? '')
      .toSorted(),
  ).toEqual(names.toSorted());
});
