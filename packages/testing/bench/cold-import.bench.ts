import { compareColdImports } from '@coin/bench/cold-import';

const resolved = (...names: readonly string[]) => names.map((name) => import.meta.resolve(name));

await compareColdImports([
  {
    entry: '@coin/testing',
    baseline: { name: 'micro-eth-signer/abi.js', modules: resolved('micro-eth-signer/abi.js') },
    bound: { atMost: 0.2 },
  },
  {
    entry: '@coin/testing/report',
    baseline: { name: 'micro-eth-signer/abi.js', modules: resolved('micro-eth-signer/abi.js') },
    bound: { atMost: 0.7 },
    detail: true,
  },
]);
