import * as z from 'zod/mini';
import { configInvalid, HIDDEN, KNOWN_NAMES } from '../errors.ts';
import { fromBase58 } from '../protocol/address.ts';
import { chainParameterNames, modelledValues, ruledValues } from '../protocol/chain-parameters.ts';
import { MAX_INT64, MIN_INT64 } from '../protocol/java/long.ts';
import { type Address } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS, MAX_TIME } from '../protocol/time.ts';
import { type NetworkDescription } from './network-description.ts';

let schema: ReturnType<typeof createNetworkSchema> | undefined;

/**
 * Parses a network description from JSON, with addresses in base58check or 41-hex and amounts as strings or safe
 * integers. A chain parameter that this node does not know may be 0, and may have any value if `acceptUnknown` names it.
 *
 * @param value - the parsed JSON
 * @throws MockNodeError `CONFIG_INVALID`, naming the key.
 */
export function parseNetworkDescription(
  value: unknown,
  acceptUnknown: readonly string[] = [],
): NetworkDescription<bigint> {
  const { known, accepted } = separateUnknown(value, acceptUnknown);
  const { data, error } = z.safeParse((schema ??= createNetworkSchema()), known, { reportInput: true });
  if (data === undefined) throw invalid(error.issues);
  const { about: _about, $schema: _schema, ...network } = data;
  return { ...network, parameters: { ...network.parameters, ...accepted } };
}

/** Separates the accepted parameters from a description. Drops unknown ones that are 0, and rejects the others. */
function separateUnknown(
  value: unknown,
  acceptUnknown: readonly string[],
): { readonly known: unknown; readonly accepted: Readonly<Record<string, bigint>> } {
  const parameters: unknown = Object(value).parameters;
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    return { known: value, accepted: {} };
  const known: [string, unknown][] = [];
  const accepted: [string, bigint][] = [];
  for (const [name, written] of Object.entries(parameters)) {
    if (acceptUnknown.includes(name)) accepted.push([name, readAccepted(name, written)]);
    else if (chainParameterNames.some((other) => other === name)) known.push([name, written]);
    else if (!z.safeParse(zero(), written).success)
      throw configInvalid(`parameters.${name}`, HIDDEN, KNOWN_NAMES + chainParameterNames.join(', '));
  }
  return {
    known: { ...Object(value), parameters: Object.fromEntries(known) },
    accepted: Object.fromEntries(accepted),
  };
}

function readAccepted(name: string, written: unknown): bigint {
  const { data, error } = z.safeParse(amount(int64), written, { reportInput: true });
  if (data === undefined) throw configInvalid(`parameters.${name}`, written, error.issues[0]?.message ?? '');
  return data;
}

const int64 = { min: MIN_INT64, max: MAX_INT64 };

function invalid([issue]: readonly z.core.$ZodIssue[]): unknown {
  if (issue === undefined) return undefined;
  const isUnknown = issue.code === 'unrecognized_keys';
  const place = [...issue.path, ...(isUnknown ? issue.keys.slice(0, 1) : [])];
  const path = place.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return configInvalid(path === '' ? 'network' : path.slice(1), isUnknown ? HIDDEN : issue.input, issue.message);
}

/** Creates the schema of a file with a network description. Its messages complete "it must be …". */
export function createNetworkSchema() {
  const boolean = z.boolean('true or false');
  const string = z.string('a string');
  const address = createAddress();
  const asset = object({ accountName: string, address, balance: amount(int64) });
  const witness = object({ address, url: string, voteCount: amount({ min: 0n, max: MAX_INT64 }) });
  return object({
    /** For editors. */
    $schema: z.optional(z.unknown()),
    /** For people. */
    about: z.optional(z.unknown()),
    supportConstant: boolean,
    estimateEnergy: boolean,
    estimateEnergyMaxRetry: integer(0, 10),
    maxEnergyLimitForConstant: amount({ min: 3_000_000n, max: MAX_INT64 }),
    saveInternalTransactions: boolean,
    unlimitedCpuTime: boolean,
    newRewardAlgorithmFromCycle: z.exactOptional(integer(0)),
    codeVersion: string,
    blockVersion: integer(0, 2 ** 31 - 1),
    // The protocol's slots are 3 s long. Usage windows and schedules depend on it everywhere.
    blockInterval: z.literal(BLOCK_INTERVAL_MS, `${BLOCK_INTERVAL_MS} ms, the only block interval of the protocol`),
    activeOperations: hex(32),
    proposalExpireTime: integer(0),
    parameters: createParameters(),
    genesis: object({
      timestamp: integer(0, MAX_TIME),
      parentHash: hex(32),
      assets: z.array(asset, 'an array').check(...['Zion', 'Sun', 'Blackhole'].map(named)),
      witnesses: z
        .array(witness, 'an array')
        .check(z.minLength(1, 'a list of at least one witness, to produce blocks')),
    }),
  });
}

/** An unknown parameter enables nothing if it is 0. */
function createParameters() {
  const known = Object.fromEntries(chainParameterNames.map((name) => [name, parameter(name)]));
  return z.catchall(z.object(known, 'an object'), zero());
}

/** An object of these members and no others. */
function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = KNOWN_NAMES + Object.keys(shape).join(', ');
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? names : 'an object') });
}

function integer(min: number, max = Number.MAX_SAFE_INTEGER) {
  const expected = `an integer from ${min} to ${max}`;
  return z.int(expected).check(z.gte(min, expected), z.lte(max, expected));
}

function hex(bytes: number) {
  const expected = `${bytes} bytes: ${bytes * 2} hexadecimal digits`;
  return z.string(expected).check(z.regex(new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`), expected), z.toLowerCase());
}

interface AmountRange {
  readonly min: bigint;
  readonly max: bigint;
}

function amount(
  { min, max }: AmountRange,
  expected = `an integer from ${min} to ${max}, as a safe JSON number or a string of decimal digits`,
) {
  const number = z.int(expected).check(z.gte(Number(min), expected), z.lte(Number(max), expected));
  const digits = z.string(expected).check(z.regex(/^-?[0-9]{1,19}$/, expected));
  const written = z.union([number, digits, z.bigint()], expected);
  const value = z.pipe(
    written,
    z.transform((given: z.infer<typeof written>) => BigInt(given)),
  );
  return z.pipe(value, z.bigint().check(z.gte(min, expected), z.lte(max, expected)));
}

/** An absent parameter is 0. One that cannot be 0 must therefore be present. */
function parameter(name: string) {
  const range = ruledValues(name);
  const value = amount(range, modelledValues.has(name) ? range.expected : undefined);
  return range.min > 0n ? value : z.exactOptional(value);
}

const zero = () => amount({ min: 0n, max: 0n });

function createAddress() {
  const expected = 'an address: base58check, or 42 hexadecimal digits that start with 41';
  const text = z.string(expected).check(
    z.regex(/^(41[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/, expected),
    z.refine((given) => addressIn(given) !== undefined, expected),
  );
  return z.pipe(
    text,
    z.transform((given) => addressIn(given) ?? ''),
  );
}

const addressIn = (text: string): Address | undefined =>
  text.startsWith('41') ? text.toLowerCase() : fromBase58(text);

const named = (name: string) =>
  z.refine<readonly { readonly accountName: string }[]>(
    (assets) => assets.some(({ accountName }) => accountName === name),
    `a list with accounts named Zion, Sun and Blackhole; ${name} is missing`,
  );
