import { type TransactionInfoMessage } from '../../protocol/messages/messages.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { getBlock, headBlock } from '../../state/accessors/blocks.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';
import { noteRecord } from '../../state/unknowns.ts';
import { tooManyResults } from '../envelope/failures.ts';
import { type Json } from '../envelope/json-text.ts';
import { infosBefore } from '../results/mined-block.ts';
import { data, quantity } from '../values/quantities.ts';
import { matchesLog, mayMatchBlock, type LogCriteria } from './log-criteria.ts';
import { type LogQuery } from './log-query.ts';

/** Maximum number of matching blocks, and of logs in an answer. Source: docs/protocol/json-rpc.md, Limits. */
const MAX_RESULTS = 10_000;

const tooMany = (): Error => tooManyResults(`query returned more than ${MAX_RESULTS} results`);

/**
 * Finds the logs of a query, in the order of the chain. @throws MethodError for too many.
 *
 * Source: docs/protocol/json-rpc.md, Logs.
 */
export function findLogs(state: State, { criteria, from, to }: LogQuery): readonly Json[] {
  const blocks = possibleBlocks(state, criteria, { from, to });
  const found: Json[] = [];
  for (const block of blocks) {
    const logs = logsOfBlock(block, criteria, { removed: false });
    found.push(...logs);
    if (logs.length > 0) for (const { id } of block.transactions) noteRecord(state.root, id);
    if (found.length > MAX_RESULTS) throw tooMany();
  }
  return found;
}

function possibleBlocks(
  state: State,
  criteria: LogCriteria,
  { from, to }: Pick<LogQuery, 'from' | 'to'>,
): readonly StoredBlock[] {
  const head = BigInt(headBlock(state).number);
  const last = to === 'latest' || to > head ? head : to;
  if (from > head) return [];
  const hasCriteria = criteria.addresses.length > 0 || criteria.topics.some((wanted) => wanted.length > 0);
  const start = Number(from < 0n ? 0n : from);
  const blocks: StoredBlock[] = [];
  let count = hasCriteria ? 0 : Number(last - from) + 1;
  for (let number = start; number <= Number(last); number++) {
    const block = getBlock(state, number);
    if (block === undefined || block.infos.length === 0) continue;
    if (hasCriteria && !mayMatchBlock(criteria, loggedValues(block))) continue;
    blocks.push(block);
    if (hasCriteria) count += 1;
  }
  if (count >= MAX_RESULTS) throw tooMany();
  return blocks;
}

const valuesByBlock = /* @__PURE__ */ new WeakMap<StoredBlock, ReadonlySet<Hex>>();

/** The addresses and topics of a block's logs. */
function loggedValues(block: StoredBlock): ReadonlySet<Hex> {
  const known = valuesByBlock.get(block);
  if (known !== undefined) return known;
  const logs = infosOf(block).flatMap(({ log }) => log);
  const values = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]));
  valuesByBlock.set(block, values);
  return values;
}

const infosOf = (block: StoredBlock): readonly TransactionInfoMessage[] => infosBefore(block, block.infos.length);

/** The matching logs of a block. */
export function logsOfBlock(
  block: StoredBlock,
  criteria: LogCriteria,
  { removed }: { readonly removed: boolean },
): readonly Json[] {
  let logIndex = 0;
  return infosOf(block).flatMap(({ id, log }, transactionIndex) =>
    log.flatMap((entry) => {
      const at = logIndex++;
      if (!matchesLog(criteria, entry)) return [];
      return [
        {
          address: data(entry.address),
          blockHash: data(block.id),
          blockNumber: quantity(block.number),
          blockTimestamp: quantity(Math.trunc(block.timestamp / 1000)),
          data: data(entry.data),
          logIndex: quantity(at),
          removed,
          topics: entry.topics.map(data),
          transactionHash: data(id),
          transactionIndex: quantity(transactionIndex),
        },
      ];
    }),
  );
}
