import { type PostgresClient, type PostgresListener, type PostgresPool } from './postgres-pool.ts';

/** The pause before a listener that lost its connection connects again. A run polls meanwhile. */
const RECONNECT_MS = 1000;

/** Calls `wake` for each notification with its owner, over its own connection, until the returned function is called. */
export async function listenOn(
  pool: PostgresPool,
  { statement, wake }: { readonly statement: string; readonly wake: (owner?: string) => void },
): Promise<() => Promise<void>> {
  let client: PostgresClient | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const heed: PostgresListener = ({ payload } = {}) => wake(payload === '' ? undefined : payload);

  /** Closes the connection, so the pool never lends out one that still listens. Its errors stay handled. */
  const close = (): void => {
    client?.removeListener('notification', heed);
    client?.release(true);
    client = undefined;
  };
  const connectLater = (): void => {
    close();
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void connect().catch(connectLater), RECONNECT_MS);
  };
  const connect = async (): Promise<void> => {
    const connected = await pool.connect();
    client = connected;
    connected.on('error', () => {
      if (client === connected) connectLater();
    });
    connected.on('notification', heed);
    await connected.query(statement);
    // Entries may have come while nobody listened.
    wake();
    if (isStopped) close();
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    clearTimeout(timer);
    close();
  };

  try {
    await connect();
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
