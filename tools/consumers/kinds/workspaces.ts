// Monorepos of other people: pnpm and turbo, with their own compiler flags.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Consumer } from '../consumer.ts';
import { fileOf, npmrc, tools } from '../install.ts';
import { type Project } from '../project.ts';
import { storyFunction, type Story } from '../stories.ts';

/** Flags that our own compilation does not have. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'esnext.disposable'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  declaration: true,
  skipLibCheck: true,
  rootDir: 'src',
  outDir: 'dist',
};

async function createWorkspace(
  project: Project,
  dependencies: Readonly<Record<string, string>>,
  rest = '',
): Promise<void> {
  project.write('.npmrc', npmrc(project));
  project.write('package.json', {
    private: true,
    packageManager: 'pnpm@12.21.0',
    devDependencies: tools(['turbo', 'typescript']),
  });
  project.write('pnpm-workspace.yaml', `packages: ['packages/*']\npmOnFail: ignore\n${rest}`);
  project.write('turbo.json', { tasks: { build: { dependsOn: ['^build'], outputs: ['dist/**'] } } });
  project.write('packages/library/package.json', {
    name: '@shop/library',
    version: '1.0.0',
    private: true,
    type: 'module',
    exports: './dist/index.js',
    scripts: { build: 'tsc -p .' },
    dependencies,
  });
  project.write('packages/library/src/index.ts', 'export const currency: string = "TRX";\n');
  project.write('packages/library/tsconfig.json', { compilerOptions, include: ['src'] });
  await project.run('pnpm', ['install', '--prefer-offline']);
}

async function buildAndRun(project: Project, story: Story, text = storyFunction(story, 'import')): Promise<string> {
  project.write(`packages/library/src/${fileOf(story)}.ts`, `${text}export const result: Promise<string> = story();\n`);
  await project.run('turbo', ['run', 'build'], { env: { TURBO_TELEMETRY_DISABLED: '1' } });
  return project.run(
    'node',
    ['-e', `import('./dist/${fileOf(story)}.js').then(async ({ result }) => console.log('RESULT ' + (await result)))`],
    {
      cwd: 'packages/library',
    },
  );
}

/** The package once more, under the next minor version. */
function nextMinor(project: Project, name: string): { version: string; tarball: string } {
  const found = project.packages.find(({ manifest }) => manifest.name === name);
  if (found === undefined) throw new Error(`${name} was not packed`);
  const folder = join(project.folder, 'next');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', found.tarball, '-C', folder]);
  const file = join(folder, 'package/package.json');
  const [major, minor] = found.manifest.version.split('.');
  const version = `${major}.${Number(minor) + 1}.0`;
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }));
  const tarball = join(project.folder, `next-${version}.tgz`);
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
  return { version, tarball };
}

/** Beside each package, an amount and an error of a second copy of units. */
const withSecondUnits = (story: Story): string => `
import { isUnitsError as guard } from '@coin/units';
import { parseCoin as parse } from 'second-units';
${storyFunction(story, 'import')}
let code = '';
try {
  parse('1,5');
} catch (error) {
  if (guard(error)) code = error.code;
}
if (code !== 'AMOUNT_SYNTAX') throw new Error('a second copy of units is not recognised: ' + code);
`;

export const workspaces: readonly Consumer[] = [
  {
    name: 'another pnpm + turbo workspace, by link',
    setUp: (project) =>
      createWorkspace(
        project,
        Object.fromEntries(
          project.packages.map(({ manifest }) => [
            manifest.name,
            `link:${resolve('packages', manifest.name.slice(6))}`,
          ]),
        ),
      ),
    run: buildAndRun,
  },
  {
    name: 'the same by tarball, two units in one tree',
    async setUp(project) {
      const next = nextMinor(project, '@coin/units');
      const files = project.packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`] as const);
      await createWorkspace(project, { ...Object.fromEntries(files), 'second-units': `file:${next.tarball}` });
    },
    run: (project, story) => buildAndRun(project, story, withSecondUnits(story)),
  },
];
