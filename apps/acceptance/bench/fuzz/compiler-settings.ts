/** Settings of solc for all tools. */
export const compilerSettings = { evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 } } as const;
