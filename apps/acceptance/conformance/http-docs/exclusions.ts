import { type Exclusion } from '../case.ts';

/** Where the pages differ from a node, or show only a part of an answer. */
export const exclusions: readonly Exclusion[] = [
  {
    cause: 'balance traces are not modelled',
    source: 'packages/mock-node/docs/compatibility.md, Not modelled',
    cases: [
      'POST getaccountbalance: Request body is not valid JSON / field type mismatch',
      'POST getblockbalance: Request body is not valid JSON / field type mismatch',
    ],
  },
  {
    cause: 'its example is abbreviated',
    source: 'the page itself: a block id ends in an ellipsis, most chain parameters are omitted',
    cases: ['answer 1 of getblockbylimitnext', 'answer 1 of getchainparameters'],
  },
  {
    cause: 'the node validates the transfer first, and the request has none',
    source: 'java-tron, TransferServlet.java: createTransactionCapsule before setTransactionExtraData',
    cases: ['POST createtransaction: `extra_data` is not valid hex when `visible=false`'],
  },
  {
    cause: 'its JSON has an odd number of digits as data, its bytes have not',
    source: 'the page itself',
    cases: ['transaction of triggersmartcontract'],
  },
];
