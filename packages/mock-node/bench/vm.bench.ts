import assert from 'node:assert/strict';
import { importBuilt } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';
import { cpuRound } from '@coin/bench/interleave';
import type * as vm from '@coin/mock-node/vm';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { SimpleStateManager } from '@ethereumjs/statemanager';
import { createAccount, createAddressFromString } from '@ethereumjs/util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import contracts from './contracts.json' with { type: 'json' };

const { createMemoryState, execute, vmRules } = await importBuilt<typeof vm>('./vm');

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
  genesisBlockID: nothing,
  blockID: () => undefined,
};

type Run = (data: Uint8Array) => Uint8Array;

function ours(initCode: Uint8Array): Run {
  const state = createMemoryState();
  state.putAccount(caller, 0n);
  state.createContractAccount(target);
  state.createContract(target, { version: 0, deployer: caller });
  const run = (kind: 'call' | 'create', data: Uint8Array): Uint8Array => {
    const message = { kind, caller, to: target, data, txID: nothing };
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
// h = keccak256(h, i), starting from the first word of the call data, as often as the second word says: PUSH0
// CALLDATALOAD PUSH0 MSTORE PUSH1 32 CALLDATALOAD JUMPDEST DUP1 PUSH1 32 MSTORE PUSH1 64 PUSH0 SHA3 PUSH0 MSTORE
// PUSH1 1 SWAP1 SUB DUP1 PUSH1 7 JUMPI PUSH1 32 PUSH0 RETURN, after init code that returns it
const HASH_LOOP = '5f355f526020355b8060205260405f205f52600190038060075760205ff3';
const hashCode = fromHex(`60${(HASH_LOOP.length / 2).toString(16)}8060095f395ff3${HASH_LOOP}`);
const hashes = { ours: ours(hashCode), theirs: await theirs(hashCode) };
let seed = 0;
/** Input with hashes that have not been computed before, so none is cached. */
const hash = (): Uint8Array => fromHex(word((seed += 1)) + word(1000));

let filled = 0;
/** New slots in each call: 300 entries of a mapping. */
const fill = (): Uint8Array => callData('fill(uint256,uint256)', (filled += 300), 300);

const addLoop = callData('addLoop(uint256)', 20_000);

const cases = [
  { what: 'round of an arithmetic loop', atLeast: 8, count: 20_000, contract: loops, inputs: () => [addLoop] },
  { what: 'round of a hash loop', atLeast: 1.5, count: 1000, contract: hashes, inputs: () => [hash()] },
  { what: 'storage write of a loop', atLeast: 3, count: 300, contract: loops, inputs: () => [fill()] },
  { what: 'token transfer', atLeast: 3, count: TRANSFERS, contract: token, inputs: () => transfers },
] as const;

for (const { what, atLeast, count, contract, inputs } of cases) {
  for (const data of inputs()) assert.deepEqual(contract.ours(data), await contract.theirs(data), what);
  await compare({
    what: `VM: ${what}`,
    ours: cpuRound(count, () => {
      for (const data of inputs()) contract.ours(data);
    }),
    baseline: {
      name: '@ethereumjs/evm',
      round: cpuRound(count, async () => {
        for (const data of inputs()) await contract.theirs(data);
      }),
    },
    bound: { atLeast },
    detail: what.includes('loop'),
    rounds: 31,
    warmUp: 15,
  });
}
