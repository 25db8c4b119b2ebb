import { type ContractAbi, type ContractAbiEntry } from '../abi/abi.ts';
import { type ExpectedArguments } from '../abi/arguments.ts';
import type * as AbiCoder from '../abi/index.ts';
import { checkKeys, readAddress } from '../control/arguments/control-arguments.ts';
import { invalidArgument, mustBe, refuseUnusable } from '../errors.ts';
import { toBase58 } from '../protocol/address.ts';
import { type Log, type Outcome } from './outcome.ts';
import { readOutcome } from './read-outcome.ts';
import { requirePass, type Verdict } from './verdict.ts';

/** An event of a contract. */
export interface ExpectedEvent {
  /**
   * Its name in `abi`, or its signature; to compare arguments, with what is indexed: `Transfer(address indexed from,
   * address indexed to, uint256 value)`.
   */
  readonly event: string;
  readonly abi?: ContractAbi;
  /** All in order, where undefined matches any, or some by name. Addresses, integers and bytes as in `deploy`. */
  readonly args?: ExpectedArguments;
  /** The contract that emits it: base58check or 41-hex; by default any. */
  readonly contract?: string;
}

/**
 * Asserts that a contract emitted an event. A transaction that failed has none.
 *
 * Source: the Solidity documentation, "Contract ABI Specification", Events.
 *
 * @param subject - as of `assertRevertsWith`.
 * @param expected - the event, or its signature as in `Transfer(address,address,uint256)`.
 * @throws an AssertionError with `expected` and `actual`; MockNodeError `ARGUMENT_INVALID` for what cannot be compared.
 *
 * @example
 * ```ts
 * import { assertEmits } from '@coin/mock-node/testing';
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

/** @internal */
export async function judgeEvent(subject: unknown, given: string | ExpectedEvent): Promise<Verdict> {
  const coder = await import('../abi/index.ts');
  const expected = refuseUnusable('expected', () => readExpectation(given, coder));
  const outcome = await readOutcome(subject);
  return refuseUnusable('expected', () => compare(outcome, expected, coder));
}

interface Expectation extends Pick<ExpectedEvent, 'abi' | 'args' | 'contract'> {
  readonly entry: ContractAbiEntry;
}

function readExpectation(given: string | ExpectedEvent, coder: typeof AbiCoder): Expectation {
  const expected = typeof given === 'string' ? { event: given } : given;
  if (typeof expected !== 'object') invalidArgument('expected', mustBe('an event, or its signature', expected));
  checkKeys(expected, { event: true, abi: true, args: true, contract: true });
  const { args, abi, contract } = expected;
  return {
    entry: coder.findEntry('event', expected.event, abi),
    ...(abi !== undefined && { abi }),
    ...(args !== undefined && { args }),
    ...(contract !== undefined && { contract: toBase58(readAddress('contract', contract)) }),
  };
}

function compare(
  { logs, failure }: Outcome,
  { entry, abi, args, contract }: Expectation,
  coder: typeof AbiCoder,
): Verdict {
  const candidates = logs.filter((log) => coder.isEvent(entry, log) && (contract ?? log.address) === log.address);
  if (args !== undefined) checkIndexed(entry, candidates);
  const matching = candidates.filter((log) => {
    if (args === undefined) return true;
    const actual = coder.decodeEvent(entry, log);
    return (
      actual !== undefined && coder.argumentsMatch(coder.loggedParameters(entry), actual, coder.asTopics(entry, args))
    );
  });
  const signature = coder.abiSignature(entry);
  const shown = args === undefined ? signature : coder.describeArguments(entry.name ?? '', Object.values(args));
  const description = `${shown}${contract === undefined ? '' : ` of ${contract}`}`;
  const emitted = logs.map((log) => describeLog(log, [entry, ...(abi ?? [])], coder));
  const got = emitted.length === 0 ? 'it emitted none' : `it emitted ${emitted.join('; ')}`;
  const why = failure === undefined ? got : `it failed: ${failure.reason}`;
  return {
    pass: matching.length > 0,
    message: `Expected the event ${description}, but ${why}.`,
    negated: `Expected no event ${description}, but ${got}.`,
    expected: description,
    actual: emitted,
  };
}

/** A signature without `indexed` names the event, and does not say where its arguments are. */
function checkIndexed({ inputs = [] }: ContractAbiEntry, logs: readonly Log[]): void {
  const indexed = inputs.filter((input) => input.indexed === true).length;
  if (indexed > 0 || logs.every(({ topics }) => topics.length === 1)) return;
  invalidArgument(
    'event',
    'must say which parameters are indexed, as in Transfer(address indexed from, …), or give abi',
  );
}

function describeLog(log: Log, abi: ContractAbi, coder: typeof AbiCoder): string {
  const entry = abi.find((candidate) => candidate.type === 'event' && coder.isEvent(candidate, log));
  const args = entry && coder.decodeEvent(entry, log);
  const name = entry?.name ?? '';
  const what = args === undefined ? `0x${log.topics[0] ?? ''}` : coder.describeArguments(name, args);
  return `${entry !== undefined && args === undefined ? coder.abiSignature(entry) : what} of ${log.address}`;
}
