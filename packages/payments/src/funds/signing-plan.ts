import { type Account, type Permission, type Signer } from '@coin/rpc';
import { PaymentsError } from '../errors.ts';

/** How a payment is signed: by one signer whose key suffices, or by several keys of a permission. */
export type SigningPlan =
  | { readonly kind: 'alone'; readonly signer: Signer; readonly permission: Permission }
  | { readonly kind: 'together'; readonly permission: Permission };

/**
 * Returns the signers of an account: for instance, each with the key of a wallet. An empty list has all signatures come
 * by `addSignature`. Undefined leaves the account to other outboxes.
 */
export type SignerLookup = (
  owner: string,
) => Signer | readonly Signer[] | undefined | Promise<Signer | readonly Signer[] | undefined>;

/** The signers of an account; undefined if there are none for it. */
export async function signersOf(
  signers: readonly Signer[] | SignerLookup,
  owner: string,
): Promise<readonly Signer[] | undefined> {
  const found = typeof signers === 'function' ? await signers(owner) : signers;
  return found === undefined ? undefined : [found].flat();
}

/** Whether a signer may sign for an account, alone or with others. So it may if it does not say whose key it has. */
export function maySign(owner: string, account: Account | undefined, signers: readonly Signer[]): boolean {
  const { ownerPermission, activePermissions = [] } = account ?? {};
  const keys = [ownerPermission, ...activePermissions].flatMap((permission) => permission?.keys ?? []);
  const able = new Set([...keys.map(({ address }) => address), ...(ownerPermission === undefined ? [owner] : [])]);
  const addresses = signers.map(addressOf);
  return addresses.length === 0 || addresses.some((address) => address === undefined || able.has(address));
}

/** The account of a signer's key in base58check, if the signer says so. */
export function addressOf(signer: Signer): string | undefined {
  const { address } = signer as { address?: unknown };
  return typeof address === 'string' ? address : undefined;
}

/** The error of signers none of which may sign for an account. */
export const signerMismatch = (owner: string, signers: readonly Signer[]): PaymentsError =>
  new PaymentsError('SIGNER_MISMATCH', { owner, signer: signers.map(addressOf).join(' or ') || 'no signer' });

/** The permission that signs; an account that never set one has its own key. Source: docs/protocol/permissions.md. */
function permissionOf(owner: string, permissionId: number, account: Account | undefined): Permission | undefined {
  if (permissionId !== 0)
    return account?.activePermissions.find((permission) => permission.permissionId === permissionId);
  const own = { permissionId, name: 'owner', threshold: 1n, keys: [{ address: owner, weight: 1n }] };
  return account?.ownerPermission ?? own;
}

/**
 * Plans who signs for an account. A signer that does not say whose key it has is taken for one that suffices, if one
 * key can. The node rejects the transaction of an account without the permission.
 */
export function planSigning(
  { owner, permissionId = 0 }: { readonly owner: string; readonly permissionId?: number | undefined },
  account: Account | undefined,
  signers: readonly Signer[],
): SigningPlan {
  const permission = permissionOf(owner, permissionId, account);
  const { threshold = 1n, keys = [] } = permission ?? {};
  const signer = signers.find((each) => {
    const address = addressOf(each);
    const isOwn = (key: { readonly address: string }): boolean => address === undefined || key.address === address;
    return permission === undefined || keys.some((key) => isOwn(key) && key.weight >= threshold);
  });
  const signing = permission ?? { permissionId, name: '', threshold, keys };
  return signer === undefined
    ? { kind: 'together', permission: signing }
    : { kind: 'alone', signer, permission: signing };
}

/** The most signatures that a transaction gets until they reach the threshold: the lightest keys sign first. */
export function maxSignatures({ keys, threshold }: Permission): number {
  let weight = 0n;
  const lightest = keys.map((key) => key.weight).sort((a, b) => Number(a - b));
  const last = lightest.findIndex((each) => (weight += each) >= threshold);
  return last === -1 ? keys.length : last + 1;
}
