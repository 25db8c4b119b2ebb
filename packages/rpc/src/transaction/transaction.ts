import { type SmallUnits, type Address } from '@coin/units';
import { type JsonValue } from '../encoding/json.ts';

/** A transaction whose bytes were compared with the request. It is never changed; signing returns a copy. */
export interface Transaction {
  /** SHA-256 of the bytes in `rawDataHex`. A signature signs this hash. */
  readonly txID: string;
  /** The transaction's bytes, without signatures. */
  readonly rawDataHex: string;
  /** The same as the node's JSON prints it with visible true; amounts as bigint. */
  readonly rawData: { readonly [key: string]: JsonValue };
  /** Until when a block may include it, in milliseconds since 1970. */
  readonly expiration: number;
  readonly timestamp: number;
  /** The most that energy may cost, in small units; absent if no contract runs. */
  readonly feeLimit?: SmallUnits;
  /** Address of the contract that a deployment creates. */
  readonly contractAddress?: Address;
  /** 130 hex digits each: r, s, v. Empty before it is signed. */
  readonly signatures: readonly string[];
}
