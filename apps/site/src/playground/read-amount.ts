import { isUnitsError, parseUnits } from '@coin/units';

/** An amount that was typed, 1 smallest unit or more, or what is wrong with it. */
export type ReadAmount = { readonly amount: bigint } | { readonly problem: string };

/** @param decimals - 6 for coins and tokens, 0 for votes */
export function readAmount(text: string, decimals: number): ReadAmount {
  try {
    const amount = parseUnits(text.trim(), decimals);
    return amount < 1n ? { problem: 'The amount is 0: ask for more than that.' } : { amount };
  } catch (error) {
    if (!isUnitsError(error)) throw error;
    return { problem: error.shortMessage };
  }
}
