import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressOfPublicKey, toBase58 } from '../../src/protocol/address.ts';
import { Transaction } from '../../src/protocol/messages.ts';
import type { TransactionMessage } from '../../src/protocol/messages.ts';
import { transactionId } from '../../src/protocol/hash.ts';
import { decode, encode } from '../../src/protocol/wire.ts';
import { recoverSigner } from '../../src/crypto/signer-recovery.ts';
import type { Exchange, Recording } from './recordings.ts';

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

/** A transaction as it was built then, and as it is built now. */
interface Built {
  readonly recorded: Json;
  readonly current: Json;
}

const largeBody = JSON.stringify({ address: 'a'.repeat(4_194_400) });
const isId = /^([0-9a-f]{64}|41[0-9a-f]{40})$/;

/**
 * Asks a node what another was asked, and puts in the place of ids, times and addresses that the other made those which this one makes.
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

/** No integer of a transaction that is sent again is beyond what a double holds. */
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

/** What the two nodes call the same thing: recorded name → current name. */
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

/** Keys under which a node names what it has made. */
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

/** The current transaction, changed as the recorded one was before it was sent. */
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

/** The same for bytes, which are found by the time at which they were built. */
function currentHex(hex: string, { builds, sign }: Context): string {
  const sent = decode(Transaction, Buffer.from(hex, 'hex'));
  const raw = sent.raw_data!;
  const built = [...builds.values()].find(
    ({ recorded }) => (recorded['raw_data'] as Json)['timestamp'] === Number(raw.timestamp),
  );
  if (built === undefined) return hex;
  const [was, is] = [built.recorded, built.current].map((json) =>
    decode(
      Transaction,
      Buffer.from(`0a${varint(String(json['raw_data_hex']).length / 2)}${String(json['raw_data_hex'])}`, 'hex'),
    ),
  ) as [TransactionMessage, TransactionMessage];
  const changed = {
    ...is.raw_data!,
    ...(raw.ref_block_hash !== was.raw_data!.ref_block_hash && { ref_block_hash: raw.ref_block_hash }),
    expiration: is.raw_data!.expiration + raw.expiration - was.raw_data!.expiration,
  };
  const ids = { recorded: transactionId(raw), current: transactionId(changed) };
  const signature = sent.signature.map((text) => sign(text, ids));
  return Buffer.from(encode(Transaction, { raw_data: changed, signature })).toString('hex');
}

function varint(value: number): string {
  const bytes = value < 128 ? [value] : [(value & 127) | 128, value >> 7];
  return Buffer.from(bytes).toString('hex');
}

type Sign = (recordedSignature: string, ids: { readonly recorded: string; readonly current: string }) => string;

/** Signs with the key that made the recorded signature; a signature of nobody stays as it is. */
function signerOf({ accounts }: Recording): Sign {
  const keys = new Map(
    Object.values(accounts).map((key) => [
      addressOfPublicKey(secp256k1.getPublicKey(Buffer.from(key, 'hex'), false)),
      key,
    ]),
  );
  return (signature, { recorded, current }) => {
    const key = signature.length === 130 ? keys.get(signerOrNobody(recorded, signature)) : undefined;
    if (key === undefined) return signature;
    const bytes = secp256k1.sign(Buffer.from(current, 'hex'), Buffer.from(key, 'hex'), {
      prehash: false,
      format: 'recovered',
    });
    const [recoveryBit = 0, ...rest] = bytes;
    return Buffer.from([...rest, 27 + recoveryBit]).toString('hex');
  };
}

function signerOrNobody(id: string, signature: string): string {
  try {
    return recoverSigner(id, signature);
  } catch {
    return '';
  }
}
