/** A parameter or return value of an {@link AbiEntry}. */
export interface AbiParameter {
  readonly name?: string;
  readonly type: string;
  readonly indexed?: boolean;
  /** Of a tuple; the chain does not store them, so they cost nothing. */
  readonly components?: readonly AbiParameter[];
}

/** An entry of a contract's ABI, as compilers print it. Further keys are allowed, and nodes ignore them. */
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
