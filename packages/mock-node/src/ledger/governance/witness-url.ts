import { type Hex } from '../../protocol/primitives.ts';
import { textOf } from '../../protocol/text.ts';

const MAX_BYTES = 256;

/** Whether bytes may be a witness's URL: not empty, and not too long. */
export const isWitnessUrl = (url: Hex): boolean => url !== '' && url.length <= MAX_BYTES * 2;

/** The text that the ledger stores for a witness's URL. */
export const witnessUrl = (url: Hex): string => textOf(url);
