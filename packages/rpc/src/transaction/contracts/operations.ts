import { argumentInvalid, hexArgument, stringArgument, unknownName } from '../../encoding/arguments.ts';
import { bytesToHex } from '../../encoding/hex.ts';
import { CONTRACT_TYPES, isContractType, type ContractType } from './contract-types.ts';

/** The contract types whose fields are not known here. Source: docs/protocol/permissions.md, Operations bitmap. */
const OTHER_TYPES = {
  VoteAssetContract: 3,
  CustomContract: 20,
  GetContract: 32,
  ShieldedTransferContract: 51,
} as const;

/** An operation that a key may be permitted to sign: a contract type by the network's name, as in transactions. */
export type Operation = ContractType | keyof typeof OTHER_TYPES;

/** A bit for each possible contract type. */
const BITMAP_BYTES = 32;

function operationNumber(name: string): number {
  const others = new Map<string, number>(Object.entries(OTHER_TYPES));
  const number = isContractType(name) ? CONTRACT_TYPES[name].number : others.get(name);
  if (number === undefined) {
    const known = [...Object.keys(CONTRACT_TYPES), ...others.keys()];
    throw unknownName('operations', name, { expected: 'names of contract types', known });
  }
  return number;
}

/**
 * The bitmap of operations, 32 bytes in hex: contract type t is bit t mod 8 of byte t / 8. Source:
 * docs/protocol/permissions.md, Operations bitmap.
 *
 * @param operations - names of contract types, or a bitmap
 * @throws `ARGUMENT_INVALID`, for an unknown name with the closest known one
 */
export function operationsBitmap(operations: string | readonly Operation[] | undefined): string {
  if (typeof operations === 'string') return hexArgument('operations', operations, { bytes: BITMAP_BYTES });
  if (!Array.isArray(operations))
    throw argumentInvalid('operations', operations, `names of contract types, or ${BITMAP_BYTES} bytes in hex`);
  const bytes = new Uint8Array(BITMAP_BYTES);
  for (const name of operations) {
    const number = operationNumber(stringArgument('an item of operations', name));
    bytes[number >> 3] = (bytes[number >> 3] ?? 0) | (1 << (number & 7));
  }
  return bytesToHex(bytes);
}
