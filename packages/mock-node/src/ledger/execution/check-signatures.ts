import { type State } from '../../state/root.ts';
import { SignatureError, allowsType, effectivePermission, weighSignatures } from '../accounts/permissions.ts';
import { ValidateSignatureError } from '../ledger-errors.ts';
import { type PreparedTransaction } from './prepared-transaction.ts';

const MAX_SIGNATURES = 5;

/**
 * Checks a transaction's signatures against the permission that it names.
 *
 * Source: docs/protocol/permissions.md, Signature check.
 *
 * @throws ValidateSignatureError with the node's message.
 */
export function checkSignatures(state: State, { id, call, permissionId, message }: PreparedTransaction): void {
  const { signature: signatures } = message;
  if (signatures.length === 0) throw new ValidateSignatureError('miss sig or contract');
  if (signatures.length > MAX_SIGNATURES) throw new ValidateSignatureError('too many signatures');
  const permission = effectivePermission(state, call.owner, permissionId);
  if (permission === undefined) throw new ValidateSignatureError("permission isn't exit");
  try {
    if (permissionId !== 0) {
      if (permission.type !== 'Active') throw new SignatureError('permission', 'Permission type is error');
      if (!allowsType(permission, call.typeNumber)) throw new SignatureError('permission', 'Permission denied');
    }
    const { weight } = weighSignatures(permission, id, signatures);
    if (weight >= permission.threshold) return;
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    throw new ValidateSignatureError(error.message);
  }
  throw new ValidateSignatureError('sig error');
}
