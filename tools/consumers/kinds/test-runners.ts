// A test in each runner, as its users write it.
import { readFileSync } from 'node:fs';
import { type Consumer } from '../consumer.ts';
import { fileOf, installWith, type Tool } from '../install.ts';
import { stories, storyFunction, type Story } from '../stories.ts';

const testOf = (story: Story, head = ''): string => `${head}
${storyFunction(story, 'import')}
test('gives the result', async () => {
  const result = await story();
  if (result !== ${JSON.stringify(story.result)}) throw new Error('RESULT ' + result);
});
`;

/** With a test that gets a node from the package's fixture. */
const vitestTestOf = (story: Story): string =>
  testOf(story, "import { test } from 'vitest';") +
  (story.package === '@coin/testing'
    ? `
import { createNodeTest } from '@coin/testing/vitest';
createNodeTest()('has a node', async ({ nodeUrl }) => {
  const { status } = await fetch(nodeUrl + '/wallet/getnowblock');
  if (status !== 200) throw new Error('status ' + status);
});
`
    : '');

/** A runner says by its status that the test passed: then that is the result. */
const passed = (story: Story) => () => `RESULT ${story.result}`;

const runner = (
  name: string,
  extension: string,
  names: readonly Tool[],
  text: (story: Story) => string,
  command: (file: string) => readonly string[],
  rest: {
    readonly fast?: true;
    readonly manifest?: object;
    readonly files?: Readonly<Record<string, unknown>>;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Consumer => ({
  name,
  ...(rest.fast && { fast: rest.fast }),
  async setUp(project) {
    for (const [file, content] of Object.entries(rest.files ?? {})) project.write(file, content);
    await installWith(names, rest.manifest as Record<string, unknown>)(project);
  },
  async run(project, story) {
    const file = `${fileOf(story)}.test.${extension}`;
    project.write(file, text(story));
    const [program, ...args] = command(file);
    return project.run(program ?? '', args, rest.env === undefined ? {} : { env: rest.env }).then(passed(story));
  },
});

/** The configuration for a package that the guide gives: the second one is for packages with dependencies. */
function guidesJestConfig(story: Story): string {
  const guide = readFileSync('docs/guides/commonjs-and-jest.md', 'utf8');
  const [first, second, ...others] = [...guide.matchAll(/^```js\n(module\.exports = .*?)```$/gms)].map(
    ([, code]) => code,
  );
  if (first === undefined || second === undefined || others.length > 0)
    throw new Error('The guide must have two configurations of Jest');
  return ['@coin/rpc', '@coin/payments'].includes(story.package) ? second : first;
}

export const testRunners: readonly Consumer[] = [
  runner(
    'node:test',
    'mjs',
    [],
    (story) => testOf(story, "import { test } from 'node:test';"),
    (file) => ['node', '--test', file],
    { fast: true },
  ),
  runner('vitest', 'mjs', ['vitest'], vitestTestOf, (file) => ['vitest', 'run', file]),
  runner('vitest 4', 'mjs', ['vitest 4'], vitestTestOf, (file) => ['vitest', 'run', file]),
  runner(
    'Jest, as ES modules',
    'mjs',
    ['jest'],
    (story) => testOf(story),
    (file) => ['jest', file],
    {
      env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
      manifest: { jest: { testMatch: ['**/*.test.mjs'], transform: {} } },
    },
  ),
  // babel.config: the `babel` of package.json would not reach node_modules
  runner(
    'Jest, as CommonJS by Babel',
    'js',
    ['jest', 'babel-jest', '@babel/core', '@babel/preset-env'],
    (story) => testOf(story),
    (file) => ['jest', '--config', file.replace('.test.js', '.jest.cjs'), file],
    {
      files: {
        'babel.config.cjs':
          "module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] };\n",
        ...Object.fromEntries(stories.map((story) => [`${fileOf(story)}.jest.cjs`, guidesJestConfig(story)])),
      },
      manifest: { type: 'commonjs' },
    },
  ),
];
