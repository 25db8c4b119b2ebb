// node tools/release/install-lines.ts: writes what pages say about installing the packages, by whether they are
// released. `version-packages` runs it, so the first release makes every install line true.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GUIDE = 'https://github.com/coin-packages/coin/blob/main/docs/guides/get-started.md#install';

/** What stands between the marks of a page, before and after the first release. */
const LINES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'README.md': [
    '**Not on npm yet**: try them from a clone with `npx -y pnpm@12 demo`, which needs Node 20 or newer and npm.',
    '`npm install @coin/rpc @coin/units` installs a client, and `npm install --save-dev @coin/mock-node` a node for tests.',
  ],
  'docs/guides/get-started.md': [
    `The packages are not on npm yet. Clone the repository, build it, and install the packed packages in your project:

\`\`\`sh
git clone https://github.com/coin-packages/coin && cd coin
npx -y pnpm@12 install && npx -y pnpm@12 build
npx -y pnpm@12 --filter './packages/*' exec pnpm pack --pack-destination "$PWD/packed"
cd ../your-project && npm install ../coin/packed/*.tgz
\`\`\``,
    `\`\`\`sh
npm install @coin/rpc @coin/units
npm install --save-dev @coin/mock-node
\`\`\``,
  ],
  'apps/site/pages/index.md': [
    '[Not on npm yet: install from a clone](/guides/get-started.md#install)',
    `\`\`\`sh
npm install @coin/rpc @coin/units
npm install --save-dev @coin/mock-node
\`\`\``,
  ],
};

/** What a package's own page says below its install line. */
const PACKAGE_LINES = [`Not on npm yet: [install from a clone](${GUIDE}).`, ''] as const;

const [START, END] = ['<!-- install: start -->', '<!-- install: end -->'];

/** The pages that say how to install the packages. */
export const installPages = (root: string): string[] => [
  ...Object.keys(LINES),
  ...globSync('packages/*/README.md', { cwd: root }).toSorted(),
];

/** Whether every package of the repository has had its first version. */
export const isReleased = (root: string): boolean =>
  globSync('packages/*/package.json', { cwd: root }).every(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).version !== '0.0.0',
  );

/** A page with what is true about installing the packages. Throws an `Error` for a page without marks. */
export function writeInstallLines(page: string, text: string, released: boolean): string {
  const lines = (LINES[page] ?? PACKAGE_LINES)[released ? 1 : 0];
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${page} has no lines "${START}" and "${END}" for its install line.`);
  return `${text.slice(0, from)}${START}\n\n${lines === '' ? '' : `${lines}\n\n`}${text.slice(to)}`;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  const released = isReleased(root);
  for (const page of installPages(root)) {
    const file = join(root, page);
    writeFileSync(file, writeInstallLines(page, readFileSync(file, 'utf8'), released));
  }
}
