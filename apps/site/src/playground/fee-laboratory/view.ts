import { choiceField, integerField } from '../address/address-state.ts';
import { type TableData } from '../chart/chart-data.ts';
import { coin, count, factor } from '../format.ts';
import { CALL_TITLES, type CallName } from '../node/call-titles.ts';
import { type Outcome } from '../node/execute-call.ts';
import { contractOf, ownContractFields } from '../node/own-contract-state.ts';
import { NO_CONTRACT } from '../node/own-contract.ts';
import { type Comparison, type Failure, type LaboratoryInput, type Method, type Moment } from './model.ts';

const calls = Object.keys(CALL_TITLES) as CallName[];

/** What the address of the panel holds. */
export const laboratoryFields = {
  call: choiceField<CallName>(calls, 'transfer-to-new-holder'),
  factor: integerField({ min: 0, max: 34_000, initial: 3_400 }),
  busy: integerField({ min: 0, max: 300, initial: 120 }),
  minutes: integerField({ min: 0, max: 1_439, initial: 200 }),
  ...ownContractFields,
};

type Fields = typeof laboratoryFields;
export type LaboratoryState = { -readonly [Name in keyof Fields]: Fields[Name]['initial'] };

/** What is computed for a state of the panel; a contract of one's own counts only where it is called. */
export function laboratoryInput({ call, factor, busy, minutes, ...own }: LaboratoryState): LaboratoryInput {
  return {
    call,
    own: call === 'own' ? contractOf(own) : NO_CONTRACT,
    factor,
    busyPercent: busy,
    delayMinutes: minutes,
  };
}

const METHOD_TITLES: Readonly<Record<Method, string>> = {
  estimate: 'Estimate before the call',
  'energy-factor': 'Energy factor of the cycle',
  'across-cycle': 'Across a maintenance',
  'max-factor': 'Max factor of the chain',
};

/** Minutes as people say them: `3 h 20 min`. */
export const duration = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

const ENDS: Readonly<Record<string, string>> = {
  SUCCESS: 'succeeds',
  OUT_OF_ENERGY: 'fails, out of energy',
  REVERT: 'reverts',
};

const endOf = ({ result }: Outcome): string => ENDS[result] ?? `fails, ${result}`;

const rowOf = (title: string, outcome: Outcome): string[] => [
  title,
  coin(outcome.feeLimit),
  endOf(outcome),
  count(outcome.energy),
  coin(outcome.energyFee),
  coin(outcome.left),
];

const HEAD = ['Fee limit by', 'Limit, coin', 'The call', 'Energy', 'Burned for it, coin', 'Left, coin'];

/** Every execution as a table: under the limit of each method, under what is just enough, and under a unit less. */
export function outcomesTable({ methods, enough, short }: Comparison): TableData {
  const rows = methods.map(({ method, outcome, needed }) =>
    rowOf(needed === undefined ? METHOD_TITLES[method] : `${METHOD_TITLES[method]} (needs ${coin(needed)})`, outcome),
  );
  return { head: HEAD, rows: [...rows, rowOf('Just enough', enough), rowOf('One unit of energy less', short)] };
}

/** A bar for each limit, as parts of the widest: what is burned, and what is left of it. */
export interface LimitBar {
  readonly title: string;
  readonly succeeded: boolean;
  readonly burned: number;
  readonly left: number;
  /** What is burned of the limit, in coin. */
  readonly text: string;
}

export function limitBars({ methods }: Comparison): LimitBar[] {
  const widest = methods.reduce((most, { outcome }) => (outcome.feeLimit > most ? outcome.feeLimit : most), 1n);
  const share = (amount: bigint) => Number((amount * 10_000n) / widest) / 100;
  return methods.map(({ method, outcome: { succeeded, feeLimit, energyFee, left } }) => ({
    title: METHOD_TITLES[method],
    succeeded,
    burned: share(energyFee),
    left: share(left),
    text: `${coin(energyFee)} of ${coin(feeLimit)} coin`,
  }));
}

const momentText = ({ factor: value, energy, energyPenalty }: Moment): string =>
  `factor ${factor(value)}, ${count(energy)} units of energy, ${count(energyPenalty)} of them penalty`;

/** What holds when the limits are chosen and when the call is included, and what follows, in sentences. */
export function comparisonTexts(comparison: Comparison): string[] {
  const { now, inclusion, maintenances, energyPrice, plan, short, enough, contracts } = comparison;
  const passed =
    ['before the next maintenance', 'after 1 maintenance'][maintenances] ?? `after ${maintenances} maintenances`;
  return [
    `Now: ${momentText(now)}.`,
    `At inclusion, ${passed}: ${momentText(inclusion)}. A unit costs ${count(energyPrice)} small units.`,
    ...(contracts === 0 ? ['A new contract runs under factor 0, whatever the factor of others.'] : []),
    `The planner chooses ${coin(plan.feeLimit)} coin: ${METHOD_TITLES[plan.method].toLowerCase()}.`,
    short.succeeded
      ? 'No limit is too low for this call.'
      : `One unit of energy less than ${count(enough.feeLimit / energyPrice)} loses ${coin(short.energyFee)} coin, and the call did not happen.`,
  ];
}

/** What a call that fails costs, in a sentence. */
export const failureText = ({ sent }: Failure): string =>
  `Sent all the same with a limit of ${coin(sent.feeLimit)} coin, it ${endOf(sent)}, and burns ${coin(sent.energyFee)} coin for ${count(sent.energy)} units of energy.`;
