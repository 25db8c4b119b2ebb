import { rmSync } from 'node:fs';
// node ../../tools/build/build-package.ts [--standalone], in the folder of a package whose declarations are compiled to
// .types: builds an empty dist. Every entry becomes one file, and what entries share another, because loading many
// small files takes longer. Names and lines stay as they are: without source maps this is what a stack trace and a
// debugger show. --standalone: with the libraries inside, and their licenses.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { citeFully } from './citations.ts';
import { copyDeclarations } from './declarations.ts';
import { librariesIn, writeLicenses } from './licenses.ts';
import { entriesOf, readManifest } from './manifest.ts';

const manifest = readManifest();
const { code, declarations } = entriesOf(manifest);
const cite = (text: string) => citeFully(text, manifest);

const { standalone } = parseArgs({ options: { standalone: { type: 'boolean', default: false } } }).values;
const standaloneOptions: BuildOptions = {
  // Packages of this workspace are bundled from their sources: `pnpm pack` may be building them at the same time.
  conditions: ['@coin/source'],
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // The curves ask for random numbers to blind secrets: a standalone package has none, and WebCrypto takes long to
  // load.
  define: { 'globalThis.crypto': 'undefined' },
};

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  // With the errors in a separate file, a bundler that needs only their guard drops all the rest.
  entryPoints: [...code, ...(standalone ? ['./dist/errors.js'] : [])].map((file) =>
    file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'),
  ),
  bundle: true,
  splitting: true,
  ...(standalone ? standaloneOptions : { packages: 'external' }),
  // A peer is the user's own.
  external: ['node:*', ...Object.keys(manifest.peerDependencies ?? {})],
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
if (standalone) writeLicenses(librariesIn(Object.keys(metafile.inputs)), 'dist/THIRD-PARTY-LICENSES.txt');
copyDeclarations(
  '.types',
  'dist',
  declarations.map((file) => file.replace('./dist/', '')),
  { edit: cite, isStandalone: standalone },
);
