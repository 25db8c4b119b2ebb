import { createFeePlanner } from '@coin/fee/planner';
import { createOutbox } from '@coin/payments';
import { createEnergySource } from '@coin/rpc/energy-source';
import { keepRunning, log, type Exchange } from './setup.ts';
import { sweepOnce } from './sweep.ts';

/** Time between two looks for deposits to sweep. */
const SWEEP_MS = 60_000;

/** Pays withdrawals and sweeps, with as many other workers as you like, until the signal aborts. */
export async function runWorker(exchange: Exchange, signal: AbortSignal): Promise<void> {
  const { client, store, pool, hot, treasury, keyOf, settings } = exchange;
  const planner = createFeePlanner({ source: createEnergySource(client), clock: client.clock });
  const wallets = new Map([...hot, treasury].map((signer) => [signer.address, signer]));
  const outbox = createOutbox({
    client,
    store,
    leaseMs: settings.leaseMs ?? 30_000,
    // Hot wallets are in memory; the key of a deposit address is derived when it is needed.
    async signer(owner) {
      const wallet = wallets.get(owner);
      if (wallet !== undefined) return [wallet];
      const { rows } = await pool.query<{ key_index: number }>('SELECT key_index FROM customers WHERE address = $1', [
        owner,
      ]);
      return rows.map(({ key_index: index }) => keyOf(index));
    },
    planFeeLimit: async (call) => (await planner.plan(call)).feeLimit,
    onChange: ({ id, status, txID, fee, problem }) => log({ payment: id, status, txID, fee, problem }),
    onProblem: ({ code, message }) => log({ problem: code, message }),
  });
  await Promise.all([
    keepRunning(exchange, signal, () => outbox.run({ signal, whenIdle: 'wait' })),
    keepRunning(exchange, signal, async () => {
      await sweepOnce(exchange, outbox, planner);
      await client.clock.sleep(SWEEP_MS, { signal }).catch(() => undefined);
    }),
  ]);
}
