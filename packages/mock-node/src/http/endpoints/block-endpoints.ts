import { readBlock } from '../../ledger/execution/block.ts';
import { BytesMessage, NumberMessage } from '../../protocol/answers.ts';
import { bool, int64, message, string } from '../../protocol/schema.ts';
import type { StoredBlock } from '../../state/root.ts';
import type { State } from '../../state/state.ts';
import { headBlock } from '../../state/state.ts';
import { hexBytes, integerArgument } from '../message/request-arguments.ts';
import { composeBlock, composeBlocks } from '../message/block-json.ts';
import type { IdentifiedBlock } from '../message/block-json.ts';
import type { Asked, Endpoint } from './endpoint.ts';
import { hexFromText } from '../json/hex-text.ts';
import type { PrintOptions } from '../json/protobuf-printer.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { composeJson, quoteJson } from '../json/json-value.ts';
import { isTrue, readFormOrJsonBody, readParameters } from '../message/request.ts';

const BlockReq = /* @__PURE__ */ message('BlockReq', { id_or_num: string(1), detail: bool(2) });
const BlockLimit = /* @__PURE__ */ message('BlockLimit', { startNum: int64(1), endNum: int64(2) });

const missing = '{}';

/** Source: docs/protocol/queries.md, Blocks. */
export const blockEndpoints: readonly Endpoint[] = [
  { name: 'getnowblock', solid: true, get: getNowBlock, post: getNowBlock },
  {
    name: 'getblockbynum',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      const number = get('num');
      return blockByNumber(asked, number === undefined ? 0n : integerArgument(number), { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return blockByNumber(asked, parseMessage(NumberMessage, body.text, body).num, body);
    },
  },
  {
    name: 'getblockbyid',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return composed(asked, findById(asked.state, hexBytes(get('value'))), { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return composed(asked, findById(asked.state, parseMessage(BytesMessage, body.text, body).value), body);
    },
  },
  { name: 'getblock', solid: true, get: getBlock, post: getBlock },
  {
    name: 'getblockbylimitnext',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      const range = { from: integerArgument(get('startNum')), to: integerArgument(get('endNum')) };
      return blocksInRange(asked, range, { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      const { startNum, endNum } = parseMessage(BlockLimit, body.text, body);
      return blocksInRange(asked, { from: startNum, to: endNum }, body);
    },
  },
  {
    name: 'getblockbylatestnum',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return latestBlocks(asked, integerArgument(get('num')), { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return latestBlocks(asked, parseMessage(NumberMessage, body.text, body).num, body);
    },
  },
];

function getNowBlock(asked: Asked): string {
  const { visible } = readParameters(asked.request);
  return composed(asked, headBlock(asked.state), { visible });
}

function blockByNumber(asked: Asked, number: bigint, options: PrintOptions): string {
  return composed(asked, findByNumber(asked.state, number), options);
}

function findByNumber({ root }: State, number: bigint): StoredBlock | undefined {
  // A list counts negative positions from its end.
  return number < 0n ? undefined : root.blocks.get(Number(number));
}

function findById(state: State, id: string): StoredBlock | undefined {
  if (id.length !== 64) return undefined;
  const block = findByNumber(state, BigInt(`0x${id.slice(0, 16)}`));
  return block?.id === id ? block : undefined;
}

function composed(asked: Asked, block: StoredBlock | undefined, options: PrintOptions): string {
  return block === undefined ? missing : composeBlock(identified(asked, block), options);
}

function identified({ chain }: Asked, block: StoredBlock): IdentifiedBlock {
  return { id: block.id, block: readBlock(block, chain.signer) };
}

/** Most blocks that one answer holds. */
const maxBlocks = 100n;

function blocksInRange(
  asked: Asked,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  options: PrintOptions,
): string {
  if (to <= 0n || to <= from || to - from > maxBlocks) return missing;
  const found = from < 0n ? [] : asked.state.root.blocks.slice(Number(from), Number(to));
  return composeBlocks(
    [...found].map((block) => identified(asked, block)),
    options,
  );
}

function latestBlocks(asked: Asked, count: bigint, options: PrintOptions): string {
  if (count <= 0n || count >= maxBlocks) return missing;
  const found = asked.state.root.blocks.takeLast(Number(count));
  return composeBlocks(
    [...found].map((block) => identified(asked, block)),
    options,
  );
}

/** A block by its number or its id; the head without either. Transactions only when asked for. */
function getBlock(asked: Asked): string {
  const { idOrNumber, detail, visible } = blockRequest(asked);
  const block = resolveBlock(asked.state, idOrNumber);
  if (typeof block === 'string') return composeJson([['Error', quoteJson(block)]]);
  return composed(asked, block && !detail ? { ...block, transactions: [] } : block, { visible });
}

function blockRequest({ request }: Asked): { idOrNumber: string; detail: boolean; visible: boolean } {
  if (request.method === 'POST') {
    const body = readFormOrJsonBody(request);
    const { id_or_num: idOrNumber, detail } =
      body.text === '' ? { id_or_num: '', detail: false } : parseMessage(BlockReq, body.text, body);
    return { idOrNumber, detail, visible: body.visible };
  }
  const { get, visible } = readParameters(request);
  return { idOrNumber: get('id_or_num') ?? '', detail: isTrue(get('detail')), visible };
}

/** The block, undefined for one that is not there, or what is wrong with its name. */
function resolveBlock(state: State, idOrNumber: string): StoredBlock | undefined | string {
  if (idOrNumber === '') return headBlock(state);
  const head = BigInt(headBlock(state).number);
  const number = parseLong(idOrNumber);
  if (number !== undefined) return number < 0n ? 'num must be non-positive number.' : findByNumber(state, number);
  const id = idOrNumber.length === 64 ? hexFromText(idOrNumber) : undefined;
  if (id?.length !== 64 || BigInt(`0x${id.slice(0, 16)}`) > head) return 'id must be legal block hash.';
  return findById(state, id);
}

function parseLong(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
