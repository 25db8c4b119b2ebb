import { choiceField, integerField } from '../address/address-state.ts';
import { type ChartData, type TableData } from '../chart/chart-data.ts';
import { coin, count } from '../format.ts';
import { type SupplyFlow, type SupplyForecast, type SupplyInput } from './model.ts';
import { type ParameterVote, WITNESSES, SUPPLY_PARAMETERS, type SupplyParameter } from './parameters.ts';
import { type PlayedVote, type VoteInput, type VoteStep } from './play-vote.ts';

export const parameterNames = Object.keys(SUPPLY_PARAMETERS) as SupplyParameter[];

const MAX_REWARD = 1_000_000_000;
export const MAX_COUNT = 100_000_000;
const parameterField = (name: SupplyParameter) =>
  integerField({ min: name === 'energyFee' ? 1 : 0, max: MAX_REWARD, initial: SUPPLY_PARAMETERS[name].spec });
const countField = (initial: number) => integerField({ min: 0, max: MAX_COUNT, initial });

/** What the address of the panel holds. */
export const supplyFields = {
  network: choiceField(['spec', 'mainnet'], 'spec'),
  blockReward: parameterField('blockReward'),
  votingReward: parameterField('votingReward'),
  energyFee: parameterField('energyFee'),
  transactionFee: parameterField('transactionFee'),
  transfers: countField(5_000),
  tokens: countField(5_000),
  staked: integerField({ min: 0, max: 100, initial: 40 }),
  vote: choiceField(parameterNames, 'votingReward'),
  value: integerField({ min: 0, max: MAX_REWARD, initial: 50_000 }),
  approvals: integerField({ min: 0, max: WITNESSES, initial: 3 }),
};

type Fields = typeof supplyFields;
export type SupplyState = { -readonly [Name in keyof Fields]: Fields[Name]['initial'] };

/** The bounds of a parameter's slider, which depend on the network whose values one begins with. */
export function sliderOf(name: SupplyParameter, network: SupplyState['network']) {
  const { isCoin } = SUPPLY_PARAMETERS[name];
  if (!isCoin) return { min: name === 'energyFee' ? 1 : 0, max: 2_000, step: 1 };
  return network === 'spec' ? { min: 0, max: 1_000_000, step: 10_000 } : { min: 0, max: 200_000_000, step: 1_000_000 };
}

/** A parameter's value with its unit. */
export function parameterText(name: SupplyParameter, value: bigint | number): string {
  const { isCoin, unit } = SUPPLY_PARAMETERS[name];
  return `${isCoin ? coin(value) : count(value)} ${unit}`;
}

/** The state of a network's own values, with a vote that changes one of them by a third. */
export function networkState(network: SupplyState['network']): Partial<SupplyState> {
  const values = Object.fromEntries(parameterNames.map((name) => [name, SUPPLY_PARAMETERS[name][network]]));
  const activity =
    network === 'spec' ? { transfers: 5_000, tokens: 5_000 } : { transfers: 3_000_000, tokens: 2_000_000 };
  return { ...values, ...activity, network, vote: 'votingReward', value: network === 'spec' ? 50_000 : 64_000_000 };
}

export function voteInput({ vote: parameter, value, approvals, ...rest }: SupplyState): VoteInput {
  const { blockReward, votingReward, energyFee, transactionFee } = rest;
  const vote: ParameterVote = { parameter, value: parameter === 'energyFee' ? Math.max(value, 1) : value, approvals };
  return { parameters: { blockReward, votingReward, energyFee, transactionFee }, vote };
}

export function supplyInput(state: SupplyState): SupplyInput {
  const { transfers: coinTransfers, tokens: tokenTransfers, staked: stakedPercent } = state;
  return { ...voteInput(state), coinTransfers, tokenTransfers, stakedPercent };
}

/** The charts of the panel: of each day, and in total. */
export function supplyCharts({ days }: SupplyForecast): [ChartData, ChartData] {
  const chart = (title: string, of: 'ofDay' | 'total', suffix: string): ChartData => {
    const series = (name: string, part: keyof SupplyFlow) => ({
      name: `${name}${suffix}`,
      values: days.map((day) => day[of][part]),
      text: coin,
    });
    return {
      title,
      ...(of === 'ofDay' && { shape: 'steps' }),
      xName: 'Day',
      x: days.map(({ day }) => day),
      unit: 'coin',
      divisor: 1e6,
      series: [series('Minted', 'minted'), series('Burned', 'burned'), series('Net', 'net')],
    };
  };
  return [chart('In each day', 'ofDay', ''), chart('In total', 'total', ' in total')];
}

/** What follows from the parameters, in a sentence. */
export const forecastText = ({ coinTransferFee, tokenTransferFee, passes }: SupplyForecast): string =>
  `Without a stake a coin transfer burns ${coin(coinTransferFee)} coin and a token transfer ${coin(tokenTransferFee)} coin. ` +
  `The vote ${passes ? 'passes, and is in effect from the fourth day on' : 'does not pass'}.`;

function stepText({ what, count: number }: VoteStep, passed: boolean): string {
  switch (what) {
    case 'elected':
      return `${number} witnesses are elected`;
    case 'proposed':
      return 'One of them proposes the change';
    case 'approved':
      return `Approval ${number} of ${WITNESSES}`;
    case 'maintenance':
      return `Maintenance ${number}: still open`;
    case 'decided':
      return `Maintenance ${number}: ${passed ? 'approved, in effect' : 'not approved'}`;
  }
}

/** What happened on the node, step by step. */
export function voteTable({ steps, passed, vote }: PlayedVote): TableData {
  return {
    head: ['What happens', 'Block', 'Time (UTC)', SUPPLY_PARAMETERS[vote.parameter].title],
    rows: steps.map((step) => [
      stepText(step, passed),
      count(step.block),
      new Date(step.time).toISOString().slice(0, 16).replace('T', ' '),
      parameterText(vote.parameter, step.value),
    ]),
  };
}

export const voteText = ({ mintedBefore, mintedAfter, passed, cycles }: PlayedVote): string =>
  `${passed ? 'Approved' : 'Not approved'} after ${cycles} maintenances. The node minted ${coin(mintedBefore)} coin in a block before, and mints ${coin(mintedAfter)} coin now.`;
