import { compareColdImports } from '@coin/bench/cold-import';

// what the entry takes from other packages
const dependencies = ['ky', 'zod/mini', '@noble/hashes/sha2.js', '@noble/hashes/sha3.js', '@scure/base'];
const baseline = {
  name: 'ky, zod/mini, noble hashes, scure base',
  modules: dependencies.map((name) => import.meta.resolve(name)),
};
await compareColdImports([{ entry: '@coin/rpc', baseline, bound: { atMost: 1.3 } }]);
