/** One input or output of a contract's function, event or error. */
export interface AbiParameter {
  readonly name?: string;
  readonly type: string;
  readonly indexed?: boolean;
  /** Of a tuple; the chain does not store them. */
  readonly components?: readonly AbiParameter[];
}

/** One entry of a contract's ABI, as compilers print it. Further keys are allowed and kept. */
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

/** A contract's ABI. */
export type Abi = readonly AbiEntry[];
