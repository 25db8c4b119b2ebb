import type {
  ContractCall,
  ContractEnergyState,
  EnergyRules,
  EnergySource,
  PayerResources,
  Simulation,
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
  maintenanceInterval: 6 * HOUR,
};

export const call = {
  owner: 'TOwner',
  contract: 'TToken',
  functionSelector: 'transfer(address,uint256)',
  parameter: '00'.repeat(64),
} satisfies ContractCall;

export const simulation: Simulation = {
  source: 'triggerconstantcontract',
  energy: 37_105n,
  penalty: 9_401n,
  touched: ['TToken'],
};

export const state: ContractEnergyState = { energyFactor: 3_400n, energyUsage: 0n, updateCycle: 7 };

interface Answers {
  simulate?: (call: ContractCall) => Simulation | Promise<Simulation>;
  rules?: () => EnergyRules | Promise<EnergyRules>;
  contract?: (address: string) => ContractEnergyState | Promise<ContractEnergyState>;
  payers?: Readonly<Record<string, PayerResources>>;
}

/** A source that answers by hand and keeps a journal of what it was asked. */
export function handMadeSource(answers: Answers = {}): EnergySource & { asked: string[] } {
  const asked: string[] = [];
  const { payers } = answers;
  return {
    asked,
    simulate: async (call) => {
      asked.push('simulate');
      return answers.simulate === undefined ? simulation : answers.simulate(call);
    },
    energyRules: async () => {
      asked.push('rules');
      return answers.rules === undefined ? rules : answers.rules();
    },
    contractState: async (address) => {
      asked.push(`contract ${address}`);
      return answers.contract === undefined ? state : answers.contract(address);
    },
    ...(payers && {
      payer: async (address: string) => {
        const resources = payers[address];
        if (resources === undefined) throw new Error(`nobody knows ${address}`);
        return resources;
      },
    }),
  };
}

/** A clock that stands until somebody sleeps or `at` is set. */
export const standingClock = (at = NOW) => {
  const clock = {
    at,
    now: () => clock.at,
    sleep: async (ms: number) => {
      clock.at += ms;
      await new Promise((done) => setTimeout(done, 0));
    },
  };
  return clock;
};
