// Writes packages/fee/vectors: what the functions of @coin/fee compute, for implementations in other languages.
import { writeFileSync } from 'node:fs';
import { energyWithFactor, expectedFee, feeLimitFromEstimate, nextEnergyFactor, transactionSize } from '@coin/fee';
import {
  applyResourceEvent,
  cheapestMix,
  explainFee,
  loadCost,
  resourcesAt,
  type ResourceNetwork,
  scheduleDelegations,
  whatIf,
} from '@coin/fee/resources';
import { feeInfo } from './fee-info.ts';
import { readRecordedChain, recordedChains } from './recorded-chain.ts';

const functions = {
  applyResourceEvent,
  cheapestMix,
  energyWithFactor,
  expectedFee,
  explainFee,
  feeLimitFromEstimate,
  loadCost,
  nextEnergyFactor,
  resourcesAt,
  scheduleDelegations,
  transactionSize,
  whatIf,
};

interface Case {
  readonly name: string;
  readonly function: keyof typeof functions;
  readonly input: readonly unknown[];
}

const COIN = 1_000_000n;
const SLOT_MS = 3_000;
const TIME = 1_699_999_998_000;
const slot = (count: number) => TIME + count * SLOT_MS;

const prices = {
  energy: 100n,
  bandwidth: 1_000n,
  accountCreation: 100_000n,
  accountCreationInContract: COIN,
  memo: COIN,
  multiSign: COIN,
};
const network: ResourceNetwork = {
  energy: { limit: 180_000_000_000n, weight: 8_001n },
  bandwidth: { limit: 43_200_000_000n, weight: 2_000n },
  freeBandwidth: 600,
  prices,
};

const formulas: Case[] = [
  ...[0n, 1n, 2n, 27_704n, 149_000_000n].flatMap((energy): Case[] => [
    {
      name: `the limit of ${energy}`,
      function: 'feeLimitFromEstimate',
      input: [{ energy, energyPrice: 100n, valueCalls: 0 }],
    },
    {
      name: `the limit of ${energy} with calls of value`,
      function: 'feeLimitFromEstimate',
      input: [{ energy, energyPrice: 100n }],
    },
  ]),
  ...[0n, 1n, 3_400n, 34_000n].flatMap((energyFactor): Case[] => [
    {
      name: `energy under the factor ${energyFactor}`,
      function: 'energyWithFactor',
      input: [{ basicEnergy: 27_704n, energyFactor, valueCalls: 0 }],
    },
    {
      name: `a deployment under the factor ${energyFactor}`,
      function: 'energyWithFactor',
      input: [{ basicEnergy: 500_000n, energyFactor, valueCalls: 0, codeSize: 2_000 }],
    },
  ]),
  ...[
    { kind: 'transfer', amount: COIN },
    { kind: 'transfer', amount: 127n, memoSize: 300, signatures: 3 },
    { kind: 'call', dataSize: 68, feeLimit: 2_770_400n },
    { kind: 'encoded', rawDataSize: 133 },
  ].map((transaction, index): Case => ({
    name: `size ${index + 1}: ${transaction.kind}`,
    function: 'transactionSize',
    input: [transaction],
  })),
  ...[
    { transaction: { size: 345, energy: 27_704n }, owner: { energy: 10_000n, freeBandwidth: 600 } },
    {
      transaction: { size: 345, energy: 27_704n },
      owner: { energy: 30_000n, stakedBandwidth: 344, freeBandwidth: 344 },
    },
    { transaction: { size: 267, createsAccount: true, memoSize: 5, signatures: 2 } },
    { transaction: { size: 267, createsAccount: true }, owner: { stakedBandwidth: 267 } },
    {
      transaction: { size: 345, energy: 27_704n },
      deployer: { callerPercent: 40, energy: 1_000_000n, deployerEnergyLimit: 10_000n },
    },
  ].map((options, index): Case => ({
    name: `fee ${index + 1}`,
    function: 'expectedFee',
    input: [{ ...options, prices }],
  })),
];

const rules = { threshold: 5_000_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
const rising = [0n, 2_000n, 4_400n, 7_280n, 10_736n, 14_883n, 19_859n, 25_830n, 32_996n, 34_000n];
const dynamicEnergy: Case[] = [
  ...rising.map((energyFactor): Case => ({
    name: `a busy cycle from ${energyFactor}`,
    function: 'nextEnergyFactor',
    input: [{ energyFactor, energyUsage: 5_000_000_001n, ...rules }],
  })),
  ...Array.from({ length: 30 }, (_, cycles): Case => ({
    name: `${cycles + 1} idle cycles`,
    function: 'nextEnergyFactor',
    input: [{ energyFactor: 34_000n, energyUsage: 0n, ...rules, cycles: cycles + 1 }],
  })),
  {
    name: 'use at the threshold does not increase',
    function: 'nextEnergyFactor',
    input: [{ energyFactor: 0n, energyUsage: 5_000_000_000n, ...rules }],
  },
  {
    name: 'a lowered maximum',
    function: 'nextEnergyFactor',
    input: [{ energyFactor: 34_000n, energyUsage: 6_000_000_000n, ...rules, maxFactor: 10_000n }],
  },
  {
    name: 'the first cycle is discarded',
    function: 'nextEnergyFactor',
    input: [{ energyFactor: 0n, energyUsage: 6_000_000_000n, updateCycle: 0, ...rules }],
  },
];

const used = (parts: object) => ({ stake: 1_000n * COIN, time: TIME, ...parts });
const ledger = (accounts: object, unit = 'thousandths') => ({ network: { ...network, windowUnit: unit }, accounts });
const resources: Case[] = [
  ...[0, 1, 100, 14_400, 28_799, 28_800].map((slots): Case => ({
    name: `free bandwidth after ${slots} slots`,
    function: 'resourcesAt',
    input: [{ account: { freeBandwidth: { used: 600n, time: TIME } }, network, time: slot(slots) }],
  })),
  ...[1, 2_311, 20_000, 27_738].map((slots): Case => ({
    name: `a window after ${slots} slots`,
    function: 'resourcesAt',
    input: [{ account: { energy: used({ used: 77_681n, windowMs: 83_215_107 }) }, network, time: slot(slots) }],
  })),
  ...[2_601_500_000n, 500_000n, 1_000_000n].map((stake): Case => ({
    name: `the limits of ${stake}`,
    function: 'resourcesAt',
    input: [{ account: { energy: { stake }, bandwidth: { stake } }, network, time: TIME }],
  })),
  {
    name: 'a quotient that is rounded first',
    function: 'resourcesAt',
    input: [
      {
        account: { energy: { stake: 39n * COIN } },
        network: { ...network, energy: { limit: 180_000_000_000n, weight: 39n } },
        time: TIME,
      },
    ],
  },
  {
    name: 'stake behind its use',
    function: 'resourcesAt',
    input: [{ account: { energy: used({ used: 65_000n, received: COIN }) }, network, time: TIME }],
  },
  ...['thousandths', 'slots'].flatMap((unit): Case[] => {
    const window = unit === 'slots' ? 60_000_000 : 60_000_369;
    const call = { kind: 'transaction', owner: 'A', size: 300, energy: 41_372n };
    const accounts = {
      A: { energy: used({ used: 77_681n, windowMs: window }), bandwidth: used({ used: 50_000n, windowMs: window }) },
      B: { energy: used({ used: 90_000n, received: 400n * COIN, windowMs: 84_000_000 }) },
    };
    return [
      {
        name: `a call, ${unit}`,
        function: 'applyResourceEvent',
        input: [ledger(accounts, unit), { ...call, time: slot(2_311) }],
      },
      {
        name: `a call that fails, ${unit}`,
        function: 'applyResourceEvent',
        input: [ledger(accounts, unit), { ...call, time: slot(2_311), failed: true }],
      },
      {
        name: `stake that returns, ${unit}`,
        function: 'applyResourceEvent',
        input: [
          ledger(
            { ...accounts, A: { energy: used({ used: 4_000n, delegated: 400n * COIN, windowMs: window }) } },
            unit,
          ),
          { kind: 'undelegate', owner: 'A', receiver: 'B', resource: 'ENERGY', amount: 400n * COIN, time: slot(1_200) },
        ],
      },
    ];
  }),
  {
    name: 'a fraction of a coin in the weight',
    function: 'applyResourceEvent',
    input: [
      ledger({ A: { energy: { stake: 1_500_000n } } }),
      { kind: 'stake', owner: 'A', resource: 'ENERGY', amount: 1_500_000n },
    ],
  },
  ...[0n, COIN, 3n * COIN].map((energyStake): Case => ({
    name: `a day of calls with ${energyStake} staked`,
    function: 'loadCost',
    input: [
      {
        load: {
          kinds: { call: { size: 345, energy: 20_000_000n } },
          transactions: { from: TIME, hours: 24, perHour: [{ call: 1 }, { call: 2 }, {}] },
        },
        network,
        mix: { energyStake },
      },
    ],
  })),
];

const DAY_SLOTS = 28_800;
const calls = (...slots: readonly number[]) => ({
  kinds: { call: { size: 345, energy: 20_000_000n, contract: 'token' } },
  transactions: slots.map((count) => ({ kind: 'call', time: slot(count) })),
});
const contracts = { token: { energyFactor: 1_000n } };
const factors = { ...rules, nextMaintenance: slot(7_200) };
const supplied = (wallets: Readonly<Record<string, ReturnType<typeof calls>>>, options: object): Case['input'] => [
  {
    owner: 'S',
    account: { energy: { stake: 2n * COIN } },
    wallets: Object.fromEntries(Object.entries(wallets).map(([address, load]) => [address, { load }])),
    network,
    contracts,
    factors,
    from: TIME,
    ...options,
  },
];
const decisions: Case[] = [
  {
    name: 'the cheapest mix of a small load',
    function: 'cheapestMix',
    input: [
      {
        load: calls(0, 40, 9_000),
        network,
        contracts,
        factors,
        stakeCostBps: 1_000_000n,
        offers: [{ resource: 'ENERGY', amount: COIN, durationMs: 86_400_000, price: 1_000_000n, lots: 1 }],
      },
    ],
  },
  {
    name: 'proposals and later factors',
    function: 'whatIf',
    input: [
      {
        load: calls(0, 40, 9_000),
        network,
        contracts,
        factors,
        proposals: [
          { proposalId: 1, parameters: { energyFee: 210n }, expirationTime: slot(86_400) },
          { proposalId: 2, parameters: { freeNetLimit: 0n, dynamicEnergyMaxFactor: 0n }, expirationTime: slot(7_200) },
        ],
        cycles: 2,
      },
    ],
  },
  {
    name: 'stake that moves as its use recovers',
    function: 'scheduleDelegations',
    input: supplied({ A: calls(20), B: calls(7_220, 20_000) }, {}),
  },
  {
    name: 'locked stake, and new stake',
    function: 'scheduleDelegations',
    input: supplied({ A: calls(20, 21), B: calls(DAY_SLOTS + 20) }, { lock: {}, maxNewStake: 2n * COIN }),
  },
  {
    name: 'idle stake that is unstaked once an earlier one is paid out',
    function: 'scheduleDelegations',
    input: supplied(
      { A: calls(20), B: calls(20, 40_000) },
      {
        account: { energy: { stake: 4n * COIN } },
        pendingUnstakes: Array.from({ length: 32 }, () => ({ amount: COIN, expireTime: slot(10_000) })),
        idleStake: 'unstake',
      },
    ),
  },
];

/** Receipts of a real node, of as many kinds as there are. */
function receipts(): Case[] {
  const kinds = new Map<string, Case>();
  for (const name of recordedChains) {
    for (const { infos } of readRecordedChain(name).blocks) {
      for (const info of infos) {
        const { receipt } = info;
        const kind = [receipt.result, ...Object.keys(receipt).sort(), info.fee === undefined ? '' : 'fee'].join(' ');
        const key = kinds.has(kind) ? `${kind} again` : kind;
        if (!kinds.has(key))
          kinds.set(key, { name: `${name} ${info.id}`, function: 'explainFee', input: [{ info: feeInfo(info) }] });
      }
    }
  }
  return [...kinds.values()];
}

const toText = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item));

function write(file: string, about: string, cases: readonly Case[]): void {
  const lines = cases.map((each) => {
    const run = functions[each.function] as (...input: readonly unknown[]) => unknown;
    return toText({ ...each, expected: run(...each.input) });
  });
  const head = toText({ version: 1, about }).slice(0, -1);
  writeFileSync(
    new URL(`../../../packages/fee/vectors/${file}`, import.meta.url),
    `${head},"cases":[\n${lines.join(',\n')}\n]}\n`,
  );
}

write('formulas.json', 'Fee limits, energy under a factor, sizes and fees.', formulas);
write(
  'dynamic-energy.json',
  'How the factor of a contract changes from cycle to cycle: IEEE doubles, truncated.',
  dynamicEnergy,
);
write('resources.json', 'Stake, use and recovery of energy and bandwidth, and what loads burn.', resources);
write('decisions.json', 'Mixes, changes of rules, and schedules of delegations.', decisions);
write('receipts.json', 'Receipts of java-tron 4.8.0, and the lines that their fees consist of.', receipts());
