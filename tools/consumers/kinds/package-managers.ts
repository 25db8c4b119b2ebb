// Each installs the packages with a different package manager, and runs them with its runtime.
import { type Consumer } from '../consumer.ts';
import { fileOf, npmInstall, npmrc, packed, tools } from '../install.ts';
import { type Project } from '../project.ts';
import { program, type Story } from '../stories.ts';

const writeStory = (project: Project, story: Story): string => {
  const file = `${fileOf(story)}.mjs`;
  project.write(file, program(story, 'import'));
  return file;
};

const manifest = (project: Project) => ({ private: true, type: 'module', dependencies: packed(project) });

export const packageManagers: readonly Consumer[] = [
  {
    name: 'npm, each package alone',
    fast: true,
    setUp: async () => undefined,
    async run(project, story) {
      const cwd = fileOf(story);
      const version = packed(project)[story.package] ?? '';
      await npmInstall(project, { dependencies: { [story.package]: version } }, cwd);
      project.write(`${cwd}/main.mjs`, program(story, 'import'));
      return project.run('node', ['main.mjs'], { cwd });
    },
  },
  {
    name: 'pnpm, strict',
    fast: true,
    async setUp(project) {
      project.write('.npmrc', npmrc(project));
      project.write('package.json', manifest(project));
      project.write('pnpm-workspace.yaml', 'hoist: false\nstrictPeerDependencies: true\n');
      await project.run('pnpm', ['install', '--prefer-offline']);
    },
    run: (project, story) => project.run('node', [writeStory(project, story)]),
  },
  {
    name: 'yarn, Plug’n’Play',
    async setUp(project) {
      await npmInstall(project, { dependencies: tools(['@yarnpkg/cli-dist']) }, 'yarn');
      project.write('package.json', manifest(project));
      project.write(
        '.yarnrc.yml',
        [
          'enableTelemetry: false',
          "unsafeHttpWhitelist: ['127.0.0.1']",
          // Yarn waits some days before it takes a new version, and remembers those of the last run's registry.
          "npmPreapprovedPackages: ['@coin/*']",
          'globalFolder: ./yarn/global',
          `npmScopes:\n  coin:\n    npmRegistryServer: '${project.registry}'\n`,
        ].join('\n'),
      );
      project.write('yarn.lock', '');
      await yarn(project, ['install', '--no-immutable']);
    },
    run: (project, story) => yarn(project, ['node', writeStory(project, story)]),
  },
  {
    name: 'bun',
    async setUp(project) {
      await npmInstall(project, { dependencies: tools(['bun']) }, 'bun');
      project.write('.npmrc', npmrc(project));
      project.write('package.json', manifest(project));
      await project.run('bun/node_modules/.bin/bun', ['install']);
    },
    run: (project, story) => project.run('bun/node_modules/.bin/bun', [writeStory(project, story)]),
  },
  {
    name: 'deno',
    async setUp(project) {
      await npmInstall(project, { dependencies: tools(['deno']) }, 'deno');
      project.write('.npmrc', npmrc(project));
      project.write('package.json', manifest(project));
      // Without this, deno waits a day before it takes a new version.
      await project.run('deno/node_modules/.bin/deno', ['install', '--minimum-dependency-age=0']);
    },
    run: (project, story) => project.run('deno/node_modules/.bin/deno', ['run', '-A', writeStory(project, story)]),
  },
];

const yarn = (project: Project, args: readonly string[]): Promise<string> =>
  project.run('node', ['yarn/node_modules/@yarnpkg/cli-dist/bin/yarn.js', ...args]);
