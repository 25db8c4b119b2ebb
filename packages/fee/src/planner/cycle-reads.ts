import { checkedContract, checkedRules } from './checked-answers.ts';
import type { Clock } from './clock.ts';
import type {
  AbortLike,
  Address,
  ContractEnergyState,
  EnergyRules,
  EnergySource,
  ReadOptions,
} from './energy-source.ts';
import { fromJson, toJson } from './exact-json.ts';
import type { PlanStore } from './plan-store.ts';
import type { ShareFlight } from './shared-flight.ts';

// Raised when what is stored changes its shape: a fleet may run two versions of this package at a time.
const KEYS = 'coin-fee/1';
/** How long a network may take to pass a maintenance that is due. */
const SETTLE_MS = 3_000;
/** How long one process may take to read for all; the others then read for themselves. */
const LEASE_MS = 5_000;
const HOUR_MS = 3_600_000;
/** No maintenance cycle is longer than a day, so an entry that claims to hold for longer is false. */
const LONGEST_MS = 25 * HOUR_MS;

interface CycleRead<T> {
  key: string;
  ask(options: ReadOptions): Promise<T>;
  check(value: T): T;
  /** Until when an answer may be kept. */
  until(value: T, now: number): number;
}

type ContractRead = (
  address: Address,
  rules: EnergyRules,
  signal: AbortLike | undefined,
) => Promise<ContractEnergyState>;

/** What is constant within a maintenance cycle, read once a cycle. */
export interface CycleReads {
  rules: (signal: AbortLike | undefined) => Promise<EnergyRules>;
  contract: ContractRead;
  /** Reads the contract's state past the store, and stores it. */
  contractAnew: ContractRead;
}

export function createCycleReads(options: {
  source: EnergySource;
  store: PlanStore;
  clock: Clock;
  network: string;
  share: ShareFlight;
}): CycleReads {
  const { source, store, clock, network, share } = options;

  const rulesRead: CycleRead<EnergyRules> = {
    key: `${KEYS}/${network}/rules`,
    ask: (options) => source.energyRules(options),
    check: checkedRules,
    until: (value, now) => Math.max(value.nextMaintenance, now + SETTLE_MS),
  };
  // The cycle is part of the key, so that a state is never used in another cycle, however the clocks go.
  const contractRead = (address: Address, rules: EnergyRules): CycleRead<ContractEnergyState> => ({
    key: `${KEYS}/${network}/contract/${rules.nextMaintenance}/${address}`,
    ask: (options) => source.contractState(address, options),
    check: checkedContract,
    until: (_, now) => Math.max(rules.nextMaintenance, now) + HOUR_MS,
  });

  // A store that fails is a store that has nothing: the network is asked. An entry holds its key and end, so that one that
  // got there by mistake, or that claims to hold longer than it can, is not believed.
  async function stored<T>(read: CycleRead<T>): Promise<T | undefined> {
    try {
      const { key, until, value } = fromJson(await store.get(read.key)) as { key: string; until: number; value: T };
      const now = clock.now();
      return key === read.key && until > now && until <= now + LONGEST_MS ? read.check(value) : undefined;
    } catch {
      return undefined;
    }
  }

  async function ask<T>(read: CycleRead<T>, options: ReadOptions): Promise<T> {
    const value = await read.ask(options);
    const now = clock.now();
    read.check(value);
    const until = read.until(value, now);
    try {
      await store.set(read.key, toJson({ key: read.key, until, value }), until - now);
    } catch {
      // The answer is good without being kept.
    }
    return value;
  }

  async function lead<T>(read: CycleRead<T>, lease: string, options: ReadOptions): Promise<T> {
    try {
      return (await stored(read)) ?? (await ask(read, options));
    } catch (error) {
      // Another may try at once; if the lease can't be taken back it runs out.
      try {
        await store.delete?.(lease);
      } catch {}
      throw error;
    }
  }

  async function once<T>(read: CycleRead<T>, options: ReadOptions): Promise<T> {
    const found = await stored(read);
    if (found !== undefined) return found;
    const lease = `${read.key}/lease`;
    let pause = 20;
    for (let waited = 0; waited < LEASE_MS && store.setIfAbsent !== undefined; waited += pause) {
      let leads = true;
      try {
        leads = await store.setIfAbsent(lease, 'leased', LEASE_MS);
      } catch {
        break;
      }
      if (leads) return lead(read, lease, options);
      pause = Math.min(pause * 2, 320);
      await clock.sleep(pause);
      const awaited = await stored(read);
      if (awaited !== undefined) return awaited;
    }
    return ask(read, options);
  }

  const shared = <T>(read: CycleRead<T>, signal: AbortLike | undefined) =>
    share(read.key, (options) => once(read, options), signal);

  return {
    rules: (signal) => shared(rulesRead, signal),
    contract: (address, rules, signal) => shared(contractRead(address, rules), signal),
    contractAnew: (address, rules, signal) => {
      const read = contractRead(address, rules);
      return share(`${read.key}/anew`, (options) => ask(read, options), signal);
    },
  };
}
