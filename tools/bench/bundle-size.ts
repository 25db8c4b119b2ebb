import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { installBuilt } from './install-built.ts';
import { report, type Bound } from './result.ts';

export interface BundleSizes {
  readonly what: string;
  /** Exports of the built package in the current folder, with the code that a bundle of them needs. */
  readonly ours: string;
  /** The same of another library. */
  readonly baseline: { readonly name: string; readonly code: string };
  /** A share of the baseline's size. */
  readonly bound: Bound;
}

/** Compares what applications send to a browser: code with its dependencies, minified and compressed. */
export async function compareBundleSizes(comparisons: readonly BundleSizes[]): Promise<void> {
  const consumer = realpathSync(mkdtempSync(join(tmpdir(), 'bundle-size-')));
  try {
    installBuilt('.', consumer);
    for (const { what, ours, baseline, bound } of comparisons) {
      const [ourBytes, baselineBytes] = [await bundleBytes(ours, consumer), await bundleBytes(baseline.code, '.')];
      report({
        what,
        ours: formatKilobytes(ourBytes),
        baseline: `${baseline.name}: ${formatKilobytes(baselineBytes)}`,
        ratio: ourBytes / baselineBytes,
        bound,
      });
    }
  } finally {
    rmSync(consumer, { recursive: true, force: true });
  }
}

async function bundleBytes(code: string, folder: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}

const formatKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
