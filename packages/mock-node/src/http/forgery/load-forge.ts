import { type Forge } from './forge-ledger.ts';
import { type ForgedLedger } from './forgery.ts';

/** Forges ledgers. The code is loaded with the first request that needs it, because most tests need none. */
export interface Forger {
  /** Undefined once it is loaded. */
  readonly load: () => Promise<void> | undefined;
  /** Returns the function that makes forgeries true in a ledger, the same for the same object. */
  readonly forgeOf: (forged: ForgedLedger) => Forge;
}

export function createForger(): Forger {
  let createForge: ((forged: ForgedLedger) => Forge) | undefined;
  const forges = new WeakMap<ForgedLedger, Forge>();
  const load = async (): Promise<void> => {
    ({ createForge } = await import('./forge-ledger.ts'));
  };
  return {
    load: () => (createForge === undefined ? load() : undefined),
    forgeOf(forged) {
      const forge = forges.get(forged) ?? createForge?.(forged);
      if (forge === undefined) throw new Error('The code that forges ledgers is not loaded.');
      forges.set(forged, forge);
      return forge;
    },
  };
}
