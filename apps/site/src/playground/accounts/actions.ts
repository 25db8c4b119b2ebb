/** Accounts that act, counted from 1. */
export const ACCOUNTS = 4;

/** The most actions that are played: as many as an address can hold. */
export const MOST_ACTIONS = 60;

export const RESOURCES = ['bandwidth', 'energy'] as const;
export type ResourceName = (typeof RESOURCES)[number];

/** What happens on the network, one after another. Accounts are 1 to 4, amounts small units. */
export type Action =
  | { readonly do: 'send'; readonly from: number; readonly to: number; readonly amount: bigint }
  /** A transfer of a token, which uses energy. */
  | { readonly do: 'call'; readonly from: number; readonly to: number }
  | {
      readonly do: 'stake' | 'unstake';
      readonly from: number;
      readonly resource: ResourceName;
      readonly amount: bigint;
    }
  | {
      readonly do: 'delegate' | 'undelegate';
      readonly from: number;
      readonly to: number;
      readonly resource: ResourceName;
      readonly amount: bigint;
    }
  | { readonly do: 'vote'; readonly from: number; readonly votes: bigint }
  /** Takes the reward for votes, or stakes whose time of unstaking is over. */
  | { readonly do: 'reward' | 'collect'; readonly from: number }
  /** Blocks in a row, three seconds apart. */
  | { readonly do: 'blocks'; readonly count: number }
  /** Hours without a block, and then one. */
  | { readonly do: 'hours'; readonly count: number }
  /** The first block of the next maintenance cycle. */
  | { readonly do: 'cycle' };

export type ActionName = Action['do'];

/** The values of each action, in the order of its text. */
const PARTS = {
  send: ['from', 'to', 'amount'],
  call: ['from', 'to'],
  stake: ['from', 'resource', 'amount'],
  unstake: ['from', 'resource', 'amount'],
  delegate: ['from', 'to', 'resource', 'amount'],
  undelegate: ['from', 'to', 'resource', 'amount'],
  vote: ['from', 'votes'],
  reward: ['from'],
  collect: ['from'],
  blocks: ['count'],
  hours: ['count'],
  cycle: [],
} as const satisfies Record<ActionName, readonly string[]>;

type Part = (typeof PARTS)[ActionName][number];

/** A day of blocks, or a month of hours. */
const MOST_COUNTED = 28_800;
const MOST_DIGITS = 18;

const integerFrom = (text: string, most: number): number | undefined => {
  const value = Number(text);
  return /^\d{1,6}$/.test(text) && value >= 1 && value <= most ? value : undefined;
};

const amountFrom = (text: string): bigint | undefined =>
  /^\d+$/.test(text) && text.length <= MOST_DIGITS ? BigInt(text) : undefined;

const READERS: Readonly<Record<Part, (text: string) => number | bigint | string | undefined>> = {
  from: (text) => integerFrom(text, ACCOUNTS),
  to: (text) => integerFrom(text, ACCOUNTS),
  amount: amountFrom,
  votes: amountFrom,
  resource: (text) => RESOURCES.find((name) => name === text),
  count: (text) => integerFrom(text, MOST_COUNTED),
};

function readAction(text: string): Action | undefined {
  const [name = '', ...values] = text.split('.');
  if (!Object.hasOwn(PARTS, name)) return undefined;
  const parts: readonly Part[] = PARTS[name as ActionName];
  const read = parts.map((part, index) => [part, READERS[part](values[index] ?? '')] as const);
  if (values.length !== parts.length || read.some(([, value]) => value === undefined)) return undefined;
  return { do: name, ...Object.fromEntries(read) } as Action;
}

/** The actions of a text such as `stake.1.energy.5000000_hours.2`; undefined where it is not one. */
export function readActions(text: string): readonly Action[] | undefined {
  if (text === '') return [];
  const actions = text.split('_').map(readAction);
  return actions.length <= MOST_ACTIONS && actions.every((action) => action !== undefined) ? actions : undefined;
}

export const writeActions = (actions: readonly Action[]): string =>
  actions
    .map((action) => {
      const values = action as Partial<Record<Part, unknown>>;
      return [action.do, ...PARTS[action.do].map((part) => String(values[part]))].join('.');
    })
    .join('_');

/** The actions with one more; blocks that follow blocks are one action. */
export function appendAction(actions: readonly Action[], action: Action): readonly Action[] {
  const last = actions.at(-1);
  if (action.do !== 'blocks' || last?.do !== 'blocks') return [...actions, action];
  return [...actions.slice(0, -1), { do: 'blocks', count: Math.min(last.count + action.count, MOST_COUNTED) }];
}
