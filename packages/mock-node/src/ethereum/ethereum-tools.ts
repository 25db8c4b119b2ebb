/** The development node that a tool expects. Anvil counts intervals in seconds, Hardhat in milliseconds. */
export type EthereumTools = 'anvil' | 'hardhat';
