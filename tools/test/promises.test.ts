import { expect, test } from 'vitest';
import { checkPromises } from '../promises/check-promises.ts';

const README = `# Readme

See [this](nowhere.md).

## Five promises

1. **One.** Held by [a test](packages/units/test/a.test.ts).
2. **Two.** Held by [a test](packages/units/test/a.test.ts), as [a page](docs/page.md#part) says.
3. **Three.** [A test](packages/units/test/a.test.ts).
4. **Four.** [A test](packages/units/test/a.test.ts).
5. **Five.** [A tool](tools/run.ts).

   | What | At most |
   |---|---|
   | \`@coin/units\`: all of it | 3 kB |

## Next

[Elsewhere](missing.md)
`;

const present = new Set(['packages/units/test/a.test.ts', 'docs/page.md', 'tools/run.ts']);
const problems = (readme: string) =>
  checkPromises({
    readme,
    exists: (path) => present.has(path),
    limits: new Map([['@coin/units: all of it', '3 kB']]),
  });

test('accepts promises whose links lead to a test and whose sizes are the limits', () => {
  expect(problems(README)).toEqual([]);
});

test.each([
  ['a promise without a test', 'Held by [a test](packages/units/test/a.test.ts).', 'Hm.', 'promise 1 links to no test'],
  ['a link that leads nowhere', 'page.md', 'gone.md', 'promise 2 links to docs/gone.md, which does not exist'],
  ['another size', '3 kB', '4 kB', '`@coin/units`: all of it: the README states 4 kB, and the limit is 3 kB'],
  [
    'a size without a limit',
    ': all',
    ': some',
    '`@coin/units`: some of it: the README states 3 kB, and the limit is missing',
  ],
  ['a promise that is missing', '4. **Four', 'Four', 'there are 4 promises below "## Five promises"'],
])('reports %s', (_, from, to, problem) => {
  expect(problems(README.replace(from, to))).toEqual([problem]);
});
