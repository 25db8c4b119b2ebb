import { expect, test } from 'vitest';
import { readActions, type Action } from '../src/playground/accounts/actions.ts';
import { playAccounts } from '../src/playground/accounts/model.ts';
import {
  accountsFields,
  accountsTable,
  actionOf,
  blocksTable,
  describeAction,
  describeOutcome,
  FORMS,
  recoveryCharts,
  type FormName,
} from '../src/playground/accounts/view.ts';
import { readAddress, writeAddress } from '../src/playground/address/address-state.ts';
import { openCall } from '../src/playground/call/model.ts';
import { callFields, choiceOf as callOf, shownCalls, tableOfCall, totalsOf } from '../src/playground/call/view.ts';
import { tableOf } from '../src/playground/chart/chart-data.ts';
import { openTransaction } from '../src/playground/transaction/model.ts';
import {
  changedPaths,
  changesTable,
  choiceOf,
  isWithin,
  placeAfterKey,
  rowsOf,
  segmentsOf,
  transactionFields,
} from '../src/playground/transaction/view.ts';

const silent = () => undefined;

test('the rows of a transaction show all of its bytes in order, with their positions', async () => {
  const { requested } = await openTransaction({ request: 'delegate', amount: 5_000_000n, memo: '', lie: 'none' });
  const segments = segmentsOf(requested);
  expect(segments.map(({ hex }) => hex.replaceAll(' ', '')).join('')).toBe(requested.hex);
  const rows = rowsOf(requested, new Set(['contract[0].parameter.value.balance']));
  const changed = rows.filter(({ isChanged }) => isChanged);
  expect(changed.map(({ value }) => value)).toEqual(['5 coin']);
  const [row] = changed;
  const [first, last] = (row?.bytes ?? '').split('–').map(Number);
  const place = rows.findIndex(({ isChanged }) => isChanged);
  expect(segments[place]?.hex.replaceAll(' ', '')).toBe(requested.hex.slice((first ?? 0) * 2, (last ?? 0) * 2 + 2));
});

test('marks all fields of a message, and only a field itself', async () => {
  const { fields } = (await openTransaction({ request: 'coin', amount: 1n, memo: '', lie: 'none' })).requested;
  const marked = (name: string) => {
    const at = fields.findIndex((field) => field.name === name);
    return fields.filter((_, place) => isWithin(fields, place, at)).map((field) => field.name);
  };
  expect(marked('amount')).toEqual(['amount']);
  expect(marked('value')).toEqual(['value', 'owner_address', 'to_address', 'amount']);
});

test('moves the mark by keys within the fields', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'x'].map((key) => placeAfterKey(key, 0, 3))).toEqual([
    1,
    0,
    0,
    2,
    undefined,
  ]);
  expect(placeAfterKey('ArrowDown', 2, 3)).toBe(2);
});

test('shows the changes of a lie as a table, and its bytes as changed', async () => {
  const { changes } = await openTransaction({ request: 'coin', amount: 5_000_000n, memo: '', lie: 'amount' });
  expect(changesTable(changes).rows[0]).toEqual([
    'contract[0].parameter.value.amount',
    '5000000',
    '12000000',
    '12000000',
  ]);
  expect(changedPaths(changes).has('contract[0].parameter.value.amount')).toBe(true);
  expect(changesTable([]).rows).toEqual([['No field', '–', '–', '–']]);
});

test('an invalid amount is rejected with the reason, and a lie about another request is the truth', () => {
  const state = readAddress(transactionFields, '?amount=1,5');
  expect(choiceOf(state)).toHaveProperty('problem', expect.stringMatching(/1,5/));
  expect(choiceOf({ ...state, amount: '0' })).toHaveProperty('problem', expect.stringMatching(/is 0/));
  expect(choiceOf({ ...state, amount: '1.5', request: 'vote' })).toHaveProperty('problem');
  expect(choiceOf({ ...state, amount: '12', request: 'vote', lie: 'amount' })).toEqual({
    request: 'vote',
    amount: 12n,
    memo: '',
    lie: 'none',
  });
});

test('an address that names a lie, a call or actions shows them', () => {
  expect(readAddress(transactionFields, '?request=token&lie=data')).toMatchObject({ request: 'token', lie: 'data' });
  expect(callOf(readAddress(callFields, '?call=deployment&factor=0'))).toMatchObject({ call: 'deployment', factor: 0 });
  const state = readAddress(accountsFields, '?actions=none');
  expect(state.actions).toEqual([]);
  expect(writeAddress(accountsFields, state)).toBe('actions=none');
});

test('each table of a call has rows that add up to its energy', async () => {
  const opened = await openCall(callOf(readAddress(callFields, '')), silent);
  const number = (text = '') => Number(text.replaceAll(',', ''));
  for (const name of ['contracts', 'functions', 'instructions'] as const) {
    const { rows } = tableOfCall(opened, name);
    expect(rows.reduce((sum, row) => sum + number(row[1]), 0)).toBe(Number(opened.energy));
    for (const row of rows) expect(number(row[2]) + number(row[3])).toBe(number(row[1]));
  }
  expect(Object.fromEntries(totalsOf(opened))).toMatchObject({ Energy: '60,449', 'Penalty, by the factor': '15,163' });
});

test('tables and texts of a call with many functions are cut, and still add up', async () => {
  // A loop of calls to itself with the energy that is left as the selector, none of which does anything.
  const runtime = '3615600657005b5a60e01b5f525f5f60045f305afa50600656';
  const code = `6019600a5f3960195ff3${runtime}`;
  const opened = await openCall(callOf(readAddress(callFields, `?call=own&factor=0&code=${code}`)), silent);
  expect(opened.functions.length).toBeGreaterThan(100);
  const { rows } = tableOfCall(opened, 'functions');
  expect(rows).toHaveLength(100);
  expect(rows.at(-1)?.[0]).toBe(`${(opened.functions.length - 99).toLocaleString('en-US')} others`);
  const number = (text = '') => Number(text.replaceAll(',', ''));
  expect(rows.reduce((sum, row) => sum + number(row[1]), 0)).toBe(Number(opened.energy));
  const lines = opened.callTree.split('\n').length - 1;
  const shown = shownCalls(opened).split('\n');
  expect(shownCalls(opened).length).toBeLessThan(50_100);
  expect(shown.at(-1)).toBe(`… and ${(lines - shown.length + 1).toLocaleString('en-US')} lines more`);
});

test('the form of each action describes an action that an address can hold', () => {
  for (const form of Object.keys(FORMS) as FormName[]) {
    const read = actionOf({ ...readAddress(accountsFields, ''), form, amount: '12' });
    expect(read).toHaveProperty('action.do', form);
    if ('action' in read) expect(describeAction(read.action)).toMatch(/^Account 1 /);
  }
  expect(actionOf({ ...readAddress(accountsFields, ''), amount: 'x' })).toHaveProperty('problem');
});

test('the tables of accounts and blocks match the network', async () => {
  const actions = readActions(
    'stake.1.energy.3000000_delegate.1.2.energy.2000000_send.3.4.1500000_vote.4.7_blocks.2',
  ) as Action[];
  const played = await playAccounts({ actions, shown: 3 }, silent);
  const { head, rows } = accountsTable(played.accounts);
  expect(head).toEqual(['Account', 'Account 1', 'Account 2', 'Account 3', 'Account 4']);
  const row = (name: string) => rows.find(([first]) => first === name)?.slice(1);
  expect(row('Balance, coin')).toEqual(['999,997', '1,000,000', '999,998.5', '1,000,001.5']);
  expect(row('Staked for energy, coin')).toEqual(['3, 2 of it delegated', '0, 2 received', '0', '0']);
  expect(row('Votes cast')).toEqual(['0 of 3', '0 of 0', '0 of 0', '0 of 0']);
  expect(played.played.map(describeOutcome)).toEqual([
    expect.stringMatching(/^In block \d+: 2\d\d bandwidth, fee 0 coin$/),
    expect.stringMatching(/^In block \d+: 2\d\d bandwidth, fee 0 coin$/),
    expect.stringMatching(/^In block \d+: 2\d\d bandwidth, fee 0 coin$/),
    expect.stringMatching(/^Refused: /),
    'Done',
  ]);
  const blocks = blocksTable(played).rows;
  expect(blocks.slice(0, 3).map((cells) => cells[2])).toEqual(['none', 'none', 'TransferContract']);
  const charts = recoveryCharts(played, 3);
  expect(tableOf(charts).rows).toHaveLength(49);
  expect(tableOf(charts).rows[0]?.[0]).toBe('0');
});
