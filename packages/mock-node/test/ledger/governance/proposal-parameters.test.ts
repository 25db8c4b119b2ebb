import { expect, test } from 'vitest';
import { openNetwork, witness, type Network } from '../../support/governance-network.ts';
import { createOlderOptions } from '../../support/older-network.ts';

const range = (text: string): string => `Bad chain parameter value, valid range is ${text}`;
const long = range('[0,100000000000000000]');
const MAX_LONG = 10 ** 17;
const TOO_LONG = MAX_LONG + 16;
const one = (name: string): string => `This value[${name}] is only allowed to be 1`;
const oneOrZero = (name: string): string => `${one(name)} or 0`;
const named = (name: string, text: string): string => `This value[${name}] is only allowed to be in the range ${text}`;
const again = (name: string): string => `[${name}] has been valid, no need to propose again`;
const first = (required: string, name: string): string =>
  `[${required}] proposal must be approved before [${name}] can be proposed`;

function propose({ rejection }: Network, key: number, value: number): Promise<string | undefined> {
  return rejection('proposalcreate', { owner_address: witness.address, parameters: [{ key, value }] });
}

type Bounds = readonly [id: number, min: number, max: number, rejection: string, beyond?: number];

const bounds: readonly Bounds[] = [
  [0, 81_000, 86_400_000, range('[3 * 27 * 1000,24 * 3600 * 1000]')],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 19, 31, 73].map((id): Bounds => [id, 0, MAX_LONG, long, TOO_LONG]),
  [13, 10, 400, range('[10,400]')],
  [22, 0, 1e11, range('[0, 100_000_000_000L]')],
  [23, 0, 1e11, range('[0, 100_000_000_000L]')],
  [29, 1, 10_000, range('[1,10_000]')],
  [30, 0, 1, oneOrZero('ALLOW_CHANGE_DELEGATION')],
  [39, 0, 1, oneOrZero('ALLOW_SHIELDED_TRC20_TRANSACTION')],
  [33, 1, 1000, range('[1,1_000]')],
  [48, 0, 1, oneOrZero('ALLOW_TRANSACTION_FEE_POOL')],
  [49, 0, 1, oneOrZero('ALLOW_REMOVE_BLACKHOLE')],
  [61, 0, 100_000, range('[0,100_000]')],
  [62, 0, 1e12, range('[0, 1_000_000_000_000L]')],
  [68, 0, 1e9, named('MEMO_FEE', '0-1000_000_000')],
  [70, 1, 365, named('UNFREEZE_DELAY_DAYS', '1-365')],
  [72, 0, 1, named('ALLOW_DYNAMIC_ENERGY', '0-1')],
  [74, 0, 10_000, named('DYNAMIC_ENERGY_INCREASE_FACTOR', '0-10000')],
  [75, 0, 100_000, named('DYNAMIC_ENERGY_MAX_FACTOR', '0-100000')],
  [
    82,
    500,
    10_000,
    'This value[MAX_CREATE_ACCOUNT_TX_SIZE] is only allowed to be greater than or equal to 500 and less than or equal to 10000!',
  ],
];

const network = openNetwork({ parameters: { getRemoveThePowerOfTheGr: 0 } });

test.each(bounds.map((row) => ({ id: row[0], row })))(
  'parameter $id is accepted only within its bounds',
  async ({ row }) => {
    const [id, min, max, rejection, beyond = max + 1] = row;
    expect(await propose(network, id, min)).toBeUndefined();
    expect(await propose(network, id, max)).toBeUndefined();
    expect(await propose(network, id, min - 1)).toBe(rejection);
    expect(await propose(network, id, beyond)).toBe(rejection);
  },
);

const switches: readonly (readonly [id: number, name: string])[] = [
  [9, 'ALLOW_CREATION_OF_CONTRACTS'],
  [10, 'REMOVE_THE_POWER_OF_THE_GR'],
  [14, 'ALLOW_UPDATE_ACCOUNT_NAME'],
  [15, 'ALLOW_SAME_TOKEN_NAME'],
  [16, 'ALLOW_DELEGATE_RESOURCE'],
  [18, 'ALLOW_TVM_TRANSFER_TRC10'],
  [20, 'ALLOW_MULTI_SIGN'],
  [21, 'ALLOW_ADAPTIVE_ENERGY'],
  [26, 'ALLOW_TVM_CONSTANTINOPLE'],
  [32, 'ALLOW_TVM_SOLIDITY_059'],
  [35, 'FORBID_TRANSFER_TO_CONTRACT'],
  [41, 'ALLOW_TVM_ISTANBUL'],
  [40, 'ALLOW_PBFT'],
  [51, 'ALLOW_NEW_RESOURCE_MODEL'],
  [52, 'ALLOW_TVM_FREEZE'],
  [53, 'ALLOW_ACCOUNT_ASSET_OPTIMIZATION'],
  [59, 'ALLOW_TVM_VOTE'],
  [60, 'ALLOW_TVM_COMPATIBLE_EVM'],
  [63, 'ALLOW_TVM_LONDON'],
  [65, 'ALLOW_HIGHER_LIMIT_FOR_MAX_CPU_TIME_OF_ONE_TX'],
  [66, 'ALLOW_ASSET_OPTIMIZATION'],
  [69, 'ALLOW_DELEGATE_OPTIMIZATION'],
  [71, 'ALLOW_OPTIMIZED_RETURN_VALUE_OF_CHAIN_ID'],
  [76, 'ALLOW_TVM_SHANGHAI'],
  [77, 'ALLOW_CANCEL_ALL_UNFREEZE_V2'],
];

test.each(switches)('parameter %i, %s, can only be proposed as 1', async (id, name) => {
  expect(await propose(network, id, 1)).toBeUndefined();
  expect(await propose(network, id, 0)).toBe(one(name));
  expect(await propose(network, id, 2)).toBe(one(name));
});

const notModelled = [
  [24, oneOrZero('ALLOW_PROTO_FILTER_NUM'), 'filters of unknown fields'],
  [25, oneOrZero('ALLOW_ACCOUNT_STATE_ROOT'), 'account state roots'],
] as const;

test.each(notModelled)(
  'rejects a proposal of 1 for parameter %i, whose feature the node does not model',
  async (id, rejection, what) => {
    expect(await propose(network, id, 1)).toBe(`@coin/mock-node does not model ${what}; a real node might accept it`);
    expect(await propose(network, id, 0)).toBeUndefined();
    expect(await propose(network, id, -1)).toBe(rejection);
    expect(await propose(network, id, 2)).toBe(rejection);
  },
);

const onceOnly: readonly (readonly [id: number, name: string, parameter: string])[] = [
  [79, 'ALLOW_OLD_REWARD_OPT', 'getAllowOldRewardOpt'],
  [81, 'ALLOW_ENERGY_ADJUSTMENT', 'getAllowEnergyAdjustment'],
  [83, 'ALLOW_TVM_CANCUN', 'getAllowTvmCancun'],
  [88, 'CONSENSUS_LOGIC_OPTIMIZATION', 'getConsensusLogicOptimization'],
  [89, 'ALLOW_TVM_BLOB', 'getAllowTvmBlob'],
];

test.each(onceOnly)('parameter %i, %s, is rejected with any value once it is on', async (id, name, parameter) => {
  const on = openNetwork({ parameters: { [parameter]: 1 } });
  expect(await propose(on, id, 0)).toBe(again(name));
  const off = openNetwork({ parameters: { [parameter]: 0 } });
  expect(await propose(off, id, 0)).toBe(one(name));
  expect(await propose(off, id, 1)).toBeUndefined();
});

const older = openNetwork(createOlderOptions());

test.each([
  [94, 'ALLOW_TVM_SELFDESTRUCT_RESTRICTION', 'getAllowTvmSelfdestructRestriction'],
  [95, 'ALLOW_TVM_PRAGUE', 'getAllowTvmPrague'],
  [96, 'ALLOW_TVM_OSAKA', 'getAllowTvmOsaka'],
  [97, 'ALLOW_HARDEN_RESOURCE_CALCULATION', 'getAllowHardenResourceCalculation'],
])('parameter %i, %s, can be turned on once since block version 34 or 36', async (id, name, parameter) => {
  const off = openNetwork({ parameters: { [parameter]: 0 } });
  expect(await propose(off, id, 0)).toBe(one(name));
  expect(await propose(off, id, 1)).toBeUndefined();
  expect(await propose(openNetwork({ parameters: { [parameter]: 1 } }), id, 1)).toBe(again(name));
  expect(await propose(older, id, 1)).toBe(`Bad chain parameter id [${name}]`);
});

test('parameter 95 requires the Shanghai upgrade', async () => {
  const off = openNetwork({ parameters: { getAllowTvmShangHai: 0, getAllowTvmPrague: 0 } });
  expect(await propose(off, 95, 0)).toBe('[ALLOW_TVM_PRAGUE] requires [ALLOW_TVM_SHANGHAI] to be enacted first');
});

test('parameter 98 can be turned on and off', async () => {
  const name = 'ALLOW_HARDEN_EXCHANGE_CALCULATION';
  for (const [value, ledger] of [
    [0, network],
    [1, openNetwork({ parameters: { getAllowHardenExchangeCalculation: 1 } })],
  ] as const) {
    expect(await propose(ledger, 98, 1 - value)).toBeUndefined();
    expect(await propose(ledger, 98, value)).toBe(`[${name}] has been set to ${value}, no need to propose again`);
    expect(await propose(ledger, 98, 2)).toBe(`This value[${name}] is only allowed to be 0 or 1`);
  }
});

test('parameter 92 is between 0 and a year', async () => {
  const text = 'This value[PROPOSAL_EXPIRE_TIME] is only allowed to be greater than 0 and less than 31536003000!';
  for (const value of [1, 31_536_002_999]) expect(await propose(network, 92, value)).toBeUndefined();
  for (const value of [0, 31_536_003_000]) expect(await propose(network, 92, value)).toBe(text);
});

test('the market can no longer be proposed after block version 34', async () => {
  expect(await propose(older, 44, 1)).toBeUndefined();
  for (const value of [0, 2]) expect(await propose(older, 44, value)).toBe(one('ALLOW_MARKET_TRANSACTION'));
  expect(await propose(network, 44, 1)).toBe('Bad chain parameter id [ALLOW_MARKET_TRANSACTION]');
});

test('parameter 87, ALLOW_STRICT_MATH, is on in every network', async () => {
  expect(await propose(network, 87, 0)).toBe(again('ALLOW_STRICT_MATH'));
});

const requirements: readonly (readonly [id: number, value: number, parameter: string, rejection: string])[] = [
  [18, 1, 'getAllowSameTokenName', first('ALLOW_SAME_TOKEN_NAME', 'ALLOW_TVM_TRANSFER_TRC10')],
  [26, 1, 'getAllowTvmTransferTrc10', first('ALLOW_TVM_TRANSFER_TRC10', 'ALLOW_TVM_CONSTANTINOPLE')],
  [32, 1, 'getAllowCreationOfContracts', first('ALLOW_CREATION_OF_CONTRACTS', 'ALLOW_TVM_SOLIDITY_059')],
  [35, 1, 'getAllowCreationOfContracts', first('ALLOW_CREATION_OF_CONTRACTS', 'FORBID_TRANSFER_TO_CONTRACT')],
  [52, 1, 'getAllowDelegateResource', first('ALLOW_DELEGATE_RESOURCE', 'ALLOW_TVM_FREEZE')],
  [52, 1, 'getAllowMultiSign', first('ALLOW_MULTI_SIGN', 'ALLOW_TVM_FREEZE')],
  [52, 1, 'getAllowTvmConstantinople', first('ALLOW_TVM_CONSTANTINOPLE', 'ALLOW_TVM_FREEZE')],
  [52, 1, 'getAllowTvmSolidity059', first('ALLOW_TVM_SOLIDITY_059', 'ALLOW_TVM_FREEZE')],
  [59, 1, 'getChangeDelegation', first('ALLOW_CHANGE_DELEGATION', 'ALLOW_TVM_VOTE')],
  [
    72,
    1,
    'getChangeDelegation',
    '[ALLOW_CHANGE_DELEGATION] proposal must be approved before [ALLOW_DYNAMIC_ENERGY] can be opened',
  ],
  [77, 1, 'getUnfreezeDelayDays', first('UNFREEZE_DELAY_DAYS', 'ALLOW_CANCEL_ALL_UNFREEZE_V2')],
  [78, 10_512_000, 'getUnfreezeDelayDays', first('UNFREEZE_DELAY_DAYS', 'MAX_DELEGATE_LOCK_PERIOD')],
];

test.each(requirements)('parameter %i := %i is rejected while %s is off', async (id, value, parameter, rejection) => {
  expect(await propose(openNetwork({ parameters: { [parameter]: 0 } }), id, value)).toBe(rejection);
  expect(await propose(network, id, value)).toBeUndefined();
});

test('prices of energy and exchanges have no bounds', async () => {
  for (const id of [11, 12]) expect(await propose(network, id, -MAX_LONG)).toBeUndefined();
});

test('market fees are rejected while the market is off', async () => {
  for (const [id, name, what] of [
    [45, 'MARKET_SELL_FEE', 'Sell'],
    [46, 'MARKET_CANCEL_FEE', 'Cancel'],
  ] as const) {
    const on = openNetwork({ parameters: { getAllowMarketTransaction: 1 } });
    expect(await propose(on, id, 10 ** 10)).toBeUndefined();
    expect(await propose(on, id, 10 ** 10 + 1)).toBe(`Bad ${name} parameter value, valid range is [0,10_000_000_000L]`);
    const off = openNetwork({ parameters: { getAllowMarketTransaction: 0 } });
    expect(await propose(off, id, 1)).toBe(`Market Transaction is not activated, can not set Market ${what} Fee`);
  }
});

test('the maximum fee limit has a lower bound before the London upgrade', async () => {
  expect(await propose(network, 47, -1)).toBe('Bad MAX_FEE_LIMIT parameter value, value must not be negative');
  expect(await propose(network, 47, MAX_LONG)).toBeUndefined();
  expect(await propose(network, 47, TOO_LONG)).toBe(long);
  const beforeLondon = openNetwork({ parameters: { getAllowTvmLondon: 0 } });
  expect(await propose(beforeLondon, 47, 10 ** 10)).toBeUndefined();
  expect(await propose(beforeLondon, 47, 10 ** 10 + 1)).toBe(
    'Bad MAX_FEE_LIMIT parameter value, valid range is [0,10_000_000_000L]',
  );
});

test('bounds of five parameters depend on the ledger', async () => {
  const slow = openNetwork({ parameters: { getAllowHigherLimitForMaxCpuTimeOfOneTx: 0 } });
  expect(await propose(slow, 13, 101)).toBe(range('[10,100]'));
  const removed = openNetwork({ parameters: { getRemoveThePowerOfTheGr: -1 } });
  expect(await propose(removed, 10, 7)).toBe(
    'This proposal has been executed before and is only allowed to be executed once',
  );
  expect(await propose(openNetwork({ parameters: { getAllowNewReward: 1 } }), 67, 7)).toBe(
    'New reward has been valid.',
  );
  expect(await propose(openNetwork({ parameters: { getAllowNewReward: 0 } }), 67, 7)).toBe(one('ALLOW_NEW_REWARD'));
  const locks = openNetwork({ parameters: { getMaxDelegateLockPeriod: 864_000 } });
  for (const value of [864_000, 10_512_001]) {
    expect(await propose(locks, 78, value)).toBe(
      'This value[MAX_DELEGATE_LOCK_PERIOD] is only allowed to be greater than 864000 and less than or equal to 10512000 !',
    );
  }
  expect(await propose(locks, 78, 864_001)).toBeUndefined();
  expect(await propose(network, 17, 1)).toBe('Bad chain parameter id');
});

test('ids without a parameter are rejected', async () => {
  for (const id of [-1, 27, 28, 34, 36, 37, 38, 42, 43, 50, 54, 55, 56, 57, 58, 64, 80, 84, 85, 86, 90]) {
    expect(await propose(network, id, 1)).toBe(`Does not support code : ${id}`);
  }
});
