import { type ExpectedEvent } from './judge-event.ts';
import { requirePass, type Verdict } from './verdict.ts';

/**
 * Asserts that a contract emitted an event. A transaction that failed has none.
 *
 * Source: the Solidity documentation, "Contract ABI Specification", Events.
 *
 * @param subject - as for `assertRevertsWith`
 * @param expected - the event, or its signature such as `Transfer(address,address,uint256)`
 * @throws an AssertionError with `expected` and `actual`; TestingError `ARGUMENT_INVALID` for values that cannot be
 * compared.
 * @example
 * ```ts
 * import { assertEmits } from '@coin/testing';
 *
 * // Of triggerconstantcontract; the topic is the hash of the signature.
 * const topic = '9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752';
 * const answer = { result: { result: true }, logs: [{ address: 'c0'.repeat(20), topics: [topic], data: '' }] };
 * await assertEmits(answer, 'Paused()');
 * ```
 */
export async function assertEmits(subject: unknown, expected: string | ExpectedEvent): Promise<void> {
  await requirePass(judgeEvent(subject, expected), 'assertEmits');
}

/** Loads the ABI coder on first use. @internal */
export async function judgeEvent(subject: unknown, expected: string | ExpectedEvent): Promise<Verdict> {
  const judge = await import('./judge-event.ts');
  return judge.judgeEvent(subject, expected);
}
