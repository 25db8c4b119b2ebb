import { closestName } from './closest-name.ts';
import { quoteSentence, quoteText } from './quote.ts';

/** The `context` of the code `ARGUMENT_INVALID`, which every package has. */
export interface ArgumentContext {
  /** The name of the argument or option, or the path to it. */
  readonly argument: string;
  /** Its value as text, which is never a secret. An object or a function appears as its type. */
  readonly value: string;
  /** Completes "it must be …". */
  readonly expected: string;
  /** The inclusive ends and the unit of a range, if one is allowed. */
  readonly min?: bigint | number;
  readonly max?: bigint | number;
  readonly unit?: string;
}

/** What a package says about its codes. */
export interface ErrorTable<Contexts> {
  /** The folder of the site that has a page for each code, such as `units`. */
  readonly package: string;
  /**
   * The message of each code: a template, in which `{key}` stands for a value of the context, or a function.
   * `ARGUMENT_INVALID` has the same message in all packages.
   */
  readonly messages: {
    readonly [C in Exclude<keyof Contexts, 'ARGUMENT_INVALID'>]: string | ((context: Contexts[C]) => string);
  };
}

const DOCS = 'https://coin-packages.github.io/coin/errors';

/** The start of `expected` for an unknown name. The known names follow. */
const KNOWN_NAMES = 'one of the options ';

/**
 * Returns the `expected` of an unknown name, from which its message suggests the closest known one.
 *
 * @example
 * ```ts
 * import { argumentMessage, oneOfNames } from '@coin/errors';
 *
 * argumentMessage({ argument: 'maxx', value: '(hidden)', expected: oneOfNames(['min', 'max']) });
 * // => 'Unknown option "maxx". Did you mean max?'
 * ```
 */
export const oneOfNames = (known: readonly string[]): string => KNOWN_NAMES + known.join(', ');

/**
 * Returns the message of `ARGUMENT_INVALID`.
 *
 * @param place - where the argument stands, such as ` in the file`
 * @example
 * ```ts
 * import { argumentMessage } from '@coin/errors';
 *
 * argumentMessage({ argument: 'port', value: '1.5', expected: 'an integer' });
 * // => 'Invalid port "1.5": it must be an integer.'
 * ```
 */
export function argumentMessage({ argument, value, expected }: ArgumentContext, place = ''): string {
  if (!expected.startsWith(KNOWN_NAMES)) return `Invalid ${argument} "${value}"${place}: it must be ${expected}.`;
  const names = expected.slice(KNOWN_NAMES.length);
  const closest = closestName(argument.replace(/^.*\./, ''), names.split(', '));
  const advice = closest === undefined ? `Use one of ${quoteText(names)}.` : `Did you mean ${closest}?`;
  return `Unknown option "${argument}"${place}. ${advice}`;
}

type Context = Readonly<Record<string, unknown>>;

function messageOf(messages: object, code: string, context: Context): string {
  const message = (messages as Readonly<Record<string, string | ((context: Context) => string) | undefined>>)[code];
  if (typeof message === 'function') return message(context);
  if (message === undefined) return argumentMessage(context as unknown as ArgumentContext);
  return message.replace(/\{(\w+)\}/g, (_, key: string) => String(context[key]));
}

/**
 * Returns a context with its texts as {@link quoteSentence} shows them, for texts that come from a node or a store. Of
 * `value` and `body`, which are data, only the beginning is shown, as by {@link quoteText}. `data`, which is for
 * decoding, and `expected` stay whole.
 *
 * @example
 * ```ts
 * import { quoteContext } from '@coin/errors';
 *
 * quoteContext({ reason: 'first line\nsecond line', data: '08c379a0' });
 * // => { reason: 'first line second line', data: '08c379a0' }
 * ```
 */
export const quoteContext = <T extends object>(context: T): T =>
  Object.fromEntries(
    Object.entries(context).map(([key, value]: [string, unknown]) => [
      key,
      typeof value !== 'string' || /^(?:data|expected)$/.test(key)
        ? value
        : (/^(?:value|body)$/.test(key) ? quoteText : quoteSentence)(value),
    ]),
  ) as T;

/**
 * The base of each package's only error class. `code` identifies the failure, and `context` has the values of that code.
 *
 * A message shows texts of the context as {@link quoteContext} does, without control characters.
 *
 * @example
 * ```ts
 * import { CodedError, type ErrorTable } from '@coin/errors';
 *
 * interface Contexts { readonly FULL: { readonly size: number } }
 * const table: ErrorTable<Contexts> = { package: 'disk', messages: { FULL: 'The disk of {size} bytes is full.' } };
 * class DiskError<C extends keyof Contexts = keyof Contexts> extends CodedError<Contexts, C> {
 *   override readonly name = 'DiskError';
 *   constructor(code: C, context: Contexts[C]) {
 *     super(table, code, context);
 *   }
 * }
 * new DiskError('FULL', { size: 8 }).shortMessage; // => 'The disk of 8 bytes is full.'
 * ```
 */
export abstract class CodedError<Contexts extends object, C extends keyof Contexts> extends Error {
  declare readonly code: C;
  declare readonly context: Contexts[C];

  constructor(table: ErrorTable<Contexts>, code: C, context: Contexts[C], options?: { readonly cause?: unknown }) {
    const name = String(code);
    super(
      `${messageOf(table.messages, name, quoteContext(context as Context))}\nDocs: ${DOCS}/${table.package}.html#${name.toLowerCase()}`,
      options?.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.context = context;
  }

  /** The message without its last line, the link: for a log line, or for people who do not program. */
  get shortMessage(): string {
    return this.message.replace(/\nDocs: .*$/, '');
  }
}

/**
 * Returns whether a caught value is the error of this name, and has `code` if one is given.
 *
 * It compares name and code instead of the class, so it recognizes errors of another copy of a package.
 *
 * @example
 * ```ts
 * import { isCodedError } from '@coin/errors';
 *
 * isCodedError({ name: 'UnitsError', code: 'AMOUNT_SYNTAX' }, 'UnitsError', 'AMOUNT_SYNTAX'); // => true
 * isCodedError(new Error('AMOUNT_SYNTAX'), 'UnitsError'); // => false
 * ```
 */
export function isCodedError(error: unknown, name: string, code?: string): boolean {
  const { name: actualName, code: actualCode } = Object(error) as { name?: unknown; code?: unknown };
  return actualName === name && (code === undefined || actualCode === code);
}
