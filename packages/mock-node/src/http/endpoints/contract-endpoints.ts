import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { composeMessage } from '../../json/protobuf-printer.ts';
import { SmartContractDataWrapper } from '../../protocol/messages/api-messages.ts';
import {
  SmartContractAbi,
  SmartContract,
  type ContractState,
  type SmartContractMessage,
} from '../../protocol/messages/messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { getCode, getContract, getContractState } from '../../state/accessors/contracts.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type Contract } from '../../state/records/contract.ts';
import { type State } from '../../state/root.ts';
import { noteCycle } from '../../state/unknowns.ts';
import { catchUpEnergyState } from '../../vm/world/dynamic-energy.ts';
import { addressQuery } from './address-query.ts';
import { type Endpoint } from './endpoint.ts';

/** Source: docs/protocol/http.md, Endpoint table; docs/protocol/dynamic-energy.md, getcontractinfo. */
export const contractEndpoints: readonly Endpoint[] = [
  {
    name: 'getcontract',
    ...addressQuery(({ state }, address, options) => {
      const contract = getContract(state, address);
      return contract === undefined ? '{}' : composeMessage(SmartContract, contractMessage(contract), options);
    }),
  },
  {
    name: 'getcontractinfo',
    ...addressQuery(({ state }, address, options) => {
      const contract = getContract(state, address);
      if (contract === undefined) return '{}';
      const code = getCode(state, address);
      const wrapper = {
        smart_contract: contractMessage(contract),
        runtimecode: code === undefined ? '' : bytesToHex(code.bytes),
        contract_state: energyState(state, address),
      };
      return composeMessage(SmartContractDataWrapper, wrapper, options);
    }),
  },
];

function contractMessage(contract: Contract): SmartContractMessage {
  return {
    origin_address: contract.deployer,
    contract_address: contract.address,
    ...(contract.abi !== undefined && { abi: decode(SmartContractAbi, hexToBytes(contract.abi)) }),
    bytecode: contract.bytecode,
    call_value: contract.callValue,
    consume_user_resource_percent: contract.consumeUserResourcePercent,
    name: contract.name,
    origin_energy_limit: contract.deployerEnergyLimit,
    code_hash: contract.codeHash,
    trx_hash: contract.transactionHash,
    version: contract.version,
  };
}

/** The dynamic energy model's record as of the current cycle. The stored record does not change. */
function energyState(state: State, address: string): MessageOf<typeof ContractState> {
  noteCycle(state);
  const current = catchUpEnergyState(getContractState(state, address), BigInt(state.root.properties.cycle), {
    threshold: getParameter(state, 'getDynamicEnergyThreshold'),
    increaseFactor: getParameter(state, 'getDynamicEnergyIncreaseFactor'),
    maxFactor: getParameter(state, 'getDynamicEnergyMaxFactor'),
  });
  return {
    energy_usage: current.energyUsage,
    energy_factor: current.energyFactor,
    update_cycle: current.updateCycle,
  };
}
