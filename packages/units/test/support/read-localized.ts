/** Reads what a format shows as a decimal string, by its digits, decimal separator and sign, as a person would. */
export function readLocalized(text: string, format: Intl.NumberFormat): string {
  const { locale, numberingSystem } = format.resolvedOptions();
  const plain = new Intl.NumberFormat(locale, { numberingSystem, useGrouping: false });
  const digits = Array.from(plain.format(9_876_543_210)).toReversed();
  const separator = plain.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  const minus = plain.formatToParts(-1).find(({ type }) => type === 'minusSign')?.value ?? '-';
  // "US-Dollar" has a hyphen between letters; some digits are letters, too, but none in upper or lower case.
  const hyphen = new RegExp(`(?<=\\p{L})${minus}(?=\\p{Lu}|\\p{Ll})`, 'gu');
  const unhyphenated = text.replaceAll(hyphen, '');
  let read = unhyphenated.includes(minus) || text.includes('(') ? '-' : '';
  let afterDigit = false;
  for (const char of text) {
    const digit = digits.indexOf(char);
    if (digit >= 0) read += digit;
    // a separator in a symbol, such as that of an abbreviated unit, follows or precedes no digit
    else if (char === separator && afterDigit && !read.includes('.')) read += '.';
    afterDigit = digit >= 0;
  }
  return read.endsWith('.') ? read.slice(0, -1) : read;
}
