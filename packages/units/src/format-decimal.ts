/** Formats `value` / 10^`decimals` exactly, without trailing zeros. */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return (value < 0n ? '-' : '') + digits.slice(0, point) + (end > point ? `.${digits.slice(point, end)}` : '');
}
