import { OP } from './opcodes.ts';

/**
 * Costs of an execution in units of work, each at most about a nanosecond of one core. The node limits processor time,
 * which differs from run to run. Counted work does not.
 *
 * Source: docs/protocol/virtual-machine.md, Work.
 */
export const WORK = {
  expByte: 1_600,
  keccakByte: 60,
  /** Copied or cleared memory, 4 bytes per unit. */
  copiedBytes: 4,
  callByte: 60,
  creationByte: 140,
  logTopic: 500,
  logByte: 20,
  precompile: 1_000,
  sha256Byte: 8,
  ripemd160Byte: 20,
  blake2fRound: 400,
  signature: 2_000_000,
  curvePoint: 50_000,
  curveAddition: 60_000,
  curveMultiplication: 2_400_000,
  curveSubgroup: 6_500_000,
  pairing: 15_000_000,
  pairingPair: 6_000_000,
  modularMultiplication: 300,
  modularLimbPair: 6,
  ledgerQuery: 50_000,
} as const;

/** Default limit of one execution, and of everything that one request causes: about a second and a half. */
export const DEFAULT_WORK_LIMIT = 1_500_000_000;

const CHEAP = 15;
const heavier: readonly (readonly [opcode: number, work: number])[] = [
  [OP.MUL, 100],
  [OP.DIV, 400],
  [OP.SDIV, 800],
  [OP.MOD, 400],
  [OP.SMOD, 800],
  [OP.ADDMOD, 400],
  [OP.MULMOD, 1_500],
  [OP.EXP, 500],
  [OP.SIGNEXTEND, 60],
  [OP.SHA3, 5_500],
  [OP.ADDRESS, 80],
  [OP.BALANCE, 1_800],
  [OP.ORIGIN, 80],
  [OP.CALLER, 80],
  [OP.CALLVALUE, 80],
  [OP.CALLDATALOAD, 130],
  [OP.CALLDATACOPY, 200],
  [OP.CODECOPY, 200],
  [OP.EXTCODESIZE, 600],
  [OP.EXTCODECOPY, 800],
  [OP.RETURNDATACOPY, 200],
  [OP.EXTCODEHASH, 1_200],
  [OP.BLOCKHASH, 400],
  [OP.CHAINID, 150],
  [OP.SELFBALANCE, 100],
  [OP.MLOAD, 30],
  [OP.MSTORE, 30],
  [OP.MSTORE8, 30],
  [OP.SLOAD, 1_000],
  [OP.SSTORE, 3_000],
  [OP.TLOAD, 300],
  [OP.TSTORE, 300],
  [OP.MCOPY, 200],
  [OP.LOG0, 3_000],
  [OP.LOG0 + 1, 3_000],
  [OP.LOG0 + 2, 3_000],
  [OP.LOG0 + 3, 3_000],
  [OP.LOG4, 3_000],
  [OP.CALLTOKEN, 20_000],
  [OP.TOKENBALANCE, 1_200],
  [OP.CALLTOKENVALUE, 80],
  [OP.CALLTOKENID, 80],
  [OP.ISCONTRACT, 600],
  [OP.FREEZE, 100_000],
  [OP.UNFREEZE, 100_000],
  [OP.FREEZEEXPIRETIME, 20_000],
  [OP.VOTEWITNESS, 200_000],
  [OP.WITHDRAWREWARD, 200_000],
  [OP.FREEZEBALANCEV2, 100_000],
  [OP.UNFREEZEBALANCEV2, 100_000],
  [OP.CANCELALLUNFREEZEV2, 100_000],
  [OP.WITHDRAWEXPIREUNFREEZE, 100_000],
  [OP.DELEGATERESOURCE, 100_000],
  [OP.UNDELEGATERESOURCE, 100_000],
  [OP.CREATE, 100_000],
  [OP.CALL, 12_000],
  [OP.CALLCODE, 12_000],
  [OP.RETURN, 200],
  [OP.DELEGATECALL, 12_000],
  [OP.CREATE2, 100_000],
  [OP.STATICCALL, 12_000],
  [OP.REVERT, 200],
  [OP.SUICIDE, 30_000],
];

/** Work of each instruction by opcode, without the part that depends on its operands. */
export const instructionWork: Float64Array = /* @__PURE__ */ tableOf(heavier);

function tableOf(rows: typeof heavier): Float64Array {
  const table = new Float64Array(256).fill(CHEAP);
  for (const [opcode, work] of rows) table[opcode] = work;
  return table;
}
