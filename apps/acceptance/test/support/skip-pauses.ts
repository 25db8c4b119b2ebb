// Real time: sockets keep it; only TronWeb's pauses are skipped.
import { vi } from 'vitest';

/** How long TronWeb sleeps after it deploys a contract, before it asks whether the contract is there. */
const TRONWEB_PAUSE_MS = 3_000;

/** Ends such a pause immediately, until the test ends. The node has made the block by then. */
export function skipPauses(): void {
  const start = globalThis.setTimeout;
  const startUnlessPause = (run: () => void, ms?: number) => start(run, ms === TRONWEB_PAUSE_MS ? 0 : ms);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(startUnlessPause);
}
