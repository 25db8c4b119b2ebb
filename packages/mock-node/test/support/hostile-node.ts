// Serves a node in a separate process and sends its address to the parent.
// Real time: its subject is processor time.
import { referenceWork } from '@coin/test-kit/reference-work';
import { createMockNode, serve } from '../../src/index.ts';
import { hostileContracts } from './hostile-contracts.ts';

/** What the parent receives. */
export interface StartedNode {
  readonly url: string;
  /** Processor time of the reference work. */
  readonly referenceMs: number;
}

const { url } = await serve(createMockNode({ contracts: hostileContracts }), { tre: true });
const start = process.cpuUsage();
referenceWork();
const { user, system } = process.cpuUsage(start);
const started: StartedNode = { url, referenceMs: (user + system) / 1000 };
process.send?.(started);
