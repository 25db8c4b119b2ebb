import { argumentInvalid } from '../../errors.ts';
import { type VmRules } from '../world/vm-rules.ts';
import { ENERGY } from './energy-schedule.ts';

/** The cost depends on the operands or the state; the instruction computes and charges it itself. */
export const DYNAMIC = -1;
/** A fixed base (0 or 1 by rule) plus memory expansion, which is rare enough to charge separately. */
export const MEMORY = -2;
/** Ends a segment: it may fail after being charged, reads the energy left, or jumps. */
const ENDS = true;

type Flag = { [K in keyof VmRules]: VmRules[K] extends boolean ? K : never }[Exclude<keyof VmRules, 'dynamicEnergy'>];

type Row = readonly [
  code: number,
  pops: number,
  pushes: number,
  energy: number,
  flag?: Flag | undefined,
  endsSegment?: boolean,
];

// Every instruction of the network by the node's name: code, elements taken and given, energy, the rule that switches
// it on. PUSH1 to SWAP16 follow below. Source: docs/protocol/virtual-machine.md, opcode table; the number at the end of
// a row is the line in java-tron 4.8.0's OperationRegistry.java.
const rows = {
  STOP: [0x00, 0, 0, ENERGY.zero, undefined, ENDS], // 89
  ADD: [0x01, 2, 1, ENERGY.veryLow], // 94
  MUL: [0x02, 2, 1, ENERGY.low], // 99
  SUB: [0x03, 2, 1, ENERGY.veryLow], // 104
  DIV: [0x04, 2, 1, ENERGY.low], // 109
  SDIV: [0x05, 2, 1, ENERGY.low], // 114
  MOD: [0x06, 2, 1, ENERGY.low], // 119
  SMOD: [0x07, 2, 1, ENERGY.low], // 124
  ADDMOD: [0x08, 3, 1, ENERGY.mid], // 129
  MULMOD: [0x09, 3, 1, ENERGY.mid], // 134
  EXP: [0x0a, 2, 1, DYNAMIC], // 139
  SIGNEXTEND: [0x0b, 2, 1, ENERGY.low], // 144
  LT: [0x10, 2, 1, ENERGY.veryLow], // 149
  GT: [0x11, 2, 1, ENERGY.veryLow], // 154
  SLT: [0x12, 2, 1, ENERGY.veryLow], // 159
  SGT: [0x13, 2, 1, ENERGY.veryLow], // 164
  EQ: [0x14, 2, 1, ENERGY.veryLow], // 169
  ISZERO: [0x15, 1, 1, ENERGY.veryLow], // 174
  AND: [0x16, 2, 1, ENERGY.veryLow], // 179
  OR: [0x17, 2, 1, ENERGY.veryLow], // 184
  XOR: [0x18, 2, 1, ENERGY.veryLow], // 189
  NOT: [0x19, 1, 1, ENERGY.veryLow], // 194
  BYTE: [0x1a, 2, 1, ENERGY.veryLow], // 199
  SHL: [0x1b, 2, 1, ENERGY.veryLow, 'constantinople'], // 476
  SHR: [0x1c, 2, 1, ENERGY.veryLow, 'constantinople'], // 482
  SAR: [0x1d, 2, 1, ENERGY.veryLow, 'constantinople'], // 488
  CLZ: [0x1e, 1, 1, ENERGY.low, 'osaka'], // 717 in 4.8.2
  SHA3: [0x20, 2, 1, DYNAMIC], // 204
  ADDRESS: [0x30, 0, 1, ENERGY.base], // 209
  BALANCE: [0x31, 1, 1, ENERGY.balance], // 214
  ORIGIN: [0x32, 0, 1, ENERGY.base], // 219
  CALLER: [0x33, 0, 1, ENERGY.base], // 224
  CALLVALUE: [0x34, 0, 1, ENERGY.base], // 229
  CALLDATALOAD: [0x35, 1, 1, ENERGY.veryLow], // 234
  CALLDATASIZE: [0x36, 0, 1, ENERGY.base], // 239
  CALLDATACOPY: [0x37, 3, 0, DYNAMIC], // 244
  CODESIZE: [0x38, 0, 1, ENERGY.base], // 249
  CODECOPY: [0x39, 3, 0, DYNAMIC], // 254
  GASPRICE: [0x3a, 0, 1, ENERGY.base], // 269
  EXTCODESIZE: [0x3b, 1, 1, ENERGY.extCode], // 274
  EXTCODECOPY: [0x3c, 4, 0, DYNAMIC], // 279
  RETURNDATASIZE: [0x3d, 0, 1, ENERGY.base], // 259
  RETURNDATACOPY: [0x3e, 3, 0, DYNAMIC], // 264
  EXTCODEHASH: [0x3f, 1, 1, ENERGY.extCodeHash, 'constantinople'], // 500
  BLOCKHASH: [0x40, 1, 1, ENERGY.ext], // 284
  COINBASE: [0x41, 0, 1, ENERGY.base], // 289
  TIMESTAMP: [0x42, 0, 1, ENERGY.base], // 294
  NUMBER: [0x43, 0, 1, ENERGY.base], // 299
  DIFFICULTY: [0x44, 0, 1, ENERGY.base], // 304
  GASLIMIT: [0x45, 0, 1, ENERGY.base], // 309
  CHAINID: [0x46, 0, 1, ENERGY.base, 'istanbul'], // 520
  SELFBALANCE: [0x47, 0, 1, ENERGY.low, 'istanbul'], // 526
  BASEFEE: [0x48, 0, 1, ENERGY.base, 'london'], // 574
  BLOBHASH: [0x49, 1, 1, ENERGY.veryLow, 'blob'], // 687
  BLOBBASEFEE: [0x4a, 0, 1, ENERGY.base, 'blob'], // 693
  POP: [0x50, 1, 0, ENERGY.base], // 314
  MLOAD: [0x51, 1, 1, MEMORY], // 319/582
  MSTORE: [0x52, 2, 0, MEMORY], // 324/587
  MSTORE8: [0x53, 2, 0, MEMORY], // 329/592
  SLOAD: [0x54, 1, 1, ENERGY.sload], // 334
  SSTORE: [0x55, 2, 0, DYNAMIC], // 339
  JUMP: [0x56, 1, 0, ENERGY.mid, undefined, ENDS], // 344
  JUMPI: [0x57, 2, 0, ENERGY.high, undefined, ENDS], // 349
  PC: [0x58, 0, 1, ENERGY.base], // 354
  MSIZE: [0x59, 0, 1, ENERGY.base], // 359
  GAS: [0x5a, 0, 1, ENERGY.base, undefined, ENDS], // 364
  JUMPDEST: [0x5b, 0, 0, ENERGY.special], // 369
  TLOAD: [0x5c, 1, 1, ENERGY.transient, 'cancun'], // 669
  TSTORE: [0x5d, 2, 0, ENERGY.transient, 'cancun', ENDS], // 675
  MCOPY: [0x5e, 3, 0, DYNAMIC, 'cancun'], // 681
  PUSH0: [0x5f, 0, 1, ENERGY.base, 'shanghai'], // 645
  LOG0: [0xa0, 2, 0, DYNAMIC], // 396
  LOG1: [0xa1, 3, 0, DYNAMIC], // 396
  LOG2: [0xa2, 4, 0, DYNAMIC], // 396
  LOG3: [0xa3, 5, 0, DYNAMIC], // 396
  LOG4: [0xa4, 6, 0, DYNAMIC], // 396
  CALLTOKEN: [0xd0, 8, 1, DYNAMIC, 'transferTrc10'], // 448
  TOKENBALANCE: [0xd1, 2, 1, ENERGY.balance, 'transferTrc10', ENDS], // 454
  CALLTOKENVALUE: [0xd2, 0, 1, ENERGY.base, 'transferTrc10'], // 460
  CALLTOKENID: [0xd3, 0, 1, ENERGY.base, 'transferTrc10'], // 466
  ISCONTRACT: [0xd4, 1, 1, ENERGY.balance, 'solidity059'], // 510
  FREEZE: [0xd5, 3, 1, DYNAMIC, 'freeze'], // 536
  UNFREEZE: [0xd6, 2, 1, ENERGY.freeze, 'freeze', ENDS], // 542
  FREEZEEXPIRETIME: [0xd7, 2, 1, ENERGY.freezeExpireTime, 'freeze'], // 548
  VOTEWITNESS: [0xd8, 4, 1, DYNAMIC, 'vote'], // 558/653
  WITHDRAWREWARD: [0xd9, 0, 1, ENERGY.withdrawReward, 'vote', ENDS], // 564
  FREEZEBALANCEV2: [0xda, 2, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 601
  UNFREEZEBALANCEV2: [0xdb, 2, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 607
  CANCELALLUNFREEZEV2: [0xdc, 0, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 619
  WITHDRAWEXPIREUNFREEZE: [0xdd, 0, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 613
  DELEGATERESOURCE: [0xde, 3, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 629
  UNDELEGATERESOURCE: [0xdf, 3, 1, ENERGY.stakeV2, 'freezeV2', ENDS], // 635
  CREATE: [0xf0, 3, 1, DYNAMIC], // 402
  CALL: [0xf1, 7, 1, DYNAMIC], // 407
  CALLCODE: [0xf2, 7, 1, DYNAMIC], // 412
  RETURN: [0xf3, 2, 0, DYNAMIC], // 417
  DELEGATECALL: [0xf4, 6, 1, DYNAMIC], // 422
  CREATE2: [0xf5, 4, 1, DYNAMIC, 'constantinople'], // 494
  STATICCALL: [0xfa, 6, 1, DYNAMIC], // 427
  REVERT: [0xfd, 2, 0, DYNAMIC], // 432
  SUICIDE: [0xff, 1, 0, DYNAMIC], // 437/659
} as const satisfies Readonly<Record<string, Row>>;

const entries: readonly (readonly [name: string, row: Row])[] = /* @__PURE__ */ Object.entries(rows);

type Opcodes = { readonly [Name in keyof typeof rows]: (typeof rows)[Name][0] };

/** Opcodes by name. */
export const OP = /* @__PURE__ */ (() => ({
  ...(Object.fromEntries(entries.map(([name, [code]]) => [name, code])) as Opcodes),
  PUSH1: 0x60 as const,
  PUSH32: 0x7f as const,
  DUP1: 0x80 as const,
  SWAP1: 0x90 as const,
}))();

/** An instruction under specific rules. */
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

/** The instructions that exist under specific rules, by opcode. */
export type InstructionTable = readonly (Instruction | undefined)[];

/**
 * Creates the table of the instructions that exist under the given rules.
 *
 * Source: docs/protocol/virtual-machine.md.
 *
 * @returns 256 entries by opcode; undefined for an opcode without an instruction.
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
  const table: (Instruction | undefined)[] = Array.from({ length: 256 });
  for (const [name, [code, pops, pushes, energy, flag, endsSegment = energy === DYNAMIC]] of entries) {
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
 * Returns the node's name of an instruction, even if no rules enable it.
 *
 * Source: docs/protocol/virtual-machine.md.
 *
 * @param opcode - 0 to 255
 * @returns the name, or the opcode in hexadecimal if there is no instruction.
 * @throws MockNodeError `ARGUMENT_INVALID` for anything but an integer from 0 to 255.
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
    throw argumentInvalid('opcode', opcode, 'an integer from 0 to 255');
  if (opcode >= OP.PUSH1 && opcode <= OP.PUSH32) return `PUSH${opcode - OP.PUSH1 + 1}`;
  if (opcode >= OP.DUP1 && opcode < OP.SWAP1) return `DUP${opcode - OP.DUP1 + 1}`;
  if (opcode >= OP.SWAP1 && opcode < OP.LOG0) return `SWAP${opcode - OP.SWAP1 + 1}`;
  return entries.find(([, [code]]) => code === opcode)?.[0] ?? `0x${opcode.toString(16).padStart(2, '0')}`;
}
