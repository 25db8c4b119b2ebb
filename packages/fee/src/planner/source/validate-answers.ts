import {
  type ContractEnergyState,
  type EnergyRules,
  type AccountFunds,
  type Quota,
  type ScheduledRules,
  type Simulation,
} from '@coin/units';
import { basicEnergy } from '../../energy-factor.ts';
import { argumentInvalid, FeeError, type FeeErrorContexts, isFeeError } from '../../errors.ts';
import {
  BYTES,
  ENERGY,
  MILLISECONDS,
  PERCENT,
  type QuantityRange,
  requireCoin,
  requireQuantity,
} from '../../require-quantity.ts';

/** Returns a valid value of a field, and throws for any other value. */
type Check = (name: string, value: unknown) => unknown;

const quantity =
  <T extends bigint | number>(range: QuantityRange<T>): Check =>
  (name, value) =>
    requireQuantity(name, value as T, range);

function ofType(expected: string, isValid: (value: unknown) => boolean): Check {
  return (name, value) => {
    if (isValid(value)) return value;
    throw argumentInvalid(name, value, expected);
  };
}

const optional =
  (check: Check): Check =>
  (name, value) =>
    value === undefined ? undefined : check(name, value);

const array = ofType('an array', Array.isArray);

const list =
  (check: Check): Check =>
  (name, value) =>
    (array(name, value) as unknown[]).map((item) => check(name, item));

/** The fields of an answer: a check for each, and for no other. */
type Fields<T> = { readonly [Name in keyof T]-?: Check };

/**
 * Returns an answer with only the known fields, each of its type and within its range, and throws for any other answer.
 * A missing number must be found here, not in a fee limit. A field that does not belong to an answer must not replace a
 * field of another answer.
 */
const rebuilt =
  <T>(fields: Fields<T>) =>
  (answer: T): T => {
    const given: Partial<Record<string, unknown>> = Object(answer);
    const checked = Object.entries<Check>(fields).map(([name, check]) => [name, check(name, given[name])] as const);
    return Object.fromEntries(checked.filter(([, value]) => value !== undefined)) as T;
  };

/** Checks a whole answer. Its mistakes are not arguments of the planner's caller. */
const answerOf =
  <T>(path: FeeErrorContexts['RESPONSE_INVALID']['path'], validate: (answer: T) => T) =>
  (answer: T): T => {
    try {
      return validate(answer);
    } catch (error) {
      if (!isFeeError(error, 'ARGUMENT_INVALID')) throw error;
      const { argument: field, value, expected } = error.context;
      throw new FeeError('RESPONSE_INVALID', { path, field, value, expected });
    }
  };

const amount: Check = (name, value) => requireCoin(name, value as bigint);
const energy = quantity(ENERGY);
const price: Check = (name, value) => requireCoin(name, value as bigint, 1n);
const factor = quantity({ min: 0n, max: 100_000n, unit: 'ten-thousandths' });
const increase = quantity({ min: 0n, max: 10_000n, unit: 'ten-thousandths' });
const time = quantity(MILLISECONDS);
const bytes = quantity(BYTES);
const calls = quantity({ min: 0, unit: 'calls' });
const text = ofType('a string', (value) => typeof value === 'string');
const flag = ofType('a boolean', (value) => typeof value === 'boolean');

const verdict = ofType(
  "a boolean or 'through-other-code'",
  (value) => typeof value === 'boolean' || value === 'through-other-code',
);

const kind = ofType("'simulation' or 'search'", (value) => value === 'simulation' || value === 'search');

const nested =
  <T>(validate: (answer: T) => T): Check =>
  (_, value) =>
    validate(value as T);

const validateChange = rebuilt<ScheduledRules>({
  at: time,
  undecided: (name, value) => optional(flag)(name, value) === true || undefined,
  energyPrice: optional(price),
  increaseFactor: optional(increase),
  maxFactor: optional(factor),
  maxFeeLimit: optional(amount),
});

const validatePrices = rebuilt<NonNullable<EnergyRules['prices']>>({
  accountCreation: optional(amount),
  accountCreationInContract: optional(amount),
  accountCreationBandwidthRate: optional(bytes),
  memo: optional(amount),
  multiSign: optional(amount),
});

export const validateRules = answerOf(
  'energyRules',
  rebuilt<EnergyRules>({
    energyPrice: price,
    bandwidthPrice: amount,
    maxFeeLimit: amount,
    threshold: energy,
    maxFactor: factor,
    increaseFactor: increase,
    nextMaintenance: time,
    maintenanceIntervalMs: optional(quantity({ min: 1, unit: 'ms' })),
    prices: optional(nested(validatePrices)),
    scheduled: optional(list(nested(validateChange))),
  }),
);

export const validateContract = answerOf(
  'contractState',
  rebuilt<ContractEnergyState>({
    energyFactor: factor,
    energyUsage: energy,
    updateCycle: quantity({ min: 0 }),
    deployer: optional(text),
    callerPercent: optional(quantity(PERCENT)),
    deployerEnergyLimit: optional(energy),
    mayCallWithValue: optional(flag),
    observesEnergy: optional(verdict),
  }),
);

const checkSimulation = rebuilt<Simulation>({
  kind,
  energy,
  energyPenalty: optional(energy),
  touched: list(text),
  codeSize: optional(bytes),
  valueCalls: optional(calls),
  hiddenValueCalls: optional(calls),
  ranOtherCode: optional(list(text)),
  observesEnergy: optional(flag),
});

export const validateSimulation = (path: 'simulate' | 'estimate', answer: Simulation): Simulation =>
  answerOf(path, (given: Simulation) => {
    const simulation = checkSimulation(given);
    basicEnergy(simulation);
    return simulation;
  })(answer);

const quota = nested(rebuilt<Quota>({ used: quantity({ min: 0n }), limit: quantity({ min: 0n }) }));

export const validateFunds = answerOf(
  'funds',
  rebuilt<AccountFunds>({
    balance: amount,
    energy,
    stakedBandwidth: bytes,
    freeBandwidth: bytes,
    quotas: optional(
      nested(
        rebuilt<NonNullable<AccountFunds['quotas']>>({ energy: quota, stakedBandwidth: quota, freeBandwidth: quota }),
      ),
    ),
  }),
);

export const validateExists = answerOf('accountExists', (exists: boolean) => flag('result', exists) as boolean);
