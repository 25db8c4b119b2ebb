// The node of the scale benchmark: a mock node that makes a block every three seconds of real time.
// Argument: the number of accounts.
import { createMockNode, serve } from '@coin/mock-node';
import { type NodeMessage } from './messages.ts';

const [count] = process.argv.slice(2);
const node = createMockNode({
  startTime: 'wall-clock',
  mining: { kind: 'interval', intervalMs: 3000 },
  accounts: { count: Number(count) },
});
const { url } = await serve(node);
process.send?.({ url, accounts: node.accounts } satisfies NodeMessage);
