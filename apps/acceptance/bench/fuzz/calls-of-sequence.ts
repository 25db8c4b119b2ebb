/** Length of each random sequence of calls. */
export const CALLS_OF_SEQUENCE = 10;
