import { type ExpectedRevert } from './judge-revert.ts';
import { requirePass, type Verdict } from './verdict.ts';

/**
 * Asserts that a contract reverted, with the reason where one is expected. Other failures, such as OUT_OF_ENERGY, are
 * not reverts.
 *
 * Source: Decision: reasons are those of the Solidity documentation, "Panic via assert and Error via require".
 *
 * @param subject - an answer of gettransactioninfobyid or triggerconstantcontract, `{ node, txID }`, what `@coin/rpc`
 * returns for these, or a promise or a function that comes to one of them or throws what the client throws.
 * @param expected - by default any revert.
 * @throws an AssertionError with `expected` and `actual`; TestingError `ARGUMENT_INVALID` for what cannot be compared.
 *
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

/** Loads the ABI coder when it is first needed. @internal */
export async function judgeRevert(subject: unknown, expected?: ExpectedRevert): Promise<Verdict> {
  const judge = await import('./judge-revert.ts');
  return judge.judgeRevert(subject, expected);
}
