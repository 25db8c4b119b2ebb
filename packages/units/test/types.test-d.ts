// Only compiled: the check fails where a line compiles that should not.
import {
  clamp,
  formatCoin,
  isUnitsError,
  max,
  min,
  multiplyRatio,
  parseCoin,
  percent,
  sum,
  createLocale,
  safeParseCoin,
  type AbortSignalLike,
  type AmountLocale,
  type Clock,
  type AmountSchema,
  type Energy,
  type EnergyFactor,
  type EnergyPrice,
  type Flavour,
  type Ratio,
  type SmallUnits,
} from '@coin/units';

declare const energy: Energy;
declare const price: EnergyPrice;
declare const amount: SmallUnits;
declare const plain: bigint;

export const fromPlain: SmallUnits = plain;
export const toPlain: bigint = amount;
export const product: SmallUnits = amount * 2n;
// @ts-expect-error an energy is not an amount
export const mixed: SmallUnits = energy;
// @ts-expect-error an energy is not accepted for an amount
formatCoin(energy);
// @ts-expect-error a price is not a factor
export const factor: EnergyFactor = price;
// @ts-expect-error a price is not an energy
export const priced: Energy = price;
type Points = Flavour<'Points'>;
declare const points: Points;
// @ts-expect-error another flavour is not an energy
export const earned: Energy = points;
// @ts-expect-error an amount is a string, not a number
parseCoin(1.5);
// @ts-expect-error a number is not an amount
formatCoin(1);

export const kept: SmallUnits = multiplyRatio(amount, percent(5n), 'floor');
export const total: SmallUnits = sum([amount, amount]);
export const ofPlain: SmallUnits = min(1n, 2n);
export const limited: SmallUnits = clamp(amount, { min: 0n, max: plain });
export const energies: Energy = max(energy, energy);
// @ts-expect-error a sum of energies is not an amount
export const mixedSum: SmallUnits = sum([energy]);
// @ts-expect-error an energy does not compare with an amount
min(energy, amount);
// @ts-expect-error the limits of an amount are not energies
clamp(amount, { max: energy });

export const aborts: AbortSignalLike = new AbortController().signal;
export const stopped: Clock = { now: () => 0, sleep: async () => {} };
// @ts-expect-error a clock that tells the time later is none
export const late: Clock = { now: async () => 0, sleep: async () => {} };
// @ts-expect-error a clock has to wait, too
export const restless: Clock = { now: Date.now };

export const german: AmountLocale = createLocale('de-DE');
formatCoin(amount, { decimals: { max: 2 }, locale: german }) satisfies string;
// @ts-expect-error a locale is made by createLocale
formatCoin(amount, { locale: 'de-DE' });
const parsed = safeParseCoin('1', { locale: german });
if (!parsed.success && parsed.error.code === 'AMOUNT_OUT_OF_RANGE') parsed.error.context.max satisfies bigint;
// @ts-expect-error a rounding is a name
parseCoin('1', { rounding: true });
declare const constant: Ratio;
// @ts-expect-error a ratio is read-only
constant.numerator = 1n;

declare const caught: unknown;
if (isUnitsError(caught, 'AMOUNT_SYNTAX')) caught.context.position satisfies number;
if (isUnitsError(caught)) {
  // @ts-expect-error without a code the context is unknown
  caught.context.position satisfies number;
  if (caught.code === 'AMOUNT_OUT_OF_RANGE') caught.context.max satisfies bigint;
}

/** The interface as standardschema.dev defines it. */
interface StandardSchemaV1<Input, Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}
type Result<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] | undefined }[] };
declare const schema: AmountSchema<SmallUnits>;
export const standard: StandardSchemaV1<string, SmallUnits> = schema;
