import { type Address, type Clock, type ContractEnergyState, type EnergyRules, type EnergySource } from '@coin/units';
import { fromJson, toJson } from './bigint-json.ts';
import { type PlanStore } from './plan-store.ts';
import { type ShareRead } from './share-reads.ts';

// Raise this when the stored form changes: a fleet may run two versions of this package at the same time.
const KEYS = 'coin-fee/1';
/** The time that a network may take to complete a maintenance that is due. */
const MAINTENANCE_DELAY_MS = 3_000;
const HOUR_MS = 3_600_000;
/** No maintenance cycle is longer than a day, so an entry that claims to be valid for longer is wrong. */
const MAX_ENTRY_MS = 25 * HOUR_MS;

/** The types of the numbers that every stored answer has. */
type NumberTypes<T> = { readonly [Name in keyof T]?: 'bigint' | 'number' };

const RULES_NUMBERS: NumberTypes<EnergyRules> = {
  energyPrice: 'bigint',
  bandwidthPrice: 'bigint',
  maxFactor: 'bigint',
  increaseFactor: 'bigint',
  threshold: 'bigint',
  maxFeeLimit: 'bigint',
  nextMaintenance: 'number',
};
const STATE_NUMBERS: NumberTypes<ContractEnergyState> = {
  energyFactor: 'bigint',
  energyUsage: 'bigint',
  updateCycle: 'number',
};

/** A read whose answer is stored. */
interface StoredRead<T> {
  readonly key: string;
  readonly numbers: NumberTypes<T>;
  readonly fetch: () => Promise<T>;
  /** Until when an answer may be kept, in milliseconds since 1970. */
  readonly expiresAt: (answer: T, now: number) => number;
}

type ReadContract = (address: Address, rules: EnergyRules) => Promise<ContractEnergyState>;

/** Facts that are constant within a maintenance cycle, each read once per cycle. */
export interface CycleCache {
  readonly rules: () => Promise<EnergyRules>;
  readonly contract: ReadContract;
  /** Reads the contract's state from the network even if it is cached, and caches it. */
  readonly refreshContract: ReadContract;
}

/** Reads through a store. An operation of the store that fails is skipped. */
export function createCycleCache(options: {
  source: EnergySource;
  cache: PlanStore;
  clock: Pick<Clock, 'now'>;
  share: ShareRead;
  network: string;
}): CycleCache {
  const { source, cache, clock, share, network } = options;
  const prefix = `${KEYS}/${network}`;

  // An entry includes its key and expiry, so one under the wrong key, or that claims to be valid for too long, is
  // ignored.
  async function readEntry<T>({ key, numbers }: StoredRead<T>): Promise<T | undefined> {
    try {
      const { value, ...entry } = fromJson(await cache.get(key)) as { key: string; until: number; value: T };
      const now = clock.now();
      const isValid = entry.key === key && entry.until > now && entry.until <= now + MAX_ENTRY_MS;
      const hasNumbers = Object.entries(numbers).every(([name, type]) => typeof value[name as keyof T] === type);
      return isValid && hasNumbers ? value : undefined;
    } catch {
      return undefined;
    }
  }

  async function fetchAnswer<T>({ key, fetch, expiresAt }: StoredRead<T>): Promise<T> {
    const value = await fetch();
    const now = clock.now();
    const until = expiresAt(value, now);
    try {
      await cache.set(key, toJson({ key, until, value }), until - now);
    } catch {
      // The next plan reads again.
    }
    return value;
  }

  const read = <T>(stored: StoredRead<T>): Promise<T> =>
    share(stored.key, async () => (await readEntry(stored)) ?? fetchAnswer(stored));

  // The cycle is part of the key, so a state is never used in another cycle, whatever the clocks say.
  const contractRead = (address: Address, { nextMaintenance }: EnergyRules): StoredRead<ContractEnergyState> => ({
    key: `${prefix}/contract/${nextMaintenance}/${address}`,
    numbers: STATE_NUMBERS,
    fetch: () => source.contractState(address),
    expiresAt: (_, now) => Math.max(nextMaintenance, now) + HOUR_MS,
  });

  return {
    rules: () =>
      read({
        key: `${prefix}/rules`,
        numbers: RULES_NUMBERS,
        fetch: () => source.energyRules(),
        expiresAt: ({ nextMaintenance }, now) => Math.max(nextMaintenance, now + MAINTENANCE_DELAY_MS),
      }),
    contract: (address, rules) => read(contractRead(address, rules)),
    refreshContract: (address, rules) => {
      const stored = contractRead(address, rules);
      return share(`${stored.key}/refresh`, () => fetchAnswer(stored));
    },
  };
}
