import { type ContractCall } from '@coin/units';
import { type Estimate, NEW_WORD_ENERGY } from '../planner/estimate/estimate.ts';

/** A call, and the estimate of its use before any other call. */
export interface EstimatedCall {
  readonly call: ContractCall;
  readonly estimate: Estimate;
}

const TRANSFER = 'transfer(address,uint256)';
const TRANSFER_SELECTOR = 'a9059cbb';

/** The receiver of a token transfer; undefined for other calls. */
function findReceiver(call: ContractCall): string | undefined {
  const isNamed = 'functionSelector' in call && call.functionSelector === TRANSFER;
  const input = 'data' in call ? call.data : isNamed ? TRANSFER_SELECTOR + (call.parameter ?? '') : '';
  const data = input.replace('0x', '').toLowerCase();
  // An address is the last 20 bytes of its word.
  return call.contract !== undefined && data.startsWith(TRANSFER_SELECTOR) ? data.slice(32, 72) : undefined;
}

/**
 * Asked about the calls of a batch in their order, returns what each uses after those before it.
 *
 * Every token transfer to an account that does not hold the token is estimated as if it were the first. If another
 * transfer of that token shows its cost for a receiver that is a holder, the later ones get its estimate.
 */
export function orderEstimates(calls: readonly EstimatedCall[]): (call: EstimatedCall) => Estimate {
  const transfers = new Map<string, Estimate>();
  for (const { call, estimate } of calls) {
    if (findReceiver(call) !== undefined) transfers.set(`${call.contract} ${estimate.basicEnergy}`, estimate);
  }
  const newHolders = new Set<string>();

  return ({ call, estimate }) => {
    const { basicEnergy = 0n } = estimate;
    const toHolder = transfers.get(`${call.contract} ${basicEnergy - NEW_WORD_ENERGY}`);
    const receiver = findReceiver(call);
    if (receiver === undefined || toHolder === undefined) return estimate;
    const holder = `${call.contract} ${receiver}`;
    if (newHolders.has(holder)) return toHolder;
    newHolders.add(holder);
    return estimate;
  };
}
