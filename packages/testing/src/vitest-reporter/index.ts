export { energyReporter } from './energy-reporter.ts';
export type { EnergyReporter, EnergyReporterOptions, RunningVitest, TestedModule } from './energy-reporter.ts';
