import { hexToBytes } from '@noble/hashes/utils.js';
import { TriggerSmartContract } from '../../protocol/contract-messages.ts';
import type { MessageOf } from '../../protocol/schema.ts';
import { getCode, getContract } from '../../state/contracts.ts';
import { isEnabled } from '../../state/dynamic-properties.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { contractRunType } from './transaction-type.ts';
import type { ContractRunType } from './transaction-type.ts';
import { checkCallValues, checkFeeLimit, checkToken } from '../contracts/call-values.ts';

/** Calls a contract. docs/protocol/contract-calls.md. */
export const triggerSmartContract: ContractRunType<MessageOf<typeof TriggerSmartContract>> =
  /* @__PURE__ */ contractRunType({
    schema: TriggerSmartContract,
    checkBuild: () => undefined,

    plan({ state, feeLimit }, call) {
      if (!isEnabled(state, 'getAllowCreationOfContracts')) {
        throw new ContractValidateError('VM work is off, need to be opened by the committee');
      }
      const contract = getContract(state, call.contract_address);
      if (contract === undefined) throw new ContractValidateError('No contract or not a smart contract');
      const callValue = call.call_value;
      const movesTokens = isEnabled(state, 'getAllowTvmTransferTrc10');
      const tokenValue = movesTokens ? call.call_token_value : 0n;
      const tokenId = movesTokens ? call.token_id : 0n;
      checkCallValues({ callValue, tokenValue });
      checkToken(state, { tokenValue, tokenId });
      // A contract without code gets as far as the virtual machine, which refuses it without asking for the fee limit.
      if (getCode(state, call.contract_address) !== undefined) checkFeeLimit(state, feeLimit);
      return {
        kind: 'call',
        caller: call.owner_address,
        contract: call.contract_address,
        creator: contract.origin,
        callerPercent: contract.consumeUserResourcePercent,
        originEnergyLimit: contract.originEnergyLimit,
        data: hexToBytes(call.data),
        callValue,
        tokenValue,
        tokenId,
        prepare: () => undefined,
      };
    },
  });
