import { globSync, readFileSync } from 'node:fs';
import * as mockNode from '@coin/mock-node';
import * as abi from '@coin/mock-node/abi';
import * as energyReport from '@coin/mock-node/energy-report';
import * as fork from '@coin/mock-node/fork';
import { documentationGaps } from '@coin/test-kit';
import { expect, test } from 'vitest';
import { runCommand } from '../src/command/run-command.ts';
import { statementKinds } from '../src/http/falsification/read-statements.ts';
import { faultKinds } from '../src/http/instruments/check-fault-rule.ts';
import { adminHandlers } from '../src/http/server/admin.ts';

const folder = `${import.meta.dirname}/..`;
const readme = readFileSync(`${folder}/README.md`, 'utf8');
const commandPage = readFileSync(`${folder}/docs/command.md`, 'utf8');
const guide = (name: string): string => readFileSync(`${folder}/../../docs/guides/${name}.md`, 'utf8');
const sources = globSync(`${folder}/src/**/*.ts`).map((file) => readFileSync(file, 'utf8'));

/** A page's text below a heading. */
function sectionOf(page: string, heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return text;
}

/** The code spans in the first column of the first table below a heading. */
function listed(page: string, heading: string): string[] {
  const [, table = ''] = /((?:^\|.*\n)+)/m.exec(sectionOf(page, heading)) ?? [];
  const rows = table.matchAll(/^\| (`[^|]*)\|/gm);
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

/** The members of the one interface of that name, whichever file declares it. */
function membersOf(name: string): string[] {
  const declaration = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([^]*?)^\\}`, 'gm');
  const bodies = sources.flatMap((source) => [...source.matchAll(declaration)].map(([, body = '']) => body));
  expect(bodies).toHaveLength(1);
  return [...bodies.join().matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, member = '']) => member);
}

test('exports these names', () => {
  expect(Object.keys(mockNode).toSorted()).toEqual(['MockNodeError', 'createMockNode', 'isMockNodeError', 'serve']);
});

test('the entry of forks exports this function', () => {
  expect(Object.keys(fork)).toEqual(['forkMockNode']);
});

test('the entry of the ABI exports these functions', () => {
  expect(Object.keys(abi).toSorted()).toEqual([
    'abiSignature',
    'consoleLine',
    'decodeEvent',
    'decodeRevert',
    'decodeValues',
    'describeRevert',
    'encodeValue',
    'isEvent',
    'loggedArguments',
    'loggedParameters',
    'readContractNames',
  ]);
});

test('the entry of energy reports exports these functions', () => {
  expect(Object.keys(energyReport).toSorted()).toEqual([
    'compareEnergyReports',
    'createCallReader',
    'createEnergyCollector',
    'createTransactionReader',
    'formatEnergyDifferences',
    'formatEnergyReport',
  ]);
});

test('documents every public function', () => {
  expect(documentationGaps(folder)).toEqual([]);
});

test('lists every option in the README', () => {
  expect(listed(readme, 'Options')).toEqual(membersOf('MockNodeOptions'));
});

test('lists every function of a node in the README', () => {
  const members = Object.entries(mockNode.createMockNode());
  const functions = members.flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  expect(functions).toEqual(expect.arrayContaining(membersOf('Controls')));
  const elsewhere = ['fetch', 'close'];
  expect([...listed(readme, 'What a node can do'), ...elsewhere].toSorted()).toEqual(functions.toSorted());
});

test('lists every kind of fault in the guide to faults', () => {
  expect(faultKinds.length).toBeGreaterThan(15);
  expect(listed(guide('faulty-node'), 'Kinds of faults').toSorted()).toEqual(faultKinds.toSorted());
});

test('lists every kind of false statement in the guide to faults', () => {
  expect(statementKinds.length).toBeGreaterThan(5);
  expect(listed(guide('faulty-node'), 'A node that lies').toSorted()).toEqual(statementKinds.toSorted());
});

test('lists every path below /admin in the guide to other languages', () => {
  const rows = sectionOf(guide('other-languages'), 'Paths below /admin').matchAll(/^\| .*$/gm);
  const names = [...[...rows].join().matchAll(/`([a-z]+)`/g)].map(([, name = '']) => name);
  expect(adminHandlers.size).toBeGreaterThan(15);
  expect(names.toSorted()).toEqual([...adminHandlers.keys()].toSorted());
});

test('the command’s page describes every flag in the words of --help', async () => {
  let help = '';
  await runCommand(['--help'], { print: (text) => (help += text), printProblem: () => undefined });
  const rows = [...sectionOf(commandPage, 'Flags').matchAll(/^\| (\S.*?) \| (.*?) ?\|$/gm)].map(([, flag, text]) => [
    flag,
    text,
  ]);
  const shown = rows.map(([flag = '', text = '']) => [flag.replaceAll(/[`*]/g, ''), text.replaceAll('`', '')]);
  expect(shown.slice(1)).toEqual(rowsOfHelp(help));
  expect(shown.length).toBeGreaterThan(30);
});

/** The groups of flags, each a title and an empty text, and the flags. */
function rowsOfHelp(help: string): string[][] {
  const rows: string[][] = [];
  for (const line of help.slice(help.indexOf('Network\n')).split('\n')) {
    const [, flag, text] = /^ {2}(--\S+(?: <[A-Z=]+>)?) +(.*)$/.exec(line) ?? [];
    const last = rows.at(-1);
    if (flag !== undefined && text !== undefined) rows.push([flag.replaceAll(/[<>]/g, ''), text]);
    else if (line.startsWith(' ') && last !== undefined) last[1] += ` ${line.trim()}`;
    else if (line !== '') rows.push([line, '']);
  }
  return rows;
}
