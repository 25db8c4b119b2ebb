// pnpm release:rehearse [--write]: rehearses a release of the last commit against a local registry, and compares what
// happened with docs/release-rehearsal.md, or writes it. Needs a network for the packages' own dependencies.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from './consumers/registry.ts';
import { rehearse } from './release/rehearsal.ts';

const PAGE = 'docs/release-rehearsal.md';
const started = Date.now();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rehearsal-')));
const registry = await startRegistry(join(folder, 'registry'), '@coin');
const sections: { title: string; lines: string[] }[] = [];
const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
try {
  rehearse({
    root: process.cwd(),
    folder,
    npmrc: registry.npmrc,
    transcript: {
      heading: (title) => {
        console.log(`${seconds()}: ${title}`);
        sections.push({ title, lines: [] });
      },
      line: (text) => sections.at(-1)?.lines.push(text),
    },
  });
} finally {
  await registry.stop();
  rmSync(folder, { recursive: true, force: true });
}
const INTRODUCTION = `# A release, rehearsed

Written by \`npx -y pnpm@12 release:rehearse --write\`; a test compares it with what happens. A throw-away clone releases the
packages to a registry on this machine, from 0.0.0, and empty projects install them from there with npm.
`;
const body = sections.map(({ title, lines }) => `## ${title}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`);
const transcript = [INTRODUCTION, ...body].join('\n');
console.log(`${seconds()}: done`);
if (process.argv.includes('--write')) writeFileSync(PAGE, transcript);
else if (readFileSync(PAGE, 'utf8') !== transcript) {
  console.error(
    `${PAGE} does not say what happened. Look at the change: run release:rehearse --write. Now:\n${transcript}`,
  );
  process.exitCode = 1;
}
