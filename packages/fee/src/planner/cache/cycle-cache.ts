import { type Clock, type Address, type ContractEnergyState, type EnergyRules, type EnergySource } from '@coin/units';
import { validateContract, validateRules } from '../source/validate-answers.ts';
import { type PlanStore } from './plan-store.ts';
import { type CachedRead, createReadThrough } from './read-through.ts';
import { type Dedupe } from './single-flight.ts';

// Raise this when the stored form changes: a fleet may run two versions of this package at the same time.
const KEYS = 'coin-fee/1';
/** The time that a network may take to complete a maintenance that is due. */
const MAINTENANCE_DELAY_MS = 3_000;
const HOUR_MS = 3_600_000;

type ContractRead = (address: Address, rules: EnergyRules) => Promise<ContractEnergyState>;

/** Facts that are constant within a maintenance cycle, each read once per cycle. */
export interface CycleCache {
  readonly rules: () => Promise<EnergyRules>;
  readonly contract: ContractRead;
  /** Reads the contract's state from the network even if it is cached, and caches it. */
  readonly refreshContract: ContractRead;
}

export function createCycleCache(options: {
  source: EnergySource;
  cache: PlanStore;
  clock: Clock;
  dedupe: Dedupe;
  network: string;
}): CycleCache {
  const { source, network } = options;
  const { read, refresh } = createReadThrough(options);
  const prefix = `${KEYS}/${network}`;

  const rulesRead: CachedRead<EnergyRules> = {
    key: `${prefix}/rules`,
    fetch: (options) => source.energyRules(options),
    validate: validateRules,
    expiresAt: ({ nextMaintenance }, now) => Math.max(nextMaintenance, now + MAINTENANCE_DELAY_MS),
  };
  // The cycle is part of the key, so a state is never used in another cycle, whatever the clocks say.
  const contractRead = (address: Address, { nextMaintenance }: EnergyRules): CachedRead<ContractEnergyState> => ({
    key: `${prefix}/contract/${nextMaintenance}/${address}`,
    fetch: (options) => source.contractState(address, options),
    validate: validateContract,
    expiresAt: (_, now) => Math.max(nextMaintenance, now) + HOUR_MS,
  });

  return {
    rules: () => read(rulesRead),
    contract: (address, rules) => read(contractRead(address, rules)),
    refreshContract: (address, rules) => refresh(contractRead(address, rules)),
  };
}
