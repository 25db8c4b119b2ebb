import { type ChainOptions } from '../chain/chain.ts';
import { type MiningMode } from '../chain/mining-mode.ts';
import { createWallClock, DEFAULT_MAX_AHEAD_MS } from '../chain/wall-clock.ts';
import { type ContractOptions } from '../control/arguments/contract-options.ts';
import { type WitnessKey } from '../crypto/witness-signer.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { developmentAccounts, developmentWitness } from '../network/development-accounts.ts';
import { parseNetworkDescription, type NetworkDescription } from '../network/network-description.ts';
import { presetNames, presetNetwork, type PresetName } from '../network/presets.ts';
import { parameterRequirement } from '../protocol/chain-parameters.ts';
import { fitsLong, MAX_INT64, MIN_INT64 } from '../protocol/java/long.ts';
import { type Address, type Milliseconds } from '../protocol/primitives.ts';
import { DAY_MS, MAX_TIME } from '../protocol/time.ts';
import { DEFAULT_WORK_LIMIT } from '../vm/code/work-schedule.ts';
import { accountOfKey, readAccounts, withAccounts, type AccountOptions, type ChosenAccounts } from './node-accounts.ts';

/** Options of a node; each has a default. */
export interface MockNodeOptions {
  /** A network with known accounts; defaults to `spec`. Not together with `network`. */
  readonly preset?: PresetName;
  /** The description of a network: what `JSON.parse` makes of its file, or the `network` of another node. */
  readonly network?: NetworkDescription;
  /** Initial chain parameters that differ from the network's, by their names in getchainparameters. */
  readonly parameters?: Readonly<Record<string, bigint | number>>;
  /** Accounts with known keys, besides a described network's or instead of a preset's ten. */
  readonly accounts?: AccountOptions;
  /** Contracts of the initial state; defaults to none. */
  readonly contracts?: readonly ContractOptions[];
  /**
   * Initial time of the node's clock in milliseconds since 1970, at most in the year 9999; defaults to
   * 2026-01-01T00:00:00Z, and equal requests give equal ids. With `'wall-clock'` the node's clock is the machine's:
   * clients that have their own clock need it.
   */
  readonly startTime?: Milliseconds | 'wall-clock';
  /**
   * With `startTime: 'wall-clock'`, the most that the head's time is ahead of the node's clock, 0 milliseconds or more;
   * defaults to 60,000. It is ahead when transactions come faster than one in three seconds, because each has a block
   * and blocks are three seconds apart. Transactions beyond the limit wait for the next slot and share its block.
   */
  readonly maxAheadMs?: Milliseconds;
  /** When blocks are made; defaults to one block for each transaction. */
  readonly mining?: MiningMode;
  /**
   * The fewest blocks that `/walletsolidity` stays behind the head, 0 or more, and with it the block that built
   * transactions refer to. By default it is 1, as on a node with one witness, and 0 once a node with instant mining has
   * been idle for three seconds, of its own clock or the machine's.
   */
  readonly solidityLag?: number;
  /**
   * Maximum work of the contracts that one request runs, in units of about a nanosecond, or `'unlimited'`; defaults to
   * 1,500,000,000. A call beyond it ends as on a real node that runs out of time. Imported blocks have no limit.
   */
  readonly workLimit?: number | 'unlimited';
  /**
   * Private keys of witnesses, 32 bytes in hexadecimal. On a preset network their accounts are its witnesses, instead
   * of the one whose key is published; a described network names its witnesses itself.
   */
  readonly witnessKeys?: readonly string[];
  /**
   * Called with each line that a contract writes with Solidity's `console.log`, soon after it was written: by a
   * transaction when it is broadcast, by a constant call, by an estimate once. The request log has the lines too.
   */
  readonly onConsoleLog?: (line: string) => void;
  /** Seed of the random draws of faults with a probability, any integer; defaults to 1. */
  readonly faultSeed?: number;
}

/** 2026-01-01T00:00:00Z. Decision: any fixed time does, and a round one is recognised. */
const DEFAULT_START = 1_767_225_600_000;

const optionKeys: KnownKeys<MockNodeOptions> = {
  preset: true,
  network: true,
  parameters: true,
  accounts: true,
  contracts: true,
  startTime: true,
  maxAheadMs: true,
  mining: true,
  solidityLag: true,
  workLimit: true,
  witnessKeys: true,
  onConsoleLog: true,
  faultSeed: true,
};

/**
 * @throws MockNodeError `ARGUMENT_INVALID` for an option that does not exist, which would otherwise mean its default.
 * @internal
 */
export function checkOptionKeys(options: MockNodeOptions): void {
  checkKeys('options', options, optionKeys, '');
}

/**
 * The network that options describe, and the accounts that they ask for. @throws MockNodeError `ARGUMENT_INVALID`
 * @internal
 */
export function readNetwork(options: MockNodeOptions): {
  readonly network: NetworkDescription<bigint>;
  readonly chosen: ChosenAccounts;
} {
  const { preset, network, parameters = {} } = options;
  if (preset !== undefined && network !== undefined)
    throw argumentInvalid('preset', preset, 'absent, or network must be');
  if (preset !== undefined && !presetNames.includes(preset))
    throw argumentInvalid('preset', preset, `one of ${presetNames.join(', ')}`);
  const isPreset = network === undefined;
  const chosen = readAccounts(options.accounts ?? {}, isPreset ? developmentAccounts.length : 0);
  const base = isPreset
    ? presetNetwork(preset ?? 'spec', witnessesOfPreset(options))
    : parseNetworkDescription(network);
  checkKeys('parameters', parameters, base.parameters);
  const changed = Object.entries(parameters).map(([name, value]) => [name, parameterValue(base, name, value)] as const);
  return {
    chosen,
    network: {
      ...base,
      parameters: { ...base.parameters, ...Object.fromEntries(changed) },
      genesis: withAccounts(base.genesis, chosen),
    },
  };
}

function witnessesOfPreset(options: MockNodeOptions): readonly Address[] {
  const [published, ...own] = readWitnessKeys(options).map(({ address }) => address);
  return own.length > 0 || published === undefined ? own : [published];
}

function parameterValue(network: NetworkDescription<bigint>, name: string, value: bigint | number): bigint {
  const path = `parameters.${name}`;
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value))
    throw argumentInvalid(path, value, 'a bigint or a safe integer');
  const amount = BigInt(value);
  if (!fitsLong(amount)) throw argumentInvalid(path, amount, { type: 'a bigint', min: MIN_INT64, max: MAX_INT64 });
  const requirement = parameterRequirement(name, amount);
  if (requirement !== undefined) throw argumentInvalid(path, amount, requirement);
  return amount;
}

/** The node's time. @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readTimeOptions({
  startTime = DEFAULT_START,
  maxAheadMs,
}: Pick<MockNodeOptions, 'startTime' | 'maxAheadMs'>): Pick<ChainOptions, 'clock' | 'wallClock'> {
  if (startTime === 'wall-clock') return { clock: 0, wallClock: createWallClock(readMaxAhead(maxAheadMs)) };
  if (maxAheadMs !== undefined)
    throw argumentInvalid('maxAheadMs', maxAheadMs, "absent, unless startTime is 'wall-clock'");
  if (!Number.isSafeInteger(startTime) || startTime < 0 || startTime > MAX_TIME)
    throw argumentInvalid('startTime', startTime, `milliseconds since 1970, at most ${MAX_TIME}, or 'wall-clock'`);
  return { clock: startTime, wallClock: undefined };
}

function readMaxAhead(maxAheadMs: Milliseconds = DEFAULT_MAX_AHEAD_MS): Milliseconds {
  if (!Number.isSafeInteger(maxAheadMs) || maxAheadMs < 0 || maxAheadMs > DAY_MS)
    throw argumentInvalid('maxAheadMs', maxAheadMs, { type: 'an integer', min: 0, max: DAY_MS, unit: 'ms' });
  return maxAheadMs;
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readSolidityLag({ solidityLag }: Pick<MockNodeOptions, 'solidityLag'>): number | undefined {
  if (solidityLag === undefined) return undefined;
  if (!Number.isSafeInteger(solidityLag) || solidityLag < 0)
    throw argumentInvalid('solidityLag', solidityLag, { type: 'an integer', min: 0, unit: 'blocks' });
  return solidityLag;
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readWorkLimit({ workLimit = DEFAULT_WORK_LIMIT }: Pick<MockNodeOptions, 'workLimit'>): number {
  if (workLimit === 'unlimited') return Number.POSITIVE_INFINITY;
  if (!Number.isSafeInteger(workLimit) || workLimit < 1)
    throw argumentInvalid(
      'workLimit',
      workLimit,
      "an integer of 1 or more, in units of about a nanosecond, or 'unlimited'",
    );
  return workLimit;
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readConsoleListener({
  onConsoleLog,
}: Pick<MockNodeOptions, 'onConsoleLog'>): MockNodeOptions['onConsoleLog'] {
  if (onConsoleLog !== undefined && typeof onConsoleLog !== 'function')
    throw argumentInvalid('onConsoleLog', onConsoleLog, 'a function that takes a line');
  return onConsoleLog;
}

/**
 * The keys that blocks are signed with. The development witness's needs no curve arithmetic. @throws MockNodeError
 * `ARGUMENT_INVALID`
 * @internal
 */
export function readWitnessKeys({ witnessKeys = [] }: MockNodeOptions): readonly WitnessKey[] {
  return [developmentWitness, ...witnessKeys.map((key, index) => accountOfKey(`witnessKeys[${index}]`, key))];
}
