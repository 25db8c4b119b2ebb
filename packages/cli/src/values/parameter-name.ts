const OWN_NAMES: Readonly<Record<string, string>> = {
  blockReward: 'getWitnessPayPerBlock',
  votingReward: 'getWitness127PayPerBlock',
};

/** The name that nodes print for a parameter of a proposal: `getEnergyFee` for `energyFee`. */
export const printedName = (name: string): string =>
  OWN_NAMES[name] ?? `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;
