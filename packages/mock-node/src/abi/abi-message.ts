import { AbiEntryType, StateMutabilityType } from '../protocol/messages/enumerations.ts';
import { type SmartContractAbi as AbiMessage } from '../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../protocol/messages/schema.ts';
import { type Abi, type AbiParameter } from './abi.ts';

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const parameterMessage = ({ indexed = false, name = '', type }: AbiParameter) => ({ indexed, name, type });

const numberOf = (values: Readonly<Record<string, number>>, name: string): number => values[capitalized(name)] ?? 0;

/** Converts an ABI to the form in which the chain stores it, without the components of tuples. */
export function abiMessage(abi: Abi): MessageInit<MessageOf<typeof AbiMessage>> {
  return {
    entrys: abi.map(({ type, name = '', inputs = [], outputs = [], stateMutability = '', anonymous = false }) => ({
      type: numberOf(AbiEntryType.values, type),
      name,
      inputs: inputs.map(parameterMessage),
      outputs: outputs.map(parameterMessage),
      stateMutability: numberOf(StateMutabilityType.values, stateMutability),
      anonymous,
    })),
  };
}
