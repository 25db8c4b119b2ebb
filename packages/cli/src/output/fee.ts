import { type SmallUnits } from '@coin/units';
import { toAmount } from './amount.ts';
import { type DataObject } from './data.ts';

/** A fee with its parts that are not 0. */
export function describeFee({
  total,
  ...parts
}: { readonly total: SmallUnits } & Readonly<Record<string, SmallUnits>>): DataObject {
  const burned = Object.entries(parts).filter(([, amount]) => amount > 0n);
  return { total: toAmount(total), ...Object.fromEntries(burned.map(([part, amount]) => [part, toAmount(amount)])) };
}
