import { createRequire } from 'node:module';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { SimpleStateManager } from '@ethereumjs/statemanager';
import { createAccount, createAddressFromString } from '@ethereumjs/util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type * as vm from '@coin/mock-node/vm';
import { expect, test } from 'vitest';
import contracts from './contracts.json' with { type: 'json' };

// The published build, loaded by Node itself: the test runner's imports are getters, which cost more than an instruction.
const { createMemoryState, execute, vmRules } = createRequire(import.meta.url)('../dist/vm/index.js') as typeof vm;

const fromHex = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'));
const word = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');
function callData(signature: string, ...values: readonly (bigint | number)[]): Uint8Array {
  const selector = keccak_256(new TextEncoder().encode(signature)).subarray(0, 4);
  return Uint8Array.of(...selector, ...fromHex(values.map(word).join('')));
}

const caller = `41${'aa'.repeat(20)}`;
const target = `41${'cc'.repeat(20)}`;
const nothing = new Uint8Array(32);
// The rules of everything that both virtual machines have; the network's own instructions are not measured.
const rules = vmRules({
  getAllowMultiSign: 1n,
  getAllowTvmConstantinople: 1n,
  getAllowTvmSolidity059: 1n,
  getAllowTvmIstanbul: 1n,
  getAllowTvmLondon: 1n,
  getAllowTvmShangHai: 1n,
  getAllowTvmCancun: 1n,
  getAllowHigherLimitForMaxCpuTimeOfOneTx: 1n,
  getAllowDynamicEnergy: 1n,
});
const block: vm.BlockContext = {
  number: 100,
  timestamp: 1_700_000_000_000,
  coinbase: caller,
  cycle: 500,
  genesisBlockId: nothing,
  blockId: () => undefined,
};

type Run = (data: Uint8Array) => Uint8Array;

function ours(initCode: Uint8Array): Run {
  const state = createMemoryState();
  state.putAccount(caller, 0n);
  state.createContractAccount(target);
  state.createContract(target, { version: 0, origin: caller });
  const run = (kind: 'call' | 'create', data: Uint8Array): Uint8Array => {
    const message = { kind, caller, to: target, data, transactionId: nothing };
    const result = execute({ state, rules, block, message, energyLimit: 10n ** 12n, effects: 'commit' });
    if (result.status !== 'success') throw new Error(result.status);
    return result.output;
  };
  run('create', initCode);
  return (data) => run('call', data);
}

async function theirs(initCode: Uint8Array): Promise<(data: Uint8Array) => Promise<Uint8Array>> {
  const common = new Common({ chain: Mainnet, hardfork: Hardfork.Cancun });
  const stateManager = new SimpleStateManager({ common });
  const evm = await createEVM({ common, stateManager });
  const from = createAddressFromString(`0x${caller.slice(2)}`);
  await stateManager.putAccount(from, createAccount({ balance: 1n }));
  const created = await evm.runCall({ caller: from, origin: from, data: initCode, gasLimit: 10n ** 15n });
  const to = created.createdAddress!;
  return async (data) => {
    const { execResult } = await evm.runCall({ caller: from, origin: from, to, data, gasLimit: 10n ** 15n });
    if (execResult.exceptionError !== undefined) throw new Error(execResult.exceptionError.error);
    return execResult.returnValue;
  };
}

const loopsCode = fromHex(contracts.loops);
const tokenCode = fromHex(contracts.token + word(10n ** 30n));
const loops = { ours: ours(loopsCode), theirs: await theirs(loopsCode) };
const token = { ours: ours(tokenCode), theirs: await theirs(tokenCode) };

const TRANSFERS = 100;
const transfers = Array.from({ length: TRANSFERS }, (_, i) =>
  callData('transfer(address,uint256)', 2n ** 159n + BigInt(i), 1),
);
// h = keccak256(h, i), starting from the first word of the call data, as often as the second word says: PUSH0 CALLDATALOAD PUSH0 MSTORE
// PUSH1 32 CALLDATALOAD JUMPDEST DUP1 PUSH1 32 MSTORE PUSH1 64 PUSH0 SHA3 PUSH0 MSTORE PUSH1 1 SWAP1 SUB DUP1 PUSH1 7
// JUMPI PUSH1 32 PUSH0 RETURN, after init code that returns it
const hashLoop = '5f355f526020355b8060205260405f205f52600190038060075760205ff3';
const hashCode = fromHex(`60${(hashLoop.length / 2).toString(16)}8060095f395ff3${hashLoop}`);
const hashes = { ours: ours(hashCode), theirs: await theirs(hashCode) };
let seed = 0;
/** Input with hashes that have not been computed before, so that none is cached. */
const hash = (): Uint8Array => fromHex(word((seed += 1)) + word(1000));

let filled = 0;
/** New slots in each call: 300 entries of a mapping. */
const fill = (): Uint8Array => callData('fill(uint256,uint256)', (filled += 300), 300);

const cases = [
  {
    name: 'arithmetic loop',
    min: 8,
    unit: 'rounds',
    count: 20_000,
    contract: loops,
    inputs: () => [callData('addLoop(uint256)', 20_000)],
  },
  {
    name: 'hash loop',
    min: 1.5,
    unit: 'hashes',
    count: 1000,
    contract: hashes,
    inputs: () => [hash()],
  },
  { name: 'storage loop', min: 3, unit: 'writes', count: 300, contract: loops, inputs: () => [fill()] },
  { name: 'token transfers', min: 3, unit: 'transfers', count: TRANSFERS, contract: token, inputs: () => transfers },
] as const;

test.each(cases)('$name gives the same result on both', async ({ contract, inputs }) => {
  for (const data of inputs()) expect(contract.ours(data)).toEqual(await contract.theirs(data));
});

for (const { name, min, unit, count, contract, inputs } of cases) {
  test(`${name} runs at least ${min} times as fast as in @ethereumjs/evm`, async ({ bench }) => {
    const result = await bench.compare(
      bench('@coin/mock-node/vm', () => {
        for (const data of inputs()) contract.ours(data);
      }),
      bench('@ethereumjs/evm', async () => {
        for (const data of inputs()) await contract.theirs(data);
      }),
      { time: 1500, warmupTime: 500 },
    );
    // Medians, which garbage collection does not affect.
    const [ours, theirs] = [result.get('@coin/mock-node/vm').latency.p50, result.get('@ethereumjs/evm').latency.p50];
    const perSecond = (milliseconds: number): string => Math.round((count / milliseconds) * 1000).toLocaleString('en');
    console.log(
      `${name}: ${perSecond(ours)} against ${perSecond(theirs)} ${unit} a second, ${(theirs / ours).toFixed(1)} times`,
    );
    expect(theirs / ours).toBeGreaterThanOrEqual(min);
  });
}
