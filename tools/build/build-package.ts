import { readFileSync, rmSync, writeFileSync } from 'node:fs';
// node ../../tools/build/build-package.ts [--standalone] [--command], in the folder of a package whose declarations are
// compiled to .types: builds an empty dist. Every entry becomes one file, and what entries share another, because
// loading many small files takes longer. Dependencies of the manifest stay imports; other libraries are put inside, with
// their licenses. Names and lines stay as they are: without source maps this is what a stack trace and a debugger show.
// --standalone: users install none of our other packages for it. --command: runs on Node alone and must start fast.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { readBuiltinModules } from './builtin-modules.ts';
import { citeFully } from './citations.ts';
import { copyDeclarations } from './declarations.ts';
import { librariesIn, writeLicenses } from './licenses.ts';
import { entriesOf, readManifest } from './manifest.ts';

const manifest = readManifest();
const { code, declarations } = entriesOf(manifest);
const cite = (text: string) => citeFully(text, manifest);

const { standalone, command } = parseArgs({
  options: { standalone: { type: 'boolean', default: false }, command: { type: 'boolean', default: false } },
}).values;

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  // With the errors in a separate file, a bundler that needs only their guard drops all the rest.
  entryPoints: [...code, ...(standalone ? ['./dist/errors.js'] : [])].map((file) =>
    file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'),
  ),
  bundle: true,
  splitting: true,
  // The curves ask for random numbers to blind secrets: a standalone package has none, and WebCrypto takes long to
  // load.
  define: standalone ? { 'globalThis.crypto': 'undefined' } : {},
  external: ['node:*', ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })],
  // Packages of this workspace are put inside from their sources: `pnpm pack` may be building them at the same time.
  conditions: ['@coin/source'],
  mainFields: ['module', 'main'],
  legalComments: 'none',
  platform: 'neutral',
  format: 'esm',
  target: 'es2022',
  outbase: 'src',
  outdir: 'dist',
  // One name for all, so the list of packed files does not change with their content.
  chunkNames: 'chunk-[hash]',
  metafile: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'full citations',
      setup: (bundler) =>
        bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
          contents: cite(await readFile(path, 'utf8')),
          loader: 'ts',
        })),
    },
  ],
});
if (command)
  for (const file of Object.keys(metafile.outputs)) writeFileSync(file, readBuiltinModules(readFileSync(file, 'utf8')));
const libraries = librariesIn(Object.keys(metafile.inputs));
if (libraries.length > 0) writeLicenses(libraries, 'dist/THIRD-PARTY-LICENSES.txt');
copyDeclarations(
  '.types',
  'dist',
  declarations.map((file) => file.replace('./dist/', '')),
  { edit: cite, isStandalone: standalone },
);
