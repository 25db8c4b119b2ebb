import { argumentInvalid } from '../errors.ts';

/** What a compiler was given and what it gave, in the JSON of `solc --standard-json`. */
export interface Compilation {
  readonly input: { readonly sources: Readonly<Record<string, { readonly content?: string }>> };
  readonly output: {
    readonly sources?: Readonly<Record<string, { readonly id: number }>>;
    readonly contracts?: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
  };
}

/** A contract of a compilation; with `evm.bytecode` and `evm.deployedBytecode` among the selected outputs. */
export interface CompiledContract {
  readonly evm?: { readonly bytecode?: CompiledCode; readonly deployedBytecode?: CompiledCode };
}

/** Code with its source map. */
export interface CompiledCode {
  readonly object: string;
  readonly sourceMap?: string;
}

/**
 * A contract by its name, as in `Token`, or as in `src/Token.sol:Token` where several files have one of that name.
 *
 * @throws TestingError `ARGUMENT_INVALID` where the name means several.
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
