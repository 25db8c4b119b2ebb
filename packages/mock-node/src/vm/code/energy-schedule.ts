/**
 * The energy cost of instructions. Names follow the node's.
 *
 * Source: docs/protocol/virtual-machine.md, opcode table.
 */
export const ENERGY = {
  zero: 0,
  special: 1,
  base: 2,
  veryLow: 3,
  low: 5,
  mid: 8,
  high: 10,
  ext: 20,
  exp: 10,
  expByte: 10,
  sha3: 30,
  sha3Word: 6,
  copyWord: 3,
  balance: 20,
  extCode: 20,
  extCodeHash: 400,
  sload: 50,
  sstoreSet: 20_000,
  sstoreReset: 5_000,
  transient: 100,
  log: 375,
  logTopic: 375,
  logByte: 8,
  create: 32_000,
  codeByte: 200,
  call: 40,
  callValue: 9_000,
  callStipend: 2_300,
  newAccount: 25_000,
  selfdestruct: 5_000,
  freeze: 20_000,
  freezeExpireTime: 50,
  stakeV2: 10_000,
  voteWitness: 30_000,
  withdrawReward: 20_000,
  memoryWord: 3,
  memoryQuadratic: 512,
} as const;

/** Maximum size of a frame's memory in bytes, regardless of the energy left. */
export const MEMORY_LIMIT = 3 * 1024 * 1024;

/** Maximum call depth: at this depth CALL and CREATE push 0. */
export const CALL_DEPTH_LIMIT = 64;

/** Maximum number of elements on a frame's stack. */
export const STACK_LIMIT = 1024;

/** Energy for a memory of this many words. */
function memoryEnergy(words: number): number {
  return ENERGY.memoryWord * words + Math.floor((words * words) / ENERGY.memoryQuadratic);
}

/** Energy for expanding a memory from `size` (a multiple of 32) to `end` bytes, both at most {@link MEMORY_LIMIT}. */
export function memoryExpansionEnergy(size: number, end: number): number {
  const words = Math.ceil(end / 32);
  const paid = size / 32;
  return words > paid ? memoryEnergy(words) - memoryEnergy(paid) : 0;
}

/** Energy for copying a number of bytes. */
export function copyEnergy(length: number): number {
  return ENERGY.copyWord * Math.ceil(length / 32);
}
