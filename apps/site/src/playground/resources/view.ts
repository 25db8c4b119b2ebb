import { formatUnits } from '@coin/units';
import { choiceField, integerField } from '../address/address-state.ts';
import { type ChartData, type TableData } from '../chart/chart-data.ts';
import { count, wholeCoin } from '../format.ts';
import { logScale } from './log-scale.ts';
import { DAYS, type DayPattern, type ResourceCosts, type ResourcesInput, type WayToPay } from './model.ts';

export const MAX_ENERGY = 10_000_000;
/** The highest rent of a unit for a day, in small units. No load saves more than twice the price of energy. */
export const MAX_RENTAL = 250;
export const volumeScale = logScale({ min: 10, max: 10_000, hasZero: false });
export const stakeScale = logScale({ min: 1_000, max: 100_000_000, hasZero: true });

export const PATTERN_TITLES: Readonly<Record<DayPattern, string>> = {
  day: 'over the whole day',
  office: 'within eight hours of a day',
  hour: 'within one hour of a day',
};

/** What the address of the panel holds. */
export const resourcesFields = {
  transactions: integerField({ min: 10, max: 10_000, initial: 1_000 }),
  energy: integerField({ min: 1, max: MAX_ENERGY, initial: 64_285 }),
  sent: choiceField(['day', 'office', 'hour'], 'day'),
  stake: integerField({ min: 0, max: 100_000_000, initial: 1_000_000 }),
  rental: integerField({ min: 1, max: MAX_RENTAL, initial: 40 }),
  yearly: integerField({ min: 0, max: 2_000, initial: 400 }),
};

type Fields = typeof resourcesFields;
export type ResourcesState = { -readonly [Name in keyof Fields]: Fields[Name]['initial'] };

export const resourcesInput = (state: ResourcesState): ResourcesInput => ({
  transactionsPerDay: state.transactions,
  energyPerTransaction: state.energy,
  pattern: state.sent,
  stake: state.stake,
  rentalPrice: state.rental,
  yearlyBps: state.yearly,
});

/** Basis points as percent: 450 is `4.5 %`. */
export const percent = (bps: bigint | number): string => `${formatUnits(BigInt(bps), 2)} %`;

const wholeCoins = (amount: bigint): number => Number(amount / 1_000_000n);

/** The charts of the panel, over the stakes that were tried and the reader's own. */
export function resourcesCharts({ curve, burnedEnergy, own, yearlyBps }: ResourceCosts): [ChartData, ChartData] {
  const byStake = new Map(curve.map((point) => [wholeCoins(point.stake), point]));
  const ownStake = wholeCoins(own.stake);
  const x = [...new Set([...byStake.keys(), ownStake])].sort((one, other) => one - other);
  const common = { xName: 'Stake for energy in coin', x, xText: count };
  return [
    {
      ...common,
      title: `Cost of the energy of ${DAYS} days`,
      unit: 'coin',
      divisor: 1e6,
      series: [
        { name: 'Best with this stake', values: x.map((stake) => byStake.get(stake)?.total), text: wholeCoin },
        {
          name: 'Your stake, nothing rented',
          values: x.map((at) => (at === ownStake ? own.total : undefined)),
          text: wholeCoin,
        },
      ],
      levels: [{ name: `Burn everything: ${wholeCoin(burnedEnergy)}`, value: burnedEnergy }],
    },
    {
      ...common,
      title: 'Break-even: the alternative yield up to which the stake pays off',
      unit: '% a year',
      divisor: 100,
      series: [{ name: 'Break-even', values: x.map((stake) => byStake.get(stake)?.breakEvenBps), text: percent }],
      levels: [{ name: `Alternative yield: ${percent(yearlyBps)}`, value: yearlyBps }],
    },
  ];
}

const WAY_TITLES: Readonly<Record<WayToPay['way'], string>> = {
  burn: 'Burn everything',
  'own-stake': 'Your stake, burn the rest',
  rent: 'Rent, burn the rest',
  stake: 'Stake, burn the rest',
  cheapest: 'Stake, rent and burn',
};

/** The ways to pay, in whole coins. */
export const waysTable = ({ ways }: ResourceCosts): TableData => ({
  head: ['Way to pay', 'Stake for energy', 'Stake for bandwidth', 'Burned', 'Rent', 'Cost of the stake', 'Total'],
  rows: ways.map(({ way, energyStake, bandwidthStake, burned, rent, stakeCost, total }) => [
    WAY_TITLES[way],
    ...[energyStake, bandwidthStake, burned, rent, stakeCost, total].map(wholeCoin),
  ]),
});

/** What follows from the comparison, in a sentence or two. */
export function resourcesText({ ways }: ResourceCosts): string {
  const totalOf = (way: WayToPay['way']) => ways.find((one) => one.way === way)?.total ?? 0n;
  const [burned, own, cheapest] = [totalOf('burn'), totalOf('own-stake'), totalOf('cheapest')];
  const share = burned === 0n ? 0n : ((burned - cheapest) * 100n) / burned;
  const gained = burned - own;
  return (
    `The cheapest mix costs ${wholeCoin(cheapest)} coin for ${DAYS} days, ${count(share)} % less than burning everything. ` +
    `Your stake ${gained < 0n ? 'loses' : 'saves'} ${wholeCoin(gained < 0n ? -gained : gained)} coin against burning everything.`
  );
}
