/** A parameter of a function, an event or an error, as the Solidity compiler writes it. */
export interface AbiParameter {
  readonly type: string;
  readonly name?: string;
  /** Of a tuple. */
  readonly components?: readonly AbiParameter[];
  /** For an event's parameter, whether its value is a topic. */
  readonly indexed?: boolean;
}

/** A function, an event, an error or the constructor of a contract. */
export interface AbiEntry {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly stateMutability?: string;
  readonly anonymous?: boolean;
}

/**
 * The interface of a contract, as the Solidity compiler writes it.
 *
 * Source: the Solidity documentation, "Contract ABI Specification", JSON.
 */
export type Abi = readonly AbiEntry[];
