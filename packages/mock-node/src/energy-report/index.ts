// Energy by contract and function.
export { createEnergyCollector } from './energy-collector.ts';
export type {
  EnergyCollector,
  EnergyReport,
  EnergyTotals,
  FunctionEnergy,
  FunctionTotals,
} from './energy-collector.ts';
export { formatEnergyReport } from './format-report.ts';
export { compareEnergyReports } from './compare-reports.ts';
export type { EnergyDifference } from './compare-reports.ts';

// What a report is made from.
export { readContractNames } from './contract-names.ts';
export type { ContractNames } from './contract-names.ts';
export { createTransactionReader } from './transaction-reader.ts';
export type {
  CallFrame,
  ExecutionTrace,
  InstructionUse,
  TracedContract,
  TracedLog,
} from '../control/tracing/execution-trace.ts';
