import { buildTransaction as buildOnChain } from '../../chain/build-transaction.ts';
import { triggerContract } from '../../chain/constant-call.ts';
import { parseMessage } from '../../json/protobuf-parser.ts';
import { textBytes } from '../../json/protobuf-printer.ts';
import { energyPrice } from '../../ledger/execution/energy-billing.ts';
import { hexBytes } from '../../message/request-arguments.ts';
import {
  composeBuiltTransaction,
  composeTransaction,
  type PrintableTransaction,
} from '../../message/transaction-json.ts';
import { fitsLong } from '../../protocol/java/long.ts';
import {
  CreateSmartContract,
  TransferAssetContract,
  TriggerSmartContract,
} from '../../protocol/messages/contract-messages.ts';
import { SmartContractAbi } from '../../protocol/messages/messages.ts';
import { create } from '../../protocol/messages/wire.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getContract } from '../../state/accessors/contracts.ts';
import { invalidParams, invalidRequest, isOfParameters, nullPointer, rejection } from '../envelope/failures.ts';
import { WrittenJson, type Json } from '../envelope/json-text.ts';
import { buildArguments, isAbsent, readCallData, type BuildArguments } from '../values/call-arguments.ts';
import { readAddress, readAmount } from '../values/quantities.ts';
import { method, type MethodContext, type Methods } from './method.ts';
import { built, transferCoin } from './transfers.ts';

/** Source: docs/protocol/json-rpc.md, Building transactions. */
export const buildingMethods: Methods = {
  buildTransaction: method('buildTransaction', [buildArguments], (context, args) => {
    if (args === null) throw nullPointer();
    return { transaction: build(context, ownerOf(args), args) };
  }),
};

function ownerOf({ from }: BuildArguments): Address {
  try {
    return readAddress(from);
  } catch (error) {
    throw isOfParameters(error) ? invalidRequest('invalid json request') : error;
  }
}

/** The arguments determine the type of transaction. */
function build(context: MethodContext, owner: Address, args: BuildArguments): Json {
  const { to, value } = args;
  checkEqualData(args);
  if (isAbsent(to)) {
    if (readCallData(args) === '') throw invalidRequest('invalid json request');
    return deployment(context, owner, args);
  }
  if (getContract(context.state, readAddress(to)) !== undefined) return contractCall(context, owner, args);
  if (isTokenTransfer(args)) return tokenTransfer(context, owner, args);
  if (value === null || value === '') throw invalidRequest('invalid json request');
  const transaction = transferCoin(context.chain, owner, args);
  return built(() => finished(transaction, args));
}

/** @throws MethodError */
function checkEqualData({ input, data }: BuildArguments): void {
  if (readCallData({ input, data }) === readCallData({ input: null, data }) || data === null) return;
  throw invalidParams(
    'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
  );
}

function isTokenTransfer({ tokenId, tokenValue, value }: BuildArguments): boolean {
  const hasToken = required(tokenId) > 0n && required(tokenValue) > 0n;
  return hasToken && (value === null || value === '' || value === '0x0');
}

function required<T>(value: T | null): T {
  if (value === null) throw nullPointer();
  return value;
}

function tokenTransfer({ chain }: MethodContext, owner: Address, args: BuildArguments): Json {
  const contract = {
    owner_address: owner,
    to_address: readAddress(args.to),
    asset_name: textBytes(String(args.tokenId)),
    amount: args.tokenValue ?? 0n,
  };
  return built(() => finished(buildOnChain(chain, TransferAssetContract, contract), args));
}

/** Finishes a transfer with its permission and memo, printed in the requested notation. */
function finished(transaction: PrintableTransaction, args: BuildArguments): Json {
  const { visible } = args;
  const permitted = withPermission(transaction, args);
  const memo = required(args.extraData);
  const raw = permitted.raw_data;
  const complete =
    memo === '' || raw === undefined
      ? permitted
      : { ...permitted, raw_data: { ...raw, data: visible ? textBytes(memo) : hexBytes(memo) } };
  return new WrittenJson(composeBuiltTransaction(complete, { visible }));
}

function withPermission(transaction: PrintableTransaction, { permissionId }: BuildArguments): PrintableTransaction {
  const permission = Number(required(permissionId));
  const raw = transaction.raw_data;
  if (permission <= 0 || raw === undefined) return transaction;
  const contract = raw.contract.slice(0, 1).map((first) => ({ ...first, Permission_id: permission }));
  return { ...transaction, raw_data: { ...raw, contract } };
}

/** Gas is energy, which the fee limit pays for. */
function feeLimitOf({ state }: MethodContext, { gas }: BuildArguments): bigint {
  const limit = readAmount(gas) * energyPrice(state);
  if (!fitsLong(limit)) throw invalidParams('invalid gas: fee limit overflow');
  return limit;
}

/** Always answers in hexadecimal. */
function deployment(context: MethodContext, owner: Address, args: BuildArguments): Json {
  return built(() => {
    const transaction = buildOnChain(context.chain, CreateSmartContract, deployedContract(owner, args));
    const raw = required(transaction.raw_data ?? null);
    const limited = { ...transaction, raw_data: { ...raw, fee_limit: feeLimitOf(context, args) } };
    return new WrittenJson(composeBuiltTransaction(withPermission(limited, args), { visible: false }));
  });
}

function deployedContract(owner: Address, args: BuildArguments) {
  const tokens = { call_token_value: required(args.tokenValue), token_id: required(args.tokenId) };
  const abi = args.abi ? parseMessage(SmartContractAbi, `{"entrys":${args.abi}}`, args) : { entrys: [] };
  return create(CreateSmartContract, {
    owner_address: owner,
    ...tokens,
    new_contract: {
      abi,
      call_value: readAmount(args.value),
      consume_user_resource_percent: required(args.consumeUserResourcePercent),
      origin_energy_limit: required(args.originEnergyLimit),
      origin_address: owner,
      bytecode: readCallData(args),
      name: args.name ?? '',
    },
  });
}

function contractCall(context: MethodContext, owner: Address, args: BuildArguments): Json {
  const contract = readAddress(args.to);
  try {
    const call = create(TriggerSmartContract, {
      owner_address: owner,
      contract_address: contract,
      data: readCallData(args),
      call_token_value: required(args.tokenValue),
      token_id: required(args.tokenId),
      call_value: readAmount(args.value),
    });
    const { transaction } = triggerContract(context.chain, call, { feeLimit: feeLimitOf(context, args) });
    return new WrittenJson(composeTransaction(withPermission(transaction, args), args));
  } catch (error) {
    throw isOfParameters(error) ? error : rejection(error);
  }
}
