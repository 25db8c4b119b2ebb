import { type ChainTransaction } from '../answers/block.ts';
import { hexToBytes, isHex } from '../encoding/hex.ts';

/** The memo of a transaction, with which an exchange may identify depositors; absent if there is none. */
export interface Memo {
  /** Its text; absent if its bytes are not UTF-8. */
  readonly memo?: string;
  /** Hex of its bytes. */
  readonly memoHex?: string;
}

export function memoOf({ memoHex }: Pick<ChainTransaction, 'memoHex'>): Memo {
  if (memoHex === undefined) return {};
  try {
    if (!isHex(memoHex)) return { memoHex };
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(memoHex));
    return { memo: text, memoHex };
  } catch {
    return { memoHex };
  }
}
