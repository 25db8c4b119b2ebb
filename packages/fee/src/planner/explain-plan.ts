import type { FeePlan, FeeWarning } from './fee-plan.ts';

// Written out, since loading all of @coin/units for it would nearly double the time this module takes to import.
const inCoins = (amount: bigint) =>
  amount
    .toString()
    .padStart(7, '0')
    .replace(/\d{6}$/, '.$&')
    .replace(/\.?0+$/, '');
const coins = (amount: bigint) => `${inCoins(amount)} coin`;
const time = (ms: number) => new Date(ms).toISOString();

const methods: Record<FeePlan['method'], string> = {
  estimate: 'as estimated',
  'energy-factor': 'with the factor of this cycle',
  'across-cycle': 'with the highest factor possible after the maintenance',
  'max-factor': 'with the highest factor of the network',
};

const sources: Record<FeePlan['source'], string> = {
  triggerconstantcontract: 'by a constant call',
  estimateenergy: 'by estimateenergy, which may answer twice the need',
  history: 'by earlier calls',
};

const warned: { [C in FeeWarning['code']]: (warning: Extract<FeeWarning, { code: C }>) => string } = {
  NEW_HOLDER: ({ basicEnergy, usual }) =>
    `${basicEnergy} basic energy, usually ${usual}: the recipient seems to hold no such token yet`,
  PATH_MAY_CHANGE: ({ highest, samples }) =>
    `one of ${samples} earlier calls took ${highest} basic energy, above the limit`,
  PRICE_CHANGE_SCHEDULED: ({ at, from, to, covered, undecided }) =>
    `energy price ${from} ${undecided ? 'may go' : 'goes'} to ${to} at ${time(at)}, ${covered ? '' : 'not '}covered`,
  PAYER_CANNOT_FUND: ({ payable, limit, expected, missing }) =>
    `the payer can pay for ${payable} of ${limit} energy, ${
      payable < expected ? 'so the call will fail' : 'enough if all goes as expected'
    }; ${coins(missing)} missing`,
  FACTOR_UNREADABLE: ({ contracts }) => `factors not known, the highest was taken: ${contracts.join(', ') || 'all'}`,
  MAX_FEE_LIMIT_REACHED: ({ needed, maximum }) =>
    `${coins(needed)} needed, above the maximum of ${coins(maximum)}: the call may run out of energy`,
  MAINTENANCE_WITHIN_HORIZON: ({ at }) => `the maintenance at ${time(at)} may raise the need, not covered`,
};

/** A plan in words: what the call may cost at most, what it will likely burn, and why. */
export function explainPlan(plan: FeePlan): string {
  const { feeLimit, energy, basicEnergy, expectedFee, method, source, validUntil, warnings } = plan;
  const { total, ...parts } = expectedFee;
  const burned = Object.entries(parts).filter(([, amount]) => amount > 0n);
  const penalty = basicEnergy === undefined ? '' : `, ${energy - basicEnergy} of it penalty,`;
  return [
    `Fee limit: ${coins(feeLimit)} for energy; in all the call costs at most ${coins(feeLimit + total - parts.energy)}.`,
    `Likely burned: ${coins(total)}${burned.map(([part, amount]) => `, ${part} ${inCoins(amount)}`).join('')}.`,
    `Energy: ${energy}${penalty} ${sources[source]}. Limit: ${methods[method]}.`,
    `Holds until ${time(validUntil)}.`,
    ...warnings.map((warning) => `Warning: ${warned[warning.code](warning as never)}.`),
  ].join('\n');
}
