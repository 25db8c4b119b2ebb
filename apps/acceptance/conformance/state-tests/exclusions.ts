import { type Exclusion } from '../case.ts';

const PAGE = 'docs/protocol/virtual-machine.md';

/** The tests of a suite, by the names before `_Cancun`. */
const namesIn = (suite: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `${suite} ${name}_Cancun`);

/** The tests of a file with these numbers, such as `1 3-5`. */
const numbered = (suite: string, file: string, numbers: string): readonly string[] =>
  numbers.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => `${suite} ${file}_d${first + i}g0v0_Cancun`);
  });

/** The tests of an invalid opcode, of which the network has an instruction. */
const opcodes = (names: string, numbers: string): readonly string[] =>
  names.split(' ').flatMap((name) => numbered('stBadOpcode', `opc${name}DiffPlaces`, numbers));

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
    cause: 'BLOBBASEFEE, DIFFICULTY, GASLIMIT and GASPRICE return 0',
    source: `${PAGE}, Execution`,
    cases: [
      ...opcodes('4A', '0 21-23'),
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
    cases: [
      ...namesIn('VMTests', 'gas_d0g0v0 gas_d1g0v0'),
      ...numbered('stBadOpcode', 'measureGas', '0-8 10'),
      ...numbered('stBadOpcode', 'operationDiffGas', '2-5 10'),
      ...numbered('stRefundTest', 'refundSuicide50procentCap', '0-1'),
      ...numbered('stRevertTest', 'costRevert', '0 7 14 21'),
    ],
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
    cause: 'instructions have other prices, so it nests deeper',
    source: `${PAGE}, Opcode table`,
    cases: namesIn('stSystemOperationsTest', 'CallRecursiveBomb3_d0g0v0'),
  },
  {
    cause: 'calls nest at most 64 deep',
    source: `${PAGE}, Calls`,
    cases: [
      ...opcodes('49 4A 5C 5D 5E 5F', '34'),
      ...numbered('Cancun/stEIP1153-transientStorage', 'transStorageOK', '3 5'),
      ...numbered('stSelfBalance', 'diffPlaces', '34'),
      ...namesIn(
        'stRevertTest',
        'LoopCallsDepthThenRevert_d0g0v0 LoopCallsDepthThenRevert2_d0g0v0 LoopCallsDepthThenRevert3_d0g0v0 LoopDelegateCallsDepthThenRevert_d0g0v0',
      ),
      ...namesIn(
        'stSystemOperationsTest',
        'ABAcalls2_d0g0v0 ABAcalls3_d0g0v0 CallRecursiveBomb0_d0g0v0 CallRecursiveBomb0_OOG_atMaxCallDepth_d0g0v0 CallRecursiveBomb1_d0g0v0 CallRecursiveBomb2_d0g0v0 CallRecursiveBombLog_d0g0v0 CallRecursiveBombLog2_d0g0v0',
      ),
    ],
  },
  {
    cause: 'the network has an instruction of this number',
    source: `${PAGE}, Opcode table`,
    cases: [
      ...opcodes('1E', '0-33'),
      ...opcodes('D2 D3 D4', '1-20 24-33'),
      ...opcodes('D9 DA DB DC DD DE DF', '1-3 5-7 9-11 13-15 24-31'),
    ],
  },
  {
    cause: 'contracts that it creates have other addresses',
    source: 'docs/protocol/transfers.md, Contract addresses',
    cases: [
      ...namesIn('stArgsZeroOneBalance', 'createNonConst_d0g0v0 createNonConst_d0g0v1'),
      ...numbered('stBadOpcode', 'operationDiffGas', '0-1'),
      ...numbered('stReturnDataTest', 'clearReturnBuffer', '1-7 9-21 23-27'),
      ...namesIn(
        'stReturnDataTest',
        'create_callprecompile_returndatasize_d0g0v0 returndatacopy_0_0_following_successful_create_d0g0v0',
      ),
      ...namesIn(
        'stRevertTest',
        'RevertPrefound_d0g0v0 RevertPrefoundEmpty_Paris_d0g0v0 RevertRemoteSubCallStorageOOG_d0g0v0',
      ),
      ...namesIn(
        'stSystemOperationsTest',
        'createNameRegistrator_d0g0v0 createNameRegistratorZeroMem_d0g0v0 createNameRegistratorZeroMem2_d0g0v0 createNameRegistratorZeroMemExpansion_d0g0v0 testRandomTest_d0g0v0',
      ),
    ],
  },
  {
    cause: 'CHAINID is of another network',
    source: `${PAGE}, Execution`,
    cases: namesIn('stChainId', 'chainId_d0g0v0'),
  },
  {
    cause: 'its sender pays for gas',
    source: 'nobody buys gas on the network',
    cases: namesIn('stSystemOperationsTest', 'callerAccountBalance_d0g0v0'),
  },
  {
    cause: 'its contract is at the address of a precompile',
    source: `${PAGE}, Precompiles`,
    cases: [
      ...namesIn('VMTests', 'log0_d0g0v0 log1_d0g0v0 log2_d0g0v0 log3_d0g0v0 log4_d0g0v0'),
      ...numbered('stReturnDataTest', 'revertRetDataSize', '0-35'),
      ...numbered('stRevertTest', 'RevertPrecompiledTouch_noncestorage', '0-3'),
      ...numbered('stRevertTest', 'RevertPrecompiledTouch_storage_Paris', '0-3'),
    ],
  },
  {
    cause: 'a call passes on all energy, so none is left after one that fails',
    source: `${PAGE}, Upgrades in force`,
    cases: [
      ...numbered('stZeroKnowledge', 'ecpairing_inputs', '38-143'),
      ...numbered('stReturnDataTest', 'clearReturnBuffer', '0 70-83 140-167'),
      ...numbered('stReturnDataTest', 'modexp_modsize0_returndatasize', '4'),
      ...numbered('Cancun/stEIP1153-transientStorage', '14_revertAfterNestedStaticcall', '0'),
      ...numbered('Cancun/stEIP1153-transientStorage', 'transStorageOK', '15'),
    ],
  },
];
