import { hexFromText } from '../../json/hex-text.ts';
import { composeJson, quoteJson } from '../../json/json-value.ts';
import { type PrintOptions } from '../../json/protobuf-printer.ts';
import { readBlock } from '../../ledger/execution/block.ts';
import { composeBlock, composeBlocks, type IdentifiedBlock } from '../../message/block-json.ts';
import { hexBytes, integerArgument } from '../../message/request-arguments.ts';
import { isTrue, parseBody, readFormOrJsonBody, readParameters } from '../../message/request.ts';
import { parseDecimal } from '../../protocol/java/integer.ts';
import { BytesMessage, NumberMessage } from '../../protocol/messages/api-messages.ts';
import { bool, int64, message, string, type MessageOf } from '../../protocol/messages/schema.ts';
import { blocksBetween, getBlock as findBlock, getBlockById, headBlock } from '../../state/accessors/blocks.ts';
import { changeBlock, type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';
import { noteSchedule } from '../../state/unknowns.ts';
import { getAndPost, type Endpoint, type RequestContext } from './endpoint.ts';
import { query } from './query.ts';

const BlockReq = /* @__PURE__ */ message('BlockReq', { id_or_num: string(1), detail: bool(2) });
const BlockLimit = /* @__PURE__ */ message('BlockLimit', { startNum: int64(1), endNum: int64(2) });

const MISSING = '{}';

/** Source: docs/protocol/queries.md, Blocks. */
export const blockEndpoints: readonly Endpoint[] = [
  { name: 'getnowblock', solid: true, ...getAndPost(getNowBlock) },
  {
    name: 'getblockbynum',
    solid: true,
    ...query(
      {
        get: ({ get }) => integerArgument(get('num') ?? '0'),
        post: (body) => parseBody(NumberMessage, body).num,
      },
      (context, number, options) => composed(context, findBlock(context.state, Number(number)), options),
    ),
  },
  {
    name: 'getblockbyid',
    solid: true,
    ...query(
      {
        get: ({ get }) => hexBytes(get('value')),
        post: (body) => parseBody(BytesMessage, body).value,
      },
      (context, id, options) => composed(context, getBlockById(context.state, id), options),
    ),
  },
  { name: 'getblock', solid: true, ...getAndPost(getBlock) },
  {
    name: 'getblockbylimitnext',
    solid: true,
    ...query(
      {
        get: ({ get }) => ({ startNum: integerArgument(get('startNum')), endNum: integerArgument(get('endNum')) }),
        post: (body) => parseBody(BlockLimit, body),
      },
      blocksInRange,
    ),
  },
  {
    name: 'getblockbylatestnum',
    solid: true,
    ...query(
      {
        get: ({ get }) => integerArgument(get('num')),
        post: (body) => parseBody(NumberMessage, body).num,
      },
      latestBlocks,
    ),
  },
];

function getNowBlock(context: RequestContext): string {
  return composed(context, headBlock(context.state), readParameters(context.request));
}

function composed(context: RequestContext, block: StoredBlock | undefined, options: PrintOptions): string {
  if (block === undefined) return MISSING;
  noteSchedule(context.state, block.number);
  return composeBlock(identified(context, block), options);
}

function identified({ chain }: RequestContext, block: StoredBlock): IdentifiedBlock {
  return { id: block.id, block: readBlock(block, chain.signer) };
}

/** Maximum number of blocks in one answer. */
const MAX_BLOCKS = 100n;

function blocksInRange(
  context: RequestContext,
  { startNum: from, endNum: to }: MessageOf<typeof BlockLimit>,
  options: PrintOptions,
): string {
  if (to <= 0n || to <= from || to - from > MAX_BLOCKS) return MISSING;
  return composedList(context, from < 0n ? [] : blocksBetween(context.state, Number(from), Number(to)), options);
}

function latestBlocks(context: RequestContext, count: bigint, options: PrintOptions): string {
  if (count <= 0n || count >= MAX_BLOCKS) return MISSING;
  const { size } = context.state.root.blocks;
  return composedList(context, blocksBetween(context.state, size - Number(count), size), options);
}

function composedList(context: RequestContext, blocks: Iterable<StoredBlock>, options: PrintOptions): string {
  return composeBlocks(
    [...blocks].map((block) => identified(context, block)),
    options,
  );
}

/** Finds a block by its number or id; the head by default. Includes its transactions if `detail` is set. */
function getBlock(context: RequestContext): string {
  const { idOrNumber, detail, options } = blockRequest(context);
  const block = resolveBlock(context.state, idOrNumber);
  if (typeof block === 'string') return composeJson([['Error', quoteJson(block)]]);
  return composed(context, block && !detail ? changeBlock(block, { transactions: [] }) : block, options);
}

interface BlockRequest {
  readonly idOrNumber: string;
  readonly detail: boolean;
  readonly options: PrintOptions;
}

function blockRequest({ request }: RequestContext): BlockRequest {
  if (request.method === 'POST') {
    const body = readFormOrJsonBody(request);
    const { id_or_num: idOrNumber, detail } =
      body.text === '' ? { id_or_num: '', detail: false } : parseBody(BlockReq, body);
    return { idOrNumber, detail, options: body };
  }
  const options = readParameters(request);
  return { idOrNumber: options.get('id_or_num') ?? '', detail: isTrue(options.get('detail')), options };
}

/** Returns the block, undefined if there is none, or an error message for its name. */
function resolveBlock(state: State, idOrNumber: string): StoredBlock | undefined | string {
  if (idOrNumber === '') return headBlock(state);
  const head = BigInt(headBlock(state).number);
  const number = parseDecimal(idOrNumber, 64);
  if (number !== undefined) return number < 0n ? 'num must be non-positive number.' : findBlock(state, Number(number));
  const id = idOrNumber.length === 64 ? hexFromText(idOrNumber) : undefined;
  if (id?.length !== 64 || BigInt(`0x${id.slice(0, 16)}`) > head) return 'id must be legal block hash.';
  return getBlockById(state, id);
}
