import { type Abi } from '@coin/rpc';
import { explainTronWord } from './tron-words.ts';

const FILE = 'Your Solidity';

/**
 * The instructions that the node runs, as a TRON node does.
 *
 * Source: docs/protocol/virtual-machine.md.
 */
export const EVM_VERSION = 'cancun';

/** The compiler's standard JSON for one file. */
export const compilerInput = (source: string): string =>
  JSON.stringify({
    language: 'Solidity',
    sources: { [FILE]: { content: source } },
    settings: {
      evmVersion: EVM_VERSION,
      optimizer: { enabled: true, runs: 200 },
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences'], '': ['ast'] },
      },
    },
  });

/** Where the compiler found something. */
export interface Place {
  /** The first line is 1, as the first column. */
  readonly line: number;
  readonly column: number;
  /** The line's text. */
  readonly text: string;
  /** The characters that are meant, by their positions in the source. */
  readonly start: number;
  readonly end: number;
}

/** What the compiler says of a source. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** What it means in this page. */
  readonly hint?: string;
  /** Absent for what is about the whole file. */
  readonly place?: Place;
}

/** A contract of the source. */
export interface CompiledContract {
  readonly name: string;
  readonly abi: Abi;
  /** Creation code, hexadecimal; empty for a contract that cannot be deployed. */
  readonly bytecode: string;
  /** Why it cannot be deployed. */
  readonly problem?: string;
}

/** What a source compiles to: with an error, no contract. Contracts are in the order of the source. */
export interface Compilation {
  readonly diagnostics: readonly Diagnostic[];
  readonly contracts: readonly CompiledContract[];
}

interface OutputDiagnostic {
  readonly severity: Diagnostic['severity'];
  readonly errorCode?: string;
  readonly message: string;
  /** In bytes of UTF-8; -1 where it is about the whole file. */
  readonly sourceLocation?: { readonly start: number; readonly end: number };
}

interface ContractNode {
  readonly nodeType: string;
  readonly name: string;
  readonly contractKind: 'contract' | 'interface' | 'library';
  readonly abstract: boolean;
}

interface OutputContract {
  readonly abi: Abi;
  readonly evm: {
    readonly bytecode: {
      readonly object: string;
      /** By file and library, the places in the code that wait for the library's address. */
      readonly linkReferences: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
  };
}

interface CompilerOutput {
  readonly errors?: readonly OutputDiagnostic[];
  readonly sources?: Readonly<Record<string, { readonly ast?: { readonly nodes: readonly ContractNode[] } }>>;
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, OutputContract>>>>;
}

function placeOf(source: string, location: OutputDiagnostic['sourceLocation']): Place | undefined {
  if (location === undefined || location.start < 0) return undefined;
  const bytes = new TextEncoder().encode(source);
  const decode = (end: number) => new TextDecoder().decode(bytes.subarray(0, end));
  const before = decode(location.start).split('\n');
  const line = before.length;
  return {
    line,
    column: (before.at(-1) ?? '').length + 1,
    text: source.split('\n')[line - 1] ?? '',
    start: before.join('\n').length,
    end: decode(location.end).length,
  };
}

/** Codes for unknown names: of a type, of a variable, of a member, and of a unit after a number. */
const UNKNOWN_NAME = new Set(['7920', '7576', '9582', '2314']);

/** What a diagnostic means here; undefined where the compiler's words say it all. */
function hintOf({ errorCode = '', message }: OutputDiagnostic, text: string): string | undefined {
  if (UNKNOWN_NAME.has(errorCode)) return explainTronWord(text);
  switch (errorCode) {
    case '5333':
      return 'This page has only that compiler. Change the pragma to a range that includes its version.';
    case '5574':
    case '3860':
      return 'That is a limit of Ethereum. TRON has no limit on the size of code.';
    default:
      return message.includes(`compiling for "${EVM_VERSION}"`)
        ? 'The node in this page runs the instructions of Cancun, as TRON does.'
        : undefined;
  }
}

const NOT_FOUND = /^Source "(.*)" not found/;

function diagnosticOf(source: string, given: OutputDiagnostic): Diagnostic {
  const place = placeOf(source, given.sourceLocation);
  const meant = place === undefined ? '' : source.slice(place.start, place.end);
  const [, imported] = NOT_FOUND.exec(given.message) ?? [];
  const hint =
    imported === undefined
      ? hintOf(given, meant)
      : 'This page compiles one file and loads no other. Paste the imported code in place of the import.';
  return {
    severity: given.severity,
    message: imported === undefined ? given.message : `The file “${imported}” cannot be imported.`,
    ...(hint !== undefined && { hint }),
    ...(place !== undefined && { place }),
  };
}

function problemOf({ name, contractKind, abstract }: ContractNode, { evm }: OutputContract): string | undefined {
  if (contractKind === 'interface')
    return `${name} is an interface: it has no code. Deploy a contract that implements it.`;
  if (abstract) return `${name} is abstract: it lacks code. Deploy a contract that inherits from it.`;
  const libraries = Object.values(evm.bytecode.linkReferences).flatMap(Object.keys);
  if (libraries.length === 0) return undefined;
  const unlinked = `${name} calls ${libraries.join(' and ')}, and its code lacks the address of that library.`;
  return `${unlinked} This page links no libraries: make the library’s functions internal, and they become part of the contract.`;
}

function contractsOf({ sources, contracts }: CompilerOutput): CompiledContract[] {
  const compiled = contracts?.[FILE] ?? {};
  const nodes = sources?.[FILE]?.ast?.nodes ?? [];
  return nodes.flatMap((node) => {
    const contract = node.nodeType === 'ContractDefinition' ? compiled[node.name] : undefined;
    if (contract === undefined) return [];
    const problem = problemOf(node, contract);
    const { abi, evm } = contract;
    const { name } = node;
    return problem === undefined
      ? [{ name, abi, bytecode: evm.bytecode.object }]
      : [{ name, abi, bytecode: '', problem }];
  });
}

/** Reads the compiler's output for a source. */
export function readCompilation(source: string, output: string): Compilation {
  const read = JSON.parse(output) as CompilerOutput;
  const diagnostics = (read.errors ?? []).map((error) => diagnosticOf(source, error));
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return { diagnostics, contracts: failed ? [] : contractsOf(read) };
}
