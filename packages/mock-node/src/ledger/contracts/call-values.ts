import { getParameter, isEnabled } from '../../state/dynamic-properties.ts';
import type { State } from '../../state/root.ts';
import { ContractValidateError } from '../ledger-errors.ts';

const highestNoTokenId = 1_000_000n;

/** Checks the coin and the tokens that go with a call. docs/protocol/contract-calls.md, Envelope. */
export function checkCallValues({
  callValue,
  tokenValue,
}: {
  readonly callValue: bigint;
  readonly tokenValue: bigint;
}): void {
  if (callValue < 0n) throw new ContractValidateError('callValue must be >= 0');
  if (tokenValue < 0n) throw new ContractValidateError('tokenValue must be >= 0');
}

/** Token ids begin above 1,000,000; 0 stands for none. */
export function checkToken(
  state: State,
  { tokenValue, tokenId }: { readonly tokenValue: bigint; readonly tokenId: bigint },
): void {
  if (!isEnabled(state, 'getAllowTvmTransferTrc10') || !isEnabled(state, 'getAllowMultiSign')) return;
  if (tokenId <= highestNoTokenId && tokenId !== 0n) {
    throw new ContractValidateError(`tokenId must be > ${highestNoTokenId}`);
  }
  if (tokenValue > 0n && tokenId === 0n) {
    throw new ContractValidateError(`invalid arguments with tokenValue = ${tokenValue}, tokenId = ${tokenId}`);
  }
}

/** docs/protocol/fee-limit.md, Range. */
export function checkFeeLimit(state: State, feeLimit: bigint): void {
  const most = getParameter(state, 'getMaxFeeLimit');
  if (feeLimit < 0n || feeLimit > most) {
    throw new ContractValidateError(`feeLimit must be >= 0 and <= ${most}`);
  }
}
