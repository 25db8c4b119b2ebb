import { oneOfNames } from '@coin/errors';
import { type MockNodeError } from '@coin/mock-node';
import { encodeValue, type AbiParameter } from '@coin/mock-node/abi';
import { argumentInvalid } from '../errors.ts';

/** Arguments to compare: all in order, where undefined matches any value, or some of them by name. */
export type ExpectedArguments = readonly unknown[] | Readonly<Record<string, unknown>>;

/**
 * Whether arguments equal the expected ones in any notation, because both are encoded. @throws TestingError
 * `ARGUMENT_INVALID` for names, numbers and values that the parameters do not have
 */
export function argumentsMatch(
  parameters: readonly AbiParameter[],
  actual: readonly unknown[],
  expected: ExpectedArguments,
): boolean {
  return listed(parameters, expected).every((value, index) => {
    const parameter = parameters[index];
    if (value === undefined || parameter === undefined) return true;
    return encoded(parameter, value, index) === encodeValue(parameter, actual[index]);
  });
}

function encoded(parameter: AbiParameter, value: unknown, index: number): string {
  try {
    return encodeValue(parameter, value);
  } catch (error) {
    // It throws nothing else.
    const { context } = error as MockNodeError<'ARGUMENT_INVALID'>;
    throw argumentInvalid(`args[${index}]`, value, context.expected, { cause: error });
  }
}

function isList(value: ExpectedArguments): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Expected arguments in the order of the parameters. @throws TestingError `ARGUMENT_INVALID` */
export function listed(parameters: readonly AbiParameter[], expected: ExpectedArguments): readonly unknown[] {
  if (isList(expected)) {
    if (expected.length !== parameters.length)
      throw argumentInvalid('args', `${expected.length} values`, `a list of ${parameters.length} values`);
    return expected;
  }
  const names = parameters.map(({ name = '' }) => name);
  const unknown = Object.keys(expected).find((name) => !names.includes(name));
  if (unknown !== undefined) throw argumentInvalid(`args.${unknown}`, '(hidden)', oneOfNames(names));
  return names.map((name) => expected[name]);
}

/** Describes a value for people. */
function describeValue(value: unknown): string {
  if (value === undefined) return 'any';
  if (typeof value === 'object' && value !== null) return `[${Object.values(value).map(describeValue).join(', ')}]`;
  if (typeof value === 'bigint' || isAddressOrBytes(value)) return String(value);
  return JSON.stringify(value);
}

const isAddressOrBytes = (value: unknown): value is string =>
  typeof value === 'string' && /^(0x[0-9a-f]*|T[1-9A-HJ-NP-Za-km-z]{33})$/.test(value);

/** Formats an error such as `Short(5)`. */
export const describeArguments = (name: string, args: readonly unknown[]): string =>
  `${name}(${args.map(describeValue).join(', ')})`;
