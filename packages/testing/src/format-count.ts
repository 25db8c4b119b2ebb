/** Formats a number with thousands separators. */
export const formatCount = (count: bigint): string => count.toLocaleString('en-US');
