import type { Clock } from './clock.ts';
import type { AbortLike, Address, ContractEnergyState, EnergyRules, EnergySource } from './energy-source.ts';
import type { PlanStore } from './plan-store.ts';
import { createReadThrough, type StoredRead } from './read-through.ts';
import type { Dedupe } from './single-flight.ts';
import { validateContract, validateRules } from './validate-answers.ts';

// To be raised when the stored form changes: a fleet may run two versions of this package at the same time.
const KEYS = 'coin-fee/1';
/** How long a network may take to complete a maintenance that is due. */
const MAINTENANCE_DELAY_MS = 3_000;
const HOUR_MS = 3_600_000;

type ContractRead = (
  address: Address,
  rules: EnergyRules,
  signal: AbortLike | undefined,
) => Promise<ContractEnergyState>;

/** What is constant within a maintenance cycle, read once a cycle. */
export interface CycleCache {
  rules: (signal: AbortLike | undefined) => Promise<EnergyRules>;
  contract: ContractRead;
  /** Reads the contract's state from the network even where it is stored, and stores it. */
  refreshContract: ContractRead;
}

export function createCycleCache(options: {
  source: EnergySource;
  store: PlanStore;
  clock: Clock;
  network: string;
  dedupe: Dedupe;
}): CycleCache {
  const { source, network, dedupe } = options;
  const { read, refresh } = createReadThrough(options);
  const prefix = `${KEYS}/${network}`;

  const rulesRead: StoredRead<EnergyRules> = {
    key: `${prefix}/rules`,
    fetch: (options) => source.energyRules(options),
    validate: validateRules,
    expiresAt: ({ nextMaintenance }, now) => Math.max(nextMaintenance, now + MAINTENANCE_DELAY_MS),
  };
  // The cycle is part of the key, so that a state is never used in another cycle, whatever the clocks say.
  const contractRead = (address: Address, { nextMaintenance }: EnergyRules): StoredRead<ContractEnergyState> => ({
    key: `${prefix}/contract/${nextMaintenance}/${address}`,
    fetch: (options) => source.contractState(address, options),
    validate: validateContract,
    expiresAt: (_, now) => Math.max(nextMaintenance, now) + HOUR_MS,
  });

  return {
    rules: (signal) => dedupe(rulesRead.key, (options) => read(rulesRead, options), signal),
    contract: (address, rules, signal) => {
      const stored = contractRead(address, rules);
      return dedupe(stored.key, (options) => read(stored, options), signal);
    },
    refreshContract: (address, rules, signal) => {
      const stored = contractRead(address, rules);
      return dedupe(`${stored.key}/refresh`, (options) => refresh(stored, options), signal);
    },
  };
}
