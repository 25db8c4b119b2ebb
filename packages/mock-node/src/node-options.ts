import type { MiningMode } from './chain/chain.ts';
import type { PlacedContract } from './control/state-overrides.ts';
import { addressOfPrivateKey } from './crypto/witness-signer.ts';
import type { WitnessKey } from './crypto/witness-signer.ts';
import type { NetworkDescription } from './network/network-description.ts';
import { parseNetworkDescription } from './network/network-description.ts';
import { MockNodeError } from './errors.ts';
import { readAddress, readAmount, readHex, readWord } from './control/control-arguments.ts';
import { developmentWitness } from './network/development-accounts.ts';
import { presetNames, presetNetwork } from './network/presets.ts';
import type { PresetName } from './network/presets.ts';
import type { Milliseconds } from './protocol/primitives.ts';
import { fitsLong } from './protocol/java/long.ts';

/** A contract that stands in the initial state. Addresses in base58check or 41-hex, bytes in hexadecimal. */
export interface ContractOptions {
  readonly address: string;
  /** Runtime code. */
  readonly code: string;
  /** Account that shares in the energy of calls; the contract itself unless given. */
  readonly owner?: string;
  readonly name?: string;
  /** Small units, 0 or more. */
  readonly balance?: bigint;
  /** Values by slot, words of at most 32 bytes. */
  readonly storage?: Readonly<Record<string, string>>;
  /** Share that the caller pays, 0 to 100; 100 unless given. */
  readonly consumeUserResourcePercent?: bigint;
  /** Energy that the owner pays for a call at most. */
  readonly originEnergyLimit?: bigint;
  /**
   * Energy factor in ten-thousandths, 0 to 100,000. A node with such a contract starts in maintenance cycle 1: in cycle 0
   * the model of a network has not begun, and what stands there is forgotten.
   */
  readonly energyFactor?: bigint;
}

/** How a node is made. Everything has a default. */
export interface MockNodeOptions {
  /** A network of known accounts; `spec` unless given. Not together with `network`. */
  readonly preset?: PresetName;
  /** A description of a network, parsed from its JSON form. */
  readonly network?: unknown;
  /** Chain parameters at the start that differ from the network's, by their names in getchainparameters. */
  readonly parameters?: Readonly<Record<string, bigint | number>>;
  /** Contracts that stand in the initial state. */
  readonly contracts?: readonly ContractOptions[];
  /**
   * The node's clock at the start, milliseconds since 1970, or the machine's time; 2026-11-21T03:29:45Z unless given, so
   * that equal requests give equal ids. Clients with clocks of their own need the machine's.
   */
  readonly startTime?: Milliseconds | 'wall-clock';
  /** When blocks are made; a block for each transaction unless given. */
  readonly mining?: MiningMode;
  /** Blocks that `/walletsolidity` stays behind the head at least, 0 or more; 1 unless given, as on a node with one witness. */
  readonly solidityLag?: number;
  /** Private keys of witnesses, 32 bytes in hexadecimal; the preset networks' witness needs none. */
  readonly witnessKeys?: readonly string[];
  /** Seed of the draws that decide about faults with a probability; any integer. */
  readonly faultSeed?: number;
}

/**
 * 2026-11-21T03:29:45Z. Decision: any fixed time does; at this one the networks of the recorded answers stood, so that
 * dates in answers of the same scenario come out the same.
 */
const defaultStart = 1_795_231_785_000;

/** The network that options describe. @throws MockNodeError `INVALID_CONFIG` */
export function networkOf({ preset, network, parameters = {} }: MockNodeOptions): NetworkDescription {
  if (preset !== undefined && network !== undefined) refuse('preset', 'stands beside network: give one of them');
  if (preset !== undefined && !presetNames.includes(preset)) {
    refuse('preset', `is ${preset}, not one of ${presetNames.join(', ')}`);
  }
  const base = network === undefined ? presetNetwork(preset ?? 'spec') : parseNetworkDescription(network);
  const changed = Object.entries(parameters).map(([name, value]) => [name, parameterValue(base, name, value)] as const);
  return { ...base, parameters: { ...base.parameters, ...Object.fromEntries(changed) } };
}

function parameterValue(network: NetworkDescription, name: string, value: bigint | number): bigint {
  const path = `parameters.${name}`;
  if (network.parameters[name] === undefined) refuse(path, 'is no chain parameter of this network');
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
    refuse(path, `is ${String(value)}, neither a bigint nor a safe integer`);
  }
  const amount = BigInt(value);
  if (!fitsLong(amount)) refuse(path, `is ${amount}, beyond 64 bits`);
  return amount;
}

/** The clock at the start. */
export function startTimeOf({ startTime = defaultStart }: MockNodeOptions): Milliseconds {
  if (startTime === 'wall-clock') return Date.now();
  if (!Number.isSafeInteger(startTime) || startTime < 0) {
    refuse('startTime', `is ${String(startTime)}, neither milliseconds since 1970 nor 'wall-clock'`);
  }
  return startTime;
}

/** What timers hold, some 24 days: a longer one would fire at once. */
const longestInterval = 2 ** 31 - 1;

/** When blocks are made. */
export function miningOf(mining: MiningMode = { mode: 'instant' }): MiningMode {
  switch (mining.mode) {
    case 'instant':
    case 'manual':
      return mining;
    case 'interval':
    case 'mixed':
      if (!(mining.interval >= 1 && mining.interval <= longestInterval)) {
        refuse('mining.interval', `is ${mining.interval}, not milliseconds from 1 to ${longestInterval}`);
      }
      return mining;
    default:
      return refuse('mining.mode', 'is not one of instant, manual, interval, mixed');
  }
}

export function solidityLagOf({ solidityLag = 1 }: MockNodeOptions): number {
  if (!Number.isSafeInteger(solidityLag) || solidityLag < 0) {
    refuse('solidityLag', `is ${solidityLag}, not an integer of 0 or more`);
  }
  return solidityLag;
}

/** Keys that blocks are signed with. The development witness's needs no curve arithmetic. */
export function witnessKeysOf({ witnessKeys = [] }: MockNodeOptions): readonly WitnessKey[] {
  const given = witnessKeys.map((key, index) => {
    if (!/^(0x)?[0-9a-fA-F]{64}$/.test(key)) refuse(`witnessKeys[${index}]`, 'is not 32 bytes in hexadecimal digits');
    const privateKey = key.replace(/^0x/, '').toLowerCase();
    try {
      return { privateKey, address: addressOfPrivateKey(privateKey) };
    } catch {
      return refuse(`witnessKeys[${index}]`, 'is no private key: 0, or not below the order of the curve');
    }
  });
  return [developmentWitness, ...given];
}

/** A contract as the ledger takes it. */
export function placedContract(contract: ContractOptions): PlacedContract {
  const { address, code, owner, name, balance, storage = {}, consumeUserResourcePercent, originEnergyLimit } = contract;
  return {
    address: readAddress('contracts.address', address),
    code: readHex('contracts.code', code),
    ...(owner !== undefined && { origin: readAddress('contracts.owner', owner) }),
    ...(name !== undefined && { name }),
    ...(balance !== undefined && { balance: readAmount('contracts.balance', balance, 0n) }),
    storage: Object.fromEntries(
      Object.entries(storage).map(([slot, value]) => [
        readWord('contracts.storage', slot),
        readWord('contracts.storage', value),
      ]),
    ),
    ...(consumeUserResourcePercent !== undefined && {
      consumeUserResourcePercent: readAmount(
        'contracts.consumeUserResourcePercent',
        consumeUserResourcePercent,
        0n,
        100n,
      ),
    }),
    ...(originEnergyLimit !== undefined && {
      originEnergyLimit: readAmount('contracts.originEnergyLimit', originEnergyLimit, 0n),
    }),
  };
}

function refuse(path: string, problem: string): never {
  throw new MockNodeError('INVALID_CONFIG', { path, problem });
}
