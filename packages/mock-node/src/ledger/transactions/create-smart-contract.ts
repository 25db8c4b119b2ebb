import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ADDRESS_PREFIX, toBase58 } from '../../protocol/address.ts';
import { CreateSmartContract } from '../../protocol/contract-messages.ts';
import { keccak256 } from '../../protocol/hash.ts';
import { Abi } from '../../protocol/messages.ts';
import type { MessageOf } from '../../protocol/schema.ts';
import { encode } from '../../protocol/wire.ts';
import type { Address, Hex } from '../../protocol/primitives.ts';
import { getAccount, newAccount, putAccount } from '../../state/accounts.ts';
import { putContract } from '../../state/contracts.ts';
import { isEnabled } from '../../state/dynamic-properties.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { contractRunType } from './transaction-type.ts';
import type { ContractRunType } from './transaction-type.ts';
import { checkCallValues, checkFeeLimit, checkToken } from '../contracts/call-values.ts';

const longestName = 32;

/** Deploys a contract. docs/protocol/contract-calls.md. */
export const createSmartContract: ContractRunType<MessageOf<typeof CreateSmartContract>> =
  /* @__PURE__ */ contractRunType({
    schema: CreateSmartContract,

    checkBuild(contract) {
      checkPercent(contract.new_contract?.consume_user_resource_percent ?? 0n);
    },

    plan({ state, transactionId, feeLimit, purpose }, creation) {
      if (!isEnabled(state, 'getAllowCreationOfContracts')) {
        throw new ContractValidateError('vm work is off, need to be opened by the committee');
      }
      const owner = creation.owner_address;
      const made = creation.new_contract;
      if (owner !== (made?.origin_address ?? '')) {
        throw new ContractValidateError('OwnerAddress is not equals OriginAddress');
      }
      const name = made?.name ?? '';
      if (utf8ToBytes(name).length > longestName) {
        throw new ContractValidateError("contractName's length cannot be greater than 32");
      }
      const percent = made?.consume_user_resource_percent ?? 0n;
      checkPercent(percent);
      const address = deployedAddress(transactionId, owner);
      if (getAccount(state, address) !== undefined) {
        throw new ContractValidateError(
          `Trying to create a contract with existing contract address: ${toBase58(address)}`,
        );
      }
      const callValue = made?.call_value ?? 0n;
      const movesTokens = isEnabled(state, 'getAllowTvmTransferTrc10');
      const tokenValue = movesTokens ? creation.call_token_value : 0n;
      const tokenId = movesTokens ? creation.token_id : 0n;
      checkFeeLimit(state, feeLimit);
      const originEnergyLimit = made?.origin_energy_limit ?? 0n;
      if (purpose === 'transaction') {
        checkCallValues({ callValue, tokenValue });
        if (originEnergyLimit <= 0n) throw new ContractValidateError('The originEnergyLimit must be > 0');
      }
      checkToken(state, { tokenValue, tokenId });
      const bytecode = made?.bytecode ?? '';
      return {
        kind: 'create',
        caller: owner,
        contract: address,
        creator: owner,
        callerPercent: percent,
        originEnergyLimit,
        data: hexToBytes(bytecode),
        callValue,
        tokenValue,
        tokenId,
        prepare(target) {
          putAccount(target, newAccount({ address, type: 'Contract', name: bytesToHex(utf8ToBytes(name)) }));
          putContract(target, {
            address,
            origin: owner,
            name,
            abi: made?.abi === undefined ? '' : bytesToHex(encode(Abi, made.abi)),
            bytecode,
            callValue,
            consumeUserResourcePercent: percent,
            originEnergyLimit,
            codeHash: made?.code_hash ?? '',
            transactionHash: made?.trx_hash ?? '',
            version: isEnabled(target, 'getAllowTvmCompatibleEvm') ? 1 : 0,
          });
        },
      };
    },
  });

function checkPercent(percent: bigint): void {
  if (percent < 0n || percent > 100n) throw new ContractValidateError('percent must be >= 0 and <= 100');
}

/**
 * Address of the contract that a transaction deploys.
 *
 * @param transactionId 32 bytes.
 *
 * Source: docs/protocol/transfers.md, Contract addresses.
 */
export function deployedAddress(transactionId: Hex, owner: Address): Address {
  return ADDRESS_PREFIX + bytesToHex(keccak256(hexToBytes(transactionId + owner)).subarray(12));
}
