import { type ExpectedRevert } from './judge-revert.ts';
import { requirePass, type Verdict } from './verdict.ts';

/**
 * Asserts that a contract reverted, with a specific reason if one is given.
 *
 * Other failures, such as OUT_OF_ENERGY, are not reverts.
 *
 * Source: the Solidity documentation, "Panic via assert and Error via require".
 *
 * @param subject - an answer of gettransactioninfobyid or triggerconstantcontract, `{ node, txID }`, or the result of
 * `@coin/rpc` for these. Also a promise of one of them, or a function that returns one, or throws the error that a
 * client throws
 * @param expected - any revert by default
 * @throws an AssertionError with `expected` and `actual`; TestingError `ARGUMENT_INVALID` for values that cannot be
 * compared.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { assertRevertsWith } from '@coin/testing';
 *
 * const node = createMockNode();
 * // A constructor that reverts with the panic of an overflow.
 * const bytecode = '634e487b7160e01b600052601160045260246000fd';
 * await assertRevertsWith(() => node.deploy({ bytecode }), { panic: 0x11 });
 * ```
 */
export async function assertRevertsWith(subject: unknown, expected?: ExpectedRevert): Promise<void> {
  await requirePass(judgeRevert(subject, expected), 'assertRevertsWith');
}

/** Loads the ABI coder on first use. @internal */
export async function judgeRevert(subject: unknown, expected?: ExpectedRevert): Promise<Verdict> {
  const judge = await import('./judge-revert.ts');
  return judge.judgeRevert(subject, expected);
}
