import { type Address } from '../protocol/primitives.ts';

/** The account without code that Solidity's `console.log` calls: its name in ASCII. Source: Hardhat, console.sol. */
export const CONSOLE_ADDRESS: Address = '41000000000000000000636f6e736f6c652e6c6f67';
