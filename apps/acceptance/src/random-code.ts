// Code of random contracts for the planner: what takes energy, and every kind of inner call and creation.
import * as fc from 'fast-check';

/** How much energy an inner call is given. */
type GivenEnergy = 'all' | 'half' | 'less than all' | number;

type Step =
  /** A word of storage, which costs 20,000 where it was empty and 5,000 otherwise. */
  | { readonly kind: 'store'; readonly slot: number; readonly value: number }
  | { readonly kind: 'work'; readonly times: number }
  | {
      readonly kind: 'call';
      readonly by: 'CALL' | 'CALLCODE' | 'CALLTOKEN' | 'STATICCALL' | 'DELEGATECALL';
      readonly target: string;
      readonly value: number;
      readonly energy: GivenEnergy;
    }
  | { readonly kind: 'create'; readonly value: number; readonly codeSize: number }
  /** Reverts where less than this is left. */
  | { readonly kind: 'require'; readonly energyLeft: number };

const OP = { CALL: 'f1', CALLCODE: 'f2', DELEGATECALL: 'f4', STATICCALL: 'fa', CALLTOKEN: 'd0' } as const;

/** Pushes a number in as few bytes as possible. */
function push(value: number | string): string {
  const digits = typeof value === 'string' ? value : value.toString(16);
  const hex = digits.padStart(digits.length + (digits.length % 2), '0');
  return (0x5f + hex.length / 2).toString(16) + hex;
}

const energyCode = (energy: GivenEnergy): string => {
  if (typeof energy === 'number') return push(energy);
  // GAS; PUSH1 2, GAS, DIV; PUSH2 5000, GAS, SUB
  return { all: '5a', half: '60025a04', 'less than all': '6113885a03' }[energy];
};

function stepCode(step: Step): string {
  switch (step.kind) {
    case 'store':
      return `${push(step.value)}${push(step.slot)}55`;
    case 'work':
      // PUSH1 0, BALANCE, POP
      return '60003150'.repeat(step.times);
    case 'create':
      // MSTORE(0, PUSH2 size, PUSH1 0, RETURN), CREATE(value, 27, 5), POP
      return `64${`61${step.codeSize.toString(16).padStart(4, '0')}5ff3`.padStart(10, '0')}5f526005601b${push(step.value)}f050`;
    case 'require':
      // PUSH energy, GAS, GT, PUSH2 destination, JUMPI, REVERT(0, 0), JUMPDEST: relative to PC
      return `${push(step.energyLeft)}5a1158600a015760006000fd5b`;
    case 'call': {
      const { by, value, target, energy } = step;
      const memory = '5f5f5f5f';
      const token = by === 'CALLTOKEN' ? push(1_000_001) : '';
      const amount = by === 'STATICCALL' || by === 'DELEGATECALL' ? '' : push(value);
      return `${memory}${token}${amount}73${target}${energyCode(energy)}${OP[by]}50`;
    }
  }
}

/** Addresses of 20 bytes: three contracts, an account, one that does not exist, and two precompiled contracts. */
export const CONTRACTS = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(20)) as [string, string, string];
const OTHERS = ['d4'.repeat(20), 'e5'.repeat(20), '4'.padStart(40, '0'), '2'.padStart(40, '0')];

export interface RandomCall {
  /** The runtime code of each contract. */
  readonly codes: readonly string[];
  /** Small units of each contract. */
  readonly balances: readonly number[];
  /** The energy factor of each contract, in ten-thousandths. */
  readonly factors: readonly number[];
  readonly callValue: number;
  readonly callerPercent: number;
  /** Whether the code is deployed instead of called. */
  readonly isDeployment: boolean;
}

/** Steps of a contract that may call those after it, so that no call is endless. */
function codeCalling(later: readonly string[], observing: boolean): fc.Arbitrary<string> {
  const constants: readonly GivenEnergy[] = ['all', 'all', 2_000, 30_000, 200_000];
  const call = fc.record({
    kind: fc.constant('call' as const),
    by: fc.constantFrom<(keyof typeof OP)[]>(
      'CALL',
      'CALL',
      'CALL',
      'CALLCODE',
      'CALLTOKEN',
      'STATICCALL',
      'DELEGATECALL',
    ),
    target: fc.constantFrom(...later, ...later, ...OTHERS),
    value: fc.constantFrom(0, 1, 1, 1_000),
    energy: fc.constantFrom<GivenEnergy[]>(...constants, ...(observing ? (['half', 'less than all'] as const) : [])),
  });
  // What looks at the energy inside code that no trace names is only noticed when it matters by more than a coin.
  const named = call.map((step) =>
    observing && (step.by === 'CALLCODE' || step.by === 'DELEGATECALL') && later.includes(step.target)
      ? { ...step, by: 'CALL' as const }
      : step,
  );
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('store' as const), slot: fc.nat(3), value: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('work' as const), times: fc.nat(60) }) },
    { weight: 6, arbitrary: named },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('create' as const),
        value: fc.constantFrom(0, 1),
        codeSize: fc.constantFrom(0, 5, 40),
      }),
    },
    ...(observing
      ? [
          {
            weight: 2,
            arbitrary: fc.record({
              kind: fc.constant('require' as const),
              energyLeft: fc.constantFrom(100, 3_000, 9_000, 50_000, 400_000),
            }),
          },
        ]
      : []),
  );
  const ending = fc.constantFrom('00', '00', '00', '5f5ffd');
  return fc
    .tuple(fc.array(step, { minLength: 1, maxLength: 6 }), later.length === 2 ? fc.constant('00') : ending)
    .map(([steps, end]) => steps.map(stepCode).join('') + end);
}

/** Calls of random contracts, which look at the energy left only if `observing`. */
export const randomCalls = ({ observing = false } = {}): fc.Arbitrary<RandomCall> =>
  fc.record({
    codes: fc.tuple(
      codeCalling(CONTRACTS.slice(1), observing),
      codeCalling(CONTRACTS.slice(2), observing),
      codeCalling([], observing),
    ),
    balances: fc.tuple(fc.constantFrom(0, 0, 1, 10_000), fc.constantFrom(0, 0, 1, 10_000), fc.constantFrom(0, 10_000)),
    factors: fc.oneof(
      fc.constant([0, 0, 0]),
      fc.array(fc.constantFrom(0, 1, 2_000, 3_400, 34_000), { minLength: 3, maxLength: 3 }),
    ),
    callValue: fc.constantFrom(0, 0, 1, 5_000),
    callerPercent: fc.constantFrom(100, 100, 0, 40, 99),
    isDeployment: fc.constantFrom(false, false, false, true),
  });
