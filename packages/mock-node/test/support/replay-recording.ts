import { secp256k1 } from '@noble/curves/secp256k1.js';
import { recoverSigner } from '../../src/crypto/signer-recovery.ts';
import { addressOfPublicKey, toBase58 } from '../../src/protocol/address.ts';
import { transactionId } from '../../src/protocol/messages/ids.ts';
import { Transaction, TransactionRaw } from '../../src/protocol/messages/messages.ts';
import { type MessageOf } from '../../src/protocol/messages/schema.ts';
import { decode, encode } from '../../src/protocol/messages/wire.ts';
import { type Exchange, type Recording } from './recordings.ts';

export interface Reply {
  readonly status: number;
  readonly answerType: string | null;
  readonly answer: string;
}

export interface Answered {
  readonly exchange: Exchange;
  readonly reply: Reply;
}

type Json = Record<string, unknown>;
type Ask = (exchange: Exchange, body: string | undefined) => Promise<Reply>;

/** The same transaction as the recorded node built it and as the current node does. */
interface Built {
  readonly recorded: Json;
  readonly current: Json;
}

const largeBody = JSON.stringify({ address: 'a'.repeat(4_194_400) });
const isId = /^([0-9a-f]{64}|41[0-9a-f]{40})$/;

/**
 * Sends a node the requests of a recording, with the ids, times and addresses that it made in place of the recorded
 * ones.
 */
export async function replay(recording: Recording, ask: Ask): Promise<{ answered: readonly Answered[]; names: Names }> {
  const names = createNames();
  const builds = new Map<string, Built>();
  const sign = signerOf(recording);
  const answered: Answered[] = [];
  for (const exchange of recording.exchanges) {
    const reply = await ask(exchange, currentBody(exchange, { names, builds, sign }));
    const [recorded, current] = [parse(exchange.answer), parse(reply.answer)];
    learn(names, recorded, current);
    for (const key of [undefined, 'transaction']) remember(builds, member(recorded, key), member(current, key));
    answered.push({ exchange, reply });
  }
  return { answered, names };
}

/** Plain JSON will do: no integer of a transaction that is sent again exceeds a double. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function member(value: unknown, key: string | undefined): unknown {
  return key === undefined ? value : (value as Json | undefined)?.[key];
}

function remember(builds: Map<string, Built>, recorded: unknown, current: unknown): void {
  const [was, is] = [recorded as Json | undefined, current as Json | undefined];
  if (typeof was?.['txID'] === 'string' && is?.['raw_data'] !== undefined && was['signature'] === undefined) {
    builds.set(was['txID'], { recorded: was, current: is });
  }
}

/** Ids and addresses of the same things: recorded name → current name. */
export interface Names {
  readonly pairs: Map<string, string>;
  readonly toCurrent: (text: string) => string;
  readonly toRecorded: (text: string) => string;
}

function createNames(): Names {
  const pairs = new Map<string, string>();
  const translate = (text: string, direction: 'current' | 'recorded'): string => {
    let translated = text;
    for (const [recorded, current] of pairs) {
      translated =
        direction === 'current' ? translated.replaceAll(recorded, current) : translated.replaceAll(current, recorded);
    }
    return translated;
  };
  return {
    pairs,
    toCurrent: (text) => translate(text, 'current'),
    toRecorded: (text) => translate(text, 'recorded'),
  };
}

/** Keys of ids and addresses that a node makes. */
const naming = new Set(['txID', 'txid', 'contract_address', 'transferTo_address', 'data']);

function learn(names: Names, recorded: unknown, current: unknown, key = ''): void {
  if (typeof recorded === 'string' && typeof current === 'string') {
    if (naming.has(key) && recorded !== current) learnName(names, recorded, current);
    return;
  }
  if (typeof recorded !== 'object' || typeof current !== 'object' || recorded === null || current === null) return;
  for (const [name, value] of Object.entries(recorded)) {
    learn(names, value, (current as Json)[name], Array.isArray(recorded) ? key : name);
  }
}

function learnName({ pairs }: Names, recorded: string, current: string): void {
  const address = /^0{24}([0-9a-f]{40})$/;
  const [was, is] = [address.exec(recorded)?.[1], address.exec(current)?.[1]];
  if (was !== undefined && is !== undefined) {
    pairs.set(was, is);
  } else if (isId.test(recorded) && isId.test(current)) {
    const isAddress = recorded.length === 42;
    if (isAddress) pairs.set(toBase58(recorded), toBase58(current));
    pairs.set(isAddress ? recorded.slice(2) : recorded, isAddress ? current.slice(2) : current);
  }
}

interface Context {
  readonly names: Names;
  readonly builds: ReadonlyMap<string, Built>;
  readonly sign: Sign;
}

function currentBody(exchange: Exchange, context: Context): string | undefined {
  const { body } = exchange;
  if (body === undefined) return undefined;
  if (/^\d+ characters$/.test(body)) return largeBody;
  const json = parse(body) as Json | undefined;
  const built = context.builds.get(String(json?.['txID']));
  if (json !== undefined && built !== undefined) return JSON.stringify(currentTransaction(json, built, context.sign));
  const hex = json?.['transaction'];
  if (typeof hex === 'string' && hex.length > 100) return JSON.stringify({ transaction: currentHex(hex, context) });
  return context.names.toCurrent(body);
}

/** The current transaction with the changes that were made to the recorded one before it was sent. */
function currentTransaction(sent: Json, { recorded, current }: Built, sign: Sign): Json {
  const raw = { ...(current['raw_data'] as Json) };
  for (const [key, value] of Object.entries(sent['raw_data'] as Json)) {
    if (JSON.stringify((recorded['raw_data'] as Json)[key]) !== JSON.stringify(value)) raw[key] = value;
  }
  const signatures = sent['signature'] as readonly string[] | undefined;
  const ids = { recorded: String(recorded['txID']), current: String(current['txID']) };
  return {
    ...current,
    raw_data: raw,
    ...(sent['visible'] === recorded['visible'] ? {} : { visible: sent['visible'] }),
    ...(signatures && { signature: signatures.map((signature) => sign(signature, ids)) }),
  };
}

/** The same for bytes, which are recognised by their timestamp. */
function currentHex(hex: string, { builds, sign }: Context): string {
  const sent = decode(Transaction, Buffer.from(hex, 'hex'));
  const raw = sent.raw_data;
  const built = [...builds.values()].find(
    ({ recorded }) => (recorded['raw_data'] as Json)['timestamp'] === Number(raw?.timestamp),
  );
  if (raw === undefined || built === undefined) return hex;
  const [was, is] = [rawDataOf(built.recorded), rawDataOf(built.current)];
  const changed = {
    ...is,
    ...(raw.ref_block_hash !== was.ref_block_hash && { ref_block_hash: raw.ref_block_hash }),
    expiration: is.expiration + raw.expiration - was.expiration,
  };
  const ids = { recorded: transactionId(raw), current: transactionId(changed) };
  const signature = sent.signature.map((text) => sign(text, ids));
  return Buffer.from(encode(Transaction, { raw_data: changed, signature })).toString('hex');
}

function rawDataOf(built: Json): MessageOf<typeof TransactionRaw> {
  return decode(TransactionRaw, Buffer.from(String(built['raw_data_hex']), 'hex'));
}

type Sign = (recordedSignature: string, ids: { readonly recorded: string; readonly current: string }) => string;

/** Signs with the key that made the recorded signature; keeps a signature of an unknown key. */
function signerOf({ accounts }: Recording): Sign {
  const keys = new Map(
    Object.values(accounts).map((key) => [
      addressOfPublicKey(secp256k1.getPublicKey(Buffer.from(key, 'hex'), false)),
      key,
    ]),
  );
  return (signature, { recorded, current }) => {
    const key = signature.length === 130 ? keys.get(signerIfValid(recorded, signature)) : undefined;
    if (key === undefined) return signature;
    const bytes = secp256k1.sign(Buffer.from(current, 'hex'), Buffer.from(key, 'hex'), {
      prehash: false,
      format: 'recovered',
    });
    const [recoveryBit = 0, ...rest] = bytes;
    return Buffer.from([...rest, 27 + recoveryBit]).toString('hex');
  };
}

function signerIfValid(id: string, signature: string): string {
  try {
    return recoverSigner(id, signature);
  } catch {
    return '';
  }
}
