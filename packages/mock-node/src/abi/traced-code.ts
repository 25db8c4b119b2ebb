import { type Abi } from './abi.ts';

/** A contract of the ledger, as deployed. */
export interface TracedContract {
  /** Base58check. */
  readonly address: string;
  /** Absent for a contract without a name. */
  readonly name?: string;
  /** In the compiler's form, without the components of tuples, which the ledger does not store. */
  readonly abi?: Abi;
}

/** The code that a traced call ran, which determines the call's name. */
export interface TracedCode {
  readonly kind: 'call' | 'create' | 'precompile';
  /** Base58check. */
  readonly codeAddress: string;
  /** Hexadecimal. */
  readonly input: string;
}
