import {
  type ContractCall,
  type ContractEnergyState,
  createFeePlanner,
  type EnergyRules,
  type EnergySource,
  type FeePlanner,
  type FeePlannerOptions,
  type AccountFunds,
  type Simulation,
} from '@coin/fee/planner';

export const NOW = 1_795_250_000_000;
export const HOUR = 3_600_000;

export const rules: EnergyRules = {
  energyPrice: 100n,
  bandwidthPrice: 1_000n,
  maxFactor: 34_000n,
  increaseFactor: 2_000n,
  threshold: 5_000_000_000n,
  maxFeeLimit: 15_000_000_000n,
  nextMaintenance: NOW + HOUR,
  maintenanceIntervalMs: 6 * HOUR,
};

export const call = {
  owner: 'TOwner',
  contract: 'TToken',
  functionSelector: 'transfer(address,uint256)',
  parameter: '00'.repeat(64),
} satisfies ContractCall;

export const simulation: Simulation = {
  kind: 'simulation',
  energy: 37_105n,
  energyPenalty: 9_401n,
  touched: ['TToken'],
  valueCalls: 0,
  hiddenValueCalls: 0,
};

export const state: ContractEnergyState = {
  energyFactor: 3_400n,
  energyUsage: 0n,
  updateCycle: 7,
  observesEnergy: false,
};

export interface Answers {
  simulate?: (call: ContractCall) => Simulation | Promise<Simulation>;
  rules?: () => EnergyRules | Promise<EnergyRules>;
  contract?: (address: string) => ContractEnergyState | Promise<ContractEnergyState>;
  funds?: Readonly<Record<string, AccountFunds>>;
  /** Addresses with an account; without it, the source does not tell. */
  accounts?: readonly string[];
  /** Balances of tokens by `token holder`, 0 for others; a function may fail. */
  balances?: Readonly<Record<string, bigint>> | (() => never);
}

/** A source that records its requests, and whose functions a test may replace. */
export type FakeSource = { -readonly [Name in keyof EnergySource]: EnergySource[Name] } & { requests: string[] };

/** A source with given answers. */
export function createFakeSource(answers: Answers = {}): FakeSource {
  const requests: string[] = [];
  const { funds, accounts, balances } = answers;
  return {
    requests,
    simulate: async (call) => {
      requests.push('simulate');
      return answers.simulate === undefined ? simulation : answers.simulate(call);
    },
    energyRules: async () => {
      requests.push('rules');
      return answers.rules === undefined ? rules : answers.rules();
    },
    contractState: async (address) => {
      requests.push(`contract ${address}`);
      return answers.contract === undefined ? state : answers.contract(address);
    },
    ...(funds && {
      funds: async (address: string) => {
        const resources = funds[address];
        if (resources === undefined) throw new Error(`unknown account ${address}`);
        requests.push(`funds ${address}`);
        return resources;
      },
    }),
    ...(accounts && {
      accountExists: async (address: string) => {
        requests.push(`exists ${address}`);
        return accounts.includes(address);
      },
    }),
    ...(balances && {
      tokenBalance: async (token: string, holder: string) => {
        requests.push(`balance ${token} ${holder}`);
        return typeof balances === 'function' ? balances() : (balances[`${token} ${holder}`] ?? 0n);
      },
    }),
  };
}

/** A clock that stands still until something sleeps or sets `time`. */
export const createManualClock = (time = NOW) => {
  const clock = {
    time,
    now: () => clock.time,
    sleep: async (ms: number) => {
      clock.time += ms;
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
  return clock;
};

/** A planner that asks a fake source and whose clock stands still. */
export const createTestPlanner = (answers: Answers = {}, options: Partial<FeePlannerOptions> = {}): FeePlanner =>
  createFeePlanner({ source: createFakeSource(answers), clock: createManualClock(), ...options });

// Real time: a test that pauses runs in virtual time, and a clock's pause is of nothing.
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How many of the requests start like this. */
export const countOf = (requests: readonly string[], start: string): number =>
  requests.filter((request) => request.startsWith(start)).length;
