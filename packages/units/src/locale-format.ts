import { checkDecimals, checkOneOf, runForeign } from './argument-checks.ts';
import { argumentInvalid } from './errors.ts';
import { formatDecimal } from './format-decimal.ts';

/**
 * The part of a locale's number format that a style needs;
 * `new Intl.NumberFormat('de-DE', { maximumFractionDigits: 6 })` has it.
 *
 * Source: Decision: by shape, so that the caller chooses currency, digits and grouping, and creates the format once.
 */
export interface LocaleFormat {
  readonly format: (decimal: `${number}`) => string;
  readonly resolvedOptions: () => { readonly maximumFractionDigits?: number };
}

const NUMBER_FORMAT = 'a number format such as new Intl.NumberFormat("de-DE")';

/** The settings of an `Intl.NumberFormat` that decide whether it shows the exact value, and how they may be set. */
const exactSettings: readonly (readonly [name: string, allowed: readonly unknown[]])[] = [
  ['style', ['decimal', 'currency', 'unit']],
  ['notation', ['standard']],
  ['signDisplay', ['auto', 'always', 'exceptZero', 'negative']],
  ['maximumSignificantDigits', []],
  ['roundingIncrement', [1]],
];

/**
 * The number of decimals that a format shows exactly; throws for a format that would round, scale, abbreviate or hide
 * the sign.
 */
export function exactDecimals(locale: LocaleFormat): number {
  return runForeign({ argument: 'locale', value: locale, expected: NUMBER_FORMAT }, () => readDecimals(locale));
}

/** A number as a format shows it. */
export const formatByLocale = (locale: LocaleFormat, decimal: string): string =>
  runForeign({ argument: 'locale', value: locale, expected: NUMBER_FORMAT }, () =>
    locale.format(decimal as `${number}`),
  );

function readDecimals(locale: LocaleFormat): number {
  // it may be the name of a locale, or another kind of format
  const { format, resolvedOptions }: Partial<LocaleFormat> = Object(locale);
  if (typeof format !== 'function' || typeof resolvedOptions !== 'function')
    throw argumentInvalid('locale', locale, NUMBER_FORMAT);
  const settings = new Map<string, unknown>(Object.entries(Object(locale.resolvedOptions())));
  for (const [name, allowed] of exactSettings) checkOneOf(`locale.${name}`, settings.get(name), allowed);
  const decimals = settings.get('maximumFractionDigits');
  checkDecimals('locale.maximumFractionDigits', decimals);
  // an engine or a format of the caller's own may round to a floating-point number: neighbours then look alike
  const show = (value: bigint) => locale.format(formatDecimal(value, decimals) as `${number}`);
  const probe = 2n ** 60n * 10n ** BigInt(decimals) + 1n;
  const shown = show(probe);
  if (typeof shown !== 'string' || [show(probe + 1n), show(-probe)].includes(shown))
    throw argumentInvalid('locale', shown, `a number format that shows ${formatDecimal(probe, decimals)} exactly`);
  return decimals;
}
