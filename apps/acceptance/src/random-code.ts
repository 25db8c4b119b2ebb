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
  /** MODEXP of zeros of these lengths in bytes: base, exponent, modulus. Above 1,024 it takes all that it is given. */
  | { readonly kind: 'modexp'; readonly lengths: readonly [number, number, number]; readonly energy: GivenEnergy }
  /** P256VERIFY of an input of this size, which has no valid signature. */
  | { readonly kind: 'p256'; readonly size: number; readonly energy: GivenEnergy }
  /** Writes a word of storage if an account has used any of a resource: 0 bandwidth, 1 energy. */
  | { readonly kind: 'read resources'; readonly ofCaller: boolean; readonly resource: number }
  /** Reverts where less than this is left. */
  | { readonly kind: 'require'; readonly energyLeft: number }
  /** Runs the code of another contract as its own, which its code names or computes, and reverts where that fails. */
  | { readonly kind: 'proxy'; readonly target: string; readonly isNamed: boolean }
  /** Creates a contract whose constructor reverts where less than this is left, and reverts where that fails. */
  | { readonly kind: 'create requiring'; readonly energyLeft: number };

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

/** MSTORE(offset, number) */
const storeInMemory = (offset: number, value: number): string => `${push(value)}${push(offset)}52`;

/** ResourceUsage, and the start of every code that reads it. */
const READ_USAGE = '6301000012';
/** Whether a code asks for the use of resources. */
export const readsResources = (code: string): boolean => code.includes(READ_USAGE);

/** PC, ADD 10, JUMPI, REVERT(0, 0), JUMPDEST: continues if the top of the stack is not 0. */
const REQUIRE = '58600a015760006000fd5b';

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
      // PUSH energy, GAS, GT
      return `${push(step.energyLeft)}5a11${REQUIRE}`;
    case 'proxy':
      // PUSH20 address, or PUSH1 0, PUSH20 address, OR
      return `5f5f5f5f${step.isNamed ? '' : '6000'}73${step.target}${step.isNamed ? '' : '17'}5af4${REQUIRE}`;
    case 'create requiring': {
      // MSTORE(0, constructor), CREATE(0, 32 - size, size)
      const constructor = `${push(step.energyLeft)}5a11${REQUIRE}5f5ff3`;
      const size = constructor.length / 2;
      return `${push(constructor)}5f52${push(size)}${push(32 - size)}5ff0${REQUIRE}`;
    }
    case 'modexp': {
      // STATICCALL(energy, 5, 0, 128, 0, 0), POP
      const lengths = step.lengths.map((length, index) => storeInMemory(32 * index, length)).join('');
      return `${lengths}5f5f60805f6005${energyCode(step.energy)}fa50`;
    }
    case 'p256':
      return `5f5f${push(step.size)}5f610100${energyCode(step.energy)}fa50`;
    case 'read resources':
      // MSTORE(0, CALLER or ADDRESS), STATICCALL(all, ResourceUsage, 0, 64, 0, 64), POP
      // MLOAD(0), ISZERO, PC, ADD 10, JUMPI, SSTORE(7, 1), JUMPDEST
      return `${step.ofCaller ? '33' : '30'}5f52${storeInMemory(32, step.resource)}60405f60405f${READ_USAGE}5afa505f511558600a015760016007555b`;
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

/** Steps of a contract that may call those after it, so no call is endless. */
function codeCalling(later: readonly string[], kind: Observing): fc.Arbitrary<string> {
  const observing = kind !== 'never';
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
  const energy = fc.constantFrom<GivenEnergy[]>('all', 2_000, 30_000, 200_000);
  const length = fc.constantFrom(0, 1, 32, 33, 64, 256, 1_024, 1_025);
  const rare = [
    fc.record({ kind: fc.constant('modexp' as const), lengths: fc.tuple(length, length, length), energy }),
    fc.record({ kind: fc.constant('p256' as const), size: fc.constantFrom(0, 160, 161), energy }),
    // Nobody reads the code behind an address that another code computes.
    ...(kind === 'behind a proxy'
      ? []
      : [fc.record({ kind: fc.constant('read resources' as const), ofCaller: fc.boolean(), resource: fc.nat(1) })]),
  ];
  const step = fc.oneof(
    ...rare.map((arbitrary) => ({ weight: 1, arbitrary })),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('store' as const), slot: fc.nat(3), value: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('work' as const), times: fc.nat(60) }) },
    { weight: 6, arbitrary: call },
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
  // STOP, REVERT(0, 0), SELFDESTRUCT to an account, to none yet, and to itself.
  const ending = fc.constantFrom('00', '00', '00', '00', '5f5ffd', `73${OTHERS[0]}ff`, `73${OTHERS[1]}ff`, '30ff');
  return fc
    .tuple(fc.array(step, { minLength: 1, maxLength: 6 }), later.length === 2 ? fc.constant('00') : ending)
    .map(([steps, end]) => steps.map(stepCode).join('') + end);
}

/** Steps whose own code does not look at the energy left, and other code that they run may. */
function codeOfProxy([implementation = '']: readonly string[]): fc.Arbitrary<string> {
  const storing = fc.record({ kind: fc.constant('store' as const), slot: fc.nat(3), value: fc.nat(2) });
  const running = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('proxy' as const),
        target: fc.constant(implementation),
        isNamed: fc.constantFrom(false, false, true),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('create requiring' as const),
        energyLeft: fc.constantFrom(100, 3_000, 9_000, 50_000, 400_000),
      }),
    },
  );
  const storingSome = fc.array(storing, { maxLength: 2 });
  return fc
    .tuple(storingSome, fc.array(running, { minLength: 1, maxLength: 2 }), storingSome)
    .map((steps) => `${steps.flat().map(stepCode).join('')}00`);
}

/** Which code looks at the energy left: none, that of any contract, or only code that no trace names. */
export type Observing = 'never' | 'anywhere' | 'behind a proxy';

/** Calls of random contracts. */
export const randomCalls = (observing: Observing = 'never'): fc.Arbitrary<RandomCall> =>
  fc.record({
    codes: fc.tuple(
      observing === 'behind a proxy' ? codeOfProxy(CONTRACTS.slice(1)) : codeCalling(CONTRACTS.slice(1), observing),
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
