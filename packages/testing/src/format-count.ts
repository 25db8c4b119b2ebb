/** A number with its thousands separated. */
export const formatCount = (count: bigint): string => count.toLocaleString('en-US');
