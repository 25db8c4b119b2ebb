// Serves a node in a separate process and sends its address to the parent.
import { createMockNode, serve } from '../../src/index.ts';
import { hostileContracts } from './hostile-contracts.ts';

const { url } = await serve(createMockNode({ contracts: hostileContracts }), { tre: true });
process.send?.(url);
