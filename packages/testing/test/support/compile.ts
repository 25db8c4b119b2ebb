import { bytesToHex } from '@noble/hashes/utils.js';
import { createContract } from 'micro-eth-signer/abi.js';
import solc from 'solc';

/** A contract as solc describes it. */
export interface Compiled {
  readonly abi: readonly object[];
  readonly evm: Record<'bytecode' | 'deployedBytecode', { readonly object: string; readonly sourceMap: string }>;
}

/** A compilation that succeeded: the compiler's standard JSON. */
export interface SolidityCompilation {
  readonly input: { readonly sources: Readonly<Record<string, { readonly content: string }>> };
  readonly output: {
    readonly sources: Readonly<Record<string, { readonly id: number }>>;
    readonly contracts: Readonly<Record<string, Readonly<Record<string, Compiled>>>>;
  };
}

/** Compiles Solidity with the optimizer on, as contracts are deployed. */
export function compile(contents: Readonly<Record<string, string>>): SolidityCompilation {
  const sources = Object.fromEntries(Object.entries(contents).map(([file, content]) => [file, { content }]));
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolidityCompilation['output'] & {
    readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  };
  const error = output.errors?.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(error.formattedMessage);
  return { input, output };
}

/** Without names the coder takes lists of values. */
const unnamed = (parameters: unknown): object[] =>
  (parameters as readonly { readonly type: string; readonly components?: unknown }[]).map(({ type, components }) => ({
    type,
    ...(components !== undefined && { components: unnamed(components) }),
  }));

/** Selector and arguments of a call, in hexadecimal. */
export function callData(abi: readonly object[], name: string, args: readonly unknown[]): string {
  const list = abi.map((entry) => ({ ...entry, ...('inputs' in entry && { inputs: unnamed(entry.inputs) }) }));
  const contract = createContract(list as never) as unknown as Record<
    string,
    { readonly encodeInput: (given?: unknown) => Uint8Array }
  >;
  return bytesToHex(contract[name]?.encodeInput(args.length === 1 ? args[0] : args) ?? new Uint8Array());
}
