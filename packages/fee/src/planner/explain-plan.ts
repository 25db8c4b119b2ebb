import { type FeePlan, type FeeWarning, type LimitReason } from './fee-plan.ts';

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
  'energy-factor': "with this cycle's factor",
  'across-cycle': "with the next cycle's highest factor",
  'max-factor': "with the network's highest factor",
};

const estimateTexts: Record<FeePlan['estimateKind'], string> = {
  simulation: 'from a constant call',
  search: 'from estimateenergy, possibly twice the need',
  history: 'from earlier calls',
};

const reasonTexts: Record<LimitReason['code'], string> = {
  ENERGY_SEARCH: 'because the node found that the call needs more than it uses',
  EARLIER_CALLS: 'because an earlier call used more',
  ENERGY_FACTOR: 'for a higher energy factor',
  VALUE_CALLS: 'for inner calls that may carry coin',
  MARGIN: 'as a margin',
};

function warningText(warning: FeeWarning): string {
  switch (warning.code) {
    case 'NEW_HOLDER':
      return `${warning.basicEnergy} basic energy, usually ${warning.usual}: the recipient may not hold the token yet`;
    case 'PATH_MAY_CHANGE':
      return `one of ${warning.samples} earlier calls used ${warning.highest} basic energy, above the limit`;
    case 'PRICE_CHANGE_SCHEDULED':
      return `energy price ${warning.from} ${warning.undecided ? 'may change' : 'changes'} to ${warning.to} at ${time(
        warning.at,
      )}, ${warning.covered ? '' : 'not '}covered`;
    case 'OWNER_CANNOT_FUND':
      return `the owner can pay for ${warning.payable} of ${warning.limit} energy, ${
        warning.payable < warning.expected ? 'so the call will fail' : 'enough for the expected energy'
      }; ${coins(warning.missing)} missing`;
    case 'RULES_UNKNOWN':
      return `the network may follow rules that the plan leaves out: ${warning.parameters.join(', ')}`;
    case 'FACTOR_UNREADABLE':
      return `factors unreadable, highest assumed: ${warning.contracts.join(', ') || 'all'}`;
    case 'MAX_FEE_LIMIT_REACHED':
      return `${coins(warning.needed)} needed, above the maximum of ${coins(warning.max)}: the call may run out of energy`;
    case 'MAY_DEPEND_ON_ENERGY':
      return `the call uses ${warning.used} energy but may fail unless it has more; ${
        warning.suffices === undefined ? 'the node could not search for it' : `${warning.suffices} suffice`
      }`;
    case 'INNER_ENERGY_FIXED':
      return `an inner call gets a fixed amount of energy, which may not suffice after the maintenance at ${time(warning.at)}`;
    case 'READS_RESOURCES':
      return 'the call may depend on the bandwidth or energy that an account has left, which changes with time';
    case 'MAINTENANCE_WITHIN_HORIZON':
      return `the maintenance at ${time(warning.at)} is not covered`;
  }
}

/** Describes a plan in words: what the call costs at most, what it is expected to burn, and why. */
export function explainPlan(plan: FeePlan): string {
  const { feeLimit, maxFee, energy, basicEnergy, expectedFee, method, estimateKind, validUntil, reasons, warnings } =
    plan;
  const { total, ...parts } = expectedFee;
  const burned = Object.entries(parts).filter(([, amount]) => amount > 0n);
  const penalty = basicEnergy === undefined ? '' : `, of which ${energy - basicEnergy} is penalty,`;
  return [
    `Fee limit: ${coins(feeLimit)} for energy; the call costs at most ${coins(maxFee)} in total.`,
    `Expected fee: ${coins(total)}${burned.map(([part, amount]) => `, ${part} ${inCoins(amount)}`).join('')}.`,
    `Energy: ${energy}${penalty} ${estimateTexts[estimateKind]}. Limit: ${methodTexts[method]}.`,
    ...(plan.isNewHolder ? ['The receiver holds none of the token yet, which takes more energy.'] : []),
    ...reasons.map((reason) => `The limit allows ${reason.energy} more energy ${reasonTexts[reason.code]}.`),
    `Valid until ${time(validUntil)}.`,
    ...warnings.map((warning) => `Warning: ${warningText(warning)}.`),
  ].join('\n');
}
