import { type Map } from 'immutable';
import { copiedHashMapOrder, inHashMapOrder, stringHash } from '../../protocol/java/hash-map.ts';
import { type Address } from '../../protocol/primitives.ts';
import { assetsOf, existingAccount, getAccount, updateAccount } from '../../state/accessors/accounts.ts';
import { assetBalance, getAsset, noAssets, setAssetBalance } from '../../state/accessors/assets.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type TokenId } from '../../state/records/asset.ts';
import { type State } from '../../state/root.ts';
import { type WorldState } from '../../vm/world/world-state.ts';

export type TokenState = Pick<
  WorldState,
  'hasToken' | 'getTokenBalance' | 'addTokenBalance' | 'getTokenBalances' | 'transferAllTokens'
>;

/** Tokens as the virtual machine sees them. docs/protocol/assets.md, Contracts. */
export function createTokenState(state: State): TokenState {
  const held = (address: Address): Map<TokenId, bigint> => assetsOf(state, existingAccount(state, address)) ?? noAssets;
  return {
    hasToken: (id) => getAsset(state, String(id)) !== undefined,
    getTokenBalance: (address, id) => assetBalance(state, address, String(id)),
    addTokenBalance(address, id, amount) {
      if (amount === 0n) return;
      setAssetBalance(state, address, String(id), assetBalance(state, address, String(id)) + amount);
    },
    getTokenBalances: (address) => {
      if (getAccount(state, address) === undefined) return [];
      const entries = [...held(address)];
      const stored = isEnabled(state, 'getAllowAssetOptimization') ? inHashMapOrder(entries, keyHash) : entries;
      return copiedHashMapOrder(stored, keyHash);
    },
    transferAllTokens({ from, to }) {
      const moved = held(from);
      const received = held(to).mergeWith((own, added) => own + added, moved);
      // The node writes the heir's account even if there is nothing to move.
      updateAccount(state, to, moved.isEmpty() ? {} : { assets: received });
      if (!moved.isEmpty()) updateAccount(state, from, { assets: moved.map(() => 0n) });
    },
  };
}

const keyHash = ([id]: readonly [TokenId, bigint]): number => stringHash(id);
