import { type AllNames, closestName, createArgumentChecks, createTextChecks } from '@coin/errors';
import { RpcError } from '../errors.ts';

const checks = /* @__PURE__ */ createArgumentChecks(
  (context, options) => new RpcError('ARGUMENT_INVALID', context, options),
);

export const { argumentInvalid, int64Argument, integerArgument, listArgument, objectArgument } = checks;

export const { hexArgument, optionalTextArgument, stringArgument, wordArgument } =
  /* @__PURE__ */ createTextChecks(argumentInvalid);

/**
 * Rejects the first name that is not among all names of the arguments' type: of what is built, signed, sent or
 * credited, a misspelt option would change an amount.
 */
export const rejectUnknown: <T extends object, const Names extends readonly string[]>(
  value: T,
  names: AllNames<T, Names>,
) => void = checks.rejectUnknown;

/** Copies the properties of these names: the part of a function's options that is for a function it calls. */
export const pick = <T extends object, K extends keyof T & string>(value: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : []))) as Pick<T, K>;

/** The error of a name that is not among those of an enumeration, with a similar one. `expected` describes them. */
export function unknownName(
  argument: string,
  name: string,
  { expected, known }: { readonly expected: string; readonly known: readonly string[] },
): RpcError {
  const closest = closestName(name, known);
  return argumentInvalid(
    argument,
    name,
    closest === undefined ? expected : `${expected}; the closest one is ${closest}`,
  );
}
