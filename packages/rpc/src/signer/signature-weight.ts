import { type Address } from '@coin/units';
import { toAddress } from '../address/address.ts';
import {
  argumentInvalid,
  int64Argument,
  listArgument,
  hexArgument,
  optionalTextArgument,
} from '../encoding/arguments.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type Account, type Permission } from '../endpoints/get-account.ts';
import { RpcError, type SignatureReason } from '../errors.ts';
import { hasKnownType } from '../transaction/decode-raw-data.ts';
import { transactionArgument } from '../transaction/transaction-argument.ts';
import { RAW_DATA_LAYOUT } from '../transaction/transaction-layout.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { decodeMessage } from '../transaction/wire/decode-message.ts';
import { signersOf } from './collect-signatures.ts';

/** A key of a permission, and the weight of its signature. */
export type KeyWeight = Permission['keys'][number];

/** The combined weight of a transaction's signatures, and what is missing. */
export interface SignatureWeight {
  /** Sum of the weights of the keys that signed. */
  readonly weight: bigint;
  /** The weight from which on the network accepts the transaction. */
  readonly threshold: bigint;
  /** The weight still missing to reach the threshold; 0n when there are enough signatures. */
  readonly missingWeight: bigint;
  /** The keys that signed, in the order of the signatures. */
  readonly signed: readonly KeyWeight[];
  /** The permission's other keys, which can still sign. */
  readonly unsigned: readonly KeyWeight[];
  /** The permission that the transaction names, as the account has it. */
  readonly permission: Permission;
}

/** A transaction's contract: its type by number and name, its permission, and its owner if the type is known. */
function readContractFields(transaction: Transaction) {
  const [contract] = transaction.rawData['contract'] as readonly [
    { type: string; parameter: { value: { owner_address: Address } } },
  ];
  const raw = decodeMessage(RAW_DATA_LAYOUT, hexToBytes(transaction.rawDataHex));
  return {
    type: contract.type,
    typeNumber: Number(raw.contract?.type ?? 0n),
    permissionId: Number(raw.contract?.Permission_id ?? 0n),
    owner: hasKnownType(transaction) ? contract.parameter.value.owner_address : undefined,
  };
}

/** A permission as the caller read it, checked: it may have been stored in between. */
function permissionArgument(argument: string, permission: Permission, permissionId: number): Permission {
  const { name, threshold, operations, keys } = permission;
  return omitUndefined({
    permissionId,
    name: optionalTextArgument(`${argument}.name`, name) ?? '',
    threshold: int64Argument(`${argument}.threshold`, threshold),
    operations: operations && hexArgument(`${argument}.operations`, operations, { bytes: 32 }),
    keys: listArgument(`${argument}.keys`, keys).map((key) => ({
      address: toAddress(key.address),
      weight: int64Argument(`${argument}.keys.weight`, key.weight),
    })),
  });
}

/** Finds the account's permission with this id among those that can sign transactions. */
function permissionWithId(
  account: Pick<Account, 'address' | 'ownerPermission' | 'activePermissions'>,
  address: Address,
  id: number,
): Permission | undefined {
  const { ownerPermission, activePermissions } = account;
  if (id !== 0) {
    const active = listArgument('account.activePermissions', activePermissions).find(
      (permission) => permission.permissionId === id,
    );
    return active && permissionArgument('account.activePermissions', active, id);
  }
  if (ownerPermission !== undefined) return permissionArgument('account.ownerPermission', ownerPermission, id);
  return { permissionId: 0, name: 'owner', threshold: 1n, keys: [{ address, weight: 1n }] };
}

/** Whether the bit of a contract type is set; the owner permission allows all. */
function allows({ permissionId: id, operations = '' }: Permission, type: number): boolean {
  const byte = Number.parseInt(operations.slice((type >> 3) * 2, (type >> 3) * 2 + 2), 16);
  return id === 0 || ((byte >> (type & 7)) & 1) === 1;
}

/**
 * Adds up the weights of a transaction's signatures in the permission that it names, and returns the missing weight.
 * This is the network's own check, made before anything is sent. Extra signatures are valid. A transaction with two or
 * more signatures costs the fee for several signatures.
 *
 * Source: docs/protocol/permissions.md, Signature check.
 *
 * @param transaction - with any number of signatures, none included
 * @param account - the owner's account, as `getAccount` returned it
 * @throws `SIGNATURE_INVALID` when the network would reject the transaction regardless of further signatures: a
 * signature by a key outside the permission, a second signature by the same key (`combineSignatures` keeps one), a
 * permission that the account does not have, or one that does not allow this type of contract; `ARGUMENT_INVALID`,
 * `ADDRESS_INVALID`, also when the account is not the owner
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, signTransaction } from '@coin/rpc';
 * import { signatureWeight, createKeySigner } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner: signer.address, to, amount: 1_000_000n });
 * // As getAccount returns it: two keys have to sign.
 * const keys = [signer.address, to].map((address) => ({ address, weight: 1n }));
 * const ownerPermission = { permissionId: 0, name: 'owner', threshold: 2n, keys };
 * const account = { address: signer.address, ownerPermission, activePermissions: [] };
 * const { missingWeight, unsigned } = signatureWeight(await signTransaction(transfer, signer), account);
 * missingWeight; // => 1n
 * unsigned; // => [{ address: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', weight: 1n }]
 * ```
 */
export function signatureWeight(
  transaction: Transaction,
  account: Pick<Account, 'address' | 'ownerPermission' | 'activePermissions'>,
): SignatureWeight {
  const checked = transactionArgument(transaction);
  const { txID } = checked;
  const rejected = (reason: SignatureReason, detail: string) =>
    new RpcError('SIGNATURE_INVALID', { txID, reason, detail });
  const { owner, type, typeNumber, permissionId } = readContractFields(checked);
  const address = toAddress(account.address);
  if (address !== (owner ?? address))
    throw argumentInvalid('account.address', address, `the address of the owner, ${owner}`);
  const permission = permissionWithId(account, address, permissionId);
  const name = `permission ${permissionId} of ${address}`;
  if (permission === undefined)
    throw rejected('no permission', `${address} has no permission ${permissionId} to sign transactions`);
  if (!allows(permission, typeNumber)) throw rejected('type not allowed', `${name} does not allow ${type}`);

  const signers = signersOf(checked);
  const signed = signers.map((signer, index): KeyWeight => {
    const key = permission.keys.find((candidate) => candidate.address === signer);
    if (key === undefined) throw rejected('wrong key', `a signature is by ${signer}, a key that ${name} does not have`);
    if (signers.indexOf(signer) !== index) throw rejected('signed twice', `${signer} has signed twice`);
    return key;
  });
  const { threshold } = permission;
  const weight = signed.reduce((sum, key) => sum + key.weight, 0n);
  return {
    weight,
    threshold,
    missingWeight: weight < threshold ? threshold - weight : 0n,
    signed,
    unsigned: permission.keys.filter((key) => !signers.includes(key.address)),
    permission,
  };
}
