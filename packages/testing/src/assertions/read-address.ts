import { decodeValues, encodeValue } from '@coin/mock-node/abi';
import { argumentInvalid } from '../errors.ts';

const ADDRESS = { type: 'address' };

/** Converts an address to base58check. @throws MockNodeError for a wrong checksum */
const toBase58 = (address: string): string => String(decodeValues([ADDRESS], encodeValue(ADDRESS, address))[0]);

/**
 * Converts an address to base58check, from base58check or from 41-hex in any case. @throws TestingError
 * `ARGUMENT_INVALID`
 */
export function readAddress(argument: string, text: string): string {
  try {
    if (/^(?:41[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/.test(text)) return toBase58(text);
  } catch {
    // Its checksum is wrong.
  }
  throw argumentInvalid(argument, text, 'an address in base58check, or 42 hexadecimal digits beginning with 41');
}

/** Converts the address of a log to base58check. The node omits its first byte, and clients may use any form. */
export const addressOfLog = (text: string): string =>
  /^(?:41)?[0-9a-f]{40}$/i.test(text) ? toBase58(`41${text.slice(-40)}`) : text;
