export { readTransaction, type ForeignTransaction } from './read-transaction.ts';
export { describeTransaction, type DescribedTransfer, type TransactionDescription } from './describe-transaction.ts';
export { type BuildCall } from './build-call.ts';
