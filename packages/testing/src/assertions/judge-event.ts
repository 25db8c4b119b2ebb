import {
  abiSignature,
  decodeEvent,
  isEvent,
  loggedArguments,
  loggedParameters,
  type Abi,
  type AbiEntry,
} from '@coin/mock-node/abi';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../read-arguments.ts';
import { argumentsMatch, describeArguments, type ExpectedArguments } from './arguments.ts';
import { findEntry } from './find-entry.ts';
import { type Log, type Outcome } from './outcome.ts';
import { addressOfLog, readAddress } from './read-address.ts';
import { readOutcome } from './read-outcome.ts';
import { type Verdict } from './verdict.ts';

/** An event of a contract. */
export interface ExpectedEvent {
  /**
   * Its name in `abi`, or its signature. To compare arguments, the signature needs `indexed`: `Transfer(address indexed
   * from, address indexed to, uint256 value)`.
   */
  readonly event: string;
  readonly abi?: Abi;
  /** All in order, where undefined matches any value, or some by name. Addresses, integers and bytes as in `deploy`. */
  readonly args?: ExpectedArguments;
  /** The contract that emits it, base58check or 41-hex; any contract by default. */
  readonly contract?: string;
}

/** Checks `assertEmits` and `toEmit`. */
export async function judgeEvent(subject: unknown, given: string | ExpectedEvent): Promise<Verdict> {
  const expected = readExpectation(given);
  const { logs, ...outcome } = await readOutcome(subject);
  const addressed = logs.map((log) => ({ ...log, address: addressOfLog(log.address) }));
  return compare({ ...outcome, logs: addressed }, expected);
}

interface Expectation extends Pick<ExpectedEvent, 'abi' | 'args' | 'contract'> {
  readonly entry: AbiEntry;
}

const eventKeys: KnownKeys<ExpectedEvent> = { event: true, abi: true, args: true, contract: true };

function readExpectation(given: string | ExpectedEvent): Expectation {
  const expected = typeof given === 'string' ? { event: given } : given;
  checkKeys('expected', expected, eventKeys);
  const { args, abi, contract } = expected;
  return {
    entry: findEntry('event', expected.event, abi),
    ...(abi !== undefined && { abi }),
    ...(args !== undefined && { args }),
    ...(contract !== undefined && { contract: readAddress('contract', contract) }),
  };
}

function compare({ logs, failure }: Outcome, { entry, abi, args, contract }: Expectation): Verdict {
  const candidates = logs.filter((log) => isEvent(entry, log) && (contract ?? log.address) === log.address);
  if (args !== undefined) checkIndexed(entry, candidates);
  const matching = candidates.filter((log) => {
    if (args === undefined) return true;
    const actual = decodeEvent(entry, log);
    return actual !== undefined && argumentsMatch(loggedParameters(entry), actual, loggedArguments(entry, args));
  });
  const signature = abiSignature(entry);
  const shown = args === undefined ? signature : describeArguments(entry.name ?? '', Object.values(args));
  const description = `${shown}${contract === undefined ? '' : ` of ${contract}`}`;
  const emitted = logs.map((log) => describeLog(log, [entry, ...(abi ?? [])]));
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

/** A signature without `indexed` identifies the event, but not where its arguments are. */
function checkIndexed({ inputs = [] }: AbiEntry, logs: readonly Log[]): void {
  const indexed = inputs.filter((input) => input.indexed === true).length;
  if (indexed > 0 || logs.every(({ topics }) => topics.length === 1)) return;
  throw argumentInvalid(
    'event',
    inputs.map(({ type }) => type).join(','),
    'a signature that marks the indexed parameters, such as Transfer(address indexed from, …), or in abi',
  );
}

function describeLog(log: Log, abi: Abi): string {
  const entry = abi.find((candidate) => candidate.type === 'event' && isEvent(candidate, log));
  const args = entry && decodeEvent(entry, log);
  const name = entry?.name ?? '';
  const what = args === undefined ? `0x${log.topics[0] ?? ''}` : describeArguments(name, args);
  return `${entry !== undefined && args === undefined ? abiSignature(entry) : what} of ${log.address}`;
}
