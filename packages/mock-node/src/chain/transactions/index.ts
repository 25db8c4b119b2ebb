import type { TransactionType } from '../transaction-type.ts';
import { accountCreate } from './account-create.ts';
import { transfer } from './transfer.ts';

/** Every modelled type of transaction except the two that run contracts, by its number in the protocol. */
export const transactionTypes: ReadonlyMap<number, TransactionType<unknown>> = /* @__PURE__ */ new Map(
  [accountCreate, transfer].map((type) => [type.number, type as TransactionType<unknown>]),
);
