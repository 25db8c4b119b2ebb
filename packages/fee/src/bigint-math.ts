// Written here, because loading all of @coin/units for it would nearly double the time it takes to import this package.

/** An amount increased by ten-thousandths of itself, rounded up. */
export const increaseBy = (amount: bigint, tenThousandths: bigint): bigint =>
  (amount * (10_000n + tenThousandths) + 9_999n) / 10_000n;

/** The smallest of one or more quantities of one kind. */
export const min = (...quantities: readonly [bigint, ...bigint[]]): bigint =>
  quantities.reduce((lowest, quantity) => (quantity < lowest ? quantity : lowest));

/** The largest of one or more quantities of one kind. */
export const max = (...quantities: readonly [bigint, ...bigint[]]): bigint =>
  quantities.reduce((highest, quantity) => (quantity > highest ? quantity : highest));

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
