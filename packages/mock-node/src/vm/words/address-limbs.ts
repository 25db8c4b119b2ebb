import { type Address } from '../../protocol/primitives.ts';

const digitsOfByte = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The eight hexadecimal digits of 32 bits. */
export function limbToHex(limb: number): string {
  return (
    digitsOfByte[limb >>> 24]! +
    digitsOfByte[(limb >>> 16) & 0xff]! +
    digitsOfByte[(limb >>> 8) & 0xff]! +
    digitsOfByte[limb & 0xff]!
  );
}

/** Value of the hexadecimal digit at `at`, 0 to 9 or a to f. */
function digitAt(digits: string, at: number): number {
  const code = digits.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

/** Limb `index` of an address's 20 bytes; limb 0 is the lowest 32 bits. */
export function addressLimb(address: Address, index: number): number {
  let limb = 0;
  const end = 42 - 8 * index;
  for (let at = end - 8; at < end; at++) limb = (limb << 4) | digitAt(address, at);
  return limb;
}
