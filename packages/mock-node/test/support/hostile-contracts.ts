/** Address of a contract that never ends: JUMPDEST PUSH1 0 JUMP. */
export const LOOP = `41${'c0'.repeat(20)}`;
/** Address of a contract that logs twice. */
export const LOGGER = `41${'c1'.repeat(20)}`;

export const hostileContracts = [
  { address: LOOP, code: '5b600056' },
  { address: LOGGER, code: '60015f5fa160015f5fa1' },
];
