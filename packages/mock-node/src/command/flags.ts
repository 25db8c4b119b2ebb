import { parseArgs } from 'node:util';
import { presetNames } from '../network/presets.ts';
import { messageOf, UsageError } from './usage-error.ts';

export const help = `Usage: npx @coin/mock-node [options]

Serves a full node in one process: real energy metering, no container. Its state is lost when it ends,
unless --state or --dump-state names a file.

Network
  --preset NAME        a network with known accounts: ${presetNames.join(', ')} (default: spec)
  --config FILE        a network described in JSON, instead of a preset
  --print-config NAME  print a preset as a description to start from; other flags of network and accounts apply
  --parameter KEY=N    an initial chain parameter, by its name in getchainparameters; repeatable

Accounts (part of the genesis block, beside those of a description)
  --accounts N         how many accounts with published keys (default: 10, and none beside --config), or how many of
                       --mnemonic (default: 10)
  --mnemonic WORDS     accounts of these words (BIP-39), by the path m/44'/195'/0'/0/index, instead of published ones
  --private-key KEY    an account of your own, 32 bytes in hexadecimal; repeatable
  --balance COIN       initial balance of each of these accounts in coins (default: 1000000)
  --witness-key KEY    the private key of a witness of --config, or of the one that replaces the preset's; repeatable

State (a dump, as /admin/dump answers it too; it names its network, which no other flag may contradict)
  --state FILE         load the file if there is one; write it when the command ends, and at intervals
  --state-interval S   seconds between two writes of --state (default: 60)
  --load-state FILE    load the file
  --dump-state FILE    write the file when the command ends

Blocks and time
  --block-time S       one block every S seconds; without it every transaction gets its own block at once
  --start-time TIME    initial time of the clock, milliseconds since 1970 or as in 2026-01-01T00:00:00Z (the default);
                       the clock of a loaded state only advances
  --wall-clock         start at the machine's time; without it equal requests give equal ids
  --solidity-lag N     the fewest blocks that /walletsolidity stays behind the head
                       (default: 1, and 0 once a node without --block-time is idle for 3 s)
  --work-limit N       the most work of contracts for one request, about a nanosecond a unit, or unlimited
                       (default: 1500000000)

Server
  --port N             port to listen on, 0 for any free port (default: 9090)
  --host ADDRESS       address to listen on (default: 127.0.0.1)
  --allow-host NAME    another host name that requests may use, or * for any, as in a container; repeatable
  --cors ORIGIN        an origin whose pages may send requests, or *; repeatable
  --json               print url, port and accounts as one line of JSON
  --version            print the version of this package
  --help               print this text
`;

export const flags = {
  preset: { type: 'string' },
  config: { type: 'string' },
  'print-config': { type: 'string' },
  parameter: { type: 'string', multiple: true },
  state: { type: 'string' },
  'state-interval': { type: 'string' },
  'load-state': { type: 'string' },
  'dump-state': { type: 'string' },
  accounts: { type: 'string' },
  mnemonic: { type: 'string' },
  'private-key': { type: 'string', multiple: true },
  balance: { type: 'string' },
  'witness-key': { type: 'string', multiple: true },
  'block-time': { type: 'string' },
  'start-time': { type: 'string' },
  'wall-clock': { type: 'boolean', default: false },
  'solidity-lag': { type: 'string' },
  'work-limit': { type: 'string' },
  port: { type: 'string', default: '9090' },
  host: { type: 'string', default: '127.0.0.1' },
  'allow-host': { type: 'string', multiple: true },
  cors: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export type Flags = ReturnType<typeof parseFlags>;

/** @throws UsageError for an unknown flag or a missing value. */
export function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true }).values;
  } catch (error) {
    // Node goes on to explain positional arguments.
    const [sentence = ''] = messageOf(error).split(/(?<=[^.])\.\s|\. To /);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Try --help`);
  }
}
