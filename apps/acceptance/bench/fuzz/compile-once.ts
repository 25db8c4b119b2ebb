import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Abi } from '@coin/rpc/abi';
import solc from 'solc';
import { compilerSettings } from './compiler-settings.ts';

/** A contract as the compiler gives it. */
export interface CompiledContract {
  readonly abi: Abi;
  readonly bytecode: string;
}

interface CompilerOutput {
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly abi: Abi; readonly evm: { readonly bytecode: { readonly object: string } } }>>
    >
  >;
}

/** Compiles the contracts of a project, and keeps the output in its folder as the other tools do. */
export function compileOnce(project: string): Readonly<Record<string, CompiledContract>> {
  const kept = join(project, 'compiled.json');
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const folder = join(project, 'contracts');
  const sources = Object.fromEntries(
    globSync('*.sol', { cwd: folder }).map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }]),
  );
  const settings = { ...compilerSettings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode'] } } };
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  ) as CompilerOutput;
  const compiled = Object.fromEntries(
    Object.values(output.contracts).flatMap((file) =>
      Object.entries(file).map(([name, { abi, evm }]) => [name, { abi, bytecode: evm.bytecode.object }]),
    ),
  );
  writeFileSync(kept, JSON.stringify(compiled));
  return compiled;
}
