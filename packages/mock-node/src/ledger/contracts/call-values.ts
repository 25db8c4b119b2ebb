import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { ContractValidateError } from '../ledger-errors.ts';

const MAX_RESERVED_TOKEN_ID = 1_000_000n;

/** Coin and tokens that a call transfers to the contract. */
export interface CallValues {
  readonly callValue: bigint;
  readonly tokenValue: bigint;
  /** 0 for none. */
  readonly tokenId: bigint;
}

/** The tokens that a message transfers; none on networks whose contracts do not support tokens. */
export function tokensOf(
  state: State,
  { call_token_value: tokenValue, token_id: tokenId }: { readonly call_token_value: bigint; readonly token_id: bigint },
): Pick<CallValues, 'tokenValue' | 'tokenId'> {
  return isEnabled(state, 'getAllowTvmTransferTrc10') ? { tokenValue, tokenId } : { tokenValue: 0n, tokenId: 0n };
}

/** Checks the coin and the tokens of a call. docs/protocol/contract-calls.md, Envelope. */
export function checkCallValues({ callValue, tokenValue }: CallValues): void {
  if (callValue < 0n) throw new ContractValidateError('callValue must be >= 0');
  if (tokenValue < 0n) throw new ContractValidateError('tokenValue must be >= 0');
}

/** Token ids are above 1,000,000; 0 means no token. */
export function checkToken(state: State, { tokenValue, tokenId }: CallValues): void {
  if (!isEnabled(state, 'getAllowTvmTransferTrc10') || !isEnabled(state, 'getAllowMultiSign')) return;
  if (tokenId !== 0n && tokenId <= MAX_RESERVED_TOKEN_ID) {
    throw new ContractValidateError(`tokenId must be > ${MAX_RESERVED_TOKEN_ID}`);
  }
  if (tokenValue > 0n && tokenId === 0n) {
    throw new ContractValidateError(`invalid arguments with tokenValue = ${tokenValue}, tokenId = ${tokenId}`);
  }
}

/** docs/protocol/fee-limit.md, Range. */
export function checkFeeLimit(state: State, feeLimit: bigint): void {
  const max = getParameter(state, 'getMaxFeeLimit');
  if (feeLimit < 0n || feeLimit > max) {
    throw new ContractValidateError(`feeLimit must be >= 0 and <= ${max}`);
  }
}
