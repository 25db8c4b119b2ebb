// Values on the command line. Each parser throws a UsageError that says what is allowed.
import { closestName } from '@coin/errors';
import { parseCoin, type SmallUnits } from '@coin/units';
import { UsageError } from '../usage-error.ts';

/**
 * Parses an amount of coin: small units as a whole number (`1500000`), or coin with its unit (`1.5coin`). A number with
 * a decimal point is coin, since small units have none.
 */
export function parseAmount(text: string): SmallUnits {
  if (/^\d+$/.test(text)) return BigInt(text);
  const coin = /^([\d_,]*\.?\d+) ?coin$/i.exec(text)?.[1] ?? /^\d*\.\d+$/.exec(text)?.[0];
  if (coin === undefined)
    throw new UsageError(`"${text}" is no amount: write coin as 1.5coin, or small units as 1500000`);
  return parseCoin(coin.replaceAll(/[_,]/g, ''));
}

/** Parses a whole number from `min` on. */
export const wholeNumber =
  (min = 0) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min)
      throw new UsageError(`"${text}" is no whole number of ${min} or more`);
    return value;
  };

/** Parses a whole number of any size. */
export function parseBigint(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new UsageError(`"${text}" is no whole number of 0 or more`);
  return BigInt(text);
}

/** Parses one of some names. */
export const oneOf =
  <const Name extends string>(...names: readonly Name[]) =>
  (text: string): Name => {
    const name = names.find((each) => each === text);
    if (name !== undefined) return name;
    const closest = closestName(text, names);
    throw new UsageError(
      closest === undefined
        ? `"${text}" is none of ${names.join(', ')}`
        : `"${text}" is none of ${names.join(', ')}. Did you mean ${closest}?`,
    );
  };

/** Parses hex digits, with or without 0x, in lower case. */
export function parseHex(text: string): string {
  const digits = text.replace(/^0x/i, '');
  if (!/^([\da-f]{2})*$/i.test(digits)) throw new UsageError(`"${text}" is not hex: two digits for each byte`);
  return digits.toLowerCase();
}

/** Parses a signature of 65 bytes. */
export function parseSignature(text: string): string {
  const hex = parseHex(text);
  if (hex.length !== 130)
    throw new UsageError(`"${text}" is no signature: it has ${hex.length} hex digits, and a signature has 130`);
  return hex;
}

/** Parses an id of 32 bytes. */
export function parseId(text: string): string {
  const hex = parseHex(text);
  if (hex.length !== 64) throw new UsageError(`"${text}" is no id: it has ${hex.length} hex digits, and an id has 64`);
  return hex;
}

/** Parses an http(s) URL. */
export function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`"${text}" is no URL of a node, such as http://127.0.0.1:8090`);
  return text;
}
