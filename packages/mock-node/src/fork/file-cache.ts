import { invalidArgument } from '../errors.ts';
import { type ForkCache } from './cache.ts';

/** A file as a cache, replaced as a whole. @throws MockNodeError `ARGUMENT_INVALID` where there are no files. */
export function fileCache(path: string): ForkCache {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (fs === undefined) {
    return invalidArgument('cache', 'is a path, but this runtime has no files; give an object with read and write');
  }
  return {
    read: async () => {
      try {
        return await fs.readFile(path, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write: async (text) => {
      const draft = `${path}.${globalThis.process.pid}.tmp`;
      await fs.writeFile(draft, text);
      await fs.rename(draft, path);
    },
  };
}
