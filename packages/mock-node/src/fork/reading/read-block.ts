import { hexToBytes } from '@noble/hashes/utils.js';
import { isJsonArray, stringMember, writeJson, type JsonObject } from '../../json/json-value.ts';
import { parseMessage } from '../../json/protobuf-parser.ts';
import { parseJson, parseJsonObject } from '../../json/read-json.ts';
import {
  BlockHeader,
  BlockHeaderRaw,
  Transaction,
  TransactionInfo,
  TransactionRaw,
} from '../../protocol/messages/messages.ts';
import { decode, encode } from '../../protocol/messages/wire.ts';
import { type StoredBlock, type StoredTransaction } from '../../state/records/stored-block.ts';

/**
 * Reads a block of the upstream, without the infos of its transactions; undefined if the answer is that there is none.
 */
export function readBlockAnswer(answer: string | JsonObject): StoredBlock | undefined {
  const json = typeof answer === 'string' ? parseJsonObject(answer) : answer;
  const header = json?.get('block_header');
  const id = json && stringMember(json, 'blockID');
  if (id === undefined || !(header instanceof Map)) return undefined;
  const { raw_data: raw, witness_signature: signature } = parseMessage(BlockHeader, writeJson(header), {
    visible: false,
  });
  if (raw === undefined) return undefined;
  const transactions = json?.get('transactions') ?? [];
  return {
    id,
    number: Number(raw.number),
    timestamp: Number(raw.timestamp),
    header: encode(BlockHeaderRaw, raw),
    ...(signature !== '' && { signature }),
    transactions: isJsonArray(transactions)
      ? transactions.flatMap((transaction) => (transaction instanceof Map ? readTransaction(transaction) : []))
      : [],
    infos: [],
  };
}

function readTransaction(json: JsonObject): StoredTransaction {
  const rest = writeJson(new Map([...json].filter(([key]) => key === 'signature' || key === 'ret')));
  const { signature, ret } = parseMessage(Transaction, rest, { visible: false });
  const raw_data = decode(TransactionRaw, hexToBytes(stringMember(json, 'raw_data_hex') ?? ''));
  return { id: stringMember(json, 'txID') ?? '', bytes: encode(Transaction, { raw_data, signature, ret }) };
}

/** Reads the infos of a block's transactions, as listed by gettransactioninfobyblocknum. */
export function readInfosAnswer(answer: string): readonly Uint8Array[] {
  const infos = parseJson(answer) ?? [];
  if (!isJsonArray(infos)) return [];
  return infos.map((info) =>
    encode(TransactionInfo, parseMessage(TransactionInfo, writeJson(info), { visible: false })),
  );
}
