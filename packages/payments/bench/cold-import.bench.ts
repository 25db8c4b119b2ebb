import { compareColdImports } from '@coin/bench/cold-import';

// The client that every user of it has loaded anyway.
const baseline = { name: '@coin/rpc', modules: [import.meta.resolve('@coin/rpc')] };
await compareColdImports([
  { entry: '@coin/payments', baseline, bound: { atMost: 1.3 } },
  { entry: '@coin/payments/sqlite', baseline, bound: { atMost: 0.1 }, detail: true },
]);
