// A node in this process.
export { createMockNode } from './node.ts';
export type { MockNode, NodeAccount } from './node.ts';
export type { ContractOptions, MockNodeOptions } from './node-options.ts';
export type { PresetName } from './network/presets.ts';
export type {
  GenesisAsset,
  GenesisDescription,
  GenesisWitness,
  NetworkDescription,
} from './network/network-description.ts';
export type { MiningMode } from './chain/chain.ts';

// Its HTTP side.
export { serve } from './serve.ts';
export type { ServedNode, ServeOptions } from './http/server/http-server.ts';
export type { Fetch } from './http/server/fetch.ts';
export type { Journal, JournalEntry } from './http/instruments/request-log.ts';

// What goes wrong on purpose.
export type { ActiveFault, Fault, FaultRule, Faults } from './http/instruments/faults.ts';
export type { Tampering } from './http/instruments/tampering.ts';
export type { CallScript, CallScripts } from './http/instruments/call-scripts.ts';

// What is misused.
export { isMockNodeError, MockNodeError } from './errors.ts';
export type { MockNodeErrorCode, MockNodeErrorContexts } from './errors.ts';
