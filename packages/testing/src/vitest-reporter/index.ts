export { createEnergyReporter } from './energy-reporter.ts';
export type { EnergyReporter, EnergyReporterOptions } from './energy-reporter.ts';
