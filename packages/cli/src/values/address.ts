import { fromEvmAddress, toAddress } from '@coin/rpc/address';

/** Reads an address in any of its forms: base58check, hex with 41, or hex with 0x. */
export const readAddress = (text: string): string =>
  /^0x[\da-f]{40}$/i.test(text) ? fromEvmAddress(text) : toAddress(text);
