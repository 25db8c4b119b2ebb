import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMockNodeError } from './errors.ts';
import { type MockNodeOptions } from './node-options.ts';
import { presetNames } from './network/presets.ts';

export const help = `Usage: npx @coin/mock-node [options]

Serves a full node in one process: real energy metering, no container. Its state is lost when it ends.

Network
  --preset NAME        a network with known accounts: ${presetNames.join(', ')} (default: spec)
  --config FILE        a network described in JSON, instead of a preset
  --parameter KEY=N    an initial chain parameter, by its name in getchainparameters; repeatable
  --load FILE          start from a dump, on its network; --preset, --config and --parameter must not contradict it

Blocks and time
  --block-time S       one block every S seconds; without it every transaction gets its own block at once
  --start-time TIME    initial time of the clock, milliseconds since 1970 or as in 2026-01-01T00:00:00Z (the default)
  --wall-clock         start at the machine's time; without it equal requests give equal ids
  --solidity-lag N     the fewest blocks that /walletsolidity stays behind the head
                       (default: 1, and 0 once a node without --block-time is idle for 3 s)
  --work-limit N       the most work of contracts for one request, about a nanosecond a unit, or unlimited
                       (default: 1500000000)

Server
  --port N             port to listen on, 0 for any free port (default: 9090)
  --host ADDRESS       address to listen on (default: 127.0.0.1)
  --allow-host NAME    another host name that requests may use; repeatable
  --cors ORIGIN        an origin whose pages may send requests, or *; repeatable
  --json               print url, port and accounts as one line of JSON
  --help               print this text
`;

export const flags = {
  preset: { type: 'string' },
  config: { type: 'string' },
  parameter: { type: 'string', multiple: true },
  load: { type: 'string' },
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
  help: { type: 'boolean', default: false },
} as const;

/** A mistake on the command line or in a file that it names: reported in one line, exit code 2. */
export class UsageError extends Error {}

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

/**
 * Without a preset and a description, a dump says which network it is of. @throws UsageError for a value or a file that
 * is not valid.
 */
export function readNodeOptions(given: Flags, dump?: string): MockNodeOptions {
  const blockTime = given['block-time'];
  const solidityLag = given['solidity-lag'];
  const workLimit = given['work-limit'];
  return {
    ...(given.preset !== undefined && { preset: readChoice('--preset', given.preset, presetNames) }),
    ...readDescription(given, dump),
    parameters: Object.fromEntries((given.parameter ?? []).map(readParameter)),
    ...readStartTime(given),
    ...(blockTime !== undefined && {
      mining: { mode: 'interval', interval: 1000 * readNumber('--block-time', blockTime, { min: 0.001 }) },
    }),
    ...(solidityLag !== undefined && { solidityLag: readInteger('--solidity-lag', solidityLag, { min: 0 }) }),
    ...(workLimit !== undefined && {
      workLimit: workLimit === 'unlimited' ? workLimit : readInteger('--work-limit', workLimit, { min: 1 }),
    }),
  };
}

function readDescription({ preset, config }: Flags, dump: string | undefined): Pick<MockNodeOptions, 'network'> {
  if (config !== undefined) return { network: readJson('--config', config) };
  const network = preset === undefined && dump !== undefined ? networkOfDump(dump) : undefined;
  return network === undefined ? {} : { network };
}

/** Undefined where `load` will say what is wrong with the dump. */
function networkOfDump(dump: string): unknown {
  try {
    return Object(JSON.parse(dump))['network'];
  } catch {
    return undefined;
  }
}

/** @throws UsageError where other flags name another network than the dump. */
export function loadDump(node: { readonly load: (dump: string) => void }, dump: string, given: Flags): void {
  try {
    node.load(dump);
  } catch (error) {
    if (!isMockNodeError(error, 'INVALID_DUMP') || !/^(network\.|genesis$)/.test(error.context.path)) throw error;
    const others = (['preset', 'config', 'parameter'] as const).filter((flag) => given[flag] !== undefined);
    if (others.length === 0) throw error;
    const { path, problem } = error.context;
    throw new UsageError(`--load contradicts ${others.map((flag) => `--${flag}`).join(' and ')}: ${path} ${problem}`);
  }
}

/** @throws UsageError */
export function readPort({ port }: Flags): number {
  return readInteger('--port', port, { min: 0, max: 65_535 });
}

function readStartTime({ 'start-time': time, 'wall-clock': isWallClock }: Flags): Pick<MockNodeOptions, 'startTime'> {
  if (time === undefined) return isWallClock ? { startTime: 'wall-clock' } : {};
  if (isWallClock) throw new UsageError('--start-time cannot be combined with --wall-clock');
  return { startTime: readTime('--start-time', time) };
}

/** A date, which means midnight in UTC, or a date and a time with its zone. */
const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

function readTime(flag: string, text: string): number {
  const time = /^\d+$/.test(text) ? Number(text) : isoTime.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isSafeInteger(time) && time >= 0) return time;
  throw new UsageError(`${flag} must be a time as in 2026-01-01T00:00:00Z, or milliseconds since 1970, but is ${text}`);
}

function readChoice<T extends string>(flag: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((name) => name === value);
  if (choice === undefined) throw new UsageError(`${flag} must be one of ${choices.join(', ')}, but is ${value}`);
  return choice;
}

function readNumber(flag: string, text: string, { min }: { readonly min: number }): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value < min)
    throw new UsageError(`${flag} must be a number of ${min} or more, but is ${text}`);
  return value;
}

function readInteger(
  flag: string,
  text: string,
  { min, max = Number.MAX_SAFE_INTEGER }: { readonly min: number; readonly max?: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  throw new UsageError(`${flag} must be an integer ${range}, but is ${text}`);
}

function readParameter(text: string): readonly [name: string, value: bigint] {
  const [, name, value] = /^(\w+)=(-?\d+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--parameter must be a name, = and an integer, but is ${text}`);
  return [name, BigInt(value)];
}

const fileProblems: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a directory'],
]);

/** @throws UsageError */
export function readText(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new UsageError(`${flag} ${file} cannot be read: ${fileProblems.get(code) ?? messageOf(error)}`);
  }
}

function readJson(flag: string, file: string): unknown {
  try {
    return JSON.parse(readText(flag, file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${flag} ${file} is not valid JSON: ${error.message}`);
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
