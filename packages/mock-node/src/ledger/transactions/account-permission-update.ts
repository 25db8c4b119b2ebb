import { isAddress } from '../../protocol/address.ts';
import { fitsLong } from '../../protocol/java/long.ts';
import { AccountPermissionUpdateContract } from '../../protocol/messages/contract-messages.ts';
import { PermissionType } from '../../protocol/messages/enumerations.ts';
import { type PermissionMessage } from '../../protocol/messages/messages.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { getAccount, updateAccount } from '../../state/accessors/accounts.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type Permission } from '../../state/records/permission.ts';
import { payFee } from '../accounts/balance.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

const MAX_ACTIVES = 8;
const MAX_KEYS = 5;
const MAX_NAME_LENGTH = 32;
const OPERATIONS_DIGITS = 64;

/** Sets which keys may act for an account, and how. docs/protocol/governance.md, AccountPermissionUpdate. */
export const accountPermissionUpdate: TransactionType = /* @__PURE__ */ nativeType({
  schema: AccountPermissionUpdateContract,

  validate({ state }, { owner_address: address, owner, witness, actives }) {
    if (getParameter(state, 'getAllowMultiSign') !== 1n) {
      throw new ContractValidateError('multi sign is not allowed, need to be opened by the committee');
    }
    if (!isAddress(address)) throw new ContractValidateError('invalidate ownerAddress');
    const account = getAccount(state, address);
    if (account === undefined) throw new ContractValidateError('ownerAddress account does not exist');
    if (owner === undefined) throw new ContractValidateError('owner permission is missed');
    if (account.isWitness && witness === undefined) throw new ContractValidateError('witness permission is missed');
    if (!account.isWitness && witness !== undefined) {
      throw new ContractValidateError("account isn't witness can't set witness permission");
    }
    if (actives.length === 0) throw new ContractValidateError('active permission is missed');
    if (actives.length > MAX_ACTIVES) throw new ContractValidateError('active permission is too many');
    const available = state.root.properties.availableContractTypes;
    checkPermission(owner, 'Owner', available);
    if (witness !== undefined) checkPermission(witness, 'Witness', available);
    for (const active of actives) checkPermission(active, 'Active', available);
  },

  execute({ state }, { owner_address: address, owner, witness, actives }) {
    updateAccount(state, address, {
      ...(owner !== undefined && { ownerPermission: permissionOf(owner, { type: 'Owner', id: 0 }) }),
      ...(witness !== undefined && { witnessPermission: permissionOf(witness, { type: 'Witness', id: 1 }) }),
      activePermissions: actives.map((active, index) => permissionOf(active, { type: 'Active', id: index + 2 })),
    });
    const fee = getParameter(state, 'getUpdateAccountPermissionFee');
    payFee(state, address, fee);
    return { fee };
  },
});

function checkPermission(permission: PermissionMessage, type: Permission['type'], available: Hex): void {
  const { keys, threshold, operations } = permission;
  if (permission.type !== PermissionType.values[type]) {
    throw new ContractValidateError(`${type.toLowerCase()} permission type is error`);
  }
  if (keys.length > MAX_KEYS) {
    throw new ContractValidateError(`number of keys in permission should not be greater than ${MAX_KEYS}`);
  }
  if (keys.length === 0) throw new ContractValidateError("key's count should be greater than 0");
  if (type === 'Witness' && keys.length !== 1) {
    throw new ContractValidateError("Witness permission's key count should be 1");
  }
  if (threshold <= 0n) throw new ContractValidateError("permission's threshold should be greater than 0");
  if (permission.permission_name.length > MAX_NAME_LENGTH) {
    throw new ContractValidateError("permission's name is too long");
  }
  if (permission.parent_id !== 0) throw new ContractValidateError("permission's parent should be owner");
  if (new Set(keys.map(({ address }) => address)).size !== keys.length) {
    throw new ContractValidateError(`address should be distinct in permission ${type}`);
  }
  if (totalWeight(keys) < threshold) {
    throw new ContractValidateError(`sum of all key's weight should not be less than threshold in permission ${type}`);
  }
  if (type === 'Active') checkOperations(operations, available);
  else if (operations !== '') throw new ContractValidateError(`${type} permission needn't operations`);
}

function totalWeight(keys: PermissionMessage['keys']): bigint {
  let sum = 0n;
  for (const { address, weight } of keys) {
    if (!isAddress(address)) throw new ContractValidateError('key is not a validate address');
    if (weight <= 0n) throw new ContractValidateError("key's weight should be greater than 0");
    sum += weight;
    if (!fitsLong(sum)) throw new ContractValidateError('long overflow');
  }
  return sum;
}

/** Permissions may only allow transaction types that the network has. */
function checkOperations(operations: Hex, available: Hex): void {
  if (operations.length !== OPERATIONS_DIGITS) throw new ContractValidateError('operations size must 32');
  for (let type = 0; type < OPERATIONS_DIGITS * 4; type++) {
    if (hasBit(operations, type) && !hasBit(available, type)) {
      throw new ContractValidateError(`${type} isn't a validate ContractType`);
    }
  }
}

function hasBit(bitmap: Hex, bit: number): boolean {
  const at = (bit >> 3) * 2;
  return (Number.parseInt(bitmap.slice(at, at + 2), 16) & (1 << (bit & 7))) !== 0;
}

/** The ledger numbers permissions itself and ignores the ids sent. */
function permissionOf(
  { permission_name: name, threshold, parent_id: parentId, operations, keys }: PermissionMessage,
  { type, id }: Pick<Permission, 'type' | 'id'>,
): Permission {
  return { type, id, name, threshold, parentId, operations, keys: keys.map((key) => ({ ...key })) };
}
