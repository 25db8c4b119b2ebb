import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CALLS_OF_SEQUENCE } from './calls-of-sequence.ts';

/** A way to check the same properties. */
export interface Tool {
  readonly name: string;
  readonly language: 'Solidity' | 'TypeScript';
  /** How many cases of each property to draw: a multiple of the length of a sequence, whose calls count. */
  readonly runs: number;
  readonly files: readonly string[];
  /** The command that checks the property of a file, or of all. */
  readonly command: (project: string, runs: number, file?: string) => readonly string[];
}

const program = (name: string): readonly string[] => [
  process.execPath,
  fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
];
const optional = (file: string | undefined): readonly string[] => (file === undefined ? [] : [file]);

const single = ['Counter.t.sol', 'Pool.t.sol'];
const withSequences = [...single, 'Sequence.t.sol'];

/** For each language, the first tool is ours: the others are compared with it. */
export const tools: readonly Tool[] = [
  {
    name: 'mock-node',
    language: 'Solidity',
    runs: 50_000,
    files: withSequences,
    command: (project, runs, file) => [...program('our-tests'), project, `${runs}`, ...optional(file)],
  },
  {
    name: 'forge',
    language: 'Solidity',
    runs: 50_000,
    files: withSequences,
    command: (project, runs, file) => [
      'env',
      `FOUNDRY_FUZZ_RUNS=${runs}`,
      `FOUNDRY_INVARIANT_RUNS=${Math.max(1, runs / CALLS_OF_SEQUENCE)}`,
      join(project, 'node_modules/.bin/forge'),
      'test',
      '--root',
      project,
      '--threads',
      '1',
      ...(file === undefined ? [] : ['--match-path', `contracts/${file}`]),
    ],
  },
  {
    name: 'Hardhat 3',
    language: 'Solidity',
    runs: 50_000,
    files: withSequences,
    command: (project, runs, file) => [...program('hardhat-tests'), project, `${runs}`, ...optional(file)],
  },
  {
    name: 'mock-node',
    language: 'TypeScript',
    runs: 5_000,
    files: single,
    command: (project, runs, file) => [...program('properties'), 'ours', project, `${runs}`, ...optional(file)],
  },
  {
    name: 'Hardhat 3',
    language: 'TypeScript',
    runs: 5_000,
    files: single,
    command: (project, runs, file) => [...program('properties'), 'hardhat', project, `${runs}`, ...optional(file)],
  },
];
