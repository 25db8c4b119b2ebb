import { type TransactionBytes } from '../transaction/read-fields.ts';
import { varint } from './read-pasted.ts';

/** The block that a transaction refers to, and until when it is valid, in milliseconds since 1970. */
interface Reference {
  readonly number: number;
  readonly blockID: string;
  readonly expiration: number;
}

/** The same unsigned transaction with another reference block and expiration, as hexadecimal. */
export function renewBytes({ hex, fields }: TransactionBytes, { number, blockID, expiration }: Reference): string {
  const renewed: Readonly<Record<string, string>> = {
    ref_block_bytes: `0a02${number.toString(16).padStart(4, '0').slice(-4)}`,
    ref_block_hash: `2208${blockID.slice(16, 32)}`,
    expiration: `40${varint(BigInt(expiration))}`,
  };
  return fields
    .filter(({ depth }) => depth === 0)
    .map(({ name, start, end }) => renewed[name] ?? hex.slice(start * 2, end * 2))
    .join('');
}
