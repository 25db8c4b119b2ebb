import { createHash } from 'node:crypto';
import { createPostgresDepositStore, createPostgresStore } from '@coin/payments/postgres';
import { createNodeClient, type NodeClient } from '@coin/rpc';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
import { Pool } from 'pg';

/** What the processes of an exchange are told, as JSON in the variable EXCHANGE. */
export interface Settings {
  readonly nodeUrl: string;
  readonly databaseUrl: string;
  /** The wallets that pay withdrawals, and to which deposits are swept. */
  readonly hotKeys: readonly string[];
  /** Stakes energy, and lends it to deposit addresses. */
  readonly treasuryKey: string;
  /** The keys of deposit addresses are derived from it. Keep it in a vault. */
  readonly seed: string;
  /** Accepted TRC-20 contracts and TRC-10 ids. */
  readonly tokens: readonly string[];
  readonly tokenIds: readonly string[];
  /** The least deposits of an address that are swept, by currency, in the smallest units. */
  readonly sweepFrom: Readonly<Record<string, string>>;
  readonly leaseMs?: number;
}

/** What every process of an exchange has. */
export interface Exchange {
  readonly settings: Settings;
  readonly client: NodeClient;
  readonly pool: Pool;
  readonly store: ReturnType<typeof createPostgresStore>;
  readonly deposits: ReturnType<typeof createPostgresDepositStore>;
  readonly hot: readonly KeySigner[];
  readonly treasury: KeySigner;
  /** The key of a customer's deposit address. */
  readonly keyOf: (index: number) => KeySigner;
}

/** Writes a line of JSON. */
export const log = (event: object): void =>
  void process.stdout.write(
    `${JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`,
  );

export function openExchange(settings: Settings, client?: NodeClient): Exchange {
  const pool = new Pool({ connectionString: settings.databaseUrl, connectionTimeoutMillis: 5000, keepAlive: true });
  pool.on('error', (error) => log({ error: String(error) }));
  // A connection may break between two statements; the next one fails.
  pool.on('connect', (connection) => void connection.on('error', () => {}));
  return {
    settings,
    client: client ?? createNodeClient({ transport: settings.nodeUrl }),
    pool,
    store: createPostgresStore({ pool }),
    deposits: createPostgresDepositStore({ pool }),
    hot: settings.hotKeys.map(createKeySigner),
    treasury: createKeySigner(settings.treasuryKey),
    keyOf: (index) => createKeySigner(createHash('sha256').update(`${settings.seed}/${index}`).digest('hex')),
  };
}

/** Repeats work until the signal aborts: it ends when the node or the database fails, and begins again a second later. */
export async function keepRunning({ client }: Exchange, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      log({ error: String(error) });
    }
    await client.clock.sleep(1000, { signal }).catch(() => undefined);
  }
}
