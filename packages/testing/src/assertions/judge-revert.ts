import { type CallFrame, type TransactionTrace } from '@coin/mock-node';
import { decodeRevert, describeRevert, type Abi } from '@coin/mock-node/abi';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../read-arguments.ts';
import { argumentsMatch, describeArguments, listed, type ExpectedArguments } from './arguments.ts';
import { findEntry } from './find-entry.ts';
import { NO_REASON, type Failure, type Outcome } from './outcome.ts';
import { readAddress } from './read-address.ts';
import { readOutcome } from './read-outcome.ts';
import { type Verdict } from './verdict.ts';

/** A custom error of a contract. */
export interface ExpectedError {
  /** Its name in `abi`, or its signature such as `Short(uint256 by)`. */
  readonly error: string;
  readonly abi?: Abi;
  /** All in order, where undefined matches any value, or some by name. Addresses, integers and bytes as in `deploy`. */
  readonly args?: ExpectedArguments;
  /**
   * The contract that reverts, base58check or 41-hex; any contract by default. Its callers pass the error on. Only a
   * mock node tells: as the result of `invoke`, or as the `node` of `{ node, txID }`.
   */
  readonly contract?: string;
}

/** The expected reason of a revert: the text of `Error(string)`, the code of a panic, or a custom error. */
export type ExpectedRevert = string | { readonly panic: number | bigint } | ExpectedError;

/** Checks `assertRevertsWith` and `toRevertWith`. */
export async function judgeRevert(subject: unknown, expected?: ExpectedRevert): Promise<Verdict> {
  const wanted = expected === undefined ? undefined : readExpectation(expected);
  const outcome = await readOutcome(subject);
  const { failure } = outcome;
  const reverter = wanted?.contract === undefined ? undefined : await findReverter(outcome);
  return compare(failure, expected, wanted, reverter);
}

/** @throws TestingError `ARGUMENT_INVALID` for a subject that does not tell which contract reverted. */
async function findReverter({ failure, source }: Outcome): Promise<string | undefined> {
  if (failure?.isRevert !== true) return undefined;
  const { node, txID, revertedBy } = Object(source) as Teller;
  if (revertedBy !== undefined) return revertedBy;
  if (node?.traceTransaction !== undefined)
    return reverterOf((await node.traceTransaction(txID, { maxSteps: 0 })).call);
  throw argumentInvalid(
    'subject',
    failure.reason,
    'the result of a mock node’s invoke, or { node, txID } with a mock node, which tell the contract that reverted',
  );
}

/** A subject that may tell which contract reverted: the result of `invoke`, or a transaction of a mock node. */
interface Teller {
  readonly revertedBy?: string;
  readonly node?: Partial<TracingNode>;
  readonly txID: string;
}

/** A mock node, or a fork, whose functions return promises. */
interface TracingNode {
  readonly traceTransaction: (
    txID: string,
    options: { readonly maxSteps: number },
  ) => Pick<TransactionTrace, 'call'> | Promise<Pick<TransactionTrace, 'call'>>;
}

/** The contract whose output its callers passed on. */
function reverterOf(call: CallFrame | undefined): string {
  const { address = '', output, calls = [] } = call ?? {};
  const inner = calls.findLast((called) => called.status === 'revert' && called.output === output);
  return inner === undefined ? address : reverterOf(inner);
}

function compare(
  failure: Failure | undefined,
  expected: ExpectedRevert | undefined,
  wanted: Expectation | undefined,
  reverter: string | undefined,
): Verdict {
  const by = reverter === undefined ? '' : ` of ${reverter}`;
  const actual = failure === undefined ? undefined : describeFailure(failure, expected) + by;
  const got =
    failure === undefined ? 'it succeeded' : `it ${failure.isRevert ? 'reverted with' : 'failed with'} ${actual}`;
  const description = wanted === undefined ? '' : ` with ${wanted.description}`;
  return {
    pass:
      failure?.isRevert === true &&
      (wanted === undefined || wanted.matches(failure)) &&
      (wanted?.contract ?? reverter) === reverter,
    message: `Expected the contract to revert${description}, but ${got}.`,
    negated: `Expected the contract not to revert${description}, but ${got}.`,
    expected: wanted?.description ?? 'a revert',
    actual: actual ?? 'success',
  };
}

interface Expectation {
  readonly description: string;
  readonly matches: (failure: Failure) => boolean;
  readonly contract?: string;
}

const panicKeys = { panic: true };
const errorKeys: KnownKeys<ExpectedError> = { error: true, abi: true, args: true, contract: true };

function readExpectation(expected: ExpectedRevert): Expectation {
  if (typeof expected === 'string') {
    return {
      description: JSON.stringify(expected),
      matches({ data, reason }) {
        if (data === undefined || data === '') return reason === expected;
        const error = decodeRevert(data);
        return error?.name === 'Error' && error.args[0] === expected;
      },
    };
  }
  if (typeof expected !== 'object' || (expected as unknown) === null)
    throw argumentInvalid('expected', expected, 'a string, { panic } or { error }');
  if ('panic' in expected) {
    checkKeys('expected', expected, panicKeys);
    const code = panicText(expected.panic);
    return {
      description: `Panic(${code})`,
      matches({ data, reason }) {
        if (data === undefined || data === '') return reason.startsWith(`panic ${code}`);
        const error = decodeRevert(data);
        return error?.name === 'Panic' && error.args[0] === BigInt(expected.panic);
      },
    };
  }
  checkKeys('expected', expected, errorKeys);
  const { args } = expected;
  const contract = expected.contract === undefined ? undefined : readAddress('contract', expected.contract);
  const entry = findEntry('error', expected.error, expected.abi);
  const { name = '', inputs = [] } = entry;
  const shown = args === undefined ? name : describeArguments(name, Object.values(args));
  return {
    description: `${shown}${contract === undefined ? '' : ` of ${contract}`}`,
    ...(contract !== undefined && { contract }),
    matches({ data, reason }) {
      // A client that had the ABI may return the error as text only.
      if (data === undefined || data === '')
        return args === undefined ? reason.startsWith(`${name}(`) : patternOf(name, listed(inputs, args)).test(reason);
      const error = decodeRevert(data, [entry]);
      return error?.name === name && (args === undefined || argumentsMatch(inputs, error.args, args));
    },
  };
}

/** A value as the client's text of an error has it, escaped for a pattern. */
const toPattern = (value: unknown): string =>
  value === undefined
    ? '.*'
    : [value]
        .map(String)
        .join('')
        .replaceAll(/[^\w\s]/g, '\\$&');

/** The texts of an error with these arguments, where undefined is any value. */
const patternOf = (name: string, args: readonly unknown[]): RegExp =>
  new RegExp(`^${toPattern(name)}\\(${args.map(toPattern).join(', ')}\\)$`, 's');

function panicText(code: number | bigint): string {
  if (!(typeof code === 'bigint' || Number.isSafeInteger(code)) || code < 0)
    throw argumentInvalid('panic', code, 'the code of a panic, such as 0x11');
  return `0x${code.toString(16).padStart(2, '0')}`;
}

function describeFailure({ isRevert, data, reason }: Failure, expected?: ExpectedRevert): string {
  if (!isRevert) return reason;
  const isCustom = typeof expected === 'object' && 'error' in expected;
  const abi = isCustom ? [...(expected.abi ?? []), findEntry('error', expected.error, expected.abi)] : [];
  if (data === undefined || data === '') return reason === NO_REASON ? reason : JSON.stringify(reason);
  const text = describeRevert(data, abi);
  return decodeRevert(data)?.name === 'Error' ? JSON.stringify(text) : text;
}
