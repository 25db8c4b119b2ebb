import { parseArgs } from 'node:util';
import { presetNames } from '../network/presets.ts';
import { messageOf, UsageError } from './usage-error.ts';

/** A flag, and what `--help` and the README's table say of it. */
interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly default?: string | boolean;
  /** What stands for its value. */
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
    text: 'print a preset as a description to start from, changed by other flags of network and accounts, and end',
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
    text: 'how many accounts with published keys (default: 10, and none beside --config), or how many of --mnemonic (default: 10)',
  },
  mnemonic: {
    type: 'string',
    value: 'WORDS',
    text: "accounts of these words (BIP-39), by the path m/44'/195'/0'/0/index, instead of published ones",
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
    text: 'initial balance of each of these accounts in coins as in 1.5 (default: 1000000)',
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
    text: 'load the file if there is one; write it when the command ends (Ctrl+C, SIGTERM), and at intervals',
  },
  'state-interval': { type: 'string', value: 'S', text: 'seconds between two writes of --state (default: 60)' },
  'load-state': {
    type: 'string',
    value: 'FILE',
    text: 'load the file: a dump, or an answer of /admin/dump; it names its network, which no other flag may contradict',
  },
  'dump-state': { type: 'string', value: 'FILE', text: 'write the file when the command ends' },
} as const satisfies Record<string, Flag>;

const fork = {
  fork: {
    type: 'string',
    value: 'URL',
    text: 'begin where a live network is, and read what is needed of it: the HTTP interface of one of its full nodes, as in https://api.trongrid.io',
  },
  'fork-jsonrpc': {
    type: 'string',
    value: 'URL',
    text: 'its JSON-RPC interface, as in https://api.trongrid.io/jsonrpc; without it the storage of contracts cannot be read',
  },
  'fork-header': {
    type: 'string',
    multiple: true,
    value: 'HEADER',
    text: "a header of every request to it, such as a key, as in 'TRON-PRO-API-KEY: …'; repeatable",
  },
  'fork-rate': {
    type: 'string',
    value: 'N',
    text: 'the most requests to it in a second (default: as many as it answers, eight at once)',
  },
  'fork-cache': {
    type: 'string',
    value: 'FILE',
    text: 'keep what is read in a file; a later command begins with the same block, and needs no network for what is in it',
  },
} as const satisfies Record<string, Flag>;

const blocks = {
  'block-time': {
    type: 'string',
    value: 'S',
    text: 'one block every S seconds; without it every transaction gets its own block at once',
  },
  'start-time': {
    type: 'string',
    value: 'TIME',
    text: 'initial time of the clock, milliseconds since 1970 or as in 2026-01-01T00:00:00Z (the default); the clock of a loaded state only advances, and that of a fork begins at the newest block',
  },
  'wall-clock': {
    type: 'boolean',
    default: false,
    text: "start at the machine's time; without it equal requests give equal ids",
  },
  'solidity-lag': {
    type: 'string',
    value: 'N',
    text: 'the fewest blocks that /walletsolidity stays behind the head (default: 1, and 0 once a node without --block-time is idle for 3 s)',
  },
  'work-limit': {
    type: 'string',
    value: 'N',
    text: 'the most work of contracts for one request, about a nanosecond a unit, or unlimited (default: 1500000000)',
  },
} as const satisfies Record<string, Flag>;

const server = {
  port: { type: 'string', default: '9090', value: 'N', text: 'port to listen on, 0 for any free port (default: 9090)' },
  'jsonrpc-port': {
    type: 'string',
    value: 'N',
    text: 'a second port to listen on, for clients that expect /jsonrpc on a port of its own; 0 for any free port',
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
    text: 'another host name that requests may use, or * for any, as in a container; repeatable',
  },
  cors: {
    type: 'string',
    multiple: true,
    value: 'ORIGIN',
    text: 'an origin whose pages may send requests, or *; repeatable',
  },
  tre: {
    type: 'boolean',
    default: false,
    text: "answer the paths of TronBox's container too, for tronbox migrate and tronbox test",
  },
} as const satisfies Record<string, Flag>;

const energy = {
  'energy-report': {
    type: 'string',
    value: 'FILE',
    text: 'write what the functions of contracts used in transactions when the command ends: .json, .md, or a table of text',
  },
  check: {
    type: 'string',
    value: 'FILE',
    text: 'compare that with a report in JSON; the exit code is 1 where the mean of a function grew',
  },
  tolerance: { type: 'string', value: 'N', text: 'percent by which --check lets a mean grow, 0 to 100 (default: 0)' },
} as const satisfies Record<string, Flag>;

const output = {
  quiet: { type: 'boolean', default: false, text: 'print no line for each request' },
  verbose: { type: 'boolean', default: false, text: 'print the beginning of each body too' },
  json: {
    type: 'boolean',
    default: false,
    text: 'print one line of JSON with url, port and accounts once it listens; with --verbose, another for each request',
  },
  version: { type: 'boolean', default: false, text: 'print the version of this package' },
  help: { type: 'boolean', default: false, text: 'print this text' },
} as const satisfies Record<string, Flag>;

/** The flags in the groups of `--help`. */
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

/** All flags of the command. */
export const flags = { ...network, ...accounts, ...state, ...fork, ...blocks, ...server, ...energy, ...output };

const LINE = 118;
const INDENT = 23;

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

/** Lines of whole words. */
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
    // Node goes on to explain positional arguments.
    const [sentence = ''] = messageOf(error).split(/(?<=[^.])\.\s|\. To /);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Try --help`);
  }
}
