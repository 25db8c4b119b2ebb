import { type Abi, type AbiParameter } from '@coin/units';
import { type MessageLayout, type MessageValue } from '../wire/message-layout.ts';

/** In the order of the wire's numbers; the first is unknown to the chain. @internal */
export const ENTRY_TYPES = ['', 'Constructor', 'Function', 'Event', 'Fallback', 'Receive', 'Error'] as const;
/** In the order of the wire's numbers; the first is unknown to the chain. @internal */
export const MUTABILITIES = ['', 'Pure', 'View', 'Nonpayable', 'Payable'] as const;

const PARAMETER = [
  [1, 'indexed', 'bool'],
  [2, 'name', 'string'],
  [3, 'type', 'string'],
] as const satisfies MessageLayout;

/**
 * A contract's ABI as the chain stores it: components of tuples are not stored. Source: docs/protocol/transfers.md,
 * Protobuf shapes.
 */
export const ABI_LAYOUT = [
  [
    1,
    'entrys',
    'repeated',
    [
      [1, 'anonymous', 'bool'],
      [2, 'constant', 'bool'],
      [3, 'name', 'string'],
      [4, 'inputs', 'repeated', PARAMETER],
      [5, 'outputs', 'repeated', PARAMETER],
      [6, 'type', 'enum', ENTRY_TYPES],
      [7, 'payable', 'bool'],
      [8, 'stateMutability', 'enum', MUTABILITIES],
    ],
  ],
] as const satisfies MessageLayout;

/** The chain's name for a word that a compiler prints in lower case; undefined for an unknown word. */
const enumName = <T extends string>(names: readonly T[], word = ''): T | undefined =>
  names.find((name) => name.toLowerCase() === word.toLowerCase());

const parameterValue = ({ indexed, name, type }: AbiParameter): MessageValue<typeof PARAMETER> => ({
  indexed,
  name,
  type,
});

/** The values of {@link ABI_LAYOUT} for a contract's ABI. */
export const abiValue = (abi: Abi): MessageValue<typeof ABI_LAYOUT> => ({
  entrys: abi.map(({ anonymous, constant, name, inputs, outputs, type, payable, stateMutability }) => ({
    anonymous,
    constant,
    name,
    inputs: inputs?.map(parameterValue),
    outputs: outputs?.map(parameterValue),
    type: enumName(ENTRY_TYPES, type),
    payable,
    stateMutability: enumName(MUTABILITIES, stateMutability),
  })),
});
