import { globSync, readFileSync } from 'node:fs';
import { type Compilation } from '@coin/testing/report';
import solc from 'solc';

/** What a test needs to deploy and call a contract. */
export interface ContractCode {
  readonly abi: readonly { readonly type: string; readonly name?: string }[];
  /** Creation code, hexadecimal. */
  readonly bytecode: string;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledBySolc>>>>;
}

interface CompiledBySolc {
  readonly abi: ContractCode['abi'];
  readonly evm: { readonly bytecode: { readonly object: string } };
}

const folder = new URL('../contracts/', import.meta.url);

/** Compiles this example's contracts with solc from npm, for a network that runs the instructions of Cancun. */
export function compile(): { readonly compilation: Compilation; readonly code: (contract: string) => ContractCode } {
  const sources = Object.fromEntries(
    globSync('*.sol', { cwd: folder }).map((name) => [name, { content: readFileSync(new URL(name, folder), 'utf8') }]),
  );
  const settings = {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } },
  };
  const input = { language: 'Solidity', sources, settings };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput & Compilation['output'];
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const compiled = new Map(Object.values(output.contracts).flatMap((file) => Object.entries(file)));
  return {
    compilation: { input, output },
    code(contract) {
      const found = compiled.get(contract);
      if (found === undefined) throw new Error(`No source has a contract ${contract}.`);
      return { abi: found.abi, bytecode: found.evm.bytecode.object };
    },
  };
}
