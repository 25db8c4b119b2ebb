import { type Forge } from './forge-ledger.ts';
import { type ForgedLedger } from './forgery.ts';

/** Returns the function that makes forgeries true in a ledger, the same for the same object. */
export type ForgeOf = (forged: ForgedLedger) => Promise<Forge>;

/** The code is loaded with the first request that needs it, because most tests need none. */
export function createForger(): ForgeOf {
  const forges = new WeakMap<ForgedLedger, Forge>();
  return async (forged) => {
    const { createForge } = await import('./forge-ledger.ts');
    const forge = forges.get(forged) ?? createForge(forged);
    forges.set(forged, forge);
    return forge;
  };
}
