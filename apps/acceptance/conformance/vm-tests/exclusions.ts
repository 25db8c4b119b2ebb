import { type Exclusion } from '../case.ts';

/** What the network does differently. */
export const exclusions: readonly Exclusion[] = [
  {
    cause: 'COINBASE returns an address of the network, which begins with 41',
    source: 'docs/protocol/virtual-machine.md, Execution',
    cases: ['vmBlockInfoTest coinbase'],
  },
  {
    cause: 'DIFFICULTY, GASLIMIT and GASPRICE return 0',
    source: 'docs/protocol/virtual-machine.md, Execution',
    cases: ['vmBlockInfoTest difficulty', 'vmBlockInfoTest gaslimit', 'vmEnvironmentalInfo gasprice'],
  },
  {
    cause: 'it stores GAS, and instructions have other prices',
    source: 'docs/protocol/virtual-machine.md, Opcode table',
    cases: ['vmIOandFlowOperations gas0'],
  },
  {
    cause: 'memory ends at 3 MiB',
    source: 'docs/protocol/virtual-machine.md, Memory',
    cases: ['vmSha3Test sha3_bigOffset2'],
  },
];
