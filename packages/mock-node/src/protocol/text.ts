import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Hex } from './primitives.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes bytes as text, with replacement characters for invalid UTF-8. */
export const textOf = (bytes: Hex): string => utf8.decode(hexToBytes(bytes));

/** The bytes of a text. */
export const bytesOf = (text: string): Hex => bytesToHex(utf8ToBytes(text));
