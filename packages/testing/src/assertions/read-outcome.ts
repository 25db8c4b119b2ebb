import { argumentInvalid } from '../errors.ts';
import { ofClientInfo, ofResult, outcomeOfError } from './client-outcome.ts';
import { askNode } from './node-like.ts';
import {
  amountOf,
  failure,
  isObject,
  readLogs,
  REVERT_WORDS,
  textOf,
  type Members,
  type NodeTransaction,
  type Outcome,
} from './outcome.ts';

/** Settles a subject, which may be a promise, or a function to call. */
async function settle(subject: unknown): Promise<{ readonly value: unknown } | { readonly error: unknown }> {
  try {
    return { value: await (typeof subject === 'function' ? (subject as () => unknown)() : subject) };
  } catch (error) {
    return { error };
  }
}

/**
 * Reads the outcome of a subject. The value of a function or a promise may be anything, and means success. An error
 * that does not describe a contract's outcome is rethrown.
 *
 * @throws TestingError `ARGUMENT_INVALID` for any other subject, and for a transaction that is in no block
 */
export async function readOutcome(subject: unknown): Promise<Outcome> {
  const settled = await settle(subject);
  if ('value' in settled) return readValue(settled.value, subject);
  const outcome = outcomeOfError(settled.error);
  if (outcome === undefined) throw settled.error;
  return outcome;
}

async function readValue(value: unknown, subject: unknown): Promise<Outcome> {
  const isNodeTransaction = isObject(value) && isObject(value['node']) && typeof value['txID'] === 'string';
  const given = isNodeTransaction ? await askInfo(value as unknown as NodeTransaction) : value;
  const outcome = isObject(given) ? outcomeOf(given) : undefined;
  if (outcome !== undefined) return { ...outcome, source: value };
  if (isObject(given) && Object.keys(given).length === 0)
    throw argumentInvalid('subject', 'an empty answer', 'a transaction in a block. Mine one first');
  if (value !== subject) return { logs: [] };
  const forms = 'a transaction info, an answer to a constant call, { node, txID }, a promise of one, or a function';
  throw argumentInvalid('subject', given, forms);
}

async function askInfo({ node, txID }: NodeTransaction): Promise<Members> {
  const info = JSON.parse(await askNode(node, '/wallet/gettransactioninfobyid', { value: txID })) as Members;
  if (info['id'] === undefined)
    throw argumentInvalid('txID', txID, 'the id of a transaction in a block. Mine one first');
  return info;
}

function outcomeOf(value: Members): Outcome | undefined {
  const { receipt, result } = value;
  if (isObject(receipt)) return 'energyTotal' in receipt ? ofClientInfo(value, receipt) : ofInfo(value, receipt);
  if (isObject(result)) return ofCall(value, result);
  if ('energyUsed' in value) return ofResult(value);
  return undefined;
}

/** Reads an answer of gettransactioninfobyid. */
function ofInfo(info: Members, receipt: Members): Outcome {
  const [data] = (info['contractResult'] ?? []) as readonly string[];
  const result = textOf(receipt['result']);
  const failed = info['result'] === 'FAILED' || !['SUCCESS', 'DEFAULT', ''].includes(result);
  return {
    ...(failed && { failure: failure(result, { data: data ?? '', words: readableText(textOf(info['resMessage'])) }) }),
    logs: readLogs(info['log']),
    energy: amountOf(receipt['energy_usage_total']),
    fee: amountOf(info['fee']),
  };
}

/** Reads an answer of triggerconstantcontract or estimateenergy. */
function ofCall(answer: Members, result: Members): Outcome {
  const words = readableText(textOf(result['message']));
  const [data = ''] = (answer['constant_result'] ?? []) as readonly string[];
  const failed = result['result'] !== true || words !== '';
  const name = words === REVERT_WORDS ? 'REVERT' : textOf(result['code']);
  return {
    ...(failed && { failure: failure(name, { data, words }) }),
    logs: readLogs(answer['logs']),
    energy: amountOf(answer['energy_used'] ?? answer['energy_required']),
  };
}

/** Decodes the node's messages, which are text in hexadecimal. */
function readableText(message: string): string {
  if (!/^(?:[0-9a-f]{2})+$/i.test(message)) return message;
  const bytes = message.match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
