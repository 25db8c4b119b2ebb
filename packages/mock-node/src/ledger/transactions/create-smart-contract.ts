import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ADDRESS_PREFIX, toBase58 } from '../../protocol/address.ts';
import { keccak256 } from '../../protocol/hash.ts';
import { CreateSmartContract } from '../../protocol/messages/contract-messages.ts';
import { SmartContractAbi, SmartContract } from '../../protocol/messages/messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { create, encode } from '../../protocol/messages/wire.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { getAccount, newAccount, putAccount } from '../../state/accessors/accounts.ts';
import { putContract } from '../../state/accessors/contracts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { checkCallValues, checkFeeLimit, checkToken, tokensOf, type CallValues } from '../contracts/call-values.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { contractRunType, type ContractRunType, type RunContext } from './transaction-type.ts';

const MAX_NAME_BYTES = 32;

type Creation = MessageOf<typeof CreateSmartContract>;

/** Deploys a contract. docs/protocol/contract-calls.md. */
export const createSmartContract: ContractRunType<Creation> = /* @__PURE__ */ contractRunType({
  schema: CreateSmartContract,

  checkBuild({ new_contract: contract }) {
    checkPercent(contract?.consume_user_resource_percent ?? 0n);
  },

  plan(context, creation) {
    const { state, transactionId } = context;
    const { owner_address: owner } = creation;
    const contract = create(SmartContract, creation.new_contract);
    checkContract(state, owner, contract);
    const address = deployedAddress(transactionId(), owner);
    if (getAccount(state, address) !== undefined) {
      throw new ContractValidateError(
        `Trying to create a contract with existing contract address: ${toBase58(address)}`,
      );
    }
    const values = { callValue: contract.call_value, ...tokensOf(state, creation) };
    checkValues(context, contract, values);
    return {
      kind: 'create',
      caller: owner,
      contract: address,
      creator: owner,
      callerPercent: contract.consume_user_resource_percent,
      deployerEnergyLimit: contract.origin_energy_limit,
      data: hexToBytes(contract.bytecode),
      ...values,
      prepare: (target) => writeContract(target, { address, owner, contract }),
    };
  },
});

function checkContract(state: State, owner: Address, contract: MessageOf<typeof SmartContract>): void {
  if (!isEnabled(state, 'getAllowCreationOfContracts')) {
    throw new ContractValidateError('vm work is off, need to be opened by the committee');
  }
  if (owner !== contract.origin_address) throw new ContractValidateError('OwnerAddress is not equals OriginAddress');
  if (utf8ToBytes(contract.name).length > MAX_NAME_BYTES) {
    throw new ContractValidateError("contractName's length cannot be greater than 32");
  }
  checkPercent(contract.consume_user_resource_percent);
}

function checkValues(
  { state, feeLimit, purpose }: RunContext,
  { origin_energy_limit: originEnergyLimit }: MessageOf<typeof SmartContract>,
  values: CallValues,
): void {
  checkFeeLimit(state, feeLimit);
  if (purpose === 'transaction') {
    checkCallValues(values);
    if (originEnergyLimit <= 0n) throw new ContractValidateError('The originEnergyLimit must be > 0');
  }
  checkToken(state, values);
}

function writeContract(
  state: State,
  {
    address,
    owner,
    contract,
  }: { readonly address: Address; readonly owner: Address; readonly contract: MessageOf<typeof SmartContract> },
): void {
  putAccount(state, newAccount({ address, type: 'Contract', name: bytesToHex(utf8ToBytes(contract.name)) }));
  putContract(state, {
    address,
    deployer: owner,
    name: contract.name,
    abi: contract.abi === undefined ? '' : bytesToHex(encode(SmartContractAbi, contract.abi)),
    bytecode: contract.bytecode,
    callValue: contract.call_value,
    consumeUserResourcePercent: contract.consume_user_resource_percent,
    deployerEnergyLimit: contract.origin_energy_limit,
    codeHash: contract.code_hash,
    transactionHash: contract.trx_hash,
    version: isEnabled(state, 'getAllowTvmCompatibleEvm') ? 1 : 0,
  });
}

function checkPercent(percent: bigint): void {
  if (percent < 0n || percent > 100n) throw new ContractValidateError('percent must be >= 0 and <= 100');
}

/**
 * Address of the contract that a transaction deploys.
 *
 * Source: docs/protocol/transfers.md, Contract addresses.
 *
 * @param transactionId - 32 bytes.
 */
export function deployedAddress(transactionId: Hex, owner: Address): Address {
  return ADDRESS_PREFIX + bytesToHex(keccak256(hexToBytes(transactionId + owner)).subarray(12));
}
