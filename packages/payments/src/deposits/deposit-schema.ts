import { array, bigint, boolean, enum as oneOf, exactOptional, number, object, string } from 'zod/mini';

const text = /* @__PURE__ */ string('a text');
const integer = /* @__PURE__ */ number('a number');

/** A deposit as a store keeps it. */
export const depositSchema = /* @__PURE__ */ object({
  id: text,
  txID: text,
  index: integer,
  kind: /* @__PURE__ */ oneOf(['coin', 'asset', 'token']),
  token: /* @__PURE__ */ exactOptional(text),
  tokenId: /* @__PURE__ */ exactOptional(text),
  from: text,
  to: text,
  amount: /* @__PURE__ */ bigint('an amount'),
  memo: /* @__PURE__ */ exactOptional(text),
  memoHex: /* @__PURE__ */ exactOptional(text),
  blockNumber: integer,
  blockID: text,
  blockTime: integer,
});

/** The position of a watch as a store keeps it. */
export const watchStateSchema = /* @__PURE__ */ object({
  /** Of the last block, as `watchBlocks` gave it. */
  cursor: /* @__PURE__ */ object({
    number: integer,
    blockID: /* @__PURE__ */ exactOptional(text),
    parents: /* @__PURE__ */ exactOptional(/* @__PURE__ */ array(text)),
    first: /* @__PURE__ */ exactOptional(integer),
    genesisId: /* @__PURE__ */ exactOptional(text),
  }),
  /** No deposit in blocks up to this number changes any more. */
  settledBlock: integer,
  seesInternalTransfers: /* @__PURE__ */ boolean('true or false'),
});
