import { MockNodeError } from '../../errors.ts';
import { type ForkCache } from './fork-cache.ts';
import { type Upstream } from './upstream.ts';

const FORMAT = 'coin-mock-node-fork';
const VERSION = 1;

/** An upstream whose answers are kept. */
export interface RecordedUpstream extends Upstream {
  /** Whether the cache had answers. */
  readonly isKept: boolean;
  /** Discards all answers, to start from another head. */
  readonly forget: () => void;
  /** Records read any number of blocks after the fork's first head: the number of blocks, by description. */
  readonly lateReads: ReadonlyMap<string, number>;
  /** Those that are listed as late. */
  readonly late: Map<string, number>;
  /**
   * Marks subsequent answers as newer than a head. `blocksSince` returns the number of blocks since it, or throws.
   * Answers more than `lateAfterBlocks` later are listed as late.
   */
  readonly follow: (blocksSince: () => Promise<number>, lateAfterBlocks: number) => void;
  /** Saves anything read since the last call. @throws MockNodeError `FORK_CACHE_FAILED` */
  readonly save: () => Promise<void>;
}

/**
 * Answers every question once, from the cache if possible and otherwise from the network.
 *
 * @throws MockNodeError `FORK_CACHE_FAILED` for a cache with other content.
 */
export async function recordUpstream(upstream: Upstream, cache: ForkCache | undefined): Promise<RecordedUpstream> {
  const { answers: kept, late, lateReads } = readRecords(await readCache(cache));
  const isKept = kept.size > 0;
  let unsaved = false;
  let saving: Promise<void> = Promise.resolve();
  let noteLate = async (_record: string): Promise<void> => {};
  const answer = async (key: string, record: string, ask: () => Promise<string>): Promise<string> => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    await noteLate(record);
    const text = await ask();
    kept.set(key, text);
    unsaved = true;
    return text;
  };
  return {
    ask: (endpoint, body, purpose) =>
      answer(`${endpoint} ${JSON.stringify(body)}`, purpose, () => upstream.ask(endpoint, body, purpose)),
    call: (method, params, purpose) =>
      answer(`${method} ${JSON.stringify(params)}`, purpose, () => upstream.call(method, params, purpose)),
    unreadable: upstream.unreadable,
    requestCount: upstream.requestCount,
    isKept,
    late,
    lateReads,
    follow: (blocksSince, lateAfter) => {
      noteLate = async (record) => {
        const blocks = await blocksSince();
        if (blocks > 0) lateReads.set(record, blocks);
        if (blocks > lateAfter) late.set(record, blocks);
      };
    },
    forget: () => kept.clear(),
    save: () => {
      if (cache !== undefined && unsaved) {
        unsaved = false;
        const text = JSON.stringify({
          format: FORMAT,
          version: VERSION,
          late: Object.fromEntries(late),
          lateReads: Object.fromEntries(lateReads),
          answers: Object.fromEntries(kept),
        });
        saving = saving
          .catch(() => undefined)
          .then(() => cache.write(text))
          .catch((cause: unknown) => {
            unsaved = true;
            const reason = `cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`;
            throw new MockNodeError('FORK_CACHE_FAILED', { reason }, { cause });
          });
      }
      return saving;
    },
  };
}

async function readCache(cache: ForkCache | undefined): Promise<string | undefined> {
  try {
    return await cache?.read();
  } catch (cause) {
    const reason = `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new MockNodeError('FORK_CACHE_FAILED', { reason }, { cause });
  }
}

interface Records {
  readonly answers: Map<string, string>;
  readonly late: Map<string, number>;
  readonly lateReads: Map<string, number>;
}

function readRecords(text: string | undefined): Records {
  if (text === undefined) return { answers: new Map(), late: new Map(), lateReads: new Map() };
  let file: Readonly<Partial<Record<'format' | 'version' | 'answers' | 'late' | 'lateReads', unknown>>>;
  try {
    file = JSON.parse(text) ?? {};
  } catch (cause) {
    throw new MockNodeError('FORK_CACHE_FAILED', { reason: 'is not JSON' }, { cause });
  }
  const { format, version, answers, late, lateReads } = file;
  if (format !== FORMAT || typeof answers !== 'object' || answers === null)
    throw new MockNodeError('FORK_CACHE_FAILED', { reason: `is not of the format ${FORMAT}` });
  if (version !== VERSION) {
    const reason = `has version ${String(version)}, but this software reads version ${VERSION}`;
    throw new MockNodeError('FORK_CACHE_FAILED', { reason });
  }
  return {
    answers: new Map(
      Object.entries(answers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    late: numbersOf(late),
    lateReads: numbersOf(lateReads),
  };
}

const numbersOf = (members: unknown): Map<string, number> =>
  new Map(Object.entries(members ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
