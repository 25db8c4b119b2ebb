// node fuzz-peers.ts: compares the fuzz runs of the mock node with those of forge and Hardhat 3, on the same contracts
// and properties. Installs forge into a temporary folder, and prints one table. Times are processor time, which other
// load on the machine changes least.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '@coin/bench/interleave';
import { CALLS_OF_SEQUENCE } from './fuzz/calls-of-sequence.ts';
import { compilerSettings } from './fuzz/compiler-settings.ts';
import { processorTime } from './fuzz/processor-time.ts';
import { tools, type Tool } from './fuzz/tools.ts';

const FORGE = '@foundry-rs/forge@1.7.1';
const ROUNDS = 3;
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Makes a project of the contracts that every tool can compile. */
function createProject(folder: string): void {
  mkdirSync(join(folder, 'contracts'), { recursive: true });
  for (const file of globSync([pathOf('fuzz/*.sol'), pathOf('../../examples/swap-pool/contracts/*.sol')]))
    copyFileSync(file, join(folder, 'contracts', basename(file)));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compiler = join(folder, 'solc');
  writeFileSync(compiler, `#!/bin/sh\nexec '${process.execPath}' '${pathOf('fuzz/solc-command.ts')}' "$@"\n`, {
    mode: 0o755,
  });
  const { evmVersion, optimizer } = compilerSettings;
  const lines = [
    '[profile.default]',
    "src = 'contracts'",
    "test = 'contracts'",
    `solc = '${compiler}'`,
    'offline = true',
    `evm_version = '${evmVersion}'`,
    `optimizer = ${optimizer.enabled}`,
    `optimizer_runs = ${optimizer.runs}`,
    '[profile.default.invariant]',
    `depth = ${CALLS_OF_SEQUENCE}`,
  ];
  writeFileSync(join(folder, 'foundry.toml'), `${lines.join('\n')}\n`);
}

interface Times {
  readonly tool: Tool;
  /** Starting and compiling, with one run of each property, in seconds. */
  readonly first: number;
  /** The same once everything is compiled. */
  readonly start: number;
  /** The seconds of each round, by file. */
  readonly whole: Readonly<Record<string, number[]>>;
}

const projectOf = (index: number): string => join(folder, `project-${index}`);

function measureRound(list: readonly Times[], round: number): void {
  const order = list.map((_, index) => (index + round) % list.length);
  for (const index of order) {
    const { tool, whole } = list[index] as Times;
    for (const file of tool.files) whole[file]?.push(processorTime(tool.command(projectOf(index), tool.runs, file)));
  }
}

function rowsOf(list: readonly Times[], file: string): readonly object[] {
  const results = list
    .filter(({ tool }) => tool.files.includes(file))
    .map(({ tool, first, start, whole }) => {
      const alone = median(whole[file] ?? []) - start;
      return { tool, withStart: first + alone, alone, rate: tool.runs / alone };
    });
  return results.map(({ tool: { name, language, runs }, withStart, alone, rate }) => ({
    property: basename(file, '.t.sol'),
    language,
    tool: name,
    runs,
    'seconds in all': withStart.toFixed(1),
    'without compiling and start': alone.toFixed(1),
    'runs a second': Math.round(rate),
    'times ours': (rate / (results.find(({ tool }) => tool.language === language)?.rate ?? rate)).toFixed(2),
  }));
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fuzz-peers-')));
const load = (): string => loadavg()[0]?.toFixed(1) ?? '';
const loadAtStart = load();
try {
  for (const index of tools.keys()) createProject(projectOf(index));
  const forge = tools.findIndex(({ name }) => name === 'forge');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', FORGE], { cwd: projectOf(forge) });
  const times = tools.map((tool, index): Times => {
    const [first, start] = [1, 1].map((runs) => processorTime(tool.command(projectOf(index), runs))) as [
      number,
      number,
    ];
    return { tool, first, start, whole: Object.fromEntries(tool.files.map((file) => [file, []])) };
  });
  for (let round = 0; round < ROUNDS; round++) measureRound(times, round);
  console.table((tools[0]?.files ?? []).flatMap((file) => rowsOf(times, file)));
  console.log(`${availableParallelism()} cores, load ${loadAtStart} at the start and ${load()} at the end.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
