import { createTextChecks } from '@coin/errors';
import { type ContractCall } from '@coin/units';
import { argumentInvalid } from '../argument-checks.ts';
import { textLength, type TransactionEnvelope } from '../bandwidth.ts';

const { optionalTextArgument } = createTextChecks(argumentInvalid);

/** What a planned transaction has besides its contract. */
export interface PlannedFields extends Pick<TransactionEnvelope, 'signatures' | 'memoSize' | 'permissionId'> {
  /** Its memo, for which the network charges a fee; by default it has one only if there is a `memoSize`. */
  readonly memo?: string;
}

/** A call or a deployment, and what its transaction has besides. */
export type PlannedCall = ContractCall & PlannedFields;

/** The fields that determine a transaction's length and fees, beside those of its contract. */
export type PlannedEnvelope = Required<Pick<TransactionEnvelope, 'signatures' | 'memoSize' | 'permissionId'>>;

/** Separates a transaction's contract from its other fields. */
export function splitFields<Contract extends object>(
  transaction: Contract & PlannedFields,
): { readonly call: Contract; readonly envelope: PlannedEnvelope } {
  const { signatures = 1, memo, memoSize = 0, permissionId = 0, ...call }: PlannedFields = transaction;
  const length = optionalTextArgument('memo', memo) === undefined ? memoSize : textLength(memo);
  return { call: call as Contract, envelope: { signatures, memoSize: length, permissionId } };
}

/** The contract of a token, and the account that a call sends some of it to. */
export interface TokenReceiver {
  readonly token: string;
  /** 41-hex. */
  readonly receiver: string;
}

/** TRC-20's functions that send tokens: their selectors, and the position of the receiver among the arguments. */
const TOKEN_TRANSFERS = [
  { signature: 'transfer(address,uint256)', selector: 'a9059cbb', position: 0, words: 2 },
  { signature: 'transferFrom(address,address,uint256)', selector: '23b872dd', position: 1, words: 3 },
];

/** The receiver of a token; undefined for any other call. */
export function tokenReceiver(call: ContractCall): TokenReceiver | undefined {
  if (call.contract === undefined) return undefined;
  for (const { signature, selector, position, words } of TOKEN_TRANSFERS) {
    const data = 'data' in call ? call.data : call.functionSelector === signature ? selector + call.parameter : '';
    const hex = data.replace('0x', '').toLowerCase();
    if (!hex.startsWith(selector) || hex.length !== 8 + words * 64) continue;
    const start = 8 + position * 64;
    return { token: call.contract, receiver: `41${hex.slice(start + 24, start + 64)}` };
  }
  return undefined;
}
