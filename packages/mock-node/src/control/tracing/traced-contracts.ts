import { hexToBytes } from '@noble/hashes/utils.js';
import { type Abi } from '../../abi/abi.ts';
import { type TracedContract } from '../../abi/traced-code.ts';
import { toBase58 } from '../../protocol/address.ts';
import { AbiEntryType, StateMutabilityType } from '../../protocol/messages/enumerations.ts';
import { SmartContractAbi } from '../../protocol/messages/messages.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getContract } from '../../state/accessors/contracts.ts';
import { type State } from '../../state/root.ts';

/**
 * The names and ABIs with which contracts were deployed. An execution may deploy or delete contracts, so each may be on
 * the ledger before or after it.
 */
export function tracedContracts(states: readonly [State, State], addresses: Iterable<Address>): TracedContract[] {
  return [...addresses].flatMap((address) => {
    const contract = getContract(states[1], address) ?? getContract(states[0], address);
    if (contract === undefined) return [];
    const abi = readAbi(contract.abi ?? '');
    return {
      address: toBase58(address),
      ...(contract.name !== '' && { name: contract.name }),
      ...(abi.length > 0 && { abi }),
    };
  });
}

/** Converts the protocol's ABI to the compiler's form. */
function readAbi(encoded: string): Abi {
  return decode(SmartContractAbi, hexToBytes(encoded)).entrys.map(
    ({ type, name, inputs, outputs, anonymous, stateMutability }) => ({
      type: (AbiEntryType.byNumber.get(type) ?? '').toLowerCase(),
      name,
      inputs,
      outputs,
      anonymous,
      stateMutability: (StateMutabilityType.byNumber.get(stateMutability) ?? '').toLowerCase(),
    }),
  );
}
