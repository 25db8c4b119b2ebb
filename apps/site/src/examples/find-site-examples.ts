import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { findExamples } from '@coin/test-kit/find-examples';
import { type SiteExample } from '../markdown/runnable-fences.ts';

const PACKAGES = ['errors', 'units', 'fee', 'rpc', 'payments', 'mock-node', 'testing'].map(
  (name) => `packages/${name}`,
);

/** Every example that a test runs or compiles, by its code. */
export function findSiteExamples(root: string): Map<string, SiteExample> {
  const pages = ['guides', 'concepts'].flatMap((folder) =>
    readdirSync(`${root}/docs/${folder}`).map((file) => `../../docs/${folder}/${file}`),
  );
  const found = [
    ...PACKAGES.map((folder) => [folder, []] as const),
    ['apps/acceptance', ['../../README.md', ...pages]] as const,
  ].flatMap(([folder, further]) =>
    findExamples(`${root}/${folder}`, further).map(({ file, line, code, runs }) => ({
      place: `${posix.join(folder, file)}:${line}`,
      code,
      runs,
      answersAreRecorded: folder === 'packages/rpc',
    })),
  );
  return new Map(found.map((example) => [example.code.trimEnd(), example]));
}
