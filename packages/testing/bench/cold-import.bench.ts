import { compareColdImports } from '@coin/bench/cold-import';

const resolved = (...names: readonly string[]) => names.map((name) => import.meta.resolve(name));

await compareColdImports([
  {
    entry: '@coin/testing',
    baseline: {
      name: 'noble hashes, scure base',
      modules: resolved('@noble/hashes/sha2.js', '@noble/hashes/utils.js', '@scure/base'),
    },
    bound: { atMost: 1.1 },
  },
  {
    entry: '@coin/testing/report',
    baseline: { name: 'micro-eth-signer/abi.js', modules: resolved('micro-eth-signer/abi.js') },
    bound: { atMost: 0.7 },
  },
]);
