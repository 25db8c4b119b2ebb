import { type Address, type Hex } from '../../protocol/primitives.ts';

export interface PermissionKey {
  readonly address: Address;
  readonly weight: bigint;
}

export interface Permission {
  readonly type: 'Owner' | 'Witness' | 'Active';
  readonly id: number;
  readonly name: string;
  readonly threshold: bigint;
  readonly parentId: number;
  /** 32 bytes, one bit per contract type; empty for owner and witness permissions. */
  readonly operations: Hex;
  readonly keys: readonly PermissionKey[];
}
