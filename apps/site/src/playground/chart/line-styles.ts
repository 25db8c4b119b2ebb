/** Dashes that distinguish lines without colour: lengths of strokes and gaps in pixels, in the order of the series. */
export const DASHES: readonly number[][] = [[], [10, 5], [2, 4], [12, 4, 2, 4]];

/** Of lines across a chart, such as a threshold. */
export const LEVEL_DASH: number[] = [4, 4];
