import { type Exclusion } from '../case.ts';

const PAGE = 'docs/protocol/virtual-machine.md';

/** The tests of a suite, by the names before `_Cancun`. */
const namesIn = (suite: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `${suite} ${name}_Cancun`);

/** The tests of `ecpairing_inputs` whose precompile fails. */
const failedPairings = [
  38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66,
  67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,
  96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119,
  120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142,
  143,
];

/** What the network does differently. */
export const exclusions: readonly Exclusion[] = [
  {
    cause: 'COINBASE returns an address of the network, which begins with 41',
    source: `${PAGE}, Execution`,
    cases: [
      ...namesIn(
        'stRandom',
        'randomStatetest143_d0g0v0 randomStatetest228_d0g0v0 randomStatetest244_d0g0v0 randomStatetest3_d0g0v0 randomStatetest365_d0g0v0 randomStatetest384_d0g0v0 randomStatetest98_d0g0v0',
      ),
      ...namesIn('stRandom2', 'randomStatetest628_d0g0v0'),
      ...namesIn('VMTests', 'blockInfo_d0g0v0'),
    ],
  },
  {
    cause: 'DIFFICULTY, GASLIMIT and GASPRICE return 0',
    source: `${PAGE}, Execution`,
    cases: [
      ...namesIn(
        'stRandom',
        'randomStatetest100_d0g0v0 randomStatetest139_d0g0v0 randomStatetest153_d0g0v0 randomStatetest246_d0g0v0 randomStatetest26_d0g0v0 randomStatetest367_d0g0v0',
      ),
      ...namesIn(
        'stRandom2',
        'randomStatetest450_d0g0v0 randomStatetest466_d0g0v0 randomStatetest517_d0g0v0 randomStatetest571_d0g0v0 randomStatetest577_d0g0v0',
      ),
      ...namesIn('VMTests', 'blockInfo_d1g0v0 blockInfo_d2g0v0 envInfo_d7g0v0'),
    ],
  },
  {
    cause: 'it stores GAS, and instructions have other prices',
    source: `${PAGE}, Opcode table`,
    cases: namesIn('VMTests', 'gas_d0g0v0 gas_d1g0v0'),
  },
  {
    cause: 'memory ends at 3 MiB',
    source: `${PAGE}, Memory`,
    cases: [
      ...namesIn('stRandom', 'randomStatetest263_d0g0v0 randomStatetest36_d0g0v0'),
      ...namesIn('stRandom2', 'randomStatetest476_d0g0v0 randomStatetest498_d0g0v0'),
      ...namesIn('VMTests', 'msize_d5g0v0'),
    ],
  },
  {
    cause: 'a contract cannot transfer coin to itself',
    source: `${PAGE}, Calls`,
    cases: [...namesIn('stRandom', 'randomStatetest159_d0g0v0'), ...namesIn('stRandom2', 'randomStatetest636_d0g0v0')],
  },
  {
    cause: 'its value is above the largest amount of coin',
    source: `${PAGE}, Execution`,
    cases: [...namesIn('stRandom', 'randomStatetest248_d0g0v0 randomStatetest347_d0g0v0')],
  },
  {
    cause: 'two of its slots have the same last 16 bytes',
    source: `${PAGE}, Storage`,
    cases: [...namesIn('stRandom', 'randomStatetest343_d0g0v0'), ...namesIn('stRandom2', 'randomStatetest501_d0g0v0')],
  },
  {
    cause: 'its contract is at the address of P256VERIFY',
    source: `${PAGE}, Precompiles`,
    cases: [...namesIn('VMTests', 'log0_d0g0v0 log1_d0g0v0 log2_d0g0v0 log3_d0g0v0 log4_d0g0v0')],
  },
  {
    cause: 'a call passes on all energy, so none is left after a precompile that fails',
    source: `${PAGE}, Upgrades in force`,
    cases: failedPairings.map((number) => `stZeroKnowledge ecpairing_inputs_d${number}g0v0_Cancun`),
  },
];
