import { type Probe } from './recorded-chain.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const without = (object: Json, ...keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/** A transaction that was built for the answer: without its time, and what follows from that. */
const untimed = (transaction: Json): Json => ({
  ...without(transaction, 'txID', 'raw_data_hex', 'contract_address'),
  raw_data: isObject(transaction['raw_data']) ? without(transaction['raw_data'], 'timestamp') : undefined,
});

const sortedBy = (key: string, list: unknown): unknown =>
  Array.isArray(list) ? list.toSorted((a: Json, b: Json) => (String(a[key]) < String(b[key]) ? -1 : 1)) : list;

const CREATE = '637265617465';

/** Whether a constant call made a contract, whose address follows from the call's id. */
const madeContract = (internals: readonly Json[] | undefined): boolean =>
  internals?.some(({ note }) => note === CREATE) === true;

/** A constant call is given a transaction at the machine's time. */
function constantCall(answer: Json): Json {
  const { transaction, constant_result, logs, internal_transactions, ...rest } = answer;
  const list = (value: unknown): readonly Json[] | undefined => (Array.isArray(value) ? value : undefined);
  const made = madeContract(list(internal_transactions));
  return {
    ...rest,
    transaction: isObject(transaction) ? untimed(transaction) : transaction,
    constant_result: made ? undefined : constant_result,
    logs: list(logs)?.map((log) => (made ? without(log, 'data') : log)),
    internal_transactions: list(internal_transactions)?.map((internal) =>
      without(internal, 'hash', ...(made ? ['transferTo_address', 'caller_address'] : [])),
    ),
  };
}

/** The members of answers that are lists in the order of a hash table, by the ends of their paths. */
const unordered: readonly (readonly [path: RegExp, member: string, key: string])[] = [
  [/\/listwitnesses$/, 'witnesses', 'address'],
  [/\/listexchanges$/, 'exchanges', 'exchange_id'],
  [/\/getassetissuelist(byname)?$/, 'assetIssue', 'id'],
  ...['assetV2', 'free_asset_net_usageV2', 'latest_asset_operation_timeV2', 'assetNetUsed', 'assetNetLimit'].map(
    (member) => [/\/getaccount(byid|net|resource)?$/, member, 'key'] as const,
  ),
];

/** How the error for bad JSON begins. Its words are those of the node's library. */
const badJson = 'class org.tron.json.JSONException : ';

/**
 * An answer without what no two nodes have in common: times and ids of transactions that are built for it, the order of
 * hash tables, an error page, and the words of a null pointer, which depend on how the recorded node was started.
 */
export function comparable({ path }: Probe, answer: unknown): unknown {
  if (typeof answer === 'string') return answer.startsWith('<html>') ? '<html>' : answer;
  if (!isObject(answer)) return answer;
  const asked = path.replace(/\?.*/, '');
  if (asked.endsWith('/triggerconstantcontract')) return constantCall(answer);
  const { Error: error, transaction } = answer;
  if (typeof error === 'string' && error.includes('NullPointerException')) return 'NullPointerException';
  if (typeof error === 'string' && error.startsWith(badJson)) return badJson;
  if (isObject(answer['raw_data']) && 'txID' in answer) return untimed(answer);
  if (isObject(transaction) && 'raw_data' in transaction) return { ...answer, transaction: untimed(transaction) };
  // Pages are sorted by name, and tokens of one name are in the order of a hash table.
  if (asked.endsWith('/getpaginatedassetissuelist') && Array.isArray(answer['assetIssue'])) {
    return answer['assetIssue'].map(({ name }: Json) => name);
  }
  const sorted = unordered.filter(([end, member]) => end.test(asked) && member in answer);
  return { ...answer, ...Object.fromEntries(sorted.map(([, member, key]) => [member, sortedBy(key, answer[member])])) };
}
