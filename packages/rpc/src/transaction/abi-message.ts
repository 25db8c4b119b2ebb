import type { WireMessage } from './wire-message.ts';
import type { Abi, AbiParameter } from '../contract/abi.ts';

const TYPES = ['', 'Constructor', 'Function', 'Event', 'Fallback', 'Receive', 'Error'];
const MUTABILITIES = ['', 'Pure', 'View', 'Nonpayable', 'Payable'];

/** The chain's own enum, which compilers write in lower case; what it has no word for is left out. */
function enumOf(names: readonly string[], word = ''): { number: number; name: string } {
  const number = Math.max(
    0,
    names.findIndex((name) => name.toLowerCase() === word.toLowerCase()),
  );
  return { number, name: names[number] ?? '' };
}

const parameter = ({ indexed = false, name = '', type }: AbiParameter): WireMessage => [
  [1, 'indexed', 'flag', indexed],
  [2, 'name', 'text', name],
  [3, 'type', 'text', type],
];

/** A contract's interface as the chain keeps it: a tuple's components are not kept. Source: docs/protocol/transfers.md, Protobuf shapes. */
export const abiMessage = (abi: Abi): WireMessage => [
  [
    1,
    'entrys',
    'messages',
    abi.map((entry): WireMessage => [
      [1, 'anonymous', 'flag', entry.anonymous ?? false],
      [2, 'constant', 'flag', entry.constant ?? false],
      [3, 'name', 'text', entry.name ?? ''],
      [4, 'inputs', 'messages', (entry.inputs ?? []).map(parameter)],
      [5, 'outputs', 'messages', (entry.outputs ?? []).map(parameter)],
      [6, 'type', 'enum', enumOf(TYPES, entry.type)],
      [7, 'payable', 'flag', entry.payable ?? false],
      [8, 'stateMutability', 'enum', enumOf(MUTABILITIES, entry.stateMutability)],
    ]),
  ],
];
