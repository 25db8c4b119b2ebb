// node properties.ts CHAIN PROJECT RUNS [FILE]: checks properties written in TypeScript on a chain in this process.
import { functionSelectorHex } from '@coin/rpc';
import { encodeCall } from '@coin/rpc/abi';
import { assert, asyncProperty, bigInt, boolean } from 'fast-check';
import { compileOnce } from './compile-once.ts';
import { openHardhatChain } from './hardhat-chain.ts';
import { openOurChain } from './our-chain.ts';

const [kind, project = '', runs, file] = process.argv.slice(2);
const compiled = compileOnce(project);
const chain = await (kind === 'hardhat' ? openHardhatChain : openOurChain)();
const numRuns = Number(runs);

const encode = (name: string, functionName: string, args: readonly unknown[]) => {
  const { functionSelector, parameter } = encodeCall({ abi: compiled[name]?.abi ?? [], functionName, args });
  return { functionSelector, data: functionSelectorHex(functionSelector) + parameter };
};

async function deploy(name: string) {
  const contract = await chain.deploy(name, compiled[name]?.bytecode ?? '');
  return {
    send: (functionName: string, args: readonly unknown[]) =>
      chain.send(contract, encode(name, functionName, args).data),
    read: (functionName: string) => chain.read(contract, encode(name, functionName, [])),
  };
}

const properties: Readonly<Record<string, () => Promise<void>>> = {
  'Counter.t.sol': async () => {
    const counter = await deploy('Counter');
    await counter.send('add', [1n]);
    const restore = await chain.save();
    const holds = asyncProperty(bigInt({ min: 0n, max: 2n ** 128n - 1n }), async (amount) => {
      const before = await counter.read('sum');
      return (await counter.send('add', [amount])) && (await counter.read('sum')) === before + amount;
    });
    await assert(holds.afterEach(restore), { numRuns });
  },
  'Pool.t.sol': async () => {
    const trader = await deploy('Trader');
    const restore = await chain.save();
    const holds = asyncProperty(boolean(), bigInt({ min: 0n, max: 2n ** 256n - 1n }), async (isFirst, drawn) => {
      const before = await trader.read('product');
      return (await trader.send('swap', [isFirst, drawn])) && (await trader.read('product')) >= before;
    });
    await assert(holds.afterEach(restore), { numRuns });
  },
};

for (const [name, check] of Object.entries(properties)) if (file === undefined || file === name) await check();
// Hardhat's network keeps the process open.
process.exit();
