import { compareColdImports } from '@coin/bench/cold-import';

const baseline = { name: 'viem', modules: [import.meta.resolve('viem')] };
await compareColdImports([{ entry: '@coin/units', baseline, bound: { atMost: 0.06 } }]);
