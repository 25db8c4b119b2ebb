import { type JsonValue } from '../../json/json-value.ts';
import { getBlockById, headBlock } from '../../state/accessors/blocks.ts';
import { type State } from '../../state/root.ts';
import { invalidParams } from '../envelope/failures.ts';
import { anything, list, object, text, type Reader } from '../values/arguments.ts';
import { filterBlock } from '../values/block-tags.ts';
import { readHash } from '../values/quantities.ts';
import { readCriteria, type LogCriteria } from './log-criteria.ts';

/** A client's request for logs. */
export interface LogRequest {
  readonly fromBlock: string | null;
  readonly toBlock: string | null;
  readonly address: JsonValue;
  readonly topics: readonly JsonValue[] | null;
  readonly blockHash: string | null;
}

export const logRequest: Reader<LogRequest | null> = object<LogRequest>(
  { fromBlock: text, toBlock: text, address: anything, topics: list, blockHash: text },
  { fromBlock: null, toBlock: null, address: null, topics: null, blockHash: null },
);

/** Selects logs from a range of blocks, both ends included. `latest` is the head at the time of each search. */
export interface LogQuery {
  readonly criteria: LogCriteria;
  readonly from: bigint;
  /** Whether the request names no first block, so `from` is the head at the time of the request. */
  readonly fromHead: boolean;
  readonly to: bigint | 'latest';
}

/** Source: docs/protocol/json-rpc.md, Limits. */
const MAX_BLOCKS = 5000n;

/** Reads a query. @throws MethodError, RequestError */
export function readLogQuery(state: State, request: LogRequest, { limited }: { readonly limited: boolean }): LogQuery {
  const criteria = readCriteria(request.address, request.topics);
  if (request.blockHash !== null) return { criteria, ...rangeOfBlock(state, request, request.blockHash) };
  const { from, fromHead, to } = readRange(state, request);
  const head = BigInt(headBlock(state).number);
  const last = to === 'latest' || to > head ? head : to;
  if (limited && last - from > MAX_BLOCKS) throw invalidParams(`exceed max block range: ${MAX_BLOCKS}`);
  return { criteria, from, fromHead, to };
}

type Range = Omit<LogQuery, 'criteria'>;

function rangeOfBlock(state: State, { fromBlock, toBlock }: LogRequest, blockHash: string): Range {
  if (fromBlock !== null || toBlock !== null)
    throw invalidParams('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other');
  const block = getBlockById(state, readHash(blockHash));
  if (block === undefined) throw invalidParams('invalid blockHash');
  return { from: BigInt(block.number), fromHead: false, to: BigInt(block.number) };
}

/** A missing end follows from the other one. */
function readRange(state: State, { fromBlock, toBlock }: LogRequest): Range {
  const head = BigInt(headBlock(state).number);
  const first = fromBlock ? filterBlock(state, fromBlock) : 'latest';
  const to = toBlock ? filterBlock(state, toBlock) : 'latest';
  const fromHead = first === 'latest';
  if (!fromBlock && toBlock) return { from: to === 'latest' || to > head ? head : to, fromHead, to };
  const from = first === 'latest' ? head : first;
  if (to !== 'latest' && from > to) throw invalidParams('please verify: fromBlock <= toBlock');
  return { from, fromHead, to };
}
