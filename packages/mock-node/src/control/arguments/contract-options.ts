import { checkKeys, type KnownKeys } from '../../known-keys.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { readAddress, readAmount, readEnergyFactor, readHex, readPercent, readWord } from './control-arguments.ts';

/** The value that clients usually deploy with: the deployer pays the part that callers do not. @internal */
export const DEFAULT_DEPLOYER_ENERGY_LIMIT = 10_000_000n;

/** A contract of the initial state. Addresses are base58check or 41-hex; bytes are hexadecimal. */
export interface ContractOptions {
  readonly address: string;
  /** Runtime code. */
  readonly code: string;
  /** The account that deployed it and pays part of the energy of calls; defaults to the contract itself. */
  readonly deployer?: string;
  readonly name?: string;
  /** Small units, 0 or more; defaults to the balance of the account at that address, or 0. */
  readonly balance?: bigint;
  /** Values by slot, each a word of at most 32 bytes. */
  readonly storage?: Readonly<Record<string, string>>;
  /** Percentage of the energy that the caller pays, 0 to 100; defaults to 100. */
  readonly callerPercent?: number;
  /** Maximum energy that `deployer` pays for one call; defaults to 10,000,000. */
  readonly deployerEnergyLimit?: bigint;
  /**
   * Energy factor in ten-thousandths, 0 to 100,000; defaults to 0. A node with such a contract starts in maintenance
   * cycle 1, because the dynamic energy model begins after cycle 0 and discards its factors.
   */
  readonly energyFactor?: bigint;
}

const contractKeys: KnownKeys<ContractOptions> = {
  address: true,
  code: true,
  deployer: true,
  name: true,
  balance: true,
  storage: true,
  callerPercent: true,
  deployerEnergyLimit: true,
  energyFactor: true,
};

/** A contract as the ledger stores it. @internal */
export interface PlacedContract {
  readonly address: Address;
  /** Runtime code. */
  readonly code: Hex;
  readonly deployer: Address;
  readonly name: string;
  /** Small units. If absent, the account keeps its balance. */
  readonly balance?: bigint;
  /** Slots and their values, 32 bytes each. */
  readonly storage: Readonly<Record<Hex, Hex>>;
  /** Percentage that the caller pays, 0 to 100. */
  readonly consumeUserResourcePercent: bigint;
  readonly deployerEnergyLimit: bigint;
}

/**
 * Validates a contract's options and fills in the defaults. @throws MockNodeError `ARGUMENT_INVALID`, naming the option
 * below `path`.
 * @internal
 */
export function readContract(
  path: string,
  options: ContractOptions,
): PlacedContract & { readonly energyFactor?: bigint } {
  checkKeys(path, options, contractKeys);
  const {
    balance,
    storage = {},
    callerPercent = 100,
    deployerEnergyLimit = DEFAULT_DEPLOYER_ENERGY_LIMIT,
    energyFactor,
  } = options;
  const address = readAddress(`${path}.address`, options.address);
  return {
    address,
    code: readHex(`${path}.code`, options.code),
    deployer: options.deployer === undefined ? address : readAddress(`${path}.deployer`, options.deployer),
    name: options.name ?? '',
    ...(balance !== undefined && { balance: readAmount(`${path}.balance`, balance, { min: 0n }) }),
    storage: Object.fromEntries(
      Object.entries(storage).map(([slot, value]) => [
        readWord(`${path}.storage`, slot),
        readWord(`${path}.storage`, value),
      ]),
    ),
    consumeUserResourcePercent: readPercent(`${path}.callerPercent`, callerPercent),
    deployerEnergyLimit: readAmount(`${path}.deployerEnergyLimit`, deployerEnergyLimit, { min: 0n }),
    ...(energyFactor !== undefined && { energyFactor: readEnergyFactor(`${path}.energyFactor`, energyFactor) }),
  };
}
