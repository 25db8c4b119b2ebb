// Each bundles a story for browsers; the bundle runs in Node, so it loads its parts as ES modules do.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Consumer } from '../consumer.ts';
import { fileOf, installWith } from '../install.ts';
import { type Project } from '../project.ts';
import { program, stories, storyFunction, type Story } from '../stories.ts';

const source = (project: Project, story: Story): string => {
  const file = `${fileOf(story)}.js`;
  project.write(file, program(story, 'import'));
  return file;
};

export const ESBUILD = ['--bundle', '--platform=browser', '--format=esm', '--log-level=warning'];

export const bundlers: readonly Consumer[] = [
  {
    name: 'esbuild',
    setUp: installWith(['esbuild']),
    async run(project, story) {
      const file = source(project, story);
      await project.run('esbuild', [file, ...ESBUILD, `--outfile=out/${file}`]);
      return project.run('node', [`out/${file}`]);
    },
  },
  {
    name: 'vite',
    setUp: installWith(['vite']),
    async run(project, story) {
      const file = source(project, story);
      const [root, name] = [`page-${fileOf(story)}`, fileOf(story)];
      project.write(`${root}/index.html`, `<script type="module" src="./${file}"></script>`);
      project.write(`${root}/${file}`, program(story, 'import'));
      const output = { entryFileNames: `${name}.js` };
      project.write(
        `${root}/vite.config.mjs`,
        `export default { build: { modulePreload: false, rollupOptions: { output: ${JSON.stringify(output)} } } };`,
      );
      await project.run('vite', ['build', root, '--logLevel', 'warn']);
      return project.run('node', [`${root}/dist/${name}.js`]);
    },
  },
  {
    name: 'webpack',
    setUp: installWith(['webpack', 'webpack-cli']),
    async run(project, story) {
      const [file, name] = [source(project, story), fileOf(story)];
      project.write(
        `${name}.config.mjs`,
        `export default { mode: 'production', target: ['web', 'es2022'], entry: './${file}', performance: false,
          experiments: { outputModule: true },
          output: { path: import.meta.dirname + '/out', filename: '${name}.mjs', module: true } };`,
      );
      await project.run('webpack', ['--config', `${name}.config.mjs`]);
      return project.run('node', [`out/${name}.mjs`]);
    },
  },
  {
    name: 'Parcel',
    // Its scripts for pages load parts as a page does; only its ES modules run in Node.
    setUp: installWith(['parcel'], {
      '@parcel/resolver-default': { packageExports: true },
      targets: {
        default: { context: 'browser', outputFormat: 'esmodule', engines: { browsers: 'last 2 Chrome versions' } },
      },
    }),
    async run(project, story) {
      const [file, folder] = [source(project, story), `parcel-${fileOf(story)}`];
      await project.run('parcel', ['build', file, '--dist-dir', folder, '--no-cache', '--no-source-maps']);
      return project.run('node', [`${folder}/${file}`]);
    },
  },
  {
    // Into a folder, because it writes modules that are loaded on first use to separate files.
    name: 'rollup',
    fast: true,
    setUp: installWith(['rollup', '@rollup/plugin-node-resolve']),
    async run(project, story) {
      const file = source(project, story);
      const plugin = '@rollup/plugin-node-resolve={browser:true}';
      await project.run('rollup', [file, '--plugin', plugin, '--dir', 'out', '--silent']);
      return project.run('node', [`out/${file}`]);
    },
  },
  {
    name: 'Next, prerendered',
    async setUp(project) {
      project.write('next.config.mjs', 'export default {};\n');
      project.write(
        'app/layout.js',
        'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n',
      );
      for (const story of stories)
        project.write(
          `app/${fileOf(story)}/page.js`,
          `${storyFunction(story, 'import')}export default async function Page() {\n  return <p>{\`RESULT \${await story()}\`}</p>;\n}\n`,
        );
      await installWith(['next', 'react', 'react-dom'])(project);
      await project.run('next', ['build'], { env: { NEXT_TELEMETRY_DISABLED: '1' } });
    },
    run: async (project, story) => readFileSync(join(project.folder, `.next/server/app/${fileOf(story)}.html`), 'utf8'),
  },
];
