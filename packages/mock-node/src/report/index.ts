// The calls of a trace.
export { formatCallTree } from './call-tree.ts';
export type { NamingOptions } from './call-tree.ts';
export { drawFlameGraph } from './flame-graph.ts';

// What they are made from.
export type {
  CallFrame,
  ExecutionTrace,
  InstructionUse,
  TracedContract,
  TracedLog,
} from '../control/execution-trace.ts';
