import { latestState, now, type Chain } from '../chain/chain.ts';
import { readParameters, type NodeRequest, type Parameters } from '../message/request.ts';
import { jsonResponse, type NodeResponse } from '../message/response.ts';
import { ADDRESS_PREFIX, fromBase58 } from '../protocol/address.ts';
import { type Address } from '../protocol/primitives.ts';
import { getBlock, headBlock } from '../state/accessors/blocks.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { eventsOfBlock, type TreEvent } from './events.ts';

const transactionPath = /^\/(?:event\/transaction\/([0-9a-fA-F]{64})|v1\/transactions\/([0-9a-fA-F]{64})\/events)$/;
const contractPath = /^\/v1\/contracts\/(\w+)\/events$/;
const blockPath = /^\/v1\/blocks\/(latest|\d{1,15})\/events$/;
const legacyContractPath = /^\/event\/contract\/(\w+)(?:\/([\w$]+)(?:\/(latest|\d{1,15}))?)?$/;

const eventPaths = [transactionPath, contractPath, blockPath, legacyContractPath];

export const isEventPath = (path: string): boolean => eventPaths.some((syntax) => syntax.test(path));

/**
 * Answers an event server's paths: the events of a transaction or a block in the order of their logs, and those of a
 * contract in pages.
 *
 * Source: docs/protocol/tre.md, Events.
 */
export function answerEvents(chain: Chain, request: NodeRequest): NodeResponse {
  const [, legacyID, id] = transactionPath.exec(request.path) ?? [];
  const [, contract] = contractPath.exec(request.path) ?? [];
  const [, number] = blockPath.exec(request.path) ?? [];
  const legacy = legacyContractPath.exec(request.path);
  const parameters = readParameters(request);
  if (contract !== undefined) return contractEvents(chain, contract, parameters);
  if (number !== undefined) return blockEvents(chain, number, parameters);
  if (legacy !== null) return legacyContractEvents(chain, legacy, parameters);
  const events = transactionEvents(chain, (legacyID ?? id ?? '').toLowerCase()).filter(isConfirmedAs(parameters));
  return jsonResponse(legacyID === undefined ? page(chain, events) : JSON.stringify(events));
}

function transactionEvents(chain: Chain, id: string): readonly TreEvent[] {
  const state = latestState(chain);
  const place = state.root.transactions.get(id);
  const block = place && getBlock(state, place.block);
  return block === undefined ? [] : eventsOfBlock(chain, block).filter(({ transaction_id: one }) => one === id);
}

const numberOf = (chain: Chain, text: string): number =>
  text === 'latest' ? headBlock(latestState(chain)).number : Number(text);

function blockEvents(chain: Chain, text: string, parameters: Parameters): NodeResponse {
  const block = getBlock(latestState(chain), numberOf(chain, text));
  const events = block === undefined ? [] : eventsOfBlock(chain, block).filter(isConfirmedAs(parameters));
  return jsonResponse(page(chain, events));
}

/** The path of older versions: a contract's events, with a name, and of one block. */
function legacyContractEvents(
  chain: Chain,
  [, text = '', name, block]: readonly (string | undefined)[],
  parameters: Parameters,
): NodeResponse {
  const address = readAddress(text);
  if (address === undefined) return refusal(`${text} is not a contract address`);
  const count = Number(parameters.get('size') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(count) || count < 1 || count > MAX_LIMIT)
    return refusal(`size must be an integer from 1 to ${MAX_LIMIT}`);
  const sort = parameters.get('sort') ?? '-block_timestamp';
  if (!/^-?block_timestamp$/.test(sort)) return refusal('sort must be block_timestamp or -block_timestamp');
  const since = parameters.get('since') ?? parameters.get('fromTimestamp');
  const isAscending = !sort.startsWith('-');
  const options: Readonly<Record<string, string | undefined>> = {
    event_name: name,
    block_number: block === undefined ? undefined : String(numberOf(chain, block)),
    [isAscending ? 'min_block_timestamp' : 'max_block_timestamp']: since,
    only_confirmed: parameters.get('onlyConfirmed'),
    only_unconfirmed: parameters.get('onlyUnconfirmed'),
  };
  const order = `block_timestamp,${isAscending ? 'asc' : 'desc'}`;
  const found = findEvents(chain, { address, order, count, parameters: { get: (option) => options[option] } });
  return jsonResponse(JSON.stringify(found.slice(0, count)));
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 200;

function contractEvents(chain: Chain, text: string, parameters: Parameters): NodeResponse {
  const address = readAddress(text);
  if (address === undefined) return refusal(`${text} is not a contract address`);
  const limit = Number(parameters.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    return refusal(`limit must be an integer from 1 to ${MAX_LIMIT}`);
  const order = parameters.get('order_by') ?? 'block_timestamp,desc';
  if (!/^block_timestamp,(asc|desc)$/.test(order))
    return refusal('order_by must be block_timestamp,asc or block_timestamp,desc');
  const skip = Number(parameters.get('fingerprint') ?? 0);
  if (!Number.isSafeInteger(skip) || skip < 0) return refusal('fingerprint must be one of an earlier answer');
  const found = findEvents(chain, { address, order, count: skip + limit + 1, parameters });
  const hasMore = found.length > skip + limit;
  return jsonResponse(page(chain, found.slice(skip, skip + limit), hasMore ? String(skip + limit) : undefined));
}

interface Search {
  readonly address: Address;
  readonly order: string;
  readonly count: number;
  readonly parameters: Pick<Parameters, 'get'>;
}

function findEvents(chain: Chain, { address, order, count, parameters }: Search): readonly TreEvent[] {
  const { get } = parameters;
  const [name, number] = [get('event_name'), get('block_number')];
  const [from, to] = [Number(get('min_block_timestamp') ?? 0), Number(get('max_block_timestamp') ?? Infinity)];
  const isWanted = ({ number: at, timestamp, infos }: StoredBlock): boolean =>
    infos.length > 0 && timestamp >= from && timestamp <= to && (number === undefined || Number(number) === at);
  const { blocks: all, base } = latestState(chain).root;
  // A fork searches only its own blocks. It would have to read the others first.
  const blocks = all.slice(base === undefined ? 0 : base.source.number + 1).toArray();
  const isAscending = order.endsWith('asc');
  const found: TreEvent[] = [];
  for (const block of isAscending ? blocks : blocks.toReversed()) {
    if (!isWanted(block)) continue;
    const events = eventsOfBlock(chain, block, address)
      .filter(({ event_name: one }) => name === undefined || name === one)
      .filter(isConfirmedAs(parameters));
    found.push(...(isAscending ? events : events.toReversed()));
    if (found.length >= count) break;
  }
  return found;
}

function isConfirmedAs({ get }: Pick<Parameters, 'get'>): (event: TreEvent) => boolean {
  const [confirmed, unconfirmed] = [get('only_confirmed') === 'true', get('only_unconfirmed') === 'true'];
  return ({ _unconfirmed: isPending = false }) => !(confirmed && isPending) && !(unconfirmed && !isPending);
}

/** Accepts base58check, or hexadecimal after 41 or 0x. */
function readAddress(text: string): Address | undefined {
  const [, digits] = /^(?:41|0x)([0-9a-fA-F]{40})$/.exec(text) ?? [];
  return digits === undefined ? fromBase58(text) : ADDRESS_PREFIX + digits.toLowerCase();
}

function page(chain: Chain, data: readonly TreEvent[], fingerprint?: string): string {
  const meta = { at: now(chain), page_size: data.length, ...(fingerprint !== undefined && { fingerprint }) };
  return JSON.stringify({ data, success: true, meta });
}

const refusal = (error: string): NodeResponse =>
  jsonResponse(JSON.stringify({ success: false, error, statusCode: 400 }), 400);
