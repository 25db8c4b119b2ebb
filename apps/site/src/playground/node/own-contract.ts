/** A contract of the reader's own, as texts that no one checked. */
export interface OwnContract {
  /** Creation code, hexadecimal. */
  readonly bytecode: string;
  /** JSON, as compilers print it; empty for none. */
  readonly abi: string;
  readonly functionName: string;
  /** The function's arguments as a JSON list; without an ABI, the call's data in hexadecimal. */
  readonly args: string;
}

/** An endless loop, and the code that deploys it: JUMPDEST PUSH0 JUMP. */
export const ENDLESS_LOOP: OwnContract = { bytecode: '625b5f565f526003601df3', abi: '', functionName: '', args: '' };

export const NO_CONTRACT: OwnContract = { bytecode: '', abi: '', functionName: '', args: '' };
