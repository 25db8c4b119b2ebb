import { compareBundleSizes } from '@coin/bench/bundle-size';

const viem = (code: string) => ({ name: 'viem', code });

await compareBundleSizes([
  {
    what: 'gzip: a client that reads an account',
    ours: "export { createNodeClient, getAccount } from '@coin/rpc';",
    baseline: viem("export { createClient, http } from 'viem'; export { getBalance } from 'viem/actions';"),
    bound: { atMost: 0.9 },
  },
  {
    what: 'gzip: an encoded call',
    ours: "export { encodeCall } from '@coin/rpc/abi';",
    baseline: viem("export { encodeFunctionData } from 'viem';"),
    bound: { atMost: 1.2 },
  },
  {
    what: 'gzip: a call from a signature, encoded, and its result',
    ours: "export { decodeResult, encodeCall, parseAbi } from '@coin/rpc/abi';",
    baseline: viem("export { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem';"),
    bound: { atMost: 0.85 },
  },
  {
    what: 'gzip: a client that reads a contract',
    ours: "export { createNodeClient } from '@coin/rpc'; export { readContract, parseAbi } from '@coin/rpc/abi';",
    baseline: viem("export { createClient, http, parseAbi } from 'viem'; export { readContract } from 'viem/actions';"),
    bound: { atMost: 1.05 },
  },
]);
