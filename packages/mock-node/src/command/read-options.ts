import { isMockNodeError } from '../errors.ts';
import { type NetworkDescription } from '../network/network-description.ts';
import { presetNames } from '../network/presets.ts';
import { type MockNode } from '../node/create-mock-node.ts';
import { type MockNodeOptions } from '../node/node-options.ts';
import { type Flags } from './flags.ts';
import { readAccounts, readPrivateKeys } from './read-accounts.ts';
import { readJson } from './read-file.ts';
import { readChoice, readInteger, readNumber, readTime } from './read-values.ts';
import { type InitialState } from './state-file.ts';
import { UsageError } from './usage-error.ts';

/**
 * Without a preset and a description, the dump determines the network. @throws UsageError for an invalid value or file.
 */
export async function readNodeOptions(given: Flags, initial?: InitialState): Promise<MockNodeOptions> {
  const accounts = await readAccounts(given);
  const witnessKeys = readPrivateKeys('--witness-key', given['witness-key'] ?? []);
  return {
    ...readPreset(given),
    ...readDescription(given, initial?.dump),
    ...(accounts !== undefined && { accounts }),
    witnessKeys,
    parameters: Object.fromEntries((given.parameter ?? []).map(readParameter)),
    ...readStartTime(given),
    ...readRunningOptions(given),
  };
}

/** Reads how a node, or a fork, produces blocks and runs contracts. @throws UsageError */
export function readRunningOptions(
  given: Flags,
): Pick<MockNodeOptions, 'mining' | 'maxAheadMs' | 'solidityLag' | 'stepLimit' | 'ethereumTools'> {
  const {
    'block-time': blockTime,
    'max-ahead': maxAhead,
    'solidity-lag': solidityLag,
    'step-limit': stepLimit,
    'ethereum-tools': tools,
  } = given;
  if (maxAhead !== undefined && !given['wall-clock']) throw new UsageError('--max-ahead needs --wall-clock');
  return {
    ...(blockTime !== undefined && {
      mining: { kind: 'interval', intervalMs: 1000 * readNumber('--block-time', blockTime, { min: 0.001 }) },
    }),
    ...(maxAhead !== undefined && { maxAheadMs: readInteger('--max-ahead', maxAhead, { min: 0, max: 86_400 }) * 1000 }),
    ...(tools !== undefined && {
      ethereumTools: readChoice('--ethereum-tools', tools, ['anvil', 'hardhat'] as const),
    }),
    ...(solidityLag !== undefined && { solidityLag: readInteger('--solidity-lag', solidityLag, { min: 0 }) }),
    ...(stepLimit !== undefined && {
      stepLimit: stepLimit === 'unlimited' ? stepLimit : readInteger('--step-limit', stepLimit, { min: 1 }),
    }),
  };
}

function readPreset({ preset, 'print-config': printed, config }: Flags): Pick<MockNodeOptions, 'preset'> {
  if (printed !== undefined && (preset !== undefined || config !== undefined))
    throw new UsageError(`--print-config cannot be combined with ${preset === undefined ? '--config' : '--preset'}`);
  if (printed !== undefined) return { preset: readChoice('--print-config', printed, presetNames) };
  return preset === undefined ? {} : { preset: readChoice('--preset', preset, presetNames) };
}

function readDescription({ preset, config }: Flags, dump: string | undefined): Pick<MockNodeOptions, 'network'> {
  // The node validates it.
  if (config !== undefined) return { network: readJson('--config', config) as NetworkDescription };
  const network = preset === undefined && dump !== undefined ? networkOfDump(dump) : undefined;
  return network === undefined ? {} : { network };
}

/** Undefined if the dump is invalid, which `load` reports. */
function networkOfDump(dump: string): NetworkDescription | undefined {
  try {
    return Object(JSON.parse(dump))['network'];
  } catch {
    return undefined;
  }
}

const networkFlags = [
  'preset',
  'config',
  'parameter',
  'accounts',
  'mnemonic',
  'private-key',
  'balance',
  'witness-key',
] as const;

/**
 * Loads a state into a node, and sets the clock as the flags ask.
 *
 * @throws UsageError if other flags contradict the state's network, or ask for an earlier time.
 */
export function loadState(
  node: Pick<MockNode, 'load' | 'now' | 'advanceTime'>,
  initial: InitialState,
  given: Flags,
): void {
  loadDump(node, initial, given);
  const { startTime } = readStartTime(given);
  if (typeof startTime !== 'number') return;
  const now = node.now();
  // A node that continues its own state got the time at which the state began.
  if (startTime < now && given['start-time'] !== undefined && initial.flag === '--load-state') {
    const [asked, reached] = [new Date(startTime).toISOString(), new Date(now).toISOString()];
    throw new UsageError(`--start-time is ${asked}, but the clock of --load-state ${initial.file} is at ${reached}`);
  }
  node.advanceTime(Math.max(0, startTime - now));
}

function loadDump(node: Pick<MockNode, 'load'>, { flag: source, file, dump }: InitialState, given: Flags): void {
  try {
    node.load(dump);
  } catch (error) {
    if (!isMockNodeError(error, 'DUMP_INVALID')) throw error;
    const { path, reason } = error.context;
    const others = networkFlags.filter((flag) => given[flag] !== undefined);
    if (others.length === 0 || !/^(network\.|genesis$)/.test(path))
      throw new UsageError(`${source} ${file} cannot be loaded: ${path} ${reason}`);
    const names = others.map((flag) => `--${flag}`).join(' and ');
    throw new UsageError(`${source} contradicts ${names}: ${path} ${reason}`);
  }
}

/** @throws UsageError */
export function readPort({ port }: Flags): number {
  return readInteger('--port', port, ports);
}

/** @throws UsageError */
export function readJsonRpcPort({ 'jsonrpc-port': port }: Flags): number | undefined {
  return port === undefined ? undefined : readInteger('--jsonrpc-port', port, ports);
}

const ports = { min: 0, max: 65_535 };

function readStartTime({ 'start-time': time, 'wall-clock': isWallClock }: Flags): Pick<MockNodeOptions, 'startTime'> {
  if (time === undefined) return isWallClock ? { startTime: 'wall-clock' } : {};
  if (isWallClock) throw new UsageError('--start-time cannot be combined with --wall-clock');
  return { startTime: readTime('--start-time', time) };
}

function readParameter(text: string): readonly [name: string, value: bigint] {
  const [, name, value] = /^(\w+)=(-?\d+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--parameter must be a name, = and an integer, but is ${text}`);
  return [name, BigInt(value)];
}
