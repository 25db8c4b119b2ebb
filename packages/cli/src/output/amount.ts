import { formatCoin, type SmallUnits } from '@coin/units';

/** An amount of coin as commands print it, in both units. */
export type Amount = {
  /** In coin, such as `1.5`. */
  readonly coin: string;
  /** In small units, such as `1500000`. */
  readonly smallUnits: string;
};

/** Names an amount in both units, so no reader has to guess. */
export const toAmount = (units: SmallUnits): Amount => ({ coin: formatCoin(units), smallUnits: units.toString() });

export const isAmount = (value: object): value is Amount => 'coin' in value && 'smallUnits' in value;
