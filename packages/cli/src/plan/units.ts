import { formatUnits, parseUnits } from '@coin/units';
import { toAmount } from '../output/amount.ts';
import { argumentOrInput, type Session } from '../session.ts';
import { parseAmount } from '../values/parse.ts';

/** `coin units`: an amount in both units. */
export async function convertUnits(
  session: Session,
  { amount }: { readonly amount?: string },
  { decimals }: { readonly decimals?: number },
) {
  const text = await argumentOrInput(session, amount, 'amount');
  if (decimals === undefined) return { ...toAmount(parseAmount(text)) };
  const units = /^\d+$/.test(text) ? BigInt(text) : parseUnits(text.replace(/ ?tokens?$/, ''), decimals);
  return { tokens: formatUnits(units, decimals), smallestUnits: units };
}
