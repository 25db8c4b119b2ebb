import { hexToBytes } from '../../protocol/hex.ts';
import { TriggerSmartContract } from '../../protocol/messages/contract-messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { getCode, getContract } from '../../state/accessors/contracts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { checkCallValues, checkFeeLimit, checkToken, tokensOf } from '../contracts/call-values.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { contractRunType, type ContractRunType } from './transaction-type.ts';

type Call = MessageOf<typeof TriggerSmartContract>;

/** Calls a contract. docs/protocol/contract-calls.md. */
export const triggerSmartContract: ContractRunType<Call> = /* @__PURE__ */ contractRunType({
  schema: TriggerSmartContract,
  checkBuild: () => undefined,

  plan({ state, feeLimit }, call) {
    if (!isEnabled(state, 'getAllowCreationOfContracts')) {
      throw new ContractValidateError('VM work is off, need to be opened by the committee');
    }
    const contract = getContract(state, call.contract_address);
    if (contract === undefined) throw new ContractValidateError('No contract or not a smart contract');
    const values = { callValue: call.call_value, ...tokensOf(state, call) };
    checkCallValues(values);
    checkToken(state, values);
    // A contract without code reaches the virtual machine, which rejects it regardless of the fee limit.
    if (getCode(state, call.contract_address) !== undefined) checkFeeLimit(state, feeLimit);
    return {
      kind: 'call',
      caller: call.owner_address,
      contract: call.contract_address,
      creator: contract.deployer,
      callerPercent: contract.consumeUserResourcePercent,
      deployerEnergyLimit: contract.deployerEnergyLimit,
      data: hexToBytes(call.data),
      ...values,
      prepare: () => undefined,
    };
  },
});
