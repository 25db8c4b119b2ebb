import { checkedContract, checkedRules } from './validate-answers.ts';
import type { Clock } from './clock.ts';
import type {
  AbortLike,
  Address,
  ContractEnergyState,
  EnergyRules,
  EnergySource,
  ReadOptions,
} from './energy-source.ts';
import { fromJson, toJson } from './bigint-json.ts';
import type { PlanStore } from './plan-store.ts';
import type { ShareFlight } from './single-flight.ts';

// Raised when what is stored changes its shape: a fleet may run two versions of this package at a time.
const KEYS = 'coin-fee/1';
/** How long a network may take to pass a maintenance that is due. */
const SETTLE_MS = 3_000;
/** How long one process may take to read for all; the others then read for themselves. */
const LEASE_MS = 5_000;
const POLL_MS = 50;
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

// A store that fails is a store that has nothing and keeps nothing: the network is asked.
async function attempt<T>(run: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch {
    return undefined;
  }
}

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
  const prefix = `${KEYS}/${network}`;

  const rulesRead: CycleRead<EnergyRules> = {
    key: `${prefix}/rules`,
    ask: (options) => source.energyRules(options),
    check: checkedRules,
    until: (value, now) => Math.max(value.nextMaintenance, now + SETTLE_MS),
  };
  // The cycle is part of the key, so that a state is never used in another cycle, however the clocks go.
  const contractRead = (address: Address, rules: EnergyRules): CycleRead<ContractEnergyState> => ({
    key: `${prefix}/contract/${rules.nextMaintenance}/${address}`,
    ask: (options) => source.contractState(address, options),
    check: checkedContract,
    until: (_, now) => Math.max(rules.nextMaintenance, now) + HOUR_MS,
  });

  // An entry holds its key and end, so that one that got there by mistake, or that claims to hold longer than it can, is
  // not believed.
  const stored = <T>(read: CycleRead<T>): Promise<T | undefined> =>
    attempt(async () => {
      const { key, until, value } = fromJson(await store.get(read.key)) as { key: string; until: number; value: T };
      const now = clock.now();
      return key === read.key && until > now && until <= now + LONGEST_MS ? read.check(value) : undefined;
    });

  async function ask<T>(read: CycleRead<T>, options: ReadOptions): Promise<T> {
    const value = read.check(await read.ask(options));
    const now = clock.now();
    const until = read.until(value, now);
    await attempt(() => store.set(read.key, toJson({ key: read.key, until, value }), until - now));
    return value;
  }

  /** Reads what is not stored; where the store can elect a leader, he reads and the others wait for what he stores. */
  async function once<T>(read: CycleRead<T>, options: ReadOptions): Promise<T> {
    const lease = `${read.key}/lease`;
    for (let waited = 0; waited < LEASE_MS; waited += POLL_MS) {
      const found = await stored(read);
      if (found !== undefined) return found;
      if ((await attempt(() => store.setIfAbsent?.(lease, 'leased', LEASE_MS))) !== false) break;
      await clock.sleep(POLL_MS);
    }
    try {
      // The last leader may have stored it between this process's look and its lease.
      return (await stored(read)) ?? (await ask(read, options));
    } catch (error) {
      await attempt(() => store.delete?.(lease));
      throw error;
    }
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
