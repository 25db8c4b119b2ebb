// Prints how much processor time a served node takes at most before it answers another client, and for all, while it is
// sent hostile requests.
// Run: node --conditions=@coin/source packages/mock-node/bench/longest-waits.ts [NAME…]
import { hostileRequests } from '../test/support/hostile-requests.ts';
import { measureWaits } from '../test/support/longest-wait.ts';

const names = new Set(process.argv.slice(2));
for (const [name, hostile] of Object.entries(hostileRequests())) {
  if (names.size > 0 && !names.has(name)) continue;
  const { longest, all } = await measureWaits(hostile);
  process.stdout.write(`| ${name} | ${longest} ms | ${all} ms |\n`);
}
