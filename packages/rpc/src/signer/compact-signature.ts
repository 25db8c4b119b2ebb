import { isBytes } from '@noble/hashes/utils.js';
import { bytesToHex } from '../encoding/hex.ts';

/** The 64 digits of a DER integer that is positive and as short as possible; undefined for another one. */
function readInteger(digits: string): string | undefined {
  if (!/^(?:00[89a-f]|0[1-9a-f]|[1-7])/.test(digits)) return undefined;
  const value = digits.replace(/^00/, '');
  return value.length <= 64 ? value.padStart(64, '0') : undefined;
}

/** The r and s of a signature in DER: a sequence of two integers, with all lengths below 128. */
function readDer(hex: string): string | undefined {
  const sizeAt = (at: number): number => 2 * Number.parseInt(hex.slice(at, at + 2), 16);
  const sAt = 8 + sizeAt(6);
  const rest = sAt + 4;
  const isSequence = hex.startsWith('30') && hex.length === 4 + sizeAt(2);
  if (!isSequence || hex.slice(4, 6) !== '02' || hex.slice(sAt, sAt + 2) !== '02') return undefined;
  const r = readInteger(hex.slice(8, sAt));
  const s = readInteger(hex.slice(rest));
  return r === undefined || s === undefined || hex.length !== rest + sizeAt(sAt + 2) ? undefined : r + s;
}

/**
 * The 128 hex digits of r and s from 64 bytes, from DER, or from the hex of either; undefined for anything else. 64 bytes
 * are never taken for DER, which is that short for one signature in about 2^48.
 *
 * Source: RFC 3279, section 2.2.3; X.690, sections 8.3 and 10.1.
 */
export function readCompactSignature(signature: unknown): string | undefined {
  const text = isBytes(signature) ? bytesToHex(signature) : signature;
  const hex = typeof text === 'string' ? text.replace(/^0x/, '').toLowerCase() : '';
  if (!/^(?:[\da-f]{2})+$/.test(hex)) return undefined;
  return hex.length === 128 ? hex : readDer(hex);
}
