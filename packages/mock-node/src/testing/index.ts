// Assertions for any test runner.
export { assertChangesBalances } from './assert-balances.ts';
export type { BalanceChanges, BalanceSource } from './assert-balances.ts';

// What they take.
export type { AskedNode } from './asked-node.ts';
