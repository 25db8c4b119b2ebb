// The calls of a trace
export { formatCallTree } from './call-tree.ts';
export type { NamingOptions } from './naming-options.ts';
export { drawFlameGraph } from './flame-graph.ts';

// Energy by line of source
export { energyBySource } from './source-energy.ts';
export type { SourceEnergy } from './source-energy.ts';
export { formatSourceEnergy } from './format-source.ts';
export type { Compilation, CompiledCode, CompiledContract } from './compilation.ts';
