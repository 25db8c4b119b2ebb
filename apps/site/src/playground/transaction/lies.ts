import { type Fault, type Tampering } from '@coin/mock-node';

/** What a transaction may be asked to do. */
export const REQUESTS = ['coin', 'token', 'stake', 'delegate', 'vote'] as const;
export type RequestKind = (typeof REQUESTS)[number];

/** Whom a lie is about. Addresses are base58check. */
export interface LieFacts {
  /** Somebody that the request does not name. */
  readonly thief: string;
  /** The node's time, in milliseconds since 1970. */
  readonly now: number;
  /** Seven coins more than was requested, in small units. */
  readonly amount: bigint;
  /** What it truly answers to a request for another amount, of coins, tokens or votes. */
  readonly other: { readonly answer: string; readonly rawDataHex: string };
}

/** How a node lies about a transaction that it builds. */
export interface Lie {
  /** After "The node": what it does. */
  readonly does: string;
  /** The requests that it can be told about; all by default. */
  readonly about?: readonly RequestKind[];
  /** What is changed in the node's answer; nothing by default. */
  readonly fault?: (facts: LieFacts) => Fault;
}

const tampered =
  (change: (facts: LieFacts) => Tampering) =>
  (facts: LieFacts): Fault => ({
    kind: 'tampered',
    change: change(facts),
  });

const otherAnswer = ({ other }: LieFacts): Fault => ({
  kind: 'status',
  status: 200,
  body: other.answer,
  headers: { 'content-type': 'application/json' },
});

const A_YEAR = 365n * 86_400_000n;
const withAmount: readonly RequestKind[] = ['coin', 'stake', 'delegate'];

/** The lies by their names in the page's address. */
export const LIES = {
  none: { does: 'tells the truth' },
  receiver: {
    does: 'names another receiver',
    about: ['coin', 'delegate'],
    fault: tampered(({ thief }) => ({ recipient: thief })),
  },
  amount: { does: 'names another amount', about: withAmount, fault: tampered(({ amount }) => ({ amount })) },
  contract: {
    does: 'calls another contract',
    about: ['token'],
    fault: tampered(({ thief }) => ({ recipient: thief })),
  },
  data: { does: 'changes the call’s data', about: ['token'], fault: otherAnswer },
  votes: { does: 'counts other votes', about: ['vote'], fault: otherAnswer },
  'coin-sent': {
    does: 'sends coin with the call',
    about: ['token'],
    fault: tampered(({ amount }) => ({ amount })),
  },
  'fee-limit': {
    does: 'raises the fee limit',
    about: ['token'],
    fault: tampered(() => ({ feeLimit: 15_000_000_000n })),
  },
  owner: { does: 'names another owner', fault: tampered(({ thief }) => ({ owner: thief })) },
  expiration: {
    does: 'lets it be valid for a year',
    fault: tampered(({ now }) => ({ expiration: BigInt(now) + A_YEAR })),
  },
  memo: { does: 'adds a memo, which costs a fee', fault: tampered(() => ({ memo: 'hello' })) },
  permission: { does: 'names another permission', fault: tampered(() => ({ permissionId: 2 })) },
  second: { does: 'adds a second contract', fault: tampered(() => ({ secondContract: true })) },
  json: {
    does: 'shows other JSON than its bytes say',
    about: withAmount,
    fault: tampered(({ amount }) => ({ amount, ids: 'kept' })),
  },
  bytes: {
    does: 'sends other bytes than its JSON says',
    fault: ({ other }) => ({ kind: 'replaced', key: 'raw_data_hex', json: JSON.stringify(other.rawDataHex) }),
  },
  id: {
    does: 'gives the id of another transaction',
    fault: () => ({ kind: 'replaced', key: 'txID', json: `"${'5a'.repeat(32)}"` }),
  },
  twice: {
    does: 'says twice when it expires',
    fault: () => ({ kind: 'duplicate-key', key: 'expiration', json: '1' }),
  },
  page: { does: 'sends a web page', fault: () => ({ kind: 'html' }) },
} as const satisfies Readonly<Record<string, Lie>>;

export type LieName = keyof typeof LIES;

/** The names of the lies that can be told about a request, the truth first. */
export const liesAbout = (request: RequestKind): readonly LieName[] =>
  (Object.keys(LIES) as LieName[]).filter((name) => {
    const { about }: Lie = LIES[name];
    return about === undefined || about.includes(request);
  });
