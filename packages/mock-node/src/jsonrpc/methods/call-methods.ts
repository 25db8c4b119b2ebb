import { hexToBytes } from '@noble/hashes/utils.js';
import { type ContractCall } from '../../chain/constant-call.ts';
import { type JsonValue } from '../../json/json-value.ts';
import { TriggerSmartContract } from '../../protocol/messages/contract-messages.ts';
import { type ContractTypeName } from '../../protocol/messages/enumerations.ts';
import { create } from '../../protocol/messages/wire.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { getBlock, getBlockById } from '../../state/accessors/blocks.ts';
import { getContract } from '../../state/accessors/contracts.ts';
import { type State } from '../../state/root.ts';
import {
  CallFailure,
  CONTRACT_REFUSED,
  INTERNAL_ERROR,
  internalError,
  invalidParams,
  invalidRequest,
  MACHINE_REFUSED,
  nullPointer,
  rejection,
} from '../envelope/failures.ts';
import { anything } from '../values/arguments.ts';
import { checkLatest } from '../values/block-tags.ts';
import { callArguments, isAbsent, readCallData, type CallArguments } from '../values/call-arguments.ts';
import { revertWords } from '../values/error-string.ts';
import { data, quantity, readAddress, readAmount, readBlockNumber, readHash } from '../values/quantities.ts';
import { method, type MethodContext, type Methods } from './method.ts';
import { transferCoin } from './transfers.ts';

/** Contract calls on the latest state. Source: docs/protocol/json-rpc.md, Calls. */
export const callMethods: Methods = {
  eth_call: method('getCall', [callArguments, anything], call),
  eth_estimateGas: method('estimateGas', [callArguments], estimateGas),
};

function call(context: MethodContext, args: CallArguments | null, block: JsonValue): string {
  checkLatest(blockTag(context.state, block));
  if (args === null) throw nullPointer();
  const request = contractCall({
    owner: readAddress(args.from),
    contract: readAddress(args.to),
    value: readAmount(args.value),
    data: readCallData(args),
  });
  return callContract(context, request);
}

/** The result of a call, or of creation code if it has no contract. @throws MethodError */
export function callContract(context: MethodContext, request: ContractCall): string {
  return data(succeeded(attempt(() => runCall(context, request), [CONTRACT_REFUSED, MACHINE_REFUSED])).output);
}

/** The tag of a block parameter. A block given by number or hash is looked up, and then not used. */
function blockTag(state: State, block: JsonValue): string {
  if (typeof block === 'string') return block;
  if (!(block instanceof Map)) throw invalidRequest('invalid json request');
  if (block.has('blockNumber')) {
    const number = readBlockNumber(textMember(block.get('blockNumber')));
    if (getBlock(state, Number(number)) === undefined) throw internalError('header not found');
  } else if (block.has('blockHash')) {
    const hash = readHash(textMember(block.get('blockHash')));
    if (getBlockById(state, hash) === undefined) throw internalError('header for hash not found');
  } else throw invalidRequest('invalid json request');
  return 'latest';
}

function textMember(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null || typeof value === 'string') return value ?? null;
  throw invalidParams('invalid json request');
}

/** The energy of a call or deployment. A transfer of coin needs none, and is checked as if it were built. */
function estimateGas(context: MethodContext, args: CallArguments | null): string {
  if (args === null) throw nullPointer();
  const owner = readAddress(args.from);
  const type = callTypeOf(context.state, args);
  if (type === 'TransferContract') {
    transferCoin(context.chain, owner, args);
    return quantity(0);
  }
  return estimateContract(context, () => {
    const contract = type === 'TriggerSmartContract' ? readAddress(args.to) : '';
    const value = readAmount(args.value);
    return contractCall({ owner, contract, value, data: readCallData(args) });
  });
}

/** The energy of a call, or of a deployment if it has no contract. @throws MethodError */
export function estimateContract(context: MethodContext, read: () => ContractCall): string {
  const estimated = attempt(() => {
    const request = read();
    return context.chain.network.estimateEnergy ? searchEnergy(context, request) : runCall(context, request);
  });
  return quantity(succeeded(estimated).energy);
}

/** Accepts only calls, deployments and transfers of coin. @throws MethodError */
function callTypeOf(state: State, args: CallArguments): ContractTypeName {
  const { from, to, value } = args;
  if (isAbsent(from)) throw invalidRequest('invalid json request');
  const input = readCallData(args);
  if (isAbsent(to)) {
    if (input === '') throw invalidRequest('invalid json request');
    return 'CreateSmartContract';
  }
  if (getContract(state, readAddress(to)) !== undefined) return 'TriggerSmartContract';
  if (value === null || value === '') throw invalidRequest('invalid json request: invalid value');
  return 'TransferContract';
}

/** The result of a run. Bytes are hexadecimal. */
interface RunOutcome {
  readonly energy: bigint;
  readonly output: Hex;
  /** The failure's message. */
  readonly error?: Hex;
}

function runCall({ state, runs }: MethodContext, request: ContractCall): RunOutcome {
  const { transaction, result, constant_result: results = [], energy_used: energy = 0n } = runs.call(state, request);
  const hasFailed = transaction.ret?.[0]?.ret === 1;
  return { energy, output: results.join(''), ...(hasFailed && { error: result?.message ?? '' }) };
}

function searchEnergy({ state, runs }: MethodContext, request: ContractCall): RunOutcome {
  const { result, energy_required: energy = 0n, output = '' } = runs.estimate(state, request);
  return { energy, output, ...(result?.result !== true && { error: result?.message ?? '' }) };
}

/** @throws MethodError if the call is rejected, CallFailure if it ends with an exception. */
function attempt<T>(run: () => T, refusals?: readonly string[]): T {
  try {
    return run();
  } catch (error) {
    const rejected = rejection(error, refusals);
    throw rejected.failure.code === INTERNAL_ERROR ? new CallFailure(rejected.message, '') : rejected;
  }
}

/** @throws MethodError with the message of a failure or a revert. */
function succeeded(outcome: RunOutcome): RunOutcome {
  const { error, output } = outcome;
  if (error === undefined) return outcome;
  throw new CallFailure(new TextDecoder().decode(hexToBytes(error)) + revertWords(output), output);
}

interface CallFields {
  readonly owner: Address;
  readonly contract: Address;
  readonly value: bigint;
  readonly data: Hex;
}

export function contractCall({ owner, contract, value, data: input }: CallFields): ContractCall {
  return create(TriggerSmartContract, {
    owner_address: owner,
    contract_address: contract,
    call_value: value,
    data: input,
  });
}
