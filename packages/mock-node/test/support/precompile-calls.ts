import { createHash } from 'node:crypto';
import { type SigningPermission, type VmRules } from '../../src/vm/index.ts';
import { assemble, callIn, contract, outcomeOf, world } from './vm-harness.ts';

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const bytes = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'));
/** A number as 32 bytes of input. */
export const word32 = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0');
export const sha256 = (data: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(data).digest());

interface Call {
  readonly rules?: VmRules;
  readonly energy?: number;
  readonly permission?: SigningPermission;
}

/** Calls a precompile. @returns success and output, or the message of the exception. */
export function call(address: number, input: string, { rules, energy = 10_000_000, permission }: Call = {}) {
  const code = `CALLDATASIZE 0 0 CALLDATACOPY GAS POP 0 0 CALLDATASIZE 0 ${address} ${energy} STATICCALL
    RETURNDATASIZE 0 32 RETURNDATACOPY 0 MSTORE RETURNDATASIZE 32 ADD 0 RETURN`;
  const state = world({ contracts: { [contract]: { code: assemble(code) } } });
  const result = outcomeOf(
    callIn(permission === undefined ? state : { ...state, getPermission: () => permission }, {
      data: bytes(input),
      energyLimit: 20_000_000n,
      ...(rules && { rules }),
    }),
  );
  if (result.exception !== undefined) return { exception: result.exception.message };
  return { success: result.output[31] === 1, output: hex(result.output.subarray(32)) };
}

/** The minimum energy with which a precompile succeeds. */
export function cost(address: number, input: string, rules?: VmRules): number {
  let low = -1;
  let high = 1_000_000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (call(address, input, { energy: middle, ...(rules && { rules }) }).success) high = middle;
    else low = middle;
  }
  return high;
}
