import { type PostgresClient, type PostgresListener, type PostgresPool } from './postgres-pool.ts';

/** The pause before a listener that lost its connection connects again. A run polls meanwhile. */
const RECONNECT_MS = 1000;

/** A listener waits a drawn part of this time, so the first one claims the record, and the others hear of it. */
const SPREAD_MS = 50;

/**
 * Calls `wake` with the owner of each new record that no other process claims first, over its own connection, until the
 * returned function is called.
 */
export async function listenOn(
  pool: PostgresPool,
  { statement, wake }: { readonly statement: string; readonly wake: (owner?: string) => void },
): Promise<() => Promise<void>> {
  let client: PostgresClient | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** What wakes for a new record, by its position. */
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const forget = (position: string): void => {
    clearTimeout(waiting.get(position));
    waiting.delete(position);
  };
  const heed: PostgresListener = ({ payload = '' } = {}) => {
    const [event, position = '', owner] = payload.split(' ');
    if (event === 'claimed') return forget(position);
    const wakeLater = (): void => {
      forget(position);
      wake(owner);
    };
    waiting.set(position, setTimeout(wakeLater, Math.random() * SPREAD_MS));
  };

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
    for (const position of waiting.keys()) forget(position);
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
