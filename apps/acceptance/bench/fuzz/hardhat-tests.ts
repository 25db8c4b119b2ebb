// node hardhat-tests.ts PROJECT RUNS [FILE]: runs Solidity tests as `hardhat test solidity` does.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import { CALLS_OF_SEQUENCE } from './calls-of-sequence.ts';
import { compilerSettings } from './compiler-settings.ts';

const [project = '', runs, ...files] = process.argv.slice(2);
const path = createRequire(import.meta.url).resolve('solc/soljson.js');
const sequences = Math.max(1, Number(runs) / CALLS_OF_SEQUENCE);
const config = {
  paths: { sources: 'contracts' },
  solidity: { version: '0.8.37', path, settings: compilerSettings },
  test: {
    solidity: {
      fuzz: { runs: Number(runs) },
      invariant: { runs: sequences, depth: CALLS_OF_SEQUENCE, failOnRevert: false },
    },
  },
};
const hre = await createHardhatRuntimeEnvironment(config, {}, project);
await hre.tasks.getTask(['test', 'solidity']).run({ testFiles: files.map((file) => join(project, 'contracts', file)) });
