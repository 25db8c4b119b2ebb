import { NotFoundError, UsageError } from './usage-error.ts';

/** The exit codes, by the kind of failure. */
export const EXIT = {
  success: 0,
  /** A defect of the command. */
  unexpected: 1,
  usage: 2,
  /** The node cannot be reached, is busy, or gives answers that make no sense. The same command may succeed later. */
  node: 3,
  /** The network refuses what was asked: a call that reverts, a transaction that failed. */
  refused: 4,
  notFound: 5,
  /** A check found a difference: a signature, a proof, coin that nothing explains. */
  checkFailed: 6,
  interrupted: 130,
} as const;

/** The packages' codes by kind; every other code is a failure of the node. */
const KINDS = {
  usage: ['ADDRESS_INVALID', 'AMOUNT_SYNTAX', 'AMOUNT_TOO_PRECISE', 'AMOUNT_OUT_OF_RANGE', 'ARGUMENT_INVALID'],
  refused: [
    'CALL_REVERTED',
    'CALL_FAILED',
    'VALIDATION_FAILED',
    'TRANSACTION_FAILED',
    'TRANSACTION_EXPIRED',
    'FEE_LIMIT_TOO_HIGH',
    'NOT_SUPPORTED',
    'FORK_UNKNOWN',
    'RULES_UNKNOWN',
  ],
  checkFailed: [
    'TRANSACTION_MISMATCH',
    'SIGNATURE_INVALID',
    'BLOCK_ID_MISMATCH',
    'PARENT_MISMATCH',
    'TRANSACTION_ID_MISMATCH',
    'TRANSACTION_ROOT_MISMATCH',
    'BLOCK_SIGNATURE_INVALID',
    'WITNESS_OUT_OF_TURN',
    'WITNESSES_UNKNOWN',
    'BLOCK_NOT_SOLID',
    'NETWORK_MISMATCH',
    'STORE_OUTDATED',
  ],
} as const satisfies Partial<Record<keyof typeof EXIT, readonly string[]>>;

/** What a failed command tells. */
export interface Failure {
  /** The packages' own code, or `USAGE`, `NOT_FOUND` or `UNEXPECTED`. */
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Names an error in one line, and the exit code of its kind. */
export function describeFailure(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { code: 'INTERRUPTED', message: 'Interrupted', exitCode: EXIT.interrupted };
  if (error instanceof UsageError) return { code: 'USAGE', message: oneLine(error.message), exitCode: EXIT.usage };
  if (error instanceof NotFoundError)
    return { code: 'NOT_FOUND', message: oneLine(error.message), exitCode: EXIT.notFound };
  const { code, shortMessage, message = String(error) } = Object(error) as Partial<Record<string, string>>;
  // Several copies of the class may be installed, so its fields count.
  if (code !== undefined && shortMessage !== undefined)
    return { code, message: oneLine(shortMessage), exitCode: exitCodeOf(code) };
  return { code: 'UNEXPECTED', message: oneLine(message), exitCode: EXIT.unexpected };
}

function exitCodeOf(code: string): number {
  for (const [kind, codes] of Object.entries(KINDS))
    if ((codes as readonly string[]).includes(code)) return EXIT[kind as keyof typeof KINDS];
  return EXIT.node;
}
