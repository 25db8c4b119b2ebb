export { createEnergySource } from './create-energy-source.ts';
export type {
  AccountFunds,
  ContractCall,
  ContractEnergyState,
  EnergyRules,
  EnergySource,
  Quota,
  ReadOptions,
  ScheduledRules,
  Simulation,
} from '@coin/units';
