import { MILLISECONDS, argumentInvalid, bigintArgument, coinArgument, integerArgument } from '../argument-checks.ts';
import {
  averageInSlots,
  averageInThousandths,
  type AverageWindow,
  DAY_WINDOW,
  type FreeUse,
  type Use,
} from './recovery.ts';
import {
  type NetworkResource,
  type ResourceAccount,
  type ResourceNetwork,
  type StakedResource,
  type StakedResourceName,
} from './resource-ledger.ts';

/** A staked resource with nothing left open, its times in slots. */
export interface StakeState {
  readonly stake: bigint;
  readonly delegated: bigint;
  readonly received: bigint;
  readonly use: Use;
}

export type ResourceField = 'energy' | 'bandwidth';

/** An account with nothing left open. */
export interface AccountState {
  readonly energy: StakeState;
  readonly bandwidth: StakeState;
  readonly free: FreeUse;
}

/** A resource of the network, and whether its limits are computed with integers. */
export interface ResourceRules extends NetworkResource {
  readonly integers: boolean;
}

/** The network's rules with nothing left open. */
export interface NetworkRules {
  readonly energy: ResourceRules;
  readonly bandwidth: ResourceRules;
  readonly freeBandwidth: bigint;
  readonly average: AverageWindow;
  readonly slotAt: (time: number) => number;
  readonly timeOf: (slot: number) => number;
}

const SLOT_MS = 3_000;
/** Milliseconds of a thousandth of a slot. */
const MS_PER_THOUSANDTH = 3n;
/** Above this, a node's arithmetic overflows 64 bits. */
const MAX_USED = 320_000_000_000n;
const USED = { min: 0n, max: MAX_USED };

/** Checks a resource, and returns the name of its field. */
export function readField(resource: StakedResourceName): ResourceField {
  if (resource === 'ENERGY') return 'energy';
  if (resource === 'BANDWIDTH') return 'bandwidth';
  throw argumentInvalid('resource', resource, "'ENERGY' or 'BANDWIDTH'");
}

function resourceRules(name: string, resource: NetworkResource, integers: boolean): ResourceRules {
  return {
    integers,
    limit: coinArgument(`${name}.limit`, resource.limit, 1n),
    weight: coinArgument(`${name}.weight`, resource.weight),
  };
}

/** Checks a network's rules, and fills in the defaults. */
export function readNetwork(network: ResourceNetwork): NetworkRules {
  const { windowUnit: unit = 'thousandths', arithmetic = 'doubles', genesisTime = 0 } = network;
  if (unit !== 'thousandths' && unit !== 'slots') throw argumentInvalid('windowUnit', unit, "'thousandths' or 'slots'");
  if (arithmetic !== 'doubles' && arithmetic !== 'integers')
    throw argumentInvalid('arithmetic', arithmetic, "'doubles' or 'integers'");
  integerArgument('genesisTime', genesisTime, MILLISECONDS);
  const integers = arithmetic === 'integers';
  return {
    energy: resourceRules('network.energy', network.energy, integers),
    bandwidth: resourceRules('network.bandwidth', network.bandwidth, integers),
    freeBandwidth: BigInt(integerArgument('network.freeBandwidth', network.freeBandwidth, { min: 0, unit: 'bytes' })),
    average: unit === 'slots' ? averageInSlots : averageInThousandths,
    slotAt: (time) => Math.floor((integerArgument('time', time, MILLISECONDS) - genesisTime) / SLOT_MS),
    timeOf: (slot) => genesisTime + slot * SLOT_MS,
  };
}

function stakeState(name: string, resource: StakedResource, { slotAt, timeOf }: NetworkRules): StakeState {
  const { stake = 0n, delegated = 0n, received = 0n, used = 0n, time = timeOf(0), rounded = false } = resource;
  const windowMs = BigInt(integerArgument(`${name}.windowMs`, resource.windowMs ?? 86_400_000, MILLISECONDS));
  return {
    stake: coinArgument(`${name}.stake`, stake),
    delegated: coinArgument(`${name}.delegated`, delegated),
    received: coinArgument(`${name}.received`, received),
    use: {
      used: bigintArgument(`${name}.used`, used, USED),
      slot: slotAt(time),
      window: windowMs / MS_PER_THOUSANDTH || DAY_WINDOW,
      rounded,
    },
  };
}

/** Checks an account, and fills in the defaults. */
export function readAccount(account: ResourceAccount, rules: NetworkRules): AccountState {
  const { energy = {}, bandwidth = {}, freeBandwidth: free = { used: 0n, time: rules.timeOf(0) } } = account;
  return {
    energy: stakeState('energy', energy, rules),
    bandwidth: stakeState('bandwidth', bandwidth, rules),
    free: {
      used: bigintArgument('freeBandwidth.used', free.used, USED),
      slot: rules.slotAt(free.time),
      rounded: free.rounded ?? false,
    },
  };
}

const ROUNDED = { rounded: true } as const;

const writeStake = ({ use, ...stakes }: StakeState, { timeOf }: NetworkRules): StakedResource => ({
  ...stakes,
  ...(use.rounded && ROUNDED),
  used: use.used,
  time: timeOf(use.slot),
  windowMs: Number(use.window * MS_PER_THOUSANDTH),
});

/** The account as plain data. */
export const writeAccount = ({ energy, bandwidth, free }: AccountState, rules: NetworkRules): ResourceAccount => ({
  energy: writeStake(energy, rules),
  bandwidth: writeStake(bandwidth, rules),
  freeBandwidth: { used: free.used, time: rules.timeOf(free.slot), ...(free.rounded && ROUNDED) },
});
