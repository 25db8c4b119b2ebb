import {
  type AddressField,
  type AddressFields,
  choiceField,
  integerField,
  textField,
} from '../address/address-state.ts';
import { type ChartData, type TableData } from '../chart/chart-data.ts';
import { coin, count } from '../format.ts';
import { readAmount } from '../read-amount.ts';
import { ACCOUNTS, readActions, RESOURCES, writeActions, type Action, type ResourceName } from './actions.ts';
import { type PlayedAccounts } from './model.ts';
import { type PlayedAction } from './play-action.ts';
import { type AccountState, type StakeOf } from './read-state.ts';

/** What the address of the panel holds: all that happened, and what is shown and typed. */
export interface AccountsState {
  actions: readonly Action[];
  shown: number;
  form: FormName;
  from: number;
  to: number;
  resource: ResourceName;
  /** As it was typed. */
  amount: string;
}

/** The actions of the form, and which of its fields each of them has. */
export const FORMS = {
  send: { title: 'Send coin', unit: 'coins', fields: ['to', 'amount'] },
  call: { title: 'Send a token, which uses energy', unit: '', fields: ['to'] },
  stake: { title: 'Stake', unit: 'coins', fields: ['resource', 'amount'] },
  unstake: { title: 'Unstake', unit: 'coins', fields: ['resource', 'amount'] },
  delegate: { title: 'Delegate', unit: 'coins', fields: ['to', 'resource', 'amount'] },
  undelegate: { title: 'Take back what was delegated', unit: 'coins', fields: ['to', 'resource', 'amount'] },
  vote: { title: 'Vote for the witness', unit: 'votes', fields: ['amount'] },
  reward: { title: 'Take the reward for votes', unit: '', fields: [] },
  collect: { title: 'Take what has been unstaked', unit: '', fields: [] },
} as const satisfies Readonly<
  Record<string, { title: string; unit: string; fields: readonly ('to' | 'resource' | 'amount')[] }>
>;

export type FormName = keyof typeof FORMS;

/** Whether the form of an action has a field. */
export const hasField = (form: FormName, field: 'to' | 'resource' | 'amount'): boolean =>
  (FORMS[form].fields as readonly string[]).includes(field);

/** What happens on the network, from the beginning. */
export const actionsField: AddressField<readonly Action[]> = {
  initial: readActions('stake.1.energy.10000000000_stake.1.bandwidth.2000000000_call.1.2_send.2.3.1500000') ?? [],
  // The text of no actions, which would otherwise be what an address without them means.
  read: (text) => (text === 'none' ? [] : readActions(text)),
  write: (actions) => (actions.length === 0 ? 'none' : writeActions(actions)),
};

const accountField = (initial: number) => integerField({ min: 1, max: ACCOUNTS, initial });

export const accountsFields: AddressFields<AccountsState> = {
  actions: actionsField,
  shown: accountField(1),
  form: choiceField(Object.keys(FORMS) as FormName[], 'send'),
  from: accountField(1),
  to: accountField(2),
  resource: choiceField(RESOURCES, 'energy'),
  amount: textField({ maxLength: 24, initial: '100' }),
};

/** The action that the form describes, or what is wrong with it. */
export function actionOf(state: AccountsState): { readonly action: Action } | { readonly problem: string } {
  const { form, from, to, resource } = state;
  if (form === 'call') return { action: { do: form, from, to } };
  if (form === 'reward' || form === 'collect') return { action: { do: form, from } };
  const read = readAmount(state.amount, form === 'vote' ? 0 : 6);
  if ('problem' in read) return read;
  const { amount } = read;
  switch (form) {
    case 'send':
      return { action: { do: form, from, to, amount } };
    case 'stake':
    case 'unstake':
      return { action: { do: form, from, resource, amount } };
    case 'delegate':
    case 'undelegate':
      return { action: { do: form, from, to, resource, amount } };
    case 'vote':
      return { action: { do: form, from, votes: amount } };
  }
}

/** An action in words. */
export function describeAction(action: Action): string {
  switch (action.do) {
    case 'send':
      return `Account ${action.from} sends ${coin(action.amount)} coin to account ${action.to}`;
    case 'call':
      return `Account ${action.from} sends a token to account ${action.to}`;
    case 'stake':
      return `Account ${action.from} stakes ${coin(action.amount)} coin for ${action.resource}`;
    case 'unstake':
      return `Account ${action.from} unstakes ${coin(action.amount)} coin of ${action.resource}`;
    case 'delegate':
      return `Account ${action.from} delegates ${action.resource} of ${coin(action.amount)} coin to account ${action.to}`;
    case 'undelegate':
      return `Account ${action.from} takes ${action.resource} of ${coin(action.amount)} coin back from account ${action.to}`;
    case 'vote':
      return `Account ${action.from} votes with ${count(action.votes)}`;
    case 'reward':
      return `Account ${action.from} takes the reward for votes`;
    case 'collect':
      return `Account ${action.from} takes what has been unstaked`;
    case 'blocks':
      return `${count(action.count)} block${action.count === 1 ? '' : 's'}`;
    case 'hours':
      return `${count(action.count)} hour${action.count === 1 ? '' : 's'} without a block`;
    case 'cycle':
      return 'The next maintenance';
  }
}

/** What became of an action, in words. */
export function describeOutcome({ record, problem }: PlayedAction): string {
  if (problem !== undefined) return `Refused: ${problem}`;
  if (record === undefined) return 'Done';
  const { blockNumber, result, succeeded, bandwidth, energy, fee } = record;
  const used = [
    ...(bandwidth > 0n ? [`${count(bandwidth)} bandwidth`] : []),
    ...(energy > 0n ? [`${count(energy)} energy`] : []),
    `fee ${coin(fee)} coin`,
  ];
  return `${succeeded ? 'In' : `Failed (${result}) in`} block ${blockNumber}: ${used.join(', ')}`;
}

const usedOf = ({ used, limit }: { readonly used: bigint; readonly limit: bigint }): string =>
  `${count(used)} of ${count(limit)}`;

function stakeText({ staked, delegatedTo, delegatedFrom }: StakeOf): string {
  return [
    coin(staked),
    ...(delegatedTo > 0n ? [`${coin(delegatedTo)} of it delegated`] : []),
    ...(delegatedFrom > 0n ? [`${coin(delegatedFrom)} received`] : []),
  ].join(', ');
}

/** Each property of the accounts as a row, a column for each account. */
export function accountsTable(accounts: readonly AccountState[]): TableData {
  const row = (name: string, text: (account: AccountState) => string) => [name, ...accounts.map(text)];
  return {
    head: ['Account', ...accounts.map((_, index) => `Account ${index + 1}`)],
    rows: [
      row('Balance, coin', ({ balance }) => coin(balance)),
      row('Staked for bandwidth, coin', ({ bandwidth }) => stakeText(bandwidth)),
      row('Staked for energy, coin', ({ energy }) => stakeText(energy)),
      row('Being unstaked, coin', ({ unstaking }) => coin(unstaking)),
      row('Free bandwidth used', ({ resources }) => usedOf(resources.freeBandwidth)),
      row('Staked bandwidth used', ({ resources }) => usedOf(resources.stakedBandwidth)),
      row('Energy used', ({ resources }) => usedOf(resources.energy)),
      row('Votes cast', ({ votes }) => usedOf(votes)),
      row('Reward not taken, coin', ({ reward }) => coin(reward)),
    ],
  };
}

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** The newest blocks. */
export const blocksTable = ({ blocks }: PlayedAccounts): TableData => ({
  head: ['Block', 'Time, UTC', 'Transactions'],
  rows: blocks.map(({ number, time, transactions }) => [
    count(number),
    dateText(time),
    transactions.length === 0
      ? 'none'
      : transactions.map(({ type, result }) => type + (result === 'SUCCESS' ? '' : `, ${result}`)).join('; '),
  ]),
});

/** Where the network is in time. */
export const timeText = ({ time, nextMaintenance }: PlayedAccounts): string =>
  `${dateText(time)} UTC; the next maintenance is at ${dateText(nextMaintenance)}`;

/** What the shown account has used and not recovered, in the next 24 hours. */
export function recoveryCharts({ recovery }: PlayedAccounts, shown: number): [ChartData, ChartData] {
  const common = { xName: 'Hour', x: recovery.map(({ minutes }) => minutes / 60) };
  return [
    {
      ...common,
      title: `Bandwidth of account ${shown}`,
      unit: 'bytes used and not recovered',
      series: [
        { name: 'Free bandwidth', values: recovery.map(({ freeBandwidth }) => freeBandwidth), text: count },
        { name: 'Staked bandwidth', values: recovery.map(({ stakedBandwidth }) => stakedBandwidth), text: count },
      ],
    },
    {
      ...common,
      title: `Energy of account ${shown}`,
      unit: 'units used and not recovered',
      series: [{ name: 'Energy', values: recovery.map(({ energy }) => energy), text: count }],
    },
  ];
}
