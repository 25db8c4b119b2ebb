// Runtimes that are not Node: the packages are bundled for them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { type Consumer } from '../consumer.ts';
import { fileOf, installWith } from '../install.ts';
import { program, storyFunction, type Story } from '../stories.ts';
import { ESBUILD } from './bundlers.ts';

/** React Native's configuration, without what runs before the main module: that is React Native itself. */
const METRO = `
const { getDefaultConfig } = require('@react-native/metro-config');
const config = getDefaultConfig(__dirname);
const serializer = { ...config.serializer, getModulesRunBeforeMainModule: () => [] };
module.exports = { ...config, serializer, maxWorkers: 1 };
`;

/** Of a package whose story needs what React Native adds to Hermes: that its functions are there. */
const loads = ({ imports, result }: Story): string =>
  `${Object.entries(imports)
    .map(([entry, names]) => `import { ${names.join(', ')} } from '${entry}';`)
    .join('\n')}
if ([${Object.values(imports).flat().join(', ')}].every((value) => typeof value === 'function')) print('RESULT ${result}');
`;

export const runtimes: readonly Consumer[] = [
  {
    name: 'Chromium',
    setUp: installWith(['esbuild']),
    async run(project, story) {
      const file = `${fileOf(story)}.js`;
      project.write(file, `${storyFunction(story, 'import')}globalThis.story = story;\n`);
      await project.run('esbuild', [file, ...ESBUILD, `--outfile=out/${file}`]);
      const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        await page.addScriptTag({ type: 'module', content: readFileSync(join(project.folder, `out/${file}`), 'utf8') });
        // A module runs after the tag is there.
        await page.waitForFunction('globalThis.story');
        return `RESULT ${await page.evaluate<string>('story()')}`;
      } finally {
        await browser.close();
      }
    },
  },
  {
    name: 'workerd isolate',
    setUp: installWith(['esbuild', 'miniflare']),
    async run(project, story) {
      const file = `${fileOf(story)}.js`;
      project.write(
        file,
        `${storyFunction(story, 'import')}export default { fetch: async () => new Response('RESULT ' + await story()) };\n`,
      );
      await project.run('esbuild', [file, ...ESBUILD, `--outfile=out/${file}`]);
      project.write(
        `${fileOf(story)}.run.mjs`,
        `import { Miniflare } from 'miniflare';
const worker = new Miniflare({ modules: true, scriptPath: 'out/${file}', compatibilityDate: '2026-01-01' });
console.log(await (await worker.dispatchFetch('http://worker/')).text());
await worker.dispose();
`,
      );
      return project.run('node', [`${fileOf(story)}.run.mjs`]);
    },
  },
  {
    name: 'Metro and Hermes',
    async setUp(project) {
      project.write('metro.config.cjs', METRO);
      project.write('babel.config.cjs', "module.exports = { presets: ['module:@react-native/babel-preset'] };\n");
      await installWith([
        '@babel/core',
        '@react-native/babel-preset',
        '@react-native/metro-config',
        'hermes-engine-cli',
        'metro',
      ])(project);
    },
    async run(project, story) {
      const name = fileOf(story);
      const isPartial = this.partly?.[story.package] !== undefined;
      project.write(`${name}.js`, isPartial ? loads(story) : program(story, 'import', 'print'));
      const flags = ['--config', 'metro.config.cjs', '--platform', 'ios', '--minify', 'false'];
      await project.run('metro', ['build', `${name}.js`, ...flags, '--out', `bundle-${name}`]);
      return project.run('node_modules/hermes-engine-cli/linux64-bin/hermes', [`bundle-${name}.js`]);
    },
    partly: {
      '@coin/rpc': 'is loaded only; its requests need fetch and Response, which React Native adds to Hermes',
      '@coin/payments': 'is loaded only, as its client is',
    },
    without: {
      '@coin/mock-node': 'needs Request, Response and TextEncoder',
      '@coin/testing': 'needs Request, Response and TextEncoder',
    },
  },
];
