import { type Exchange } from './recordings.ts';
import { type Names, type Reply } from './replay-recording.ts';

/** Parses JSON, integers that exceed a double as text; undefined for text that is not valid JSON. */
export function parseLossless(text: string): unknown {
  try {
    return JSON.parse(text.replace(/([:[,]\s*)(-?\d{16,})(?=\s*[,}\]])/g, '$1"$2"'));
  } catch {
    return undefined;
  }
}

/** Present on both sides or on neither; values differ from run to run. */
const volatile = new Set([
  'timestamp',
  'expiration',
  'ref_block_bytes',
  'ref_block_hash',
  'raw_data_hex',
  'txID',
  'txid',
  'blockID',
  'parentHash',
  'txTrieRoot',
  'witness_signature',
  'signature',
  'number',
  'blockNumber',
  'blockTimeStamp',
  'create_time',
  'latest_opration_time',
  'latest_consume_time',
  'latest_consume_free_time',
  'latest_consume_time_for_energy',
  'latest_withdraw_time',
  'unfreeze_expire_time',
  'hash',
  'allowance',
  'totalProduced',
  'latestBlockNum',
  'latestSlotNum',
  'reward',
]);
/** Usage recovers with time: a difference of a hundredth or two units does not count. */
const recovering = new Set([
  'free_net_usage',
  'net_usage',
  'energy_usage',
  'freeNetUsed',
  'NetUsed',
  'EnergyUsed',
  'net_window_size',
  'energy_window_size',
]);
/** These depend on the machine or the time: only status and keys are compared. */
const shapeOnly = new Set([
  'chain.getnodeinfo',
  'chain.getnextmaintenancetime',
  'chain.getblock-head',
  'chain.getnowblock',
  'chain.getenergyprices',
]);

/** What differs between a recorded answer and a reply. */
export function differences(exchange: Exchange, reply: Reply, names: Names): readonly string[] {
  const found: string[] = [];
  if (exchange.status !== reply.status) found.push(`status ${exchange.status}: ${reply.status}`);
  const mime = (type: string | null): string | undefined => type?.split(';')[0]?.trim().toLowerCase();
  if (mime(exchange.answerType) !== mime(reply.answerType))
    found.push(`type ${exchange.answerType}: ${reply.answerType}`);
  const [was, is] = [exchange.answer, names.toRecorded(reply.answer)].map((text) => comparable(exchange.id, text)) as [
    string,
    string,
  ];
  const [expected, actual] = [parseLossless(was), parseLossless(is)];
  if (expected === undefined || actual === undefined) {
    if (exchange.status === 200 && was !== is) found.push(`${was}: ${is}`);
  } else if (shapeOnly.has(exchange.id)) {
    const keys = (value: unknown): string =>
      Object.keys(value as object)
        .sort()
        .join();
    if (keys(expected) !== keys(actual)) found.push(`keys ${keys(expected)}: ${keys(actual)}`);
  } else {
    compare(found, expected, actual, { path: '', key: '' });
  }
  return found;
}

/** The words for bad JSON are those of the node's library. */
const withoutWords = (text: string): string =>
  text.replace(/(org\.tron\.json\.JSONException : )(?:[^"\\]|\\.)*/g, '$1*');

/** Java's message for a null pointer differs from machine to machine; the result of `env()` ends with a block's id. */
function comparable(id: string, text: string): string {
  const nullPointer = Buffer.from('java.lang.NullPointerException : ').toString('hex');
  return withoutWords(text)
    .replace(/(java\.lang\.NullPointerException : )(?:[^"\\]|\\.)*/g, '$1*')
    .replace(new RegExp(`${nullPointer}[0-9a-f]*`, 'g'), `${nullPointer}*`)
    .replace(id === 'energy.call.env' ? /[0-9a-f]{64}(?="\])/ : /$^/, '');
}

interface Place {
  readonly path: string;
  readonly key: string;
}

function compare(found: string[], expected: unknown, actual: unknown, { path, key }: Place): void {
  if (volatile.has(key) && expected !== undefined && actual !== undefined) return;
  if (recovering.has(key) && isNear(expected, actual)) return;
  const [was, is] = [readable(key, expected), readable(key, actual)];
  if (was !== null && is !== null && typeof was === 'object' && typeof is === 'object') {
    const [left, right] = [was as Record<string, unknown>, is as Record<string, unknown>];
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      compare(found, left[name], right[name], { path: `${path}.${name}`, key: Array.isArray(was) ? key : name });
    }
  } else if (was !== is) {
    found.push(`${path} ${JSON.stringify(was)}: ${JSON.stringify(is)}`);
  }
}

function isNear(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'number' || typeof actual !== 'number') return false;
  return Math.abs(expected - actual) <= Math.max(2, Math.abs(expected) / 100);
}

/** A message as text without the signature or id that some quote; JSON within JSON parsed. */
function readable(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (key === 'transaction') return parseLossless(value) ?? value;
  if (key !== 'message') return value;
  const text = /^([0-9a-f]{2})+$/.test(value) ? Buffer.from(value, 'hex').toString() : value;
  return withoutWords(text).replace(/[0-9a-f]{64,130}(?= is signed by)/g, '<signed>');
}
