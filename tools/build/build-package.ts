// node ../../tools/build/build-package.ts, in the folder of a package whose declarations are compiled to .types: builds
// an empty dist. Every entry becomes one file, and what entries share another, because loading many small files takes
// longer; the source maps contain the sources.
import { readFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { citeFully } from './citations.ts';
import { copyDeclarations } from './declarations.ts';
import { entriesOf, readManifest } from './manifest.ts';

const manifest = readManifest();
const { code, declarations } = entriesOf(manifest);
const cite = (text: string) => citeFully(text, manifest);

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: code.map((file) => file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')),
  bundle: true,
  splitting: true,
  packages: 'external',
  external: ['node:*'],
  platform: 'neutral',
  format: 'esm',
  target: 'es2023',
  sourcemap: true,
  outbase: 'src',
  outdir: 'dist',
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
copyDeclarations(
  '.types',
  'dist',
  declarations.map((file) => file.replace('./dist/', '')),
  cite,
);
