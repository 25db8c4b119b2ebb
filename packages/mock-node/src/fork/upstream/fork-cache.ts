import { argumentInvalid } from '../../errors.ts';

/**
 * Keeps what a fork has read for a later fork that needs no network: any store of one string.
 *
 * In Node, a file path works too.
 */
export interface ForkCache {
  /** Returns the last string written; undefined if there is none. */
  readonly read: () => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
}

/** JavaScript engines do not support longer strings. */
const MAX_BYTES = 512 * 1024 * 1024 - 1024;

/**
 * Uses a file as a cache, replaced as a whole. @throws MockNodeError `ARGUMENT_INVALID` if the platform has no files.
 */
export function fileCache(path: string): ForkCache {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (fs === undefined) {
    throw argumentInvalid('cache', path, 'an object with read and write, because this runtime has no files');
  }
  return {
    read: async () => {
      const stats = await fs.stat(path).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (stats === undefined) return undefined;
      // Reading a device or a pipe may never end.
      if (!stats.isFile()) throw new Error('it is not a regular file');
      if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
      return fs.readFile(path, 'utf8');
    },
    write: async (text) => {
      const draft = `${path}.${globalThis.process.pid}.tmp`;
      await fs.writeFile(draft, text);
      await fs.rename(draft, path);
    },
  };
}
