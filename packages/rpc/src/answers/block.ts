import { type Address } from '@coin/units';
import { custom, object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type AnswerSource } from '../transport/answer/check-answer.ts';
import { optionalArray, optionalObject, optionalString } from '../transport/answer/wire-schema.ts';
import { blockHeader, readHeader } from './block-outline.ts';
import { exactIntegers, hasFreeText, visibleContract, type ContractValue } from './contract-value.ts';

const contractValue = /* @__PURE__ */ custom<ContractValue>(
  (value) => value instanceof Object && !Array.isArray(value),
  'not an object',
);

/** A transaction as blocks and gettransactionbyid print it. @internal */
export const chainTransactionSchema = /* @__PURE__ */ object({
  txID: optionalString,
  raw_data_hex: optionalString,
  signature: /* @__PURE__ */ optionalArray(optionalString),
  ret: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object({ contractRet: optionalString })),
  raw_data: /* @__PURE__ */ optionalObject({
    contract: /* @__PURE__ */ optionalArray(
      /* @__PURE__ */ object({
        type: optionalString,
        parameter: /* @__PURE__ */ optionalObject({ value: contractValue }),
      }),
    ),
    data: optionalString,
  }),
});

/** @internal */
export const blockSchema = /* @__PURE__ */ object({
  blockID: optionalString,
  block_header: blockHeader,
  transactions: /* @__PURE__ */ optionalArray(chainTransactionSchema),
});

/** A transaction in a block. */
export interface ChainTransaction {
  readonly txID: string;
  /** Contract type: `TransferContract` and so on. */
  readonly contractType: string;
  /**
   * The contract's fields by the node's names: addresses in base58check, int64 as number or bigint, texts as text, or
   * in hex if their bytes are not UTF-8.
   */
  readonly value: Readonly<Record<string, unknown>>;
  /**
   * `SUCCESS`, `REVERT`, `OUT_OF_ENERGY` and so on. Absent in the genesis block, and where a witness wrote none: all
   * but calls and deployments are in a block only if they succeeded.
   */
  readonly result?: string;
  /** Hex of the memo's bytes. */
  readonly memoHex?: string;
  readonly rawDataHex: string;
  readonly signatures: readonly string[];
}

/** A block. Times in milliseconds since 1970. */
export interface Block {
  /** 64 hex digits; the first 16 are the number. */
  readonly blockID: string;
  readonly number: number;
  readonly time: number;
  readonly parentBlockID: string;
  readonly transactionRoot: string;
  /** The witness that produced it; absent in the genesis block. */
  readonly witness?: Address;
  readonly version: number;
  readonly transactions: readonly ChainTransaction[];
}

type WireTransaction = ReturnType<typeof chainTransactionSchema.parse>;

/** Whether the fields of a transaction's contract may be false, see {@link hasFreeText}. @internal */
export const isDoubtfulTransaction = ({ raw_data: raw }: WireTransaction): boolean =>
  raw?.contract?.some(({ parameter }) => hasFreeText(parameter?.value ?? {})) === true;

/** Whether a block has such a transaction. @internal */
export const isDoubtfulBlock = ({ transactions }: ReturnType<typeof blockSchema.parse>): boolean =>
  transactions?.some(isDoubtfulTransaction) === true;

/** @internal */
export function readChainTransaction(wire: WireTransaction): ChainTransaction {
  const { contract: [contract] = [], data } = wire.raw_data ?? {};
  return omitUndefined({
    txID: wire.txID ?? '',
    contractType: contract?.type ?? '',
    value: exactIntegers(visibleContract(contract?.parameter?.value ?? {})),
    result: wire.ret?.[0]?.contractRet,
    memoHex: data,
    rawDataHex: wire.raw_data_hex ?? '',
    signatures: (wire.signature ?? []).map((signature) => signature ?? ''),
  });
}

/** @internal */
export function readBlock(source: AnswerSource, wire: ReturnType<typeof blockSchema.parse>): Block {
  const { header, ...outline } = readHeader(source, wire);
  return omitUndefined({
    ...outline,
    transactionRoot: header.txTrieRoot ?? '',
    witness:
      outline.number === 0 || header.witness_address === undefined ? undefined : toAddress(header.witness_address),
    version: header.version ?? 0,
    transactions: (wire.transactions ?? []).map(readChainTransaction),
  });
}
