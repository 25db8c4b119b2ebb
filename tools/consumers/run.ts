// node tools/consumers/run.ts [--fast] [--keep] [NAME…]: packs the packages, uses them as their users do, and prints a
// table: consumers by packages, with seconds. NAMEs choose rows by a part of their name; --keep keeps the projects.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Consumer } from './consumer.ts';
import { bundlers } from './kinds/bundlers.ts';
import { nodeVersions } from './kinds/node-versions.ts';
import { packageManagers } from './kinds/package-managers.ts';
import { runtimes } from './kinds/runtimes.ts';
import { testRunners } from './kinds/test-runners.ts';
import { typescript } from './kinds/typescript.ts';
import { workspaces } from './kinds/workspaces.ts';
import { packPackages } from './packed.ts';
import { createProject } from './project.ts';
import { startRegistry } from './registry.ts';
import { stories } from './stories.ts';

const consumers: readonly Consumer[] = [
  ...packageManagers,
  ...nodeVersions,
  ...testRunners,
  ...bundlers,
  ...runtimes,
  ...typescript,
  ...workspaces,
];

const { values, positionals } = parseArgs({
  options: { fast: { type: 'boolean' }, keep: { type: 'boolean' } },
  allowPositionals: true,
});
const chosen = consumers.filter(
  ({ name, fast }) =>
    (!values.fast || fast) && (positionals.length === 0 || positionals.some((part) => name.includes(part))),
);
if (chosen.length === 0) throw new Error(`Unknown consumers: ${positionals.join(', ')}`);

const directory = mkdtempSync(join(tmpdir(), 'consumers-'));
const failures: string[] = [];
const width = Math.max(...chosen.map(({ name }) => name.length));
const cell = (text: string): string => text.padStart(9);

async function timed<T>(action: () => Promise<T>): Promise<{ seconds: string; value?: T; error?: string }> {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  try {
    const value = await action();
    return { seconds: seconds(), value };
  } catch (error) {
    return { seconds: seconds(), error: error instanceof Error ? error.message : JSON.stringify(error) };
  }
}

const [packages, registry] = await Promise.all([
  packPackages(directory),
  startRegistry(join(directory, 'registry'), '@coin'),
]);

/** The row of a consumer. */
async function use(consumer: Consumer, index: number): Promise<string> {
  const project = createProject(join(directory, String(index)), packages, registry.url);
  const setUp = await timed(() => consumer.setUp(project));
  const cells = [cell(setUp.error === undefined ? setUp.seconds : 'FAILED')];
  if (setUp.error !== undefined) failures.push(`${consumer.name}: ${setUp.error}`);
  else
    for (const story of stories) {
      const reason = consumer.without?.[story.package];
      if (reason !== undefined) {
        cells.push(cell('–'));
        continue;
      }
      const { seconds, value, error } = await timed(() => consumer.run(project, story));
      const passed = value?.includes(`RESULT ${story.result}`);
      const mark = consumer.partly?.[story.package] === undefined ? '' : '*';
      cells.push(cell(passed ? `${seconds}${mark}` : 'FAILED'));
      if (!passed) failures.push(`${consumer.name}, ${story.package}: ${error ?? value}`);
    }
  return [consumer.name.padEnd(width), ...cells].join(' ');
}

try {
  await Promise.all(packages.map(({ tarball }) => registry.publish(tarball)));
  console.log(
    ['consumer'.padEnd(width), cell('set-up'), ...stories.map((story) => cell(story.package.slice(6)))].join(' '),
  );
  const waiting = [...chosen.entries()];
  const useNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, consumer] = next;
      console.log(await use(consumer, index));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, useNext));
  for (const { name, partly, without } of chosen)
    for (const [mark, notes = {}] of [
      ['*', partly],
      ['–', without],
    ] as const)
      for (const [packageName, reason] of Object.entries(notes))
        console.log(`${mark} ${name}: ${packageName} ${reason}`);
} finally {
  await registry.stop();
  if (values.keep) console.log(directory);
  else rmSync(directory, { recursive: true, force: true });
}
for (const failure of failures) console.error(`\n${failure}`);
console.log(`${chosen.length} consumers, ${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
