import { createChain, type Chain, type ChainOptions } from '../chain/chain.ts';
import { MockNodeError } from '../errors.ts';
import { findUnknownRules } from '../ledger/governance/unknown-rules.ts';
import { windowForm } from '../ledger/staking/staking-version.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { firstBlock, headSlot } from '../state/accessors/blocks.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { createState, type Root } from '../state/root.ts';
import { cacheOf, type ForkOptions } from './fork-options.ts';
import { createForkSession, type ForkSession } from './fork-session.ts';
import { watchProgress } from './progress.ts';
import { readBlock, readHead, readStart, type ForkStart } from './reading/read-start.ts';
import { createRecordStore, type RecordStore } from './reading/record-store.ts';
import { recordUpstream, type RecordedUpstream } from './upstream/recorded-upstream.ts';
import { createUpstream, malformed, type Upstream } from './upstream/upstream.ts';

/** A chain that continues a network's. */
export interface OpenedFork {
  readonly chain: Chain;
  readonly session: ForkSession;
  /** Saves everything read so far to the cache. */
  readonly save: () => Promise<void>;
}

type Settings = Pick<
  ChainOptions,
  'acceptUnknown' | 'signer' | 'wallClock' | 'mining' | 'solidityLag' | 'stepLimit' | 'tracing'
>;

/** The number of times to read the network's state again because its head has moved in the meantime. */
const MAX_STARTS = 3;

/**
 * Reads a network's current state, from the cache if available. @throws MockNodeError `FORK_UNREADABLE`,
 * `RULES_UNKNOWN`
 */
export async function openFork(options: ForkOptions, settings: Settings): Promise<OpenedFork> {
  const upstream = createUpstream({
    url: options.url,
    jsonRpcUrl: options.jsonRpcUrl,
    headers: options.headers ?? {},
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    timeoutMs: options.timeoutMs ?? 10_000,
    requestsPerSecond: options.requestsPerSecond ?? Number.POSITIVE_INFINITY,
  });
  const recorded = await recordUpstream(upstream, cacheOf(options));
  const records = createRecordStore();
  const tell = (record: string): void => options.onProgress?.({ record, requests: upstream.requestCount() });
  const progress = watchProgress(tell);
  progress.reads('where the network is');
  const { head, start } = await readStable(upstream, recorded, records)
    .catch((error: unknown) => {
      throw malformed(error, 'the state of the network', upstream);
    })
    .finally(progress.stop);
  const { root, source } = start;
  checkRules(root, settings.acceptUnknown);
  const readNumber = (): Promise<number> => readNewest(upstream, start);
  recorded.follow(createHeadWatch({ readNumber, head, isKept: recorded.isKept }), options.lateAfterBlocks ?? 20);
  const chain = createChain({
    ...settings,
    network: start.network,
    clock: head.timestamp,
    head: root,
  });
  const session = createForkSession({
    chain,
    source,
    head,
    upstream: recorded,
    reader: { records, view: viewOf(start, head), number: source.number, cycle: source.cycle },
    tell,
  });
  await recorded.save();
  return { chain, session, save: recorded.save };
}

/** Rejects a network whose rules would be missing without a sign of it. @throws MockNodeError `RULES_UNKNOWN` */
function checkRules(root: Root, accepted: readonly string[]): void {
  const rules = findUnknownRules(root).filter(({ name }) => !accepted.includes(name));
  if (rules.length === 0) return;
  const reason = rules.map(({ name, problem }) => `${name} ${problem}`).join('; ');
  throw new MockNodeError('RULES_UNKNOWN', { names: rules.map(({ name }) => name), reason });
}

interface StableStart {
  readonly head: StoredBlock;
  readonly start: ForkStart;
}

async function readStable(upstream: Upstream, recorded: RecordedUpstream, records: RecordStore): Promise<StableStart> {
  for (let attempt = 1; ; attempt++) {
    if (!recorded.isKept) recorded.forget();
    const head = await readHead(recorded);
    const start = await readStart(recorded, head, records, recorded.lateReads);
    if (recorded.isKept) return { head, start };
    const newest = await readHead(upstream);
    if (newest.id === head.id) return { head, start };
    if (attempt < MAX_STARTS) continue;
    recorded.late.set('chain parameters, witnesses, proposals and total weights', newest.number - head.number);
    return { head, start };
  }
}

function viewOf(
  { root }: ForkStart,
  { number }: StoredBlock,
): Parameters<typeof createForkSession>[0]['reader']['view'] {
  const state = createState(root);
  return {
    genesisTime: firstBlock(root).timestamp,
    slot: headSlot(state),
    form: windowForm(state),
    nextBlock: number + 1,
  };
}

/** Counts the blocks that a network has produced since a head. Asks again once it must have produced another one. */
function createHeadWatch({
  readNumber,
  head,
  isKept,
}: {
  readonly readNumber: () => Promise<number>;
  readonly head: StoredBlock;
  readonly isKept: boolean;
}): () => Promise<number> {
  // Cached answers date from the time when the cache was written.
  let askedAt = isKept ? Number.NEGATIVE_INFINITY : Date.now();
  let newest = Promise.resolve(head.number);
  return async () => {
    if (Date.now() - askedAt >= BLOCK_INTERVAL_MS) {
      askedAt = Date.now();
      newest = readNumber();
      newest.catch(() => (askedAt = Number.NEGATIVE_INFINITY));
    }
    return (await newest) - head.number;
  };
}

/**
 * Reads the number of the network's head.
 *
 * @throws MockNodeError `FORK_UNREADABLE` if it is not the cache's network.
 */
async function readNewest(upstream: Upstream, { root, source }: ForkStart): Promise<number> {
  const answer = await upstream.ask('getblockbynum', { num: source.number }, 'the block that it began with');
  const genesis = firstBlock(root).id;
  if (!answer.includes(root.blocks.last()?.id ?? genesis)) {
    const other = (await readBlock(upstream, 0)).id;
    const reason =
      other === genesis
        ? 'its chain was replaced: the block that the fork started from is missing'
        : `it is another network: its genesis block is ${other}, and the fork's is ${genesis}`;
    throw upstream.unreadable('more of the network', reason);
  }
  return (await readHead(upstream)).number;
}
