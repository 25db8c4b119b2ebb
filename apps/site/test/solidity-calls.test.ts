import { expect, test } from 'vitest';
import { readAddress } from '../src/playground/address/address-state.ts';
import {
  CALL_DATA,
  callablesOf,
  chosenCallable,
  constructorInputs,
  sampleArguments,
} from '../src/playground/solidity/callables.ts';
import { EXAMPLE_SOURCE } from '../src/playground/solidity/example-source.ts';
import { type ContractAction, type ContractRun, runContract } from '../src/playground/solidity/model.ts';
import { fitsParameters, type ReadAction, readCall, readDeployment } from '../src/playground/solidity/read-action.ts';
import { type CompiledContract } from '../src/playground/solidity/read-compilation.ts';
import {
  chosenContract,
  factsOf,
  outcomeText,
  solidityFields,
  type SolidityState,
  valueText,
} from '../src/playground/solidity/view.ts';
import { compileSource } from './support/compile-source.ts';

const HEAD = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n';
const ACCOUNT = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';

const stateOf = (given: Partial<SolidityState> = {}): SolidityState => ({
  ...readAddress(solidityFields, ''),
  ...given,
});

function contractOf(source: string): CompiledContract {
  const contract = chosenContract(compileSource(source).contracts, { contract: '' });
  if (contract === undefined) throw new Error('The source has no contract.');
  return contract;
}

function actionOf(read: ReadAction): ContractAction {
  if ('problem' in read) throw new Error(read.problem);
  return read.action;
}

const callOf = (contract: CompiledContract, given: Partial<SolidityState>): ReadAction => {
  const callable = chosenCallable(callablesOf(contract), given.function ?? '');
  if (callable === undefined) throw new Error('The contract has no function.');
  return readCall(callable, stateOf(given));
};

/** Deploys a contract, and calls it as often as there are further states. */
async function run(
  contract: CompiledContract,
  deployment: Partial<SolidityState>,
  calls: readonly Partial<SolidityState>[] = [],
): Promise<ContractRun> {
  const actions = [
    actionOf(readDeployment(contract, stateOf(deployment))),
    ...calls.map((call) => actionOf(callOf(contract, call))),
  ];
  return runContract({ abi: contract.abi, actions }, () => undefined);
}

const add = (step: number): Partial<SolidityState> => ({ function: 'add(uint256)', callArgs: `[${step}]` });

test('deploys a contract, and calls change what later calls read', async () => {
  const { contract, steps } = await run(contractOf(EXAMPLE_SOURCE), { args: '[10]' }, [
    add(3),
    add(4),
    { function: 'total()' },
    { function: 'maximum()' },
  ]);
  expect(contract).toMatch(/^T/);
  expect(steps.map(({ title }) => title)).toEqual(['Counter(10)', 'add(3)', 'add(4)', 'total()', 'maximum()']);
  expect(steps.map(({ values }) => values)).toEqual([
    [],
    [{ name: 'uint256', value: 3n }],
    [{ name: 'uint256', value: 7n }],
    [{ name: 'uint256', value: 7n }],
    [{ name: 'uint256', value: 10n }],
  ]);
  expect(steps[2]?.events).toEqual([
    {
      name: 'Added',
      values: [
        { name: 'by', value: expect.stringMatching(/^T/) },
        { name: 'step', value: 4n },
        { name: 'total', value: 7n },
      ],
    },
  ]);
  // The deployment stores no slot; saving its code alone takes 200 units a byte.
  expect(steps[0]?.energy).toBeGreaterThan(50_000n);
  // The first addition writes a slot that was 0.
  expect((steps[1]?.energy ?? 0n) - (steps[2]?.energy ?? 0n)).toBe(15_000n);
});

test('shows what a call used, and the fee limit that would have been enough', async () => {
  const { steps } = await run(contractOf(EXAMPLE_SOURCE), { args: '[10]' }, [add(3), { function: 'total()' }]);
  const facts = steps.map((step) => Object.fromEntries(factsOf(step)));
  const [, sent, read] = steps;
  expect(facts[1]).toMatchObject({
    'Result, uint256': '3',
    'Fee limit': '1,000 coin',
    Log: expect.stringMatching(/^Added\(by: T\w+, step: 3, total: 3\)$/),
  });
  expect(sent?.fee).toBeGreaterThanOrEqual((sent?.energy ?? 0n) * 100n);
  expect(sent?.planned).toBeGreaterThanOrEqual((sent?.energy ?? 0n) * 100n);
  expect(facts[2]).toEqual({ 'Result, uint256': '3', Energy: String(read?.energy) });
  expect(steps.map(outcomeText)).toEqual(['Succeeded.', 'Succeeded.', 'Read.']);
});

test('says why a call reverted, with the values of a custom error', async () => {
  const { steps } = await run(contractOf(EXAMPLE_SOURCE), { args: '[10]' }, [add(11)]);
  expect(steps[1]).toMatchObject({ succeeded: false, result: 'REVERT', values: [], events: [] });
  expect(steps.map(outcomeText)[1]).toBe('Reverted: TooMuch(11, 10).');
});

const REASONS = `${HEAD}contract Reasons {
  uint[] items;
  function text() external { items.push(); revert("not today"); }
  function nothing() external { items.push(); revert(); }
  function panic() external { items.push(); items[5] = 1; }
  function loop() external { while (true) items.push(); }
  function viewed() external pure { revert("not even to a reader"); }
}`;

test.each([
  ['text()', 'Reverted: not today.'],
  ['nothing()', 'Reverted: no reason given.'],
  ['panic()', /^Reverted: panic 0x32/],
  ['loop()', /^Failed, OUT_OF_(?:ENERGY|TIME)/],
  ['viewed()', 'Reverted: not even to a reader.'],
])('says how %s failed', async (name, words) => {
  const { steps } = await run(contractOf(REASONS), {}, [{ function: name, callLimit: '10' }]);
  expect(outcomeText(steps[1] as never)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
});

test('ends a call at its fee limit', async () => {
  const { steps } = await run(contractOf(EXAMPLE_SOURCE), { args: '[10]' }, [{ ...add(3), callLimit: '0.5' }]);
  expect(steps[1]).toMatchObject({ succeeded: false, result: 'OUT_OF_ENERGY', energy: 5_000n });
});

test('shows a deployment that fails, and calls nothing after it', async () => {
  const contract = contractOf(
    `${HEAD}contract A { constructor(uint a) { require(a > 5, "too small"); } function f() external {} }`,
  );
  const failed = await run(contract, { args: '[1]' }, [{ function: 'f()' }]);
  expect(failed.contract).toBeUndefined();
  expect(failed.steps.map(outcomeText)).toEqual(['Reverted: too small.', 'Rejected: The contract is not deployed.']);
  expect((await run(contract, { args: '[6]', limit: '0.1' })).steps[0]?.result).toBe('OUT_OF_ENERGY');
  expect((await run(contract, { args: '[6]' })).contract).toMatch(/^T/);
});

const BANK = `${HEAD}contract Bank {
  struct Entry { address by; uint256 amount; }
  Entry[] public entries;
  constructor() payable {}
  receive() external payable { entries.push(Entry(msg.sender, msg.value)); }
  function put(Entry calldata entry, uint8[2] calldata pair) external payable returns (uint256, Entry memory) {
    entries.push(entry);
    return (msg.value + pair[1], entry);
  }
  function put(uint256 amount) external { entries.push(Entry(msg.sender, amount)); }
  function balance() external view returns (uint256) { return address(this).balance; }
}`;

test('sends coin to a constructor, to a function and to the contract itself', async () => {
  const bank = contractOf(BANK);
  const structs = { function: 'put((address,uint256),uint8[2])', callArgs: `[{"by":"${ACCOUNT}","amount":"5"},[1,2]]` };
  const { steps } = await run(bank, { coins: '2' }, [
    { ...structs, callCoins: '1.5' },
    { function: CALL_DATA, callCoins: '0.25' },
    { function: 'balance()' },
    { function: 'entries(uint256)', callArgs: '[1]' },
  ]);
  expect(steps.map(outcomeText)).toEqual(['Succeeded.', 'Succeeded.', 'Succeeded.', 'Read.', 'Read.']);
  expect(steps[1]?.values).toEqual([
    { name: 'uint256', value: 1_500_002n },
    { name: 'tuple', value: { by: ACCOUNT, amount: 5n } },
  ]);
  expect(steps[3]?.values).toEqual([{ name: 'uint256', value: 3_750_000n }]);
  expect(factsOf(steps[4] as never).slice(0, 2)).toEqual([
    ['Result, by', expect.stringMatching(/^T/)],
    ['Result, amount', '250,000'],
  ]);
});

test('a call that no block takes is rejected in words, and later calls run', async () => {
  const { steps } = await run(contractOf(BANK), {}, [
    { function: CALL_DATA, callCoins: '9000000' },
    { function: CALL_DATA, callCoins: '1' },
  ]);
  expect(steps.map(({ result }) => result)).toEqual(['SUCCESS', 'REJECTED', 'SUCCESS']);
  expect(outcomeText(steps[1] as never)).toMatch(/^Rejected: .*balance is not sufficient/);
});

test('tells functions of one name apart', () => {
  const callables = callablesOf(contractOf(BANK));
  expect(callables.map(({ signature }) => signature)).toEqual([
    'balance()',
    'entries(uint256)',
    'put(uint256)',
    'put((address,uint256),uint8[2])',
    CALL_DATA,
  ]);
  expect(callables.map(({ isRead, isPayable }) => [isRead, isPayable])).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [false, true],
    [false, true],
  ]);
});

test('suggests arguments that a call accepts', () => {
  const contract = contractOf(
    `${HEAD}contract A { struct S { bool b; bytes4[] c; } enum E { X, Y } constructor(address a, uint8 b, int c, string memory d, bytes memory e, bytes32 f, S[2] memory g, E h, address payable i) {} }`,
  );
  const inputs = constructorInputs(contract);
  const sample = sampleArguments(inputs, ACCOUNT);
  expect(fitsParameters(inputs, sample)).toBe(true);
  expect(actionOf(readDeployment(contract, stateOf({ args: sample }))).data).toMatch(/^60/);
  expect(sampleArguments([], ACCOUNT)).toBe('');
  expect(fitsParameters(inputs, '')).toBe(false);
});

test.each<[string, Partial<SolidityState>]>([
  ['Arguments is not JSON', { args: '[1' }],
  ['Arguments is no JSON list', { args: '1' }],
  ['args', { args: '[1, 2]' }],
  ['args', { args: '["ten"]' }],
  ['args', { args: '[-1]' }],
  ['Fee limit: ', { args: '[1]', limit: 'much' }],
  ['Fee limit: ', { args: '[1]', limit: '' }],
])('rejects what was typed with the words: %s', (words, given) => {
  expect(readDeployment(contractOf(EXAMPLE_SOURCE), stateOf(given))).toEqual({
    problem: expect.stringContaining(words),
  });
});

test('rejects call data and coin that are not valid', () => {
  const bank = contractOf(BANK);
  expect(callOf(bank, { function: CALL_DATA, callArgs: '0x1' })).toEqual({
    problem: expect.stringMatching(/^Call data/),
  });
  expect(callOf(bank, { function: CALL_DATA, callCoins: '1,5' })).toEqual({
    problem: expect.stringMatching(/^Coin to send along: /),
  });
});

test('shows values as a reader would write them', () => {
  expect([12_345n, -1n, 7, true, ACCOUNT, '0xab', 'a b', [1n, [2n]], { a: 1n, b: 'x' }].map(valueText)).toEqual([
    '12,345',
    '-1',
    '7',
    'true',
    ACCOUNT,
    '0xab',
    '“a b”',
    '[1, [2]]',
    '{ a: 1, b: “x” }',
  ]);
});
