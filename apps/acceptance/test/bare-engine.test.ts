import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext, type Context } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Built-in functions of editions after ES2022, which older engines lack. */
const LATER_FUNCTIONS = `
for (const [owner, names] of [
  [Array, ['fromAsync']],
  [Array.prototype, ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
  [Iterator.prototype, ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray']],
  [Map, ['groupBy']],
  [Object, ['groupBy']],
  [Promise, ['try', 'withResolvers']],
  [Set.prototype, ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union']],
  [String.prototype, ['isWellFormed', 'toWellFormed']],
]) for (const name of names) if (!delete owner[name] || name in owner) throw new Error(name + ' is still there');
`;

/** An engine with the functions of ES2022 and nothing of a platform but what is given: no timer, no TextEncoder. */
function bareEngine(platform: object = {}): Context {
  const engine = createContext({ ...platform });
  runInContext(LATER_FUNCTIONS, engine);
  return engine;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** An entry and all that it imports, as a script that sets `entry`. */
async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, file)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'entry',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@coin/source'],
    external: ['node:*'],
    target: 'es2022',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

const portable = globSync('packages/{units,fee,rpc}/package.json', { cwd: root }).flatMap((manifest) => {
  const { exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as {
    exports: Record<string, { '@coin/source'?: string }>;
  };
  return Object.values(exports).flatMap(({ '@coin/source': source }) =>
    source === undefined ? [] : [join(dirname(manifest), source)],
  );
});

test('loads every entry of units, fee and rpc', () => {
  expect(portable.length).toBeGreaterThanOrEqual(8);
});

test.each(portable)('%s loads in an engine without platform and without functions after ES2022', async (file) => {
  // ky creates one when it is loaded, also where quorum takes URLs.
  const engine = bareEngine(/^packages\/rpc\/src\/(?:proof\/)?index\.ts$/.test(file) ? { TextEncoder } : {});
  runInContext(await bundle(file), engine);
  expect(runInContext('Object.keys(entry)', engine)).not.toHaveLength(0);
});

test('amounts and limits are computed there', async () => {
  const engine = bareEngine();
  runInContext(await bundle('packages/units/src/index.ts'), engine);
  expect(runInContext("entry.formatCoin(entry.parseCoin('1.50'))", engine)).toBe('1.5');
  runInContext(await bundle('packages/fee/src/index.ts'), engine);
  expect(runInContext('entry.feeLimitFromEstimate({ energy: 37105n, energyPrice: 100n })', engine)).toBe(3_940_500n);
});

const platform = {
  AbortController,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  fetch,
};

test('a client is created if the platform has the features that requests need', async () => {
  const engine = bareEngine(platform);
  runInContext(await bundle('packages/rpc/src/index.ts'), engine);
  const created = "entry.createNodeClient({ transport: 'http://127.0.0.1:9090' }).endpoint";
  expect(runInContext(created, engine)).toBe('http://127.0.0.1:9090');
});
