import type { FeePlan, FeeWarning } from './fee-plan.ts';

// Written here, because loading all of @coin/units for it would nearly double the time it takes to import this module.
const inCoins = (amount: bigint) =>
  amount
    .toString()
    .padStart(7, '0')
    .replace(/\d{6}$/, '.$&')
    .replace(/\.?0+$/, '');
const coins = (amount: bigint) => `${inCoins(amount)} coin`;
const time = (ms: number) => new Date(ms).toISOString();

const methodTexts: Record<FeePlan['method'], string> = {
  estimate: 'as estimated',
  'energy-factor': 'with the factor of this cycle',
  'across-cycle': 'with the highest factor possible after the maintenance',
  'max-factor': 'with the highest factor of the network',
};

const sourceTexts: Record<FeePlan['source'], string> = {
  triggerconstantcontract: 'according to a constant call',
  estimateenergy: 'according to estimateenergy, which may return twice the energy needed',
  history: 'according to earlier calls',
};

function warningText(warning: FeeWarning): string {
  switch (warning.code) {
    case 'NEW_HOLDER': {
      const { basicEnergy, usual } = warning;
      return `${basicEnergy} basic energy, usually ${usual}: the recipient probably does not hold the token yet`;
    }
    case 'PATH_MAY_CHANGE': {
      const { samples, highest } = warning;
      return `one of ${samples} earlier calls used ${highest} basic energy, more than the limit allows`;
    }
    case 'PRICE_CHANGE_SCHEDULED': {
      const { at, from, to, covered, undecided } = warning;
      const change = `the energy price of ${from} ${undecided ? 'may change' : 'changes'} to ${to} at ${time(at)}`;
      return `${change}, which the limit ${covered ? 'covers' : 'does not cover'}`;
    }
    case 'PAYER_CANNOT_FUND': {
      const { payable, limit, expected, missing } = warning;
      const outcome = payable < expected ? 'so the call will fail' : 'which is enough for the expected energy';
      return `the payer can pay for ${payable} of ${limit} energy, ${outcome}; ${coins(missing)} missing`;
    }
    case 'FACTOR_UNREADABLE': {
      const contracts = warning.contracts.join(', ') || 'all contracts';
      return `factors could not be read, so the limit allows for the highest: ${contracts}`;
    }
    case 'MAX_FEE_LIMIT_REACHED': {
      const { needed, maximum } = warning;
      return `${coins(needed)} needed, more than the maximum of ${coins(maximum)}: the call may run out of energy`;
    }
    case 'MAINTENANCE_WITHIN_HORIZON':
      return `the maintenance at ${time(warning.at)} may increase the energy needed, which the limit does not cover`;
  }
}

/** Describes a plan in words: what the call costs at most, what it is expected to burn, and why. */
export function explainPlan(plan: FeePlan): string {
  const { feeLimit, energy, basicEnergy, expectedFee, method, source, validUntil, warnings } = plan;
  const { total, ...parts } = expectedFee;
  const burned = Object.entries(parts).filter(([, amount]) => amount > 0n);
  const penalty = basicEnergy === undefined ? '' : `, of which ${energy - basicEnergy} is penalty,`;
  return [
    `Fee limit: ${coins(feeLimit)} for energy; in total the call costs at most ${coins(feeLimit + total - parts.energy)}.`,
    `Expected to burn: ${coins(total)}${burned.map(([part, amount]) => `, ${part} ${inCoins(amount)}`).join('')}.`,
    `Energy: ${energy}${penalty} ${sourceTexts[source]}. Limit: ${methodTexts[method]}.`,
    `Valid until ${time(validUntil)}.`,
    ...warnings.map((warning) => `Warning: ${warningText(warning)}.`),
  ].join('\n');
}
