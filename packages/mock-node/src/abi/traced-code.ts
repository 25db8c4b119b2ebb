import { type Abi } from './abi.ts';

/** A contract of the ledger, as it was deployed. */
export interface TracedContract {
  /** Base58check. */
  readonly address: string;
  /** Absent without one. */
  readonly name?: string;
  /** As compilers write it, but without the components of tuples, which the ledger does not keep. */
  readonly abi?: Abi;
}

/** The code that a traced call ran, by which the call is named. */
export interface TracedCode {
  readonly kind: 'call' | 'create' | 'precompile';
  /** Base58check. */
  readonly codeAddress: string;
  /** Hexadecimal. */
  readonly input: string;
}
