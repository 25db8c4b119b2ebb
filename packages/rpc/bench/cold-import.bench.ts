import { compareColdImports } from '@coin/bench/cold-import';

const resolved = (...names: readonly string[]) => names.map((name) => import.meta.resolve(name));

const viem = { name: 'viem', modules: resolved('viem') };
/** What the main entry takes from other packages. */
const dependencies = {
  name: 'ky, zod/mini, noble hashes',
  modules: resolved('ky', 'zod/mini', '@noble/hashes/sha2.js', '@noble/hashes/sha3.js'),
};
await compareColdImports([
  // Beside other work, reading its files takes longer: 1.32 at a load of 10.
  { entry: '@coin/rpc', baseline: dependencies, bound: { atMost: 1.5 }, detail: true },
  // ky, zod/mini and noble hashes alone take 0.6 of viem's time.
  { entry: '@coin/rpc', baseline: viem, bound: { atMost: 0.85 } },
  { entry: '@coin/rpc/abi', baseline: viem, bound: { atMost: 0.55 }, detail: true },
  { entry: '@coin/rpc/energy-source', baseline: viem, bound: { atMost: 0.55 }, detail: true },
  { entry: '@coin/rpc/fee-prices', baseline: viem, bound: { atMost: 0.55 }, detail: true },
  { entry: '@coin/rpc/proof', baseline: viem, bound: { atMost: 0.85 }, detail: true },
  { entry: '@coin/rpc/signer', baseline: viem, bound: { atMost: 0.22 } },
  { entry: '@coin/rpc/message', baseline: viem, bound: { atMost: 0.22 }, detail: true },
  { entry: '@coin/rpc/address', baseline: viem, bound: { atMost: 0.09 }, detail: true },
]);
