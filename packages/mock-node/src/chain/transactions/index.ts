import type { ContractRunType, TransactionType } from '../transaction-type.ts';
import { accountCreate } from './account-create.ts';
import { createSmartContract } from './create-smart-contract.ts';
import { transfer } from './transfer.ts';
import { triggerSmartContract } from './trigger-smart-contract.ts';

/** Every modelled type of transaction, by its number in the protocol. */
export const transactionTypes: ReadonlyMap<number, TransactionType<unknown> | ContractRunType<unknown>> =
  /* @__PURE__ */ new Map(
    [accountCreate, transfer, createSmartContract, triggerSmartContract].map((type) => [
      type.number,
      type as TransactionType<unknown> | ContractRunType<unknown>,
    ]),
  );
