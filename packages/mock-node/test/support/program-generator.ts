import * as fc from 'fast-check';
import { alice, assemble, bob, contract, other, third, word } from './vm-harness.ts';

const targets = [alice, bob, contract, other, third].map(word);
const precompiles = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '0x1000005', '0x100000b', '0x2000'];

const smallNumber = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 130 }) },
  { weight: 2, arbitrary: fc.constantFrom(255, 256, 1023, 4096, 65_535, 1_000_001) },
);
const number = fc.oneof(
  { weight: 5, arbitrary: smallNumber.map(String) },
  { weight: 2, arbitrary: fc.bigInt(0n, (1n << 256n) - 1n).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(String(2n ** 53n), String(2n ** 63n), String(2n ** 64n - 1n), `${2n ** 256n - 1n}`),
  },
);
const address = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...targets) },
  { weight: 2, arbitrary: fc.constantFrom(...precompiles) },
  { weight: 1, arbitrary: fc.bigInt(1n, (1n << 160n) - 1n).map(String) },
);
const range = fc.tuple(smallNumber, smallNumber).map(([offset, length]) => `${length} ${offset}`);
const value = fc.constantFrom('0', '0', '0', '1', '7', '2000', String(2n ** 64n));
const energy = fc.oneof(fc.constantFrom('GAS', '100', '2300', '60000'), smallNumber.map(String));

const oneOperand = fc.constantFrom(
  'ISZERO',
  'NOT',
  'CALLDATALOAD',
  'BALANCE',
  'EXTCODESIZE',
  'EXTCODEHASH',
  'BLOCKHASH',
  'SLOAD',
  'TLOAD',
  'ISCONTRACT',
);
const twoOperands = fc.constantFrom(
  'ADD',
  'MUL',
  'SUB',
  'DIV',
  'SDIV',
  'MOD',
  'SMOD',
  'EXP',
  'SIGNEXTEND',
  'LT',
  'GT',
  'SLT',
  'SGT',
  'EQ',
  'AND',
  'OR',
  'XOR',
  'BYTE',
  'SHL',
  'SHR',
  'SAR',
);
const noOperand = fc.constantFrom(
  'ADDRESS',
  'ORIGIN',
  'CALLER',
  'CALLVALUE',
  'CALLDATASIZE',
  'CODESIZE',
  'GASPRICE',
  'COINBASE',
  'TIMESTAMP',
  'NUMBER',
  'DIFFICULTY',
  'GASLIMIT',
  'CHAINID',
  'SELFBALANCE',
  'BASEFEE',
  'PC',
  'MSIZE',
  'GAS',
  'RETURNDATASIZE',
  'CALLTOKENVALUE',
  'CALLTOKENID',
  'BLOBBASEFEE',
  'PUSH0',
);

const join = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((tokens) => tokens.join(' '));
const token = (text: string): fc.Arbitrary<string> => fc.constant(text);

const call = fc.oneof(
  join(range, range, value, address, energy, fc.constantFrom('CALL', 'CALL', 'CALLCODE')),
  join(range, range, address, energy, fc.constantFrom('DELEGATECALL', 'STATICCALL')),
  join(range, range, fc.constantFrom('0', '5', '1000001', '1000002'), value, address, energy, token('CALLTOKEN')),
);

const initCode = fc.constantFrom(
  // Empty; five zero bytes; code that starts with 0xef; a revert with data; an invalid instruction.
  '0 0 0 CREATE POP',
  '0x6005600cf3 0 MSTORE 5 27 0 CREATE POP',
  '0x60ef60005360016000f3 0 MSTORE 10 22 0 CREATE POP',
  '0x60206000fd 0 MSTORE 5 27 0 CREATE RETURNDATASIZE',
  '0xfe 0 MSTORE 1 31 0 CREATE POP',
  '0x6005600cf3 0 MSTORE 77 5 27 3 CREATE2 DUP1 EXTCODEHASH',
  '0x6005600cf3 0 MSTORE 77 5 27 1 CREATE2 RETURNDATASIZE',
);

const instruction = fc.oneof(
  { weight: 8, arbitrary: number },
  { weight: 6, arbitrary: join(number, number, twoOperands) },
  { weight: 3, arbitrary: join(fc.oneof(number, address), oneOperand) },
  { weight: 3, arbitrary: noOperand },
  {
    weight: 3,
    arbitrary: fc.constantFrom('POP', 'DUP1', 'DUP2', 'DUP5', 'DUP16', 'SWAP1', 'SWAP2', 'SWAP7', 'JUMPDEST'),
  },
  { weight: 2, arbitrary: join(number, number, number, fc.constantFrom('ADDMOD', 'MULMOD')) },
  { weight: 4, arbitrary: join(number, smallNumber.map(String), fc.constantFrom('MSTORE', 'MSTORE8')) },
  { weight: 2, arbitrary: join(smallNumber.map(String), token('MLOAD')) },
  { weight: 2, arbitrary: join(range, token('SHA3')) },
  {
    weight: 4,
    arbitrary: join(
      fc.oneof(token('0'), number),
      fc.constantFrom('1', '2', `${2n ** 128n + 1n}`),
      fc.constantFrom('SSTORE', 'SSTORE', 'TSTORE'),
    ),
  },
  {
    weight: 2,
    arbitrary: join(
      smallNumber.map(String),
      smallNumber.map(String),
      smallNumber.map(String),
      fc.constantFrom('CALLDATACOPY', 'CODECOPY', 'RETURNDATACOPY', 'MCOPY'),
    ),
  },
  { weight: 1, arbitrary: join(range, smallNumber.map(String), address, token('EXTCODECOPY')) },
  { weight: 1, arbitrary: fc.oneof(join(range, token('LOG0')), join(number, number, range, token('LOG2'))) },
  { weight: 5, arbitrary: call },
  { weight: 2, arbitrary: initCode },
  { weight: 1, arbitrary: join(number, fc.constantFrom('1000001', '5'), token('TOKENBALANCE')) },
  { weight: 1, arbitrary: join(number, number, fc.constantFrom('FREEZEBALANCEV2', 'UNFREEZEBALANCEV2')) },
  { weight: 1, arbitrary: fc.constantFrom('WITHDRAWREWARD', 'CANCELALLUNFREEZEV2', '0 0 0 0 VOTEWITNESS') },
);

const ending = fc.oneof(
  { weight: 4, arbitrary: join(range, token('RETURN')) },
  { weight: 2, arbitrary: token('STOP') },
  { weight: 2, arbitrary: join(range, token('REVERT')) },
  { weight: 1, arbitrary: join(address, token('SUICIDE')) },
  { weight: 1, arbitrary: fc.constantFrom('#fe', '#0c', 'ADD', '3 JUMP', '0x60', '#7f01') },
);

/** A few blocks of instructions; a counter in transient slot 9 lets a program jump back a few times. */
export const program: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.array(instruction, { minLength: 1, maxLength: 25 }),
    fc.array(instruction, { maxLength: 8 }),
    fc.boolean(),
    ending,
  )
  .map(([first, second, loops, last]) => {
    const repeat = loops ? '9 TLOAD 1 ADD DUP1 9 TSTORE 3 GT @again JUMPI' : '';
    return assemble(`${first.join(' ')} :again ${second.join(' ')} ${repeat} ${last}`);
  });
