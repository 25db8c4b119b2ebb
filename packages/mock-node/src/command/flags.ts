import { parseArgs } from 'node:util';
import { presetNames } from '../network/presets.ts';
import { messageOf, UsageError } from './usage-error.ts';

/** A flag with its description in `--help` and docs/command.md. */
interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly default?: string | boolean;
  /** The placeholder for its value. */
  readonly value?: string;
  readonly text: string;
}

const network = {
  preset: {
    type: 'string',
    value: 'NAME',
    text: `a network with known accounts: ${presetNames.join(', ')} (default: spec)`,
  },
  config: { type: 'string', value: 'FILE', text: 'a network described in JSON, instead of a preset' },
  'print-config': {
    type: 'string',
    value: 'NAME',
    text: 'print a preset as a network description and exit; other network and account flags change it',
  },
  parameter: {
    type: 'string',
    multiple: true,
    value: 'KEY=N',
    text: 'an initial chain parameter, by its name in getchainparameters; repeatable',
  },
} as const satisfies Record<string, Flag>;

const accounts = {
  accounts: {
    type: 'string',
    value: 'N',
    text: 'number of accounts with published keys (default: 10, or 0 with --config), or of accounts from --mnemonic (default: 10)',
  },
  mnemonic: {
    type: 'string',
    value: 'WORDS',
    text: "accounts derived from these words (BIP-39) with the path m/44'/195'/0'/0/index, instead of published ones",
  },
  'private-key': {
    type: 'string',
    multiple: true,
    value: 'KEY',
    text: 'an account of your own, 32 bytes in hexadecimal; repeatable',
  },
  balance: {
    type: 'string',
    value: 'COIN',
    text: 'initial balance of each of these accounts in coins, such as 1.5 (default: 1000000)',
  },
  'witness-key': {
    type: 'string',
    multiple: true,
    value: 'KEY',
    text: "the private key of a witness of --config, or of the one that replaces the preset's; repeatable",
  },
} as const satisfies Record<string, Flag>;

const state = {
  state: {
    type: 'string',
    value: 'FILE',
    text: 'load the file if it exists; write it at intervals and when the command ends (Ctrl+C, SIGTERM)',
  },
  'state-interval': { type: 'string', value: 'S', text: 'seconds between writes of --state (default: 60)' },
  'load-state': {
    type: 'string',
    value: 'FILE',
    text: 'load the file: a dump, or an answer of /admin/dump; other flags must not contradict the network that it names',
  },
  'dump-state': { type: 'string', value: 'FILE', text: 'write the file when the command ends' },
} as const satisfies Record<string, Flag>;

const fork = {
  fork: {
    type: 'string',
    value: 'URL',
    text: 'start from the newest state of a live network, read on demand from the HTTP interface of one of its full nodes, such as https://api.trongrid.io',
  },
  'fork-jsonrpc': {
    type: 'string',
    value: 'URL',
    text: 'its JSON-RPC interface, such as https://api.trongrid.io/jsonrpc; without it the storage of contracts cannot be read',
  },
  'fork-header': {
    type: 'string',
    multiple: true,
    value: 'HEADER',
    text: "a header to send with every request to it, such as 'TRON-PRO-API-KEY: …'; repeatable",
  },
  'fork-rate': {
    type: 'string',
    value: 'N',
    text: 'maximum requests to it per second (default: as many as it answers, eight at a time)',
  },
  'fork-cache': {
    type: 'string',
    value: 'FILE',
    text: 'keep what is read in a file; a later command starts with the same block and reads nothing again that the file contains',
  },
} as const satisfies Record<string, Flag>;

const blocks = {
  'block-time': {
    type: 'string',
    value: 'S',
    text: 'one block every S seconds; without this flag, every transaction immediately gets its own block',
  },
  'start-time': {
    type: 'string',
    value: 'TIME',
    text: 'initial time of the clock: milliseconds since 1970, or 2026-01-01T00:00:00Z (the default); the clock of a loaded state only advances, and the clock of a fork starts at the newest block',
  },
  'wall-clock': {
    type: 'boolean',
    default: false,
    text: "keep the node's clock at the machine's time; without this flag, equal requests give equal ids",
  },
  'max-ahead': {
    type: 'string',
    value: 'S',
    text: 'with --wall-clock, how many seconds the head may be ahead of the clock after many transactions, 0 to 86400; later ones wait and share a block (default: 60)',
  },
  'solidity-lag': {
    type: 'string',
    value: 'N',
    text: 'minimum number of blocks that /walletsolidity stays behind the head (default: 1, or 0 once a node without --block-time has been idle for 3 s)',
  },
  'step-limit': {
    type: 'string',
    value: 'N',
    text: 'maximum number of steps of a contract execution, or unlimited (default: 100000000)',
  },
} as const satisfies Record<string, Flag>;

const server = {
  port: { type: 'string', default: '9090', value: 'N', text: 'port to listen on, 0 for any free port (default: 9090)' },
  'jsonrpc-port': {
    type: 'string',
    value: 'N',
    text: 'a second port to listen on, for clients that expect /jsonrpc on a separate port; 0 for any free port',
  },
  host: {
    type: 'string',
    default: '127.0.0.1',
    value: 'ADDRESS',
    text: 'address to listen on (default: 127.0.0.1)',
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    text: 'another host name that requests may use, or * for any, such as in a container; repeatable',
  },
  cors: {
    type: 'string',
    multiple: true,
    value: 'ORIGIN',
    text: 'an origin whose pages may send requests, or *; repeatable',
  },
  'ethereum-tools': {
    type: 'string',
    value: 'NAME',
    text: "also answer the control methods of Ethereum's development nodes on /jsonrpc, with revert data in errors: anvil or hardhat",
  },
  tre: {
    type: 'boolean',
    default: false,
    text: "also answer the paths of TronBox's container, for tronbox migrate and tronbox test",
  },
} as const satisfies Record<string, Flag>;

const energy = {
  'energy-report': {
    type: 'string',
    value: 'FILE',
    text: 'when the command ends, write what contract functions used in transactions: as .json, as .md, or as a text table',
  },
  check: {
    type: 'string',
    value: 'FILE',
    text: 'compare the energy report with a report in JSON; the exit code is 1 if the mean of a function grew',
  },
  tolerance: {
    type: 'string',
    value: 'N',
    text: 'percent by which a mean may grow before --check fails, 0 to 100 (default: 0)',
  },
} as const satisfies Record<string, Flag>;

const output = {
  quiet: { type: 'boolean', default: false, text: 'do not print a line for each request' },
  verbose: { type: 'boolean', default: false, text: 'also print the beginning of each body' },
  json: {
    type: 'boolean',
    default: false,
    text: 'print one line of JSON with url, port and accounts once the node listens; with --verbose, another line for each request',
  },
  version: { type: 'boolean', default: false, text: 'print the version of this package' },
  help: { type: 'boolean', default: false, text: 'print this text' },
} as const satisfies Record<string, Flag>;

/** The flags, grouped as in `--help`. */
const groups: Readonly<Record<string, Readonly<Record<string, Flag>>>> = {
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

const LINE = 118;
const INDENT = 25;

export function helpText(): string {
  const sections = Object.entries(groups).map(([title, members]) => {
    const rows = Object.entries(members).flatMap(([name, { value, text }]) => {
      const [first = '', ...rest] = wrap(text, LINE - INDENT);
      const flag = `  --${name}${value === undefined ? '' : ` ${value}`}`;
      return [`${flag.padEnd(INDENT)}${first}`, ...rest.map((line) => ' '.repeat(INDENT) + line)];
    });
    return [title, ...rows, ''].join('\n');
  });
  return [INTRODUCTION, ...sections].join('\n');
}

const INTRODUCTION = `Usage: npx @coin/mock-node [options]

Serves a full node in one process: real energy metering, no container. Its state is lost when it ends,
unless --state or --dump-state names a file.
`;

/** Wraps a text at word boundaries. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export type Flags = ReturnType<typeof parseFlags>;

/** @throws UsageError for an unknown flag or a missing value. */
export function parseFlags(args: readonly string[]) {
  const given = readArguments(args);
  const blank = Object.entries(given).find(([, value]) => [value].flat().some((text) => String(text).trim() === ''));
  if (blank !== undefined) throw new UsageError(`--${blank[0]} needs a value, but it is blank`);
  return given;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true }).values;
  } catch (error) {
    // Node's message then explains positional arguments.
    const [sentence = ''] = messageOf(error).split(/(?<=[^.])\.\s|\. To /);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Try --help`);
  }
}
