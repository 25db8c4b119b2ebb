import { type AddressFields, choiceField, integerField } from '../address/address-state.ts';
import { type TableData } from '../chart/chart-data.ts';
import { coin, count } from '../format.ts';
import { CALL_TITLES, type CallName } from '../node/call-titles.ts';
import { NO_CONTRACT } from '../node/own-contract.ts';
import { contractOf, ownContractFields, type OwnContractState } from '../node/own-contract-state.ts';
import { type CallEnergy, type InstructionEnergy, type OwnEnergy } from './energy-tables.ts';
import { type CallChoice, type OpenedCall } from './model.ts';

/** What the address of the panel holds. */
export interface CallState extends OwnContractState {
  call: CallName;
  factor: number;
  table: TableName;
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
};

/** The choice that a state stands for; what is typed about an own contract counts only for that. */
export const choiceOf = ({ call, factor, ...own }: CallState): CallChoice => ({
  call,
  factor,
  own: call === 'own' ? contractOf(own) : NO_CONTRACT,
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

const ENERGY_HEAD = ['Energy', 'Base', 'Penalty'];
const energyCells = ({ energy, base, penalty }: OwnEnergy) => [energy, base, penalty].map(count);

const callRow = (row: CallEnergy): string[] => [
  `${row.contract}${row.function === undefined ? '' : `.${row.function}`}`,
  ...energyCells(row),
  count(row.storage),
  count(row.calls),
];

const instructionRow = (row: InstructionEnergy): string[] => [
  `${row.contract} ${row.instruction}`,
  ...energyCells(row),
  count(row.count),
];

/** The most rows of a table; the last one adds up the others. */
const MOST_ROWS = 100;

function shortened(rows: readonly InstructionEnergy[]): readonly InstructionEnergy[] {
  if (rows.length <= MOST_ROWS) return rows;
  const rest = rows.slice(MOST_ROWS - 1);
  const total = (part: (row: InstructionEnergy) => bigint) => rest.reduce((sum, row) => sum + part(row), 0n);
  return [
    ...rows.slice(0, MOST_ROWS - 1),
    {
      contract: 'All',
      instruction: 'others',
      count: rest.reduce((sum, row) => sum + row.count, 0),
      energy: total(({ energy }) => energy),
      base: total(({ base }) => base),
      penalty: total(({ penalty }) => penalty),
    },
  ];
}

/** One of the tables of a call as texts; its rows add up to the energy of the call. */
export function tableOfCall(opened: OpenedCall, name: TableName): TableData {
  switch (name) {
    case 'contracts':
      return { head: ['Contract', ...ENERGY_HEAD, 'Storage', 'Calls'], rows: opened.contracts.map(callRow) };
    case 'functions':
      return { head: ['Function', ...ENERGY_HEAD, 'Storage', 'Calls'], rows: opened.functions.map(callRow) };
    case 'instructions':
      return {
        head: ['Instruction', ...ENERGY_HEAD, 'Times'],
        rows: shortened(opened.instructions).map(instructionRow),
      };
  }
}
