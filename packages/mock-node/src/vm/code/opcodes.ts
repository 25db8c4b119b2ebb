import { invalidArgument, mustBe, refuseUnusable } from '../../errors.ts';
import { type VmRules } from '../world/vm-rules.ts';
import { ENERGY } from './energy-schedule.ts';

/** The cost depends on the operands or the state; the instruction computes and charges it itself. */
export const DYNAMIC = -1;
/** A fixed base (0 or 1 by rule) plus memory expansion, which is rare enough to be charged separately. */
export const MEMORY = -2;
/** Ends a segment: it may fail after being charged, reads the energy left, or jumps. */
const ENDS = true;

type Flag = { [K in keyof VmRules]: VmRules[K] extends boolean ? K : never }[Exclude<keyof VmRules, 'dynamicEnergy'>];

type Row = readonly [
  code: number,
  name: string,
  pops: number,
  pushes: number,
  energy: number,
  flag?: Flag | undefined,
  endsSegment?: boolean,
];

/** Opcodes by name. */
export const OP = {
  STOP: 0x00,
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  DIV: 0x04,
  SDIV: 0x05,
  MOD: 0x06,
  SMOD: 0x07,
  ADDMOD: 0x08,
  MULMOD: 0x09,
  EXP: 0x0a,
  SIGNEXTEND: 0x0b,
  LT: 0x10,
  GT: 0x11,
  SLT: 0x12,
  SGT: 0x13,
  EQ: 0x14,
  ISZERO: 0x15,
  AND: 0x16,
  OR: 0x17,
  XOR: 0x18,
  NOT: 0x19,
  BYTE: 0x1a,
  SHL: 0x1b,
  SHR: 0x1c,
  SAR: 0x1d,
  SHA3: 0x20,
  ADDRESS: 0x30,
  BALANCE: 0x31,
  ORIGIN: 0x32,
  CALLER: 0x33,
  CALLVALUE: 0x34,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODESIZE: 0x38,
  CODECOPY: 0x39,
  GASPRICE: 0x3a,
  EXTCODESIZE: 0x3b,
  EXTCODECOPY: 0x3c,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  EXTCODEHASH: 0x3f,
  BLOCKHASH: 0x40,
  COINBASE: 0x41,
  TIMESTAMP: 0x42,
  NUMBER: 0x43,
  DIFFICULTY: 0x44,
  GASLIMIT: 0x45,
  CHAINID: 0x46,
  SELFBALANCE: 0x47,
  BASEFEE: 0x48,
  BLOBHASH: 0x49,
  BLOBBASEFEE: 0x4a,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  PC: 0x58,
  MSIZE: 0x59,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  TLOAD: 0x5c,
  TSTORE: 0x5d,
  MCOPY: 0x5e,
  PUSH0: 0x5f,
  LOG0: 0xa0,
  LOG1: 0xa1,
  LOG2: 0xa2,
  LOG3: 0xa3,
  LOG4: 0xa4,
  CALLTOKEN: 0xd0,
  TOKENBALANCE: 0xd1,
  CALLTOKENVALUE: 0xd2,
  CALLTOKENID: 0xd3,
  ISCONTRACT: 0xd4,
  FREEZE: 0xd5,
  UNFREEZE: 0xd6,
  FREEZEEXPIRETIME: 0xd7,
  VOTEWITNESS: 0xd8,
  WITHDRAWREWARD: 0xd9,
  FREEZEBALANCEV2: 0xda,
  UNFREEZEBALANCEV2: 0xdb,
  CANCELALLUNFREEZEV2: 0xdc,
  WITHDRAWEXPIREUNFREEZE: 0xdd,
  DELEGATERESOURCE: 0xde,
  UNDELEGATERESOURCE: 0xdf,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  SUICIDE: 0xff,
  PUSH1: 0x60,
  PUSH32: 0x7f,
  DUP1: 0x80,
  SWAP1: 0x90,
} as const;

// Every instruction of the network: code, the node's name, elements taken and given, energy, the rule that switches it
// on. PUSH1 to SWAP16 follow below. Source: docs/protocol/virtual-machine.md, opcode table; the number at the end of a
// row is the line in java-tron 4.8.0's OperationRegistry.java.
const rows: readonly Row[] = [
  [0x00, 'STOP', 0, 0, ENERGY.zero, undefined, ENDS], // 89
  [0x01, 'ADD', 2, 1, ENERGY.veryLow], // 94
  [0x02, 'MUL', 2, 1, ENERGY.low], // 99
  [0x03, 'SUB', 2, 1, ENERGY.veryLow], // 104
  [0x04, 'DIV', 2, 1, ENERGY.low], // 109
  [0x05, 'SDIV', 2, 1, ENERGY.low], // 114
  [0x06, 'MOD', 2, 1, ENERGY.low], // 119
  [0x07, 'SMOD', 2, 1, ENERGY.low], // 124
  [0x08, 'ADDMOD', 3, 1, ENERGY.mid], // 129
  [0x09, 'MULMOD', 3, 1, ENERGY.mid], // 134
  [0x0a, 'EXP', 2, 1, DYNAMIC], // 139
  [0x0b, 'SIGNEXTEND', 2, 1, ENERGY.low], // 144
  [0x10, 'LT', 2, 1, ENERGY.veryLow], // 149
  [0x11, 'GT', 2, 1, ENERGY.veryLow], // 154
  [0x12, 'SLT', 2, 1, ENERGY.veryLow], // 159
  [0x13, 'SGT', 2, 1, ENERGY.veryLow], // 164
  [0x14, 'EQ', 2, 1, ENERGY.veryLow], // 169
  [0x15, 'ISZERO', 1, 1, ENERGY.veryLow], // 174
  [0x16, 'AND', 2, 1, ENERGY.veryLow], // 179
  [0x17, 'OR', 2, 1, ENERGY.veryLow], // 184
  [0x18, 'XOR', 2, 1, ENERGY.veryLow], // 189
  [0x19, 'NOT', 1, 1, ENERGY.veryLow], // 194
  [0x1a, 'BYTE', 2, 1, ENERGY.veryLow], // 199
  [0x1b, 'SHL', 2, 1, ENERGY.veryLow, 'constantinople'], // 476
  [0x1c, 'SHR', 2, 1, ENERGY.veryLow, 'constantinople'], // 482
  [0x1d, 'SAR', 2, 1, ENERGY.veryLow, 'constantinople'], // 488
  [0x20, 'SHA3', 2, 1, DYNAMIC], // 204
  [0x30, 'ADDRESS', 0, 1, ENERGY.base], // 209
  [0x31, 'BALANCE', 1, 1, ENERGY.balance], // 214
  [0x32, 'ORIGIN', 0, 1, ENERGY.base], // 219
  [0x33, 'CALLER', 0, 1, ENERGY.base], // 224
  [0x34, 'CALLVALUE', 0, 1, ENERGY.base], // 229
  [0x35, 'CALLDATALOAD', 1, 1, ENERGY.veryLow], // 234
  [0x36, 'CALLDATASIZE', 0, 1, ENERGY.base], // 239
  [0x37, 'CALLDATACOPY', 3, 0, DYNAMIC], // 244
  [0x38, 'CODESIZE', 0, 1, ENERGY.base], // 249
  [0x39, 'CODECOPY', 3, 0, DYNAMIC], // 254
  [0x3a, 'GASPRICE', 0, 1, ENERGY.base], // 269
  [0x3b, 'EXTCODESIZE', 1, 1, ENERGY.extCode], // 274
  [0x3c, 'EXTCODECOPY', 4, 0, DYNAMIC], // 279
  [0x3d, 'RETURNDATASIZE', 0, 1, ENERGY.base], // 259
  [0x3e, 'RETURNDATACOPY', 3, 0, DYNAMIC], // 264
  [0x3f, 'EXTCODEHASH', 1, 1, ENERGY.extCodeHash, 'constantinople'], // 500
  [0x40, 'BLOCKHASH', 1, 1, ENERGY.ext], // 284
  [0x41, 'COINBASE', 0, 1, ENERGY.base], // 289
  [0x42, 'TIMESTAMP', 0, 1, ENERGY.base], // 294
  [0x43, 'NUMBER', 0, 1, ENERGY.base], // 299
  [0x44, 'DIFFICULTY', 0, 1, ENERGY.base], // 304
  [0x45, 'GASLIMIT', 0, 1, ENERGY.base], // 309
  [0x46, 'CHAINID', 0, 1, ENERGY.base, 'istanbul'], // 520
  [0x47, 'SELFBALANCE', 0, 1, ENERGY.low, 'istanbul'], // 526
  [0x48, 'BASEFEE', 0, 1, ENERGY.base, 'london'], // 574
  [0x49, 'BLOBHASH', 1, 1, ENERGY.veryLow, 'blob'], // 687
  [0x4a, 'BLOBBASEFEE', 0, 1, ENERGY.base, 'blob'], // 693
  [0x50, 'POP', 1, 0, ENERGY.base], // 314
  [0x51, 'MLOAD', 1, 1, MEMORY], // 319/582
  [0x52, 'MSTORE', 2, 0, MEMORY], // 324/587
  [0x53, 'MSTORE8', 2, 0, MEMORY], // 329/592
  [0x54, 'SLOAD', 1, 1, ENERGY.sload], // 334
  [0x55, 'SSTORE', 2, 0, DYNAMIC], // 339
  [0x56, 'JUMP', 1, 0, ENERGY.mid, undefined, ENDS], // 344
  [0x57, 'JUMPI', 2, 0, ENERGY.high, undefined, ENDS], // 349
  [0x58, 'PC', 0, 1, ENERGY.base], // 354
  [0x59, 'MSIZE', 0, 1, ENERGY.base], // 359
  [0x5a, 'GAS', 0, 1, ENERGY.base, undefined, ENDS], // 364
  [0x5b, 'JUMPDEST', 0, 0, ENERGY.special], // 369
  [0x5c, 'TLOAD', 1, 1, ENERGY.transient, 'cancun'], // 669
  [0x5d, 'TSTORE', 2, 0, ENERGY.transient, 'cancun', ENDS], // 675
  [0x5e, 'MCOPY', 3, 0, DYNAMIC, 'cancun'], // 681
  [0x5f, 'PUSH0', 0, 1, ENERGY.base, 'shanghai'], // 645
  [0xa0, 'LOG0', 2, 0, DYNAMIC], // 396
  [0xa1, 'LOG1', 3, 0, DYNAMIC], // 396
  [0xa2, 'LOG2', 4, 0, DYNAMIC], // 396
  [0xa3, 'LOG3', 5, 0, DYNAMIC], // 396
  [0xa4, 'LOG4', 6, 0, DYNAMIC], // 396
  [0xd0, 'CALLTOKEN', 8, 1, DYNAMIC, 'transferTrc10'], // 448
  [0xd1, 'TOKENBALANCE', 2, 1, ENERGY.balance, 'transferTrc10', ENDS], // 454
  [0xd2, 'CALLTOKENVALUE', 0, 1, ENERGY.base, 'transferTrc10'], // 460
  [0xd3, 'CALLTOKENID', 0, 1, ENERGY.base, 'transferTrc10'], // 466
  [0xd4, 'ISCONTRACT', 1, 1, ENERGY.balance, 'solidity059'], // 510
  [0xd5, 'FREEZE', 3, 1, DYNAMIC, 'freeze'], // 536
  [0xd6, 'UNFREEZE', 2, 1, ENERGY.freeze, 'freeze', ENDS], // 542
  [0xd7, 'FREEZEEXPIRETIME', 2, 1, ENERGY.freezeExpireTime, 'freeze'], // 548
  [0xd8, 'VOTEWITNESS', 4, 1, DYNAMIC, 'vote'], // 558/653
  [0xd9, 'WITHDRAWREWARD', 0, 1, ENERGY.withdrawReward, 'vote', ENDS], // 564
  [0xda, 'FREEZEBALANCEV2', 2, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 601
  [0xdb, 'UNFREEZEBALANCEV2', 2, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 607
  [0xdc, 'CANCELALLUNFREEZEV2', 0, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 619
  [0xdd, 'WITHDRAWEXPIREUNFREEZE', 0, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 613
  [0xde, 'DELEGATERESOURCE', 3, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 629
  [0xdf, 'UNDELEGATERESOURCE', 3, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 635
  [0xf0, 'CREATE', 3, 1, DYNAMIC], // 402
  [0xf1, 'CALL', 7, 1, DYNAMIC], // 407
  [0xf2, 'CALLCODE', 7, 1, DYNAMIC], // 412
  [0xf3, 'RETURN', 2, 0, DYNAMIC], // 417
  [0xf4, 'DELEGATECALL', 6, 1, DYNAMIC], // 422
  [0xf5, 'CREATE2', 4, 1, DYNAMIC, 'constantinople'], // 494
  [0xfa, 'STATICCALL', 6, 1, DYNAMIC], // 427
  [0xfd, 'REVERT', 2, 0, DYNAMIC], // 432
  [0xff, 'SUICIDE', 1, 0, DYNAMIC], // 437/659
];

/** An instruction under given rules. */
export interface Instruction {
  readonly name: string;
  /** Elements that it takes from the stack. */
  readonly pops: number;
  readonly pushes: number;
  /** Energy, or {@link DYNAMIC}, or {@link MEMORY}. */
  readonly energy: number;
  /** It ends a segment of code: see the code analysis. */
  readonly endsSegment: boolean;
}

/** The instructions that exist under given rules, by opcode. */
export type InstructionTable = readonly (Instruction | undefined)[];

/**
 * Creates the table of the instructions that exist under given rules.
 *
 * Source: docs/protocol/virtual-machine.md.
 *
 * @returns 256 entries by opcode; undefined where there is no instruction.
 * @throws MockNodeError `ARGUMENT_INVALID` for rules that cannot be read.
 * @example
 * ```ts
 * import { instructionTable, vmRules } from '@coin/mock-node/vm';
 *
 * const table = instructionTable(vmRules({ getAllowTvmShangHai: 1n }));
 * table[0x54]?.name; // => 'SLOAD'
 * table[0x54]?.energy; // => 50
 * ```
 */
export function instructionTable(rules: VmRules): InstructionTable {
  return refuseUnusable('rules', () => createTable(rules));
}

function createTable(rules: VmRules): InstructionTable {
  const table: (Instruction | undefined)[] = Array.from({ length: 256 });
  for (const [code, name, pops, pushes, energy, flag, endsSegment = energy === DYNAMIC] of rows) {
    if (flag === undefined || rules[flag]) table[code] = { name, pops, pushes, energy, endsSegment };
  }
  // OperationRegistry.java lines 373 to 392: PUSHn, DUPn, SWAPn, all at the very low tier.
  const energy = ENERGY.veryLow;
  for (let n = 1; n <= 32; n++) {
    table[OP.PUSH1 + n - 1] = { name: `PUSH${n}`, pops: 0, pushes: 1, energy, endsSegment: false };
  }
  for (let n = 1; n <= 16; n++) {
    table[OP.DUP1 + n - 1] = { name: `DUP${n}`, pops: n, pushes: n + 1, energy, endsSegment: false };
    table[OP.SWAP1 + n - 1] = { name: `SWAP${n}`, pops: n + 1, pushes: n + 1, energy, endsSegment: false };
  }
  return table;
}

/**
 * The node's name of an instruction, whether or not it exists under any given rules.
 *
 * Source: docs/protocol/virtual-machine.md.
 *
 * @param opcode - 0 to 255.
 * @returns the name, or the opcode in hexadecimal where there is no instruction.
 * @throws MockNodeError `ARGUMENT_INVALID` for an opcode that is no integer from 0 to 255.
 * @example
 * ```ts
 * import { instructionName } from '@coin/mock-node/vm';
 *
 * instructionName(0xff); // => 'SUICIDE'
 * instructionName(0x0c); // => '0x0c'
 * ```
 */
export function instructionName(opcode: number): string {
  if (!Number.isInteger(opcode) || opcode < 0 || opcode > 255)
    invalidArgument('opcode', mustBe('an integer from 0 to 255', opcode));
  if (opcode >= OP.PUSH1 && opcode <= OP.PUSH32) return `PUSH${opcode - OP.PUSH1 + 1}`;
  if (opcode >= OP.DUP1 && opcode < OP.SWAP1) return `DUP${opcode - OP.DUP1 + 1}`;
  if (opcode >= OP.SWAP1 && opcode < OP.LOG0) return `SWAP${opcode - OP.SWAP1 + 1}`;
  return rows.find((row) => row[0] === opcode)?.[1] ?? `0x${opcode.toString(16).padStart(2, '0')}`;
}
