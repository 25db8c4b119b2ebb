import { expect, test } from 'vitest';
import { readAddress, writeAddress } from '../src/playground/address/address-state.ts';
import { EXAMPLE_SOURCE } from '../src/playground/solidity/example-source.ts';
import { readDeployment } from '../src/playground/solidity/read-action.ts';
import { type Compilation, type CompiledContract } from '../src/playground/solidity/read-compilation.ts';
import { explainTronWord } from '../src/playground/solidity/tron-words.ts';
import {
  chosenContract,
  compiledText,
  headOf,
  solidityFields,
  type SolidityState,
} from '../src/playground/solidity/view.ts';
import { compilerOutput, compileSource } from './support/compile-source.ts';

const HEAD = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n';

const compile = (body: string): Compilation => compileSource(HEAD + body);
const stateOf = (given: Partial<SolidityState> = {}): SolidityState => ({
  ...readAddress(solidityFields, ''),
  ...given,
});

function contractIn({ contracts }: Compilation, name: string): CompiledContract {
  const found = contracts.find((contract) => contract.name === name);
  if (found === undefined) throw new Error(`The source has no contract ${name}.`);
  return found;
}

test('compiles the first source without a remark', () => {
  const compilation = compileSource(EXAMPLE_SOURCE);
  expect(compilation.diagnostics).toEqual([]);
  expect(compiledText(compilation)).toBe('Compiled 1 contract: Counter.');
  expect(contractIn(compilation, 'Counter').bytecode).toMatch(/^60/);
});

test.each([
  ['contract A { uint x = y; }', 3],
  ['\n\ncontract A {\n  uint a;\n\n  uint x = y;\n}\n', 8],
  ['contract A {\n  // ü, € and 😀 take more than a byte\n  string s = unicode"ü€😀";\n  uint x = y;\n}', 6],
  ['contract A {', 3],
])('finds the error of %j in line %i, as the compiler prints it', (body, line) => {
  const { diagnostics, contracts } = compile(body);
  const [error] = diagnostics;
  const printed = /contract.sol|Your Solidity:(\d+):(\d+):/.exec(compilerOutput(HEAD + body));
  expect(error?.place).toMatchObject({ line: Number(printed?.[1]), column: Number(printed?.[2]) });
  expect(error?.place?.line).toBe(line);
  expect(error?.place?.text).toBe((HEAD + body).split('\n')[line - 1]);
  expect(contracts).toEqual([]);
});

test('selects what an error is about, also behind characters of several bytes', () => {
  const source = `${HEAD}contract A {\n  /* 😀 ü */ uint x = unknownName;\n}`;
  const { place } = compileSource(source).diagnostics[0] ?? {};
  expect(source.slice(place?.start, place?.end)).toBe('unknownName');
});

test('shows every error with its line, and no contract beside one', () => {
  const compilation = compile('contract A { uint8 x = 300; }\ncontract B { uint8 z = 300; }\ncontract C {}');
  expect(compilation.diagnostics.map(headOf)).toEqual(['Error in line 3, column 24', 'Error in line 4, column 24']);
  expect(compilation.contracts).toEqual([]);
  expect(compiledText(compilation)).toBe('The source has 2 errors, so nothing was compiled.');
});

test('shows warnings beside a contract, also those about the whole file', () => {
  const compilation = compileSource('contract A { function f() external { uint unused; } }');
  expect(compilation.diagnostics.map(headOf)).toEqual([
    'Warning',
    'Warning',
    'Warning in line 1, column 38',
    'Warning in line 1, column 14',
  ]);
  expect(compiledText(compilation)).toBe('Compiled 1 contract, with 4 remarks: A.');
  expect(compiledText(compileSource(HEAD))).toBe('The source has no contract.');
});

test.each([
  ['contract A { function f(trcToken id) external {} }', 'trcToken'],
  ['contract A { function f() external payable { msg.tokenid; } }', 'tokenid'],
  ['contract A { function f() external payable returns (uint) { return msg.tokenvalue; } }', 'tokenvalue'],
  ['contract A { function f(address payable to) external { to.transferToken(1, 2); } }', 'transferToken'],
  ['contract A { uint constant price = 1 trx; }', 'trx'],
  ['contract A { function f() external { freezebalancev2(1, 1); } }', 'freezebalancev2'],
])('explains that the word of TRON in %j is unknown to this compiler', (body, word) => {
  const [error] = compile(body).diagnostics;
  expect(error?.severity).toBe('error');
  expect(error?.hint).toContain(`\`${word}\` is a word of TRON’s own Solidity.`);
});

test('does not take a name of the source for a word of TRON', () => {
  expect(explainTronWord('total')).toBeUndefined();
  expect(explainTronWord('constructor')).toBeUndefined();
  const [error] = compile('contract A { function vote() public {} function f() external { vote(1); } }').diagnostics;
  expect(error?.severity).toBe('error');
  expect(error?.hint).toBeUndefined();
});

test('rejects an import with words that say what to do', () => {
  const { diagnostics } = compile('import "@openzeppelin/contracts/token/ERC20/ERC20.sol";\ncontract A {}');
  expect(diagnostics).toMatchObject([
    {
      message: 'The file “@openzeppelin/contracts/token/ERC20/ERC20.sol” cannot be imported.',
      hint: expect.stringContaining('Paste the imported code'),
      place: { line: 3 },
    },
  ]);
});

test('says that only one version of the compiler is here', () => {
  const [error] = compileSource('// SPDX-License-Identifier: MIT\npragma solidity 0.5.10;\ncontract A {}').diagnostics;
  expect(error).toMatchObject({
    severity: 'error',
    place: { line: 2 },
    hint: expect.stringContaining('only that compiler'),
  });
});

test('says which instructions the node lacks', () => {
  const { diagnostics } = compile('contract A { function f() external pure { assembly { pop(clz(1)) } } }');
  expect(diagnostics[0]?.hint).toContain('instructions of Cancun');
});

const SEVERAL = `${HEAD}
interface Named { function name() external view returns (string memory); }
contract Token is Named { string public name = "T"; }
abstract contract Owned { function owner() public view virtual returns (address); }
library Sums { function sum(uint a, uint b) public pure returns (uint) { return a + b; } }
contract Adder { function add(uint a) external pure returns (uint) { return Sums.sum(a, 1); } }
`;

test('lists contracts in the order of the source, and chooses the last one that can be deployed', () => {
  const { contracts } = compileSource(SEVERAL);
  expect(contracts.map(({ name }) => name)).toEqual(['Named', 'Token', 'Owned', 'Sums', 'Adder']);
  expect(chosenContract(contracts, stateOf())?.name).toBe('Sums');
  expect(chosenContract(contracts, stateOf({ contract: 'Token' }))?.name).toBe('Token');
  expect(chosenContract([], stateOf())).toBeUndefined();
});

test.each([
  ['Named', 'Named is an interface'],
  ['Owned', 'Owned is abstract'],
  ['Adder', 'Adder calls Sums, and its code lacks the address of that library.'],
])('does not deploy %s with the words: %s', (name, words) => {
  const contract = contractIn(compileSource(SEVERAL), name);
  expect(contract.bytecode).toBe('');
  expect(readDeployment(contract, stateOf())).toEqual({ problem: expect.stringContaining(words) });
});

test('keeps the source and the calls in the address', () => {
  const state = stateOf({ source: 'contract A {}', function: 'add(uint256)', callArgs: '[7]' });
  expect(readAddress(solidityFields, writeAddress(solidityFields, state))).toEqual(state);
  expect(writeAddress(solidityFields, stateOf())).toBe('');
});
