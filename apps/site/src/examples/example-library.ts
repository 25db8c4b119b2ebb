import { resolve } from 'node:path';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const RECORDED_NODE = resolve(HERE, '../../../../packages/rpc/test/support/replay-examples.ts');

let library: Promise<string> | undefined;

/** The script that an example's worker evaluates first: all packages, in one classic script, as a blob can't import. */
export function exampleLibrary(): Promise<string> {
  library ??= build({
    entryPoints: [resolve(HERE, 'example-worker.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    conditions: ['@coin/source'],
    external: ['node:*'],
    alias: { 'virtual:recorded-node': RECORDED_NODE },
    logLevel: 'error',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return library;
}
