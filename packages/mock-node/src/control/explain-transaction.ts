import { latestState, unknownRules, type Chain } from '../chain/chain.ts';
import { argumentInvalid } from '../errors.ts';
import { transactionPosition } from '../state/accessors/blocks.ts';
import { type ForkUnknown } from '../state/records/fork-unknown.ts';
import { unknownsOf } from '../state/unknowns.ts';

/** @internal */
export function explainTransaction(chain: Chain, txID: string): readonly ForkUnknown[] {
  if (!/^[0-9a-fA-F]{64}$/.test(txID)) throw argumentInvalid('txID', txID, 'a transaction id of 64 hexadecimal digits');
  const state = latestState(chain);
  const id = txID.toLowerCase();
  if (transactionPosition(state, id) === undefined)
    throw argumentInvalid('txID', id, 'the id of a transaction that the chain contains or that is pending');
  return [...unknownRules(chain), ...unknownsOf(state.root, id)];
}
