import { custom, object } from 'zod/mini';
import { toAddress, type Address } from '../encoding/address.ts';
import { checkSame, count, list, needed, part, text, unexpected, type AnswerSource } from '../transport/query-node.ts';
import { present } from '../encoding/present.ts';

const values = /* @__PURE__ */ custom<Readonly<Record<string, unknown>>>(
  (value) => value instanceof Object,
  'not an object',
);

/** A transaction as blocks and gettransactionbyid show it. */
export const chainTransactionSchema = /* @__PURE__ */ object({
  txID: text,
  raw_data_hex: text,
  signature: /* @__PURE__ */ list(text),
  ret: /* @__PURE__ */ list(/* @__PURE__ */ object({ contractRet: text })),
  raw_data: /* @__PURE__ */ part({
    contract: /* @__PURE__ */ list(
      /* @__PURE__ */ object({ type: text, parameter: /* @__PURE__ */ part({ value: values }), Permission_id: count }),
    ),
    data: text,
    expiration: count,
    timestamp: count,
  }),
});

export const blockSchema = /* @__PURE__ */ object({
  blockID: text,
  block_header: /* @__PURE__ */ part({
    raw_data: /* @__PURE__ */ part({
      number: count,
      timestamp: count,
      parentHash: text,
      txTrieRoot: text,
      witness_address: text,
      version: count,
    }),
  }),
  transactions: /* @__PURE__ */ list(chainTransactionSchema),
});

/** A transaction in a block. */
export interface ChainTransaction {
  txID: string;
  /** Contract type: `TransferContract` and so on. */
  type: string;
  /** The contract's fields as the node prints them: addresses in base58check, int64 as number or bigint. */
  value: Readonly<Record<string, unknown>>;
  /** `SUCCESS`, `REVERT`, `OUT_OF_ENERGY` and so on; absent in the genesis block. */
  result?: string;
  /** Hex of the memo's bytes. */
  memoHex?: string;
  rawDataHex: string;
  signatures: string[];
}

/** A block. Times in milliseconds since 1970. */
export interface Block {
  /** 64 hex digits; the first 16 are the number. */
  id: string;
  number: number;
  time: number;
  parentId: string;
  transactionRoot: string;
  /** Who produced it; absent in the genesis block. */
  witness?: Address;
  version: number;
  transactions: ChainTransaction[];
}

type WireTransaction = ReturnType<typeof chainTransactionSchema.parse>;

export function readChainTransaction(wire: WireTransaction): ChainTransaction {
  const { contract: [contract] = [], data } = wire.raw_data ?? {};
  return present({
    txID: wire.txID ?? '',
    type: contract?.type ?? '',
    value: contract?.parameter?.value ?? {},
    result: wire.ret?.[0]?.contractRet,
    memoHex: data,
    rawDataHex: wire.raw_data_hex ?? '',
    signatures: (wire.signature ?? []).map((signature) => signature ?? ''),
  });
}

/** The block that an answer shows. A block's number stands in its id, too: an answer in which they differ is refused. */
export function readBlock(from: AnswerSource, wire: ReturnType<typeof blockSchema.parse>): Block {
  const { blockID: id = '', block_header: { raw_data } = {} } = wire;
  if (!/^[\da-f]{64}$/.test(id)) throw unexpected(from, 'blockID', `"${id}"`);
  const header = needed(from, 'block_header', raw_data);
  const number = header.number ?? 0;
  checkSame(from, 'blockID', Number.parseInt(id.slice(0, 16), 16), number);
  return present({
    id,
    number,
    time: header.timestamp ?? 0,
    parentId: header.parentHash ?? '',
    transactionRoot: header.txTrieRoot ?? '',
    witness: number === 0 || header.witness_address === undefined ? undefined : toAddress(header.witness_address),
    version: header.version ?? 0,
    transactions: (wire.transactions ?? []).map(readChainTransaction),
  });
}
