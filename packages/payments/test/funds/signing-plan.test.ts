// Who signs for an account: one key that suffices, or several keys of a permission.
import { type Account, type Permission, type Signer } from '@coin/rpc';
import { toAddress } from '@coin/rpc/address';
import { describe, expect, test } from 'vitest';
import { addressOf, maxSignatures, planSigning } from '../../src/funds/signing-plan.ts';

const addressOfByte = (byte: string) => toAddress(`41${byte.repeat(20)}`);
const [ann, ben, owner] = [addressOfByte('11'), addressOfByte('22'), addressOfByte('33')];
const sign = async () => '';
const signerOf = (address: string): Signer => ({ sign, address }) as Signer;
const nameless: Signer = { sign };

/** A permission of keys with these weights. */
const permissionOf = (weights: Readonly<Record<string, bigint>>, threshold = 2n, permissionId = 2): Permission => ({
  permissionId,
  name: 'payments',
  threshold,
  keys: Object.entries(weights).map(([address, weight]) => ({ address, weight })),
});

const accountOf = (active: readonly Permission[], ownerPermission?: Permission): Account =>
  ({ address: owner, activePermissions: active, ...(ownerPermission && { ownerPermission }) }) as unknown as Account;

describe('the address of a signer', () => {
  test('is what the signer says, if that is a text', () => {
    expect(addressOf(signerOf(ann))).toBe(ann);
    expect(addressOf(nameless)).toBeUndefined();
    expect(addressOf({ sign, address: 5 } as Signer)).toBeUndefined();
  });
});

describe('a payment of an account that never set a permission', () => {
  test.each([
    ['exists', accountOf([])],
    ['does not exist yet', undefined],
  ])('is signed by its own key if the account %s', (_, account) => {
    const signer = signerOf(owner);
    expect(planSigning({ owner }, account, [signerOf(ann), signer])).toMatchObject({ kind: 'alone', signer });
    expect(planSigning({ owner }, account, [signerOf(ann)])).toEqual({
      kind: 'together',
      permission: { permissionId: 0, name: 'owner', threshold: 1n, keys: [{ address: owner, weight: 1n }] },
    });
  });
});

describe('a payment of an account with several keys', () => {
  const permission = permissionOf({ [ann]: 1n, [ben]: 2n });
  const account = accountOf([permissionOf({ [owner]: 9n }, 1n, 3), permission], permissionOf({ [ann]: 5n }, 5n, 0));
  const plan = (signers: readonly Signer[], permissionId?: number) =>
    planSigning({ owner, permissionId }, account, signers);

  test('is signed alone by the first signer whose weight reaches the threshold of the named permission', () => {
    expect(plan([signerOf(ann), signerOf(ben)], 2)).toMatchObject({ kind: 'alone', signer: signerOf(ben) });
    expect(plan([signerOf(ann)])).toMatchObject({ kind: 'alone', signer: signerOf(ann) });
  });

  test('is signed together if no signer has enough weight', () => {
    expect(plan([signerOf(ann)], 2)).toEqual({ kind: 'together', permission });
    expect(plan([signerOf(owner)], 2)).toEqual({ kind: 'together', permission });
    expect(plan([], 2)).toEqual({ kind: 'together', permission });
  });

  test('is signed alone by a signer without an address if one key of the permission suffices', () => {
    expect(plan([nameless], 2)).toMatchObject({ kind: 'alone', signer: nameless });
    const both = permissionOf({ [ann]: 1n, [ben]: 1n });
    expect(planSigning({ owner, permissionId: 2 }, accountOf([both]), [nameless])).toEqual({
      kind: 'together',
      permission: both,
    });
  });

  test('is signed alone by the first signer if the account lacks the permission, which the node rejects', () => {
    for (const without of [account, undefined])
      for (const signer of [signerOf(ann), nameless])
        expect(planSigning({ owner, permissionId: 5 }, without, [signer])).toMatchObject({ kind: 'alone', signer });
    expect(plan([], 5)).toEqual({
      kind: 'together',
      permission: { permissionId: 5, name: '', threshold: 1n, keys: [] },
    });
  });
});

describe('the most signatures of a transaction', () => {
  test.each([
    ['one key', { a: 1n }, 1n, 1],
    ['the lightest keys that reach the threshold', { a: 5n, b: 1n, c: 2n, d: 9n }, 3n, 2],
    ['one more if they fall short by one', { a: 5n, b: 1n, c: 2n, d: 9n }, 4n, 3],
    ['one if the lightest suffices', { a: 3n, b: 2n }, 2n, 1],
    ['equal keys', { a: 1n, b: 1n, c: 1n }, 2n, 2],
    ['keys of very different weights', { a: 2n ** 62n, b: 1n, c: 10n }, 12n, 3],
    ['all keys if together they do not reach it', { a: 1n, b: 1n }, 3n, 2],
    ['no keys', {}, 1n, 0],
  ])('counts %s', (_, weights, threshold, expected) => {
    expect(maxSignatures(permissionOf(weights, threshold))).toBe(expected);
  });
});
