// Assertions for any test runner.
export { assertBurns, assertUsesEnergy } from './assert-amounts.ts';
export type { EnergyTolerance } from './assert-amounts.ts';
export { assertChangesBalances } from './assert-balances.ts';
export type { BalanceChanges, BalanceSource } from './assert-balances.ts';

// What they take.
export type { AskedNode } from './asked-node.ts';
export type { NodeTransaction } from './read-outcome.ts';
