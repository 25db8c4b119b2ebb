import { recoverSigner, UnrecoverableSignatureError } from '../../crypto/signer-recovery.ts';
import { toBase58 } from '../../protocol/address.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { type Permission } from '../../state/records/permission.ts';
import { type State } from '../../state/root.ts';
import { defaultActivePermission, defaultOwnerPermission } from './default-permissions.ts';

const SIGNATURE_DIGITS = 130;
const OPERATIONS_DIGITS = 64;

/** A signature, or the permission to check it against, is not valid. The text is the node's. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  readonly kind: 'permission' | 'format' | 'recovery';

  constructor(kind: SignatureError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * The permission of an existing account by its id. The owner permission is never missing. docs/protocol/permissions.md,
 * Signature check.
 */
export function storedPermission(state: State, owner: Address, id: number): Permission | undefined {
  const account = getAccount(state, owner);
  if (account === undefined) return undefined;
  if (id === 0) return account.ownerPermission ?? defaultOwnerPermission(owner);
  if (id === 1) return account.witnessPermission;
  return account.activePermissions.find((permission) => permission.id === id);
}

/** The permission that an account's signatures are checked against. A missing account has the default ones. */
export function effectivePermission(state: State, owner: Address, id: number): Permission | undefined {
  if (getAccount(state, owner) !== undefined) return storedPermission(state, owner, id);
  if (id === 0) return defaultOwnerPermission(owner);
  return id === 2 ? defaultActivePermission(state, owner) : undefined;
}

/**
 * Whether a permission allows a type of transaction.
 *
 * @throws SignatureError if the permission's bitmap is not 32 bytes long.
 */
export function allowsType({ operations }: Permission, contractType: number): boolean {
  if (operations.length !== OPERATIONS_DIGITS) throw new SignatureError('permission', 'operations size must be 32');
  const at = (contractType >> 3) * 2;
  return (Number.parseInt(operations.slice(at, at + 2), 16) & (1 << (contractType & 7))) !== 0;
}

/** The signers, and the total weight of their keys. */
export interface SignatureWeight {
  readonly signers: readonly Address[];
  readonly weight: bigint;
}

/**
 * Adds up the weights of the keys that signed.
 *
 * Source: docs/protocol/permissions.md, Signature check.
 *
 * @throws SignatureError for the first signature that is not valid.
 */
export function weighSignatures(permission: Permission, hash: Hex, signatures: readonly Hex[]): SignatureWeight {
  const { keys } = permission;
  if (signatures.length > keys.length) {
    throw new SignatureError(
      'permission',
      `Signature count is ${signatures.length} more than key counts of permission : ${keys.length}`,
    );
  }
  const candidates = keys.map(({ address }) => address);
  const signers: Address[] = [];
  let weight = 0n;
  for (const signature of signatures) {
    const signer = signerOf(hash, signature, candidates);
    const key = keys.find(({ address }) => address === signer);
    if (key === undefined || key.weight === 0n) {
      throw new SignatureError(
        'permission',
        `${hash} is signed by ${toBase58(signer)} but it is not contained of permission.`,
      );
    }
    if (signers.includes(signer)) {
      throw new SignatureError('permission', `${toBase58(signer)} has signed twice!`);
    }
    signers.push(signer);
    weight += key.weight;
  }
  return { signers, weight: BigInt.asIntN(64, weight) };
}

/**
 * The address that made a signature.
 *
 * @throws SignatureError if the signature is too short or no key can have made it.
 */
export function signerOf(hash: Hex, signature: Hex, candidates: readonly Address[] = []): Address {
  if (signature.length < SIGNATURE_DIGITS) {
    throw new SignatureError('format', `Signature size is ${signature.length / 2}`);
  }
  try {
    return recoverSigner(hash, signature, candidates);
  } catch (error) {
    if (!(error instanceof UnrecoverableSignatureError)) throw error;
    throw new SignatureError('recovery', error.message);
  }
}
