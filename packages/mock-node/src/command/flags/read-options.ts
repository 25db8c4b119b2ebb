import { type NetworkDescription } from '../../network/network-description.ts';
import { type MockNodeOptions } from '../../node/node-options.ts';
import { readJson } from '../files/read-file.ts';
import { type InitialState } from '../files/state-file.ts';
import { UsageError } from '../usage-error.ts';
import { type Flags } from './flags.ts';
import { readAccounts } from './read-accounts.ts';

/**
 * Without a preset and a description, the dump determines the network. @throws UsageError for an invalid value or file.
 */
export async function readNodeOptions(given: Flags, initial?: InitialState): Promise<MockNodeOptions> {
  const accounts = await readAccounts(given);
  return {
    ...readPreset(given),
    ...readDescription(given, initial?.dump),
    ...(accounts !== undefined && { accounts }),
    witnessKeys: given['witness-key'] ?? [],
    parameters: Object.fromEntries(given.parameter ?? []),
    ...readStartTime(given),
    ...readRunningOptions(given),
  };
}

/** Reads how a node, or a fork, produces blocks and runs contracts. @throws UsageError */
export function readRunningOptions(
  given: Flags,
): Pick<MockNodeOptions, 'mining' | 'maxAheadMs' | 'solidityLag' | 'stepLimit' | 'ethereumTools' | 'acceptUnknown'> {
  const {
    'block-time': blockTime,
    'max-ahead': maxAhead,
    'solidity-lag': solidityLag,
    'step-limit': stepLimit,
    'ethereum-tools': ethereumTools,
    'accept-unknown': acceptUnknown,
  } = given;
  if (maxAhead !== undefined && !given['wall-clock']) throw new UsageError('--max-ahead needs --wall-clock');
  return {
    ...(blockTime !== undefined && { mining: { kind: 'interval', intervalMs: 1000 * blockTime } }),
    ...(maxAhead !== undefined && { maxAheadMs: maxAhead * 1000 }),
    ...(ethereumTools !== undefined && { ethereumTools }),
    ...(solidityLag !== undefined && { solidityLag }),
    ...(stepLimit !== undefined && { stepLimit }),
    ...(acceptUnknown !== undefined && { acceptUnknown }),
  };
}

function readPreset({ preset, 'print-config': printed, config }: Flags): Pick<MockNodeOptions, 'preset'> {
  if (printed !== undefined && (preset !== undefined || config !== undefined))
    throw new UsageError(`--print-config cannot be combined with ${preset === undefined ? '--config' : '--preset'}`);
  if (printed !== undefined) return { preset: printed };
  return preset === undefined ? {} : { preset };
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

/** @throws UsageError */
export function readStartTime({
  'start-time': time,
  'wall-clock': isWallClock,
}: Flags): Pick<MockNodeOptions, 'startTime'> {
  if (time === undefined) return isWallClock ? { startTime: 'wall-clock' } : {};
  if (isWallClock) throw new UsageError('--start-time cannot be combined with --wall-clock');
  return { startTime: time };
}
