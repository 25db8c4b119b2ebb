import { hexFromPairs, hexProblem, paddedDigits } from '../json/hex-text.ts';
import { hexError, numberFormatError, RequestError } from '../json/request-errors.ts';
import { firstNonBase58, fromBase58 } from '../protocol/address.ts';
import { parseDecimal } from '../protocol/java/integer.ts';

/** Reads bytes from a hexadecimal argument; empty if it is absent. @throws RequestError DecoderException. */
export function hexBytes(text: string | undefined): string {
  return pairedHexBytes(paddedDigits(text ?? ''));
}

/** Reads bytes whose digits must come in pairs, without a prefix. @throws RequestError DecoderException. */
export function pairedHexBytes(text: string): string {
  const hex = hexFromPairs(text);
  if (hex === undefined) throw hexError(hexProblem(text));
  return hex;
}

/** Reads an address argument, base58check in the visible notation; empty for a wrong checksum or length. */
export function addressArgument(text: string | undefined, { visible }: { readonly visible: boolean }): string {
  return visible ? base58Bytes(text) : hexBytes(text);
}

/**
 * Decodes base58check: empty for a wrong checksum or length. @throws RequestError for a character outside the alphabet.
 */
export function base58Bytes(text = ''): string {
  const illegal = firstNonBase58(text);
  if (illegal !== undefined) {
    throw new RequestError(
      'java.lang.IllegalArgumentException',
      `Illegal character ${text.charAt(illegal)} at ${illegal}`,
    );
  }
  return fromBase58(text) ?? '';
}

/** Reads an integer from a query string. @throws RequestError NumberFormatException. */
export function integerArgument(text: string | undefined, bits: 32 | 64 = 64): bigint {
  if (text === undefined) throw numberFormatError('Cannot parse null string');
  const value = parseDecimal(text, bits);
  if (value === undefined) throw numberFormatError(`For input string: "${text}"`);
  return value;
}
