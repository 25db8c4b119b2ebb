import { type Abi, type AbiParameter } from '../contract/abi.ts';
import { type MessageLayout } from './decode-message.ts';
import { type WireEnum, type WireMessage } from './wire-message.ts';

const ENTRY_TYPES = ['', 'Constructor', 'Function', 'Event', 'Fallback', 'Receive', 'Error'];
const MUTABILITIES = ['', 'Pure', 'View', 'Nonpayable', 'Payable'];

/**
 * The value of the chain's enumeration that a compiler prints in lower case; zero, which is left out, for words that it
 * lacks.
 */
function toWireEnum(names: readonly string[], word = ''): WireEnum {
  const number = Math.max(
    0,
    names.findIndex((name) => name.toLowerCase() === word.toLowerCase()),
  );
  return { number, name: names[number] ?? '' };
}

const parameter = ({ indexed = false, name = '', type }: AbiParameter): WireMessage => [
  [1, 'indexed', 'bool', indexed],
  [2, 'name', 'string', name],
  [3, 'type', 'string', type],
];

/**
 * A contract's ABI as the chain stores it: components of tuples are not stored. Source: docs/protocol/transfers.md,
 * Protobuf shapes.
 */
export const abiMessage = (abi: Abi): WireMessage => [
  [
    1,
    'entrys',
    'repeated',
    abi.map((entry): WireMessage => [
      [1, 'anonymous', 'bool', entry.anonymous ?? false],
      [2, 'constant', 'bool', entry.constant ?? false],
      [3, 'name', 'string', entry.name ?? ''],
      [4, 'inputs', 'repeated', (entry.inputs ?? []).map(parameter)],
      [5, 'outputs', 'repeated', (entry.outputs ?? []).map(parameter)],
      [6, 'type', 'enum', toWireEnum(ENTRY_TYPES, entry.type)],
      [7, 'payable', 'bool', entry.payable ?? false],
      [8, 'stateMutability', 'enum', toWireEnum(MUTABILITIES, entry.stateMutability)],
    ]),
  ],
];

const PARAMETER_LAYOUT: MessageLayout = [
  [1, 'indexed', 'bool'],
  [2, 'name', 'string'],
  [3, 'type', 'string'],
];

/** How {@link abiMessage} is laid out. */
export const ABI_LAYOUT: MessageLayout = [
  [
    1,
    'entrys',
    'repeated',
    [
      [1, 'anonymous', 'bool'],
      [2, 'constant', 'bool'],
      [3, 'name', 'string'],
      [4, 'inputs', 'repeated', PARAMETER_LAYOUT],
      [5, 'outputs', 'repeated', PARAMETER_LAYOUT],
      [6, 'type', 'enum', ENTRY_TYPES],
      [7, 'payable', 'bool'],
      [8, 'stateMutability', 'enum', MUTABILITIES],
    ],
  ],
];
