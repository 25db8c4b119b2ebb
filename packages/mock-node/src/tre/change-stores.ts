import { type Chain } from '../chain/chain.ts';
import { changeHead } from '../control/state-overrides.ts';
import { createState, type Root, type State } from '../state/root.ts';

/** Changes the ledger as TRE does, below its blocks. The solid port shows the change immediately. */
export function changeStores(chain: Chain, change: (state: State) => void): void {
  const changed = (root: Root): Root => {
    const state = createState(root);
    change(state);
    return state.root;
  };
  changeHead(chain, change);
  chain.ledger = { ...chain.ledger, older: chain.ledger.older.map(changed) };
}
