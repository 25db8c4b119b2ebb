import { compareColdImports } from '@coin/bench/cold-import';

const baseline = { name: 'viem', modules: [import.meta.resolve('viem')] };
await compareColdImports([
  { entry: '@coin/fee', baseline, bound: { atMost: 0.06 } },
  { entry: '@coin/fee/planner', baseline, bound: { atMost: 0.1 }, detail: true },
]);
