import { argumentInvalid } from '../errors.ts';

/** The input and the output of a compiler, in the JSON of `solc --standard-json`. */
export interface Compilation {
  readonly input: { readonly sources: Readonly<Record<string, { readonly content?: string }>> };
  readonly output: {
    readonly sources?: Readonly<Record<string, { readonly id: number }>>;
    readonly contracts?: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
  };
}

/** A contract of a compilation. The selected outputs must include `evm.bytecode` and `evm.deployedBytecode`. */
export interface CompiledContract {
  readonly evm?: { readonly bytecode?: CompiledCode; readonly deployedBytecode?: CompiledCode };
}

/** Code with its source map. */
export interface CompiledCode {
  readonly object: string;
  readonly sourceMap?: string;
}

/**
 * Finds a contract by its name, such as `Token`, or `src/Token.sol:Token` if several files have one of that name.
 *
 * @throws TestingError `ARGUMENT_INVALID` if the name is ambiguous.
 */
export function findContract({ output }: Compilation, name: string): CompiledContract | undefined {
  const found = Object.entries(output.contracts ?? {}).flatMap(([file, contracts]) =>
    Object.entries(contracts)
      .filter(([short]) => name === short || name === `${file}:${short}`)
      .map(([short, contract]) => ({ full: `${file}:${short}`, contract })),
  );
  if (found.length > 1) {
    const names = found.map(({ full }) => full).join(' or ');
    throw argumentInvalid('contracts', name, `the name of one contract of the compilation: ${names}`);
  }
  return found[0]?.contract;
}
