// What someone else asks to sign
export { readTransaction, type ForeignTransaction } from './read-transaction.ts';
export {
  describeTransaction,
  type DescribableTransaction,
  type DescribedTransfer,
  type TransactionDescription,
} from './describe-transaction.ts';
export { type BuildCall } from './build-call.ts';

// What became of it
export { explainTransaction, type ExplainTransactionArgs, type TransactionExplanation } from './explain-transaction.ts';
export { type FeeParts } from './fee-parts.ts';
