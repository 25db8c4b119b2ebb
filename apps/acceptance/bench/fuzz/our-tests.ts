// node our-tests.ts PROJECT RUNS [FILE]: runs the Solidity tests on the node, with arguments drawn by fast-check.
import { createMockNode } from '@coin/mock-node';
import { functionSelectorHex } from '@coin/rpc';
import { encodeCall } from '@coin/rpc/abi';
import { array, assert, asyncProperty, bigInt, boolean, nat, tuple } from 'fast-check';
import { CALLS_OF_SEQUENCE } from './calls-of-sequence.ts';
import { compileOnce } from './compile-once.ts';

const [project = '', runs, file] = process.argv.slice(2);
const compiled = compileOnce(project);
const uint = (bits: bigint) => bigInt({ min: 0n, max: 2n ** bits - 1n });
const numRuns = Number(runs);

async function open(test: string) {
  const node = createMockNode();
  const [{ address: owner }] = node.accounts;
  const { abi = [], bytecode = '' } = compiled[test] ?? {};
  const { address } = await node.deploy({ name: test, abi, bytecode });
  const encode = (of: string, functionName: string, args: readonly unknown[]) => {
    const call = encodeCall({ abi: compiled[of]?.abi ?? [], functionName, args });
    return { ...call, data: functionSelectorHex(call.functionSelector) + call.parameter };
  };
  const invoke = async (functionName: string, args: readonly unknown[], { of = test, contract = address } = {}) =>
    (await node.invoke({ owner, contract, data: encode(of, functionName, args).data })).status;
  const read = async (functionName: string): Promise<string> => {
    const { functionSelector: function_selector, parameter } = encode(test, functionName, []);
    const call = { owner_address: owner, contract_address: address, function_selector, parameter, visible: true };
    const answer = await node.fetch('http://node/wallet/triggerconstantcontract', {
      method: 'POST',
      body: JSON.stringify(call),
    });
    const { result, constant_result: [output = ''] = [] } = (await answer.json()) as {
      readonly result: { readonly result?: boolean; readonly message?: string };
      readonly constant_result?: readonly string[];
    };
    if (result.result !== true || result.message !== undefined) throw new Error(`${functionName} failed.`);
    return output;
  };
  if ((await invoke('setUp', [])) !== 'SUCCESS') throw new Error(`The setup of ${test} failed.`);
  const start = node.snapshot();
  return { invoke, read, revert: () => node.revert(start) };
}

const tests: Readonly<Record<string, () => Promise<void>>> = {
  'Counter.t.sol': async () => {
    const { invoke, revert } = await open('CounterTest');
    const holds = asyncProperty(uint(128n), async (amount) => (await invoke('testFuzzAdd', [amount])) === 'SUCCESS');
    await assert(holds.afterEach(revert), { numRuns });
  },
  'Pool.t.sol': async () => {
    const { invoke, revert } = await open('PoolTest');
    const swap = tuple(boolean(), uint(256n));
    const holds = asyncProperty(swap, async (args) => (await invoke('testFuzzSwap', args)) === 'SUCCESS');
    await assert(holds.afterEach(revert), { numRuns });
  },
  'Sequence.t.sol': async () => {
    const { invoke, read, revert } = await open('SequenceTest');
    const trader = { of: 'Trader', contract: `41${(await read('trader')).slice(-40)}` };
    const step = tuple(nat(255), boolean(), uint(256n));
    const steps = array(step, { minLength: CALLS_OF_SEQUENCE, maxLength: CALLS_OF_SEQUENCE });
    const holds = asyncProperty(steps, async (drawn) => {
      for (const args of drawn) {
        await invoke('step', args, trader);
        await read('invariantReserves');
      }
    });
    await assert(holds.afterEach(revert), { numRuns: Math.max(1, numRuns / CALLS_OF_SEQUENCE) });
  },
};

for (const [name, run] of Object.entries(tests)) if (file === undefined || file === name) await run();
