import { Command, Option } from 'commander';
import * as z from 'zod/mini';
import { presetNames } from '../../network/presets.ts';
import { messageOf, UsageError } from '../usage-error.ts';
import { choice, header, integer, number, parameter, privateKey, time } from './flag-values.ts';

/** A flag with its description in `--help` and docs/command.md. */
interface Flag {
  /** The form of its value, or of each if the flag is repeatable; any text by default. */
  readonly schema?: z.ZodMiniType;
  readonly multiple?: true;
  /** The placeholder for its value. Flags without one are switches. */
  readonly value?: string;
  readonly text: string;
}

const ports = { min: 0, max: 65_535 };

const network = {
  preset: {
    schema: choice(presetNames),
    value: 'NAME',
    text: `a network with known accounts: ${presetNames.join(', ')} (default: spec)`,
  },
  config: { value: 'FILE', text: 'a network described in JSON, instead of a preset' },
  'print-config': {
    schema: choice(presetNames),
    value: 'NAME',
    text: 'print a preset as a network description and exit; other network and account flags change it',
  },
  compare: {
    value: 'URL',
    text: "print how the chain parameters of a live network differ from the preset's (default: mainnet), as --parameter flags, and exit; the exit code is 1 if they do",
  },
  parameter: {
    schema: parameter(),
    multiple: true,
    value: 'KEY=N',
    text: 'an initial chain parameter, by its name in getchainparameters; repeatable',
  },
} as const satisfies Record<string, Flag>;

const accounts = {
  accounts: {
    schema: integer({ min: 0, max: 1000 }),
    value: 'N',
    text: 'number of accounts with published keys (default: 10, or 0 with --config), or of accounts from --mnemonic (default: 10)',
  },
  mnemonic: {
    value: 'WORDS',
    text: "accounts derived from these words (BIP-39) with the path m/44'/195'/0'/0/index, instead of published ones",
  },
  'private-key': {
    schema: privateKey(),
    multiple: true,
    value: 'KEY',
    text: 'an account of your own, 32 bytes in hexadecimal; repeatable',
  },
  balance: {
    value: 'COIN',
    text: 'initial balance of each of these accounts in coins, such as 1.5 (default: 1000000)',
  },
  'witness-key': {
    schema: privateKey(),
    multiple: true,
    value: 'KEY',
    text: "the private key of a witness of --config, or of the one that replaces the preset's; repeatable",
  },
} as const satisfies Record<string, Flag>;

const state = {
  state: {
    value: 'FILE',
    text: 'load the file if it exists; write it at intervals and when the command ends (Ctrl+C, SIGTERM)',
  },
  'state-interval': {
    schema: number({ min: 0.001, max: 1_000_000 }),
    value: 'S',
    text: 'seconds between writes of --state (default: 60)',
  },
  'load-state': {
    value: 'FILE',
    text: 'load the file: a dump, or an answer of /admin/dump; other flags must not contradict the network that it names',
  },
  'dump-state': { value: 'FILE', text: 'write the file when the command ends' },
} as const satisfies Record<string, Flag>;

const fork = {
  fork: {
    value: 'URL',
    text: 'start from the newest state of a live network, read on demand from the HTTP interface of one of its full nodes, such as https://api.trongrid.io',
  },
  'fork-jsonrpc': {
    value: 'URL',
    text: 'its JSON-RPC interface, such as https://api.trongrid.io/jsonrpc; without it the storage of contracts cannot be read',
  },
  'fork-header': {
    schema: header(),
    multiple: true,
    value: 'HEADER',
    text: "a header to send with every request to it, such as 'TRON-PRO-API-KEY: …'; repeatable",
  },
  'fork-rate': {
    schema: number({ min: 0.001 }),
    value: 'N',
    text: 'maximum requests to it per second (default: as many as it answers, eight at a time)',
  },
  'fork-cache': {
    value: 'FILE',
    text: 'keep what is read in a file; a later command starts with the same block and reads nothing again that the file contains',
  },
} as const satisfies Record<string, Flag>;

const blocks = {
  'block-time': {
    schema: number({ min: 0.001 }),
    value: 'S',
    text: 'one block every S seconds; without this flag, every transaction immediately gets its own block',
  },
  'start-time': {
    schema: time(),
    value: 'TIME',
    text: 'initial time of the clock: milliseconds since 1970, or 2026-01-01T00:00:00Z (the default); the clock of a loaded state only advances, and the clock of a fork starts at the newest block',
  },
  'wall-clock': {
    text: "keep the node's clock at the machine's time; without this flag, equal requests give equal ids",
  },
  'max-ahead': {
    schema: integer({ min: 0, max: 86_400 }),
    value: 'S',
    text: 'with --wall-clock, how many seconds the head may be ahead of the clock after many transactions, 0 to 86400; later ones wait and share a block (default: 60)',
  },
  'solidity-lag': {
    schema: integer({ min: 0 }),
    value: 'N',
    text: 'minimum number of blocks that /walletsolidity stays behind the head (default: 1, or 0 once a node without --block-time has been idle for 3 s)',
  },
  'step-limit': {
    schema: z.union([z.literal('unlimited'), integer({ min: 1 })]),
    value: 'N',
    text: 'maximum number of steps of a contract execution, or unlimited (default: 100000000)',
  },
  'accept-unknown': {
    multiple: true,
    value: 'KEY',
    text: 'a chain parameter that the network may set although this version lacks its rules; the header x-fork-unknowns of every answer then lists it; repeatable',
  },
} as const satisfies Record<string, Flag>;

const server = {
  port: { schema: integer(ports), value: 'N', text: 'port to listen on, 0 for any free port (default: 9090)' },
  'jsonrpc-port': {
    schema: integer(ports),
    value: 'N',
    text: 'a second port to listen on, for clients that expect /jsonrpc on a separate port; 0 for any free port',
  },
  host: {
    value: 'ADDRESS',
    text: 'address to listen on (default: 127.0.0.1)',
  },
  'allow-host': {
    multiple: true,
    value: 'NAME',
    text: 'another host name that requests may use, or * for any, such as in a container; repeatable',
  },
  cors: {
    multiple: true,
    value: 'ORIGIN',
    text: 'an origin whose pages may send requests, or *; repeatable',
  },
  'ethereum-tools': {
    schema: choice(['anvil', 'hardhat']),
    value: 'NAME',
    text: "also answer the control methods of Ethereum's development nodes on /jsonrpc, with revert data in errors: anvil or hardhat",
  },
  tre: {
    text: "also answer the paths of TronBox's container, for tronbox migrate and tronbox test",
  },
} as const satisfies Record<string, Flag>;

const energy = {
  'energy-report': {
    value: 'FILE',
    text: 'when the command ends, write what contract functions used in transactions: as .json, as .md, or as a text table',
  },
  check: {
    value: 'FILE',
    text: 'compare the energy report with a report in JSON; the exit code is 1 if the mean of a function grew',
  },
  tolerance: {
    schema: number({ min: 0, max: 100 }),
    value: 'N',
    text: 'percent by which a mean may grow before --check fails, 0 to 100 (default: 0)',
  },
} as const satisfies Record<string, Flag>;

const output = {
  quiet: { text: 'do not print a line for each request' },
  verbose: { text: 'also print the beginning of each body' },
  json: {
    text: 'print one line of JSON with url, port and accounts once the node listens; with --verbose, another line for each request',
  },
  version: { text: 'print the version of this package' },
  help: { text: 'print this text' },
} as const satisfies Record<string, Flag>;

/** The flags, grouped as in `--help`. */
export const flagGroups: Readonly<Record<string, Readonly<Record<string, Flag>>>> = {
  Network: network,
  'Accounts (part of the genesis block, beside those of a description)': accounts,
  State: state,
  'Fork of a live network (not with flags of the groups above)': fork,
  'Blocks and time': blocks,
  Server: server,
  Energy: energy,
  Logging: output,
};

export const flags = { ...network, ...accounts, ...state, ...fork, ...blocks, ...server, ...energy, ...output };

type One<F extends Flag> = F extends { readonly schema: infer Schema }
  ? z.output<Schema>
  : F extends { readonly value: string }
    ? string
    : boolean;
type Value<F extends Flag> = F extends { readonly multiple: true } ? readonly One<F>[] : One<F>;

/** The values of the flags that were given. */
export type Flags = { readonly [Name in keyof typeof flags]?: Value<(typeof flags)[Name]> };

/** @throws UsageError for an unknown flag, and for a missing or wrong value. */
export function parseFlags(args: readonly string[]): Flags {
  const given = readArguments(args);
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, value] of Object.entries(given)) {
    if ([value].flat().some((text) => String(text).trim() === ''))
      throw new UsageError(`--${name} needs a value, but it is blank`);
    const { schema = z.unknown(), multiple }: Flag = flags[name as keyof Flags];
    shape[name] = multiple ? z.array(schema) : schema;
  }
  const { data, error } = z.safeParse(z.object(shape), given, { reportInput: true });
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new UsageError(`--${String(issue?.path[0])} must be ${issue?.message}`);
}

const repeated = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** The program with its flags, as commander parses and explains them. */
function createProgram(): Command {
  const program = new Command()
    .name('npx @coin/mock-node')
    .usage('[options]')
    .description(INTRODUCTION)
    .helpOption(false)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({ helpWidth: 119 });
  for (const [group, members] of Object.entries(flagGroups)) {
    for (const [name, { value, multiple, text }] of Object.entries(members)) {
      const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, text).helpGroup(group);
      program.addOption(multiple ? option.argParser(repeated) : option);
    }
  }
  return program;
}

const INTRODUCTION = `Serves a full node in one process: real energy metering, no container. Its state is lost when it ends, unless --state
or --dump-state names a file.`;

/** The text of `--help`. */
export const helpText = (): string => createProgram().helpInformation();

function readArguments(args: readonly string[]): Readonly<Record<string, unknown>> {
  const program = createProgram();
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    const [sentence = '', advice = '(Try --help)'] = messageOf(error).replace('error: ', '').split('\n');
    throw new UsageError(
      `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/\.$/, '')}. ${advice.slice(1, -1)}`,
    );
  }
  const given = program.options.map((option) => [option.name(), program.getOptionValue(option.attributeName())]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
