/** 21 bytes as 42 lower-case hex characters, `41…`. */
export type Address = string;
/** Bytes as lower-case hex, two characters a byte. */
export type Hex = string;
/** Milliseconds since 1970, or a number of them. */
export type Milliseconds = number;
/** Whole block intervals since the genesis block's time, the unit in which resources recover. */
export type Slot = number;
