// Assertions for any test runner
export { assertRevertsWith } from './assertions/assert-reverts.ts';
export type { ExpectedError, ExpectedRevert } from './assertions/judge-revert.ts';
export { assertEmits } from './assertions/assert-emits.ts';
export type { ExpectedEvent } from './assertions/judge-event.ts';
export { assertBurns, assertUsesEnergy } from './assertions/assert-amounts.ts';
export type { EnergyTolerance } from './assertions/assert-amounts.ts';
export { assertChangesBalances } from './assertions/assert-balances.ts';
export type { BalanceChanges, BalanceSource } from './assertions/assert-balances.ts';

// Their arguments
export type { NodeLike } from './assertions/node-like.ts';
export type { NodeTransaction } from './assertions/outcome.ts';
export type { ExpectedArguments } from './assertions/arguments.ts';

// Errors
export { isTestingError, TestingError } from './errors.ts';
export type { TestingErrorCode, TestingErrorContexts } from './errors.ts';
