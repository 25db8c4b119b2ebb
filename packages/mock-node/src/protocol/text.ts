import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Hex } from './primitives.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** The text that bytes hold, with replacement characters for what is not UTF-8. */
export const textOf = (bytes: Hex): string => utf8.decode(hexToBytes(bytes));

/** The bytes of a text. */
export const bytesOf = (text: string): Hex => bytesToHex(utf8ToBytes(text));
