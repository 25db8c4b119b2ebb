import { type AddressFields, choiceField, integerField, textField } from '../address/address-state.ts';
import { type TableData } from '../chart/chart-data.ts';
import { coin, count } from '../format.ts';
import { CALL_TITLES, type CallName } from '../node/call-titles.ts';
import { contractOf, ownContractFields, type OwnContractState } from '../node/own-contract-state.ts';
import { NO_CONTRACT } from '../node/own-contract.ts';
import { type CallEnergy, type InstructionEnergy, type OwnEnergy } from './energy-tables.ts';
import { type CallChoice, type OpenedCall } from './model.ts';

/** What the address of the panel holds. */
export interface CallState extends OwnContractState {
  call: CallName;
  factor: number;
  table: TableName;
  /** What is searched in the flame graph, and the box that fills it. */
  find: string;
  zoom: number;
}

const TABLES = ['contracts', 'functions', 'instructions'] as const;
type TableName = (typeof TABLES)[number];

export const TABLE_TITLES: Readonly<Record<TableName, string>> = {
  contracts: 'by contract',
  functions: 'by function',
  instructions: 'by instruction',
};

export const callFields: AddressFields<CallState> = {
  call: choiceField(Object.keys(CALL_TITLES) as CallName[], 'swap'),
  factor: integerField({ min: 0, max: 34_000, initial: 3_400 }),
  ...ownContractFields,
  table: choiceField(TABLES, 'functions'),
  find: textField({ maxLength: 60 }),
  zoom: integerField({ min: 0, max: 999, initial: 0 }),
};

/** The choice that a state stands for; what is typed about an own contract counts only for that. */
export const choiceOf = (state: CallState): CallChoice => ({
  call: state.call,
  factor: state.factor,
  own: state.call === 'own' ? contractOf(state) : NO_CONTRACT,
});

/** The totals of a call as pairs of a name and a text. */
export function totalsOf({ energy, penalty, storage, price }: OpenedCall): readonly (readonly [string, string])[] {
  return [
    ['Energy', count(energy)],
    ['Base, without the factor', count(energy - penalty)],
    ['Penalty, by the factor', count(penalty)],
    ['Storage, of the energy', count(storage)],
    ['Price, all of it burned', `${coin(price)} coin`],
  ];
}

/** A row of a table: what it is about, and its numbers. */
interface Row {
  readonly name: string;
  readonly numbers: readonly bigint[];
}

const ENERGY_HEAD = ['Energy', 'Base', 'Penalty'];
const energyOf = ({ energy, base, penalty }: OwnEnergy) => [energy, base, penalty];

const callRow = (row: CallEnergy): Row => ({
  name: `${row.contract}${row.function === undefined ? '' : `.${row.function}`}`,
  numbers: [...energyOf(row), row.storage, BigInt(row.calls)],
});

const instructionRow = (row: InstructionEnergy): Row => ({
  name: `${row.contract} ${row.instruction}`,
  numbers: [...energyOf(row), BigInt(row.count)],
});

/** The most rows of a table; the last one of a longer table adds up the others. */
const MOST_ROWS = 100;

function textsOf(rows: readonly Row[]): readonly (readonly string[])[] {
  const shown = rows.length <= MOST_ROWS ? rows : rows.slice(0, MOST_ROWS - 1);
  const texts = shown.map(({ name, numbers }) => [name, ...numbers.map(count)]);
  const rest = rows.slice(shown.length);
  if (rest[0] === undefined) return texts;
  const sums = rest[0].numbers.map((_, column) => rest.reduce((sum, { numbers }) => sum + (numbers[column] ?? 0n), 0n));
  return [...texts, [`${count(rest.length)} others`, ...sums.map(count)]];
}

/** One of the tables of a call as texts; its rows add up to the energy of the call. */
export function tableOfCall(opened: OpenedCall, name: TableName): TableData {
  switch (name) {
    case 'contracts':
      return { head: ['Contract', ...ENERGY_HEAD, 'Storage', 'Calls'], rows: textsOf(opened.contracts.map(callRow)) };
    case 'functions':
      return { head: ['Function', ...ENERGY_HEAD, 'Storage', 'Calls'], rows: textsOf(opened.functions.map(callRow)) };
    case 'instructions':
      return { head: ['Instruction', ...ENERGY_HEAD, 'Times'], rows: textsOf(opened.instructions.map(instructionRow)) };
  }
}

/** The maximum number of characters that a page lays out at a time. */
const MOST_CHARACTERS = 50_000;

/** The beginning of the calls as text, in whole lines. */
export function shownCalls({ callTree }: OpenedCall): string {
  if (callTree.length <= MOST_CHARACTERS) return callTree;
  const shown = callTree.slice(0, callTree.lastIndexOf('\n', MOST_CHARACTERS) + 1);
  return `${shown}… and ${count(callTree.slice(shown.length).split('\n').length - 1)} lines more`;
}
