export { createEnergySource } from './create-energy-source.ts';
