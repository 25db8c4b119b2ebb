/** What a node may lie about, by the names in the page's address, after "The node". */
export const NODE_LIES = {
  none: { does: 'tells the truth', hasAmount: false },
  'invented-chain': { does: 'invents a payment, in a chain that it forges', hasAmount: true },
  'invented-headers': { does: 'invents a payment, under true headers', hasAmount: true },
  amount: { does: 'names another amount of a payment', hasAmount: true },
  withheld: { does: 'hides a payment', hasAmount: false },
  outcome: { does: 'shows a failed call as a success', hasAmount: false },
  balance: { does: 'names another balance', hasAmount: true },
  price: { does: 'names another price of energy', hasAmount: false },
} as const;

export type NodeLie = keyof typeof NODE_LIES;
