/**
 * Steps of operations that take much longer than their energy suggests. Any other instruction is one step, which takes
 * about 15 ns.
 *
 * Source: docs/protocol/virtual-machine.md, Steps.
 */
export const STEPS = {
  call: 800,
  callByte: 4,
  creation: 7_000,
  creationByte: 10,
  hashedByte: 4,
  sha256Byte: 0.5,
  ripemd160Byte: 1.5,
  blake2fRound: 30,
  signature: 130_000,
  curvePoint: 3_500,
  curveAddition: 4_000,
  curveMultiplication: 160_000,
  curveSubgroup: 430_000,
  pairing: 1_000_000,
  pairingPair: 400_000,
  modularMultiplication: 20,
  modularLimbPair: 0.4,
  ledgerQuery: 3_500,
} as const;

/** Default limit of one execution: about a second and a half. */
export const DEFAULT_STEP_LIMIT = 100_000_000;
