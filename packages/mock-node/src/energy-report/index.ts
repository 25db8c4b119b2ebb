export { createEnergyCollector } from './energy-collector.ts';
export type { EnergyCollector, EnergyReport, FunctionEnergy } from './energy-collector.ts';
export { formatEnergyReport } from './format-report.ts';
export { compareEnergyReports } from './compare-reports.ts';
export type { EnergyBudgets, EnergyDifference } from './compare-reports.ts';

export { formatEnergyDifferences } from './format-differences.ts';
export { createCallReader } from './call-reader.ts';
export { createTransactionReader } from './transaction-reader.ts';
export type { CallTrace } from '../control/tracing/trace-call.ts';
export type { CallFrame, ExecutionTrace } from '../control/tracing/execution-trace.ts';
export type { TracedContract } from '../abi/traced-code.ts';
