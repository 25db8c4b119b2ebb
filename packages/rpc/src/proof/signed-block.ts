import { custom, looseObject, object, optional, type output, type ZodMiniType } from 'zod/mini';
import { CONTRACT_RESULTS, RESULT_CODES } from '../answers/result-words.ts';
import { integerArgument, hexArgument } from '../encoding/arguments.ts';
import { bytesToHex } from '../encoding/hex.ts';
import { type GetBlockArgs } from '../endpoints/get-block.ts';
import { encodeMessage } from '../transaction/wire/encode-message.ts';
import { expectEqual, requireField, unexpectedAnswer, type AnswerSource } from '../transport/answer/check-answer.ts';
import { bigintOrZero, optionalArray, optionalInt64, optionalWord } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { HEADER_LAYOUT, LEAF_LAYOUT } from './block-bytes.ts';

/** A block's header in bytes, and its producer's signature. Hex in lower case. */
export interface SignedHeader {
  /** The `BlockHeader.raw` message. */
  readonly header: string;
  /** 65 bytes; empty in block 0. */
  readonly signature: string;
}

/** A block in bytes: all that its id, the root of its transactions and its signature are made of. */
export interface SignedBlock extends SignedHeader {
  /** 64 hex digits; the first 16 are the number. */
  readonly blockID: string;
  /** In the block's order. */
  readonly transactions: readonly SignedBlockTransaction[];
}

/** A transaction of a block, in bytes. */
export interface SignedBlockTransaction {
  readonly txID: string;
  /** Hex of the whole `Transaction` message: raw data, signatures and result. */
  readonly bytes: string;
}

const hex = /* @__PURE__ */ optional(
  /* @__PURE__ */ custom<string>((value) => typeof value === 'string' && /^(?:[\da-f]{2})*$/.test(value), 'not hex'),
);

const optionalLoose = <T extends Record<string, ZodMiniType>>(shape: T) => optional(looseObject(shape));

const schema = /* @__PURE__ */ object({
  blockID: hex,
  block_header: /* @__PURE__ */ optionalLoose({
    raw_data: /* @__PURE__ */ optionalLoose({
      timestamp: optionalInt64,
      txTrieRoot: hex,
      parentHash: hex,
      number: optionalInt64,
      witness_id: optionalInt64,
      witness_address: hex,
      version: optionalInt64,
      accountStateRoot: hex,
    }),
    witness_signature: hex,
  }),
  transactions: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ looseObject({
      txID: hex,
      raw_data_hex: hex,
      signature: /* @__PURE__ */ optionalArray(hex),
      ret: /* @__PURE__ */ optionalArray(
        /* @__PURE__ */ object({
          fee: optionalInt64,
          ret: /* @__PURE__ */ optionalWord(RESULT_CODES),
          contractRet: /* @__PURE__ */ optionalWord(CONTRACT_RESULTS),
        }),
      ),
    }),
  ),
});

type WireBlock = output<typeof schema>;
type WireTransaction = NonNullable<WireBlock['transactions']>[number];

/** Keys of a transaction that its bytes do not have: of its raw data, or computed from them. */
const COMPUTED = ['txID', 'raw_data', 'raw_data_hex', 'visible', 'contract_address'];

/** Throws if JSON has a field whose number is not known: it is hashed or signs, and cannot be written. */
function rejectUnknownFields(source: AnswerSource, place: string, fields: object, known: readonly string[]): void {
  const name = Object.keys(fields).find((key) => !known.includes(key));
  if (name === undefined) return;
  const reason = 'a field of a later version, which this one cannot verify';
  throw unexpectedAnswer(source, `${place}.${name}`, reason);
}

function readSignedHeader(source: AnswerSource, { block_header: wire }: WireBlock): SignedHeader {
  const raw = requireField(source, 'block_header', wire?.raw_data);
  rejectUnknownFields(
    source,
    'block_header.raw_data',
    raw,
    HEADER_LAYOUT.map(([, name]) => name),
  );
  // Other fields beside the signature are not hashed; instead of it, they may be one of another kind.
  if (raw.number !== undefined && !wire?.witness_signature)
    rejectUnknownFields(source, 'block_header', wire ?? {}, ['raw_data', 'witness_signature']);
  const { timestamp, number, witness_id, version, ...hashes } = raw;
  const header = encodeMessage(HEADER_LAYOUT, {
    ...hashes,
    timestamp: bigintOrZero(timestamp),
    number: bigintOrZero(number),
    witness_id: bigintOrZero(witness_id),
    version: bigintOrZero(version),
  });
  return { header: bytesToHex(header), signature: wire?.witness_signature ?? '' };
}

function readTransaction(source: AnswerSource, wire: WireTransaction, index: number): SignedBlockTransaction {
  rejectUnknownFields(source, `transactions.${index}`, wire, [...COMPUTED, ...LEAF_LAYOUT.map(([, name]) => name)]);
  const { txID = '', raw_data_hex: raw_data, signature = [], ret = [] } = wire;
  const bytes = encodeMessage(LEAF_LAYOUT, {
    raw_data,
    signature: signature.map((item) => item ?? ''),
    ret: ret.map(({ fee, ...result }) => ({ ...result, fee: bigintOrZero(fee) })),
  });
  return { txID, bytes: bytesToHex(bytes) };
}

/**
 * Reads a block in bytes, for {@link verifyBlock}; `undefined` when the chain does not have it (yet).
 *
 * Source: docs/protocol/proofs.md, Bytes of a transaction.
 *
 * @param args - `number`: 0 or more, or `blockID`: 64 hex digits
 * @param options - `state: 'solid'` to see it only once no fork can undo it
 * @throws `ARGUMENT_INVALID`; `RESPONSE_INVALID` also when the answer is another block, or has a field or a signature
 * of a later version, which cannot be verified; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { getSignedBlock } from '@coin/rpc/proof';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const block = await getSignedBlock(client, { number: 1 });
 * block?.signature.length; // => 130
 * ```
 */
export async function getSignedBlock(
  client: NodeClient,
  args: GetBlockArgs,
  options?: ReadStateOptions,
): Promise<SignedBlock | undefined> {
  const byId = args.blockID !== undefined;
  const path = byId ? '/wallet/getblockbyid' : '/wallet/getblockbynum';
  const requested = byId ? hexArgument('blockID', args.blockID, { bytes: 32 }) : integerArgument('number', args.number);
  const body = { [byId ? 'value' : 'num']: requested };
  const { answer, source, isEmpty } = await queryNode(client, { path, body, schema, visible: false }, options);
  if (isEmpty) return undefined;
  const { blockID = '', block_header: wire, transactions = [] } = answer;
  const actual = byId ? blockID : Number(wire?.raw_data?.number ?? 0);
  expectEqual(source, 'blockID', { actual, requested });
  return {
    blockID,
    ...readSignedHeader(source, answer),
    transactions: transactions.map((wire, index) => readTransaction(source, wire, index)),
  };
}

/** Reads a block's header in bytes; undefined when the chain does not have the block yet. */
export async function getSignedHeader(
  client: NodeClient,
  number: number,
  options?: ReadStateOptions,
): Promise<SignedHeader | undefined> {
  const query = {
    path: '/wallet/getblock',
    body: { id_or_num: String(number), detail: false },
    schema,
    visible: false,
  } as const;
  const { answer, source, isEmpty } = await queryNode(client, query, options);
  if (isEmpty) return undefined;
  expectEqual(source, 'number', { actual: Number(answer.block_header?.raw_data?.number ?? 0), requested: number });
  return readSignedHeader(source, answer);
}
