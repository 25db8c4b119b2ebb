// Assertions for any test runner.
export { assertRevertsWith } from './assert-reverts.ts';
export type { ExpectedError, ExpectedRevert } from './judge-revert.ts';
export { assertEmits } from './assert-emits.ts';
export type { ExpectedEvent } from './judge-event.ts';
export { assertBurns, assertUsesEnergy } from './assert-amounts.ts';
export type { EnergyTolerance } from './assert-amounts.ts';
export { assertChangesBalances } from './assert-balances.ts';
export type { BalanceChanges, BalanceSource } from './assert-balances.ts';

// What they take.
export type { AskedNode } from './asked-node.ts';
export type { NodeTransaction } from './read-outcome.ts';
export type { ExpectedArguments } from './arguments.ts';
export type { ContractAbi, ContractAbiEntry, ContractAbiParameter } from '../abi/abi.ts';
