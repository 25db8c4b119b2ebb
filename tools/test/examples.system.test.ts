// Real time: the compiler runs as a process.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { compileExamples } from '../test-kit/compile-examples.ts';

const root = resolve(import.meta.dirname, '../..');

test('the examples of all packages and pages compile', async () => {
  const packages = readdirSync(`${root}/packages`).map((name) => ({ folder: `${root}/packages/${name}` }));
  const pages = ['guides', 'concepts'].flatMap((folder) =>
    readdirSync(`${root}/docs/${folder}`).map((file) => `../../docs/${folder}/${file}`),
  );
  const apps = { folder: `${root}/apps/acceptance`, files: ['../../README.md', ...pages] };
  const { count, errors } = await compileExamples([...packages, apps]);
  expect(errors).toBe('');
  expect(count).toBeGreaterThan(200);
});

test('an example that does not compile is reported with the line of its page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-examples-'));
  try {
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "planted" }');
    writeFileSync(join(folder, 'README.md'), '# Planted\n\n```ts\nconst amount: bigint = 5;\n```\n');
    const { count, errors } = await compileExamples([{ folder }]);
    expect(count).toBe(1);
    expect(errors).toMatch(/README\.md\.4\.ts\(4,7\): error TS2322/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
