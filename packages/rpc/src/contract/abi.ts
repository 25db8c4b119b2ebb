/** One input or output of a contract's function, event or error. */
export interface AbiParameter {
  readonly name?: string;
  readonly type: string;
  readonly indexed?: boolean;
}

/** One entry of a contract's interface, as compilers print it; keys not named here may be there and are left alone. */
export interface AbiEntry {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly stateMutability?: string;
  readonly anonymous?: boolean;
  readonly constant?: boolean;
  readonly payable?: boolean;
}

/** A contract's interface. */
export type Abi = readonly AbiEntry[];
