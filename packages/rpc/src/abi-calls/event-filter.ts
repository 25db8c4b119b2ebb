import { type Abi } from '@coin/units';
import { readTypes, valueDecoder } from '../abi/abi-coding.ts';
import { filterEntries } from '../abi/abi-entries.ts';
import { topicParameter } from '../abi/decode-logs.ts';
import { encodeList, encodeValue } from '../abi/encode-value.ts';
import { argumentInvalid } from '../encoding/arguments.ts';
import { type JsonValue, stringifyJson } from '../encoding/json.ts';

/** A decoded event. */
interface Event {
  readonly eventName: string;
  readonly args: object;
}

const toText = (value: unknown): string => stringifyJson(value as JsonValue);

/** Returns whether an event has the name, and each value of `args` in any of its accepted notations. */
export function eventMatcher(
  abi: Abi,
  { eventName, args = {} }: { readonly eventName?: string | undefined; readonly args?: object | undefined },
): (event: Event) => boolean {
  const events = filterEntries(abi, 'event').filter(({ name }) => eventName === undefined || name === eventName);
  if (eventName !== undefined && events.length === 0)
    throw argumentInvalid('eventName', eventName, 'an event of the ABI');
  const inputs = events.flatMap(({ inputs: list = [] }) => list);
  const wanted = Object.entries(args).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    const parameters = inputs
      .filter((input) => input.name === name)
      .map((input) => (input.indexed ? topicParameter(input) : input));
    if (parameters.length === 0) {
      const names = [...new Set(inputs.map((input) => input.name ?? ''))].join(', ');
      throw argumentInvalid(`args.${name}`, '(hidden)', `one of the parameters ${names}`);
    }
    const forms = parameters.map((parameter) => {
      const types = readTypes([parameter]);
      const hex = encodeList(
        types,
        types.map((type) => encodeValue(`args.${name}`, type, value)),
      );
      return toText(valueDecoder([parameter])('args', hex)[0]);
    });
    return [{ name, forms }];
  });
  return (event) =>
    (eventName === undefined || event.eventName === eventName) &&
    wanted.every(({ name, forms }) => {
      const value: unknown = (event.args as Record<string, unknown>)[name];
      return value !== undefined && forms.includes(toText(value));
    });
}
