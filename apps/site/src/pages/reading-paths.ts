/** A reader, and the pages that lead from the first task to the last. */
interface ReadingPath {
  readonly reader: string;
  readonly routes: readonly string[];
}

/** Each page is on one path at most. */
export const READING_PATHS: readonly ReadingPath[] = [
  {
    reader: 'exchanges',
    routes: [
      'guides/pay-out',
      'guides/accept-deposits',
      'guides/sweep-deposits',
      'guides/connect-to-nodes',
      'guides/runbook',
    ],
  },
  {
    reader: 'wallets',
    routes: ['guides/show-a-fee', 'guides/sign-elsewhere', 'guides/send-and-resume', 'guides/from-tronweb'],
  },
  {
    reader: 'dApps',
    routes: [
      'guides/test-a-dapp',
      'guides/blocks-and-time',
      'guides/call-a-contract',
      'concepts/fee-limit-and-fee',
      'guides/energy-report',
    ],
  },
  {
    reader: 'auditors',
    routes: ['guides/minted-coin', 'protocol/minting', 'protocol/rewards'],
  },
];

/** The page after another one on its path, and for whom; undefined at the end of a path and beside all. */
export function nextOnPath(route: string): { readonly reader: string; readonly route: string } | undefined {
  for (const { reader, routes } of READING_PATHS) {
    const next = routes.includes(route) ? routes[routes.indexOf(route) + 1] : undefined;
    if (next !== undefined) return { reader, route: next };
  }
  return undefined;
}
