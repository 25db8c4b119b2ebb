import { decodeTransaction, type Permission, type Transaction } from '@coin/rpc';
import { addSignature, signatureWeight, createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeSigned } from '../../src/transaction/encode-transaction.ts';
import { ALICE, ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';
import { laterTypeTransaction } from '../support/later-type.ts';
import { recorded } from '../support/recordings.ts';

/** The owner of the recorded transfers by two keys, and the other key. */
const KARL = 'TB4ztgEPR3D9bQrfn8zQ6zLcVqnQjSiSh3';
const JUDY = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';

interface WireWeight {
  result: { code?: string };
  current_weight?: number;
  permission: { threshold: number };
}

/** What a node was asked about, and what it said. */
function recordedWeight(id: string): { transaction: Transaction; answer: WireWeight } {
  const { body = '', answer } = recorded(id);
  const asked = JSON.parse(body) as { raw_data_hex: string; signature: string[] };
  const transaction = decodeTransaction(encodeSigned(asked.raw_data_hex, asked.signature));
  return { transaction, answer: JSON.parse(answer) as WireWeight };
}

const both: Permission = {
  permissionId: 2,
  name: 'both',
  threshold: 2n,
  operations: '7fff1fc0033e0100000000000000000000000000000000000000000000000000',
  keys: [
    { address: KARL, weight: 1n },
    { address: JUDY, weight: 1n },
  ],
};
const karl: Parameters<typeof signatureWeight>[1] = {
  address: KARL,
  ownerPermission: { permissionId: 0, name: 'owner', threshold: 1n, keys: [{ address: KARL, weight: 1n }] },
  activePermissions: [both],
};

describe('signatureWeight of recorded transactions', () => {
  test.each([
    ['govern.shared.weight-one', 1n, [JUDY]],
    ['govern.shared.weight-two', 0n, []],
  ])('agrees with the node on %s', (id, missingWeight, missing) => {
    const { transaction, answer } = recordedWeight(id);
    const weight = signatureWeight(transaction, karl);
    expect(weight).toMatchObject({ missingWeight, permission: both });
    expect(weight.weight).toBe(BigInt(answer.current_weight ?? 0));
    expect(weight.threshold).toBe(BigInt(answer.permission.threshold));
    expect(weight.missingWeight > 0n).toBe(answer.result.code === 'NOT_ENOUGH_PERMISSION');
    expect(weight.unsigned.map(({ address }) => address)).toEqual(missing);
    expect([...weight.signed, ...weight.unsigned]).toEqual(both.keys);
  });

  test('rejects a signature of a key outside the permission, as the node does', () => {
    const { transaction, answer } = recordedWeight('govern.shared.weight-stranger');
    expect(answer.result.code).toBe('PERMISSION_ERROR');
    expect(() => signatureWeight(transaction, karl)).toThrow(
      `a signature is by TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8, a key that permission 2 of ${KARL} does not have`,
    );
  });

  test('rejects a key that signed twice, as the node does', () => {
    const { transaction } = recordedWeight('govern.shared.broadcast-twice-same');
    expect(() => signatureWeight(transaction, karl)).toThrow(`${KARL} has signed twice`);
  });
});

const transfer = await builtTransfer();
const rejection = (transaction: Transaction, account: Parameters<typeof signatureWeight>[1]): unknown => {
  try {
    return signatureWeight(transaction, account);
  } catch (error) {
    return error;
  }
};

describe('signatureWeight', () => {
  test('counts only the account’s own key if the owner permission was never changed', () => {
    const signed = addSignature(transfer, {
      signature: createKeySigner(ALICES_KEY).sign(Buffer.from(transfer.txID, 'hex')),
      address: ALICE,
    });
    const account = { address: ALICE, activePermissions: [] };
    expect(signatureWeight(transfer, account)).toMatchObject({ weight: 0n, threshold: 1n, missingWeight: 1n });
    expect(signatureWeight(signed, account)).toMatchObject({ weight: 1n, missingWeight: 0n, unsigned: [] });
  });

  test('rejects the permissions of an account other than the owner', () => {
    expect(rejection(transfer, karl)).toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'account.address', value: KARL, expected: `the address of the owner, ${ALICE}` },
    });
  });

  const shared = recordedWeight('govern.shared.weight-one').transaction;
  test('says that the account lacks the permission', () => {
    const detail = `${KARL} has no permission 2 to sign transactions`;
    expect(rejection(shared, { ...karl, activePermissions: [] })).toMatchObject({
      code: 'SIGNATURE_INVALID',
      context: { reason: 'no permission', detail },
    });
  });

  test.each([
    ['no bit', '00'.repeat(32)],
    ['every other bit', `fd${'ff'.repeat(31)}`],
    ['no operations', undefined],
  ])('says that the permission does not allow the contract when its operations have %s', (_, operations) => {
    const { operations: _all, ...rest } = both;
    const permission = operations === undefined ? rest : { ...rest, operations };
    const detail = `permission 2 of ${KARL} does not allow TransferContract`;
    const error = rejection(shared, { ...karl, activePermissions: [permission] });
    expect(error).toMatchObject({ code: 'SIGNATURE_INVALID', context: { reason: 'type not allowed', detail } });
  });

  test('weighs a transaction of a type that has no JSON here, for the account that is given', () => {
    const unsigned = laterTypeTransaction();
    const address = ALICE;
    const signature = createKeySigner(ALICES_KEY).sign(Buffer.from(unsigned.txID, 'hex'));
    const transaction = addSignature(unsigned, { signature, address });
    const account = { address, activePermissions: [] };
    expect(signatureWeight(transaction, account)).toMatchObject({
      missingWeight: 0n,
      signed: [{ address, weight: 1n }],
    });
    expect(rejection(transaction, karl)).toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  test('takes a permission that allows transfers alone', () => {
    const permission = { ...both, operations: `02${'00'.repeat(31)}` };
    expect(signatureWeight(shared, { ...karl, activePermissions: [permission] }).weight).toBe(1n);
  });

  test.each<[string, Partial<Permission>]>([
    ['threshold', { threshold: 2 as never }],
    ['keys', { keys: {} as never }],
    ['keys.weight', { keys: [{ address: KARL, weight: 1 as never }] }],
    ['operations', { operations: '7f' }],
    ['name', { name: 5 as never }],
  ])('rejects a permission whose %s was changed by a store', (field, wrong) => {
    const error = rejection(shared, { ...karl, activePermissions: [{ ...both, ...wrong }] });
    expect(error).toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: `account.activePermissions.${field}` },
    });
  });

  const signers = [1, 2, 3, 4, 5].map((digit) => createKeySigner(String(digit).repeat(64)));
  const digest = Uint8Array.from(Buffer.from(transfer.txID, 'hex'));
  const signatures = new Map(signers.map((signer) => [signer, signer.sign(digest)]));
  test('adds up the weights of all signers exactly', () =>
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 2n ** 62n }), { minLength: 5, maxLength: 5 }),
        fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
        fc.shuffledSubarray(signers),
        (weights, threshold, chosen) => {
          const keys = signers.map(({ address }, index) => ({ address, weight: weights[index] ?? 0n }));
          const account = {
            address: ALICE,
            ownerPermission: { permissionId: 0, name: 'owner', threshold, keys },
            activePermissions: [],
          };
          const signed = chosen.reduce(
            (transaction, signer) =>
              addSignature(transaction, { signature: signatures.get(signer) ?? '', address: signer.address }),
            transfer,
          );
          const found = signatureWeight(signed, account);
          const expected = keys.filter(({ address }) => chosen.some((signer) => signer.address === address));
          const sum = expected.reduce((total, { weight }) => total + weight, 0n);
          expect(found).toMatchObject({
            weight: sum,
            threshold,
            missingWeight: sum >= threshold ? 0n : threshold - sum,
          });
          expect(new Set(found.signed)).toEqual(new Set(expected));
          expect(found.unsigned).toEqual(keys.filter((key) => !expected.includes(key)));
        },
      ),
      { numRuns: scaled(8) },
    ));
});
