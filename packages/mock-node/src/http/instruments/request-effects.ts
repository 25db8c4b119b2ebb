// Loaded on use: finds a request's call and its effects in its answer and in the ledgers before and after it.
import { hexToBytes } from '@noble/hashes/utils.js';
import { type Ledger } from '../../chain/chain.ts';
import { stringMember } from '../../json/json-value.ts';
import { hexBytes } from '../../message/request-arguments.ts';
import { readFormOrJsonBody, readObject, type NodeRequest } from '../../message/request.ts';
import { packTransaction } from '../../message/transaction-json.ts';
import { CreateSmartContract, TriggerSmartContract } from '../../protocol/messages/contract-messages.ts';
import { ContractResult, ContractType } from '../../protocol/messages/enumerations.ts';
import { transactionId } from '../../protocol/messages/ids.ts';
import { Transaction, TransactionInfo, type TransactionMessage } from '../../protocol/messages/messages.ts';
import { type MessageSchema } from '../../protocol/messages/schema.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { problemOfAnswer, readAnswer, textOf, type Answer } from './answer-problem.ts';
import { calledFunction, revertReason, type ContractCall } from './called-function.ts';
import { type Exchange } from './exchange.ts';
import { requestedCall, requestedMethods } from './requested-call.ts';

/** The call of a request, and its effects on the chain. */
export interface RequestEffects {
  /** A contract's function, the type of another transaction, or JSON-RPC methods. */
  readonly call?: string;
  /** The broadcast transaction. */
  readonly txID?: string;
  /** The block of that transaction, or `pending`. For other requests, the head that they produced. */
  readonly block?: number | 'pending';
  /** Including penalties. */
  readonly energy?: bigint;
  /** Small units burned. */
  readonly fee?: bigint;
  /** A description of the failure; absent if the request succeeded. */
  readonly problem?: string;
}

const callingNames = new Set(['triggerconstantcontract', 'triggersmartcontract', 'estimateenergy']);

/** Finds the effects of a request. */
export async function effectsOf(exchange: Exchange): Promise<RequestEffects> {
  const { request } = exchange;
  const [, root, name = ''] = /^\/(\w+)(?:\/(\w+))?$/.exec(request.path) ?? [];
  if (root === 'wallet' || root === 'walletsolidity') {
    if (name === 'broadcasttransaction' || name === 'broadcasthex') return broadcastEffects(exchange, name);
    if (callingNames.has(name)) return callEffects(exchange);
    return problemOf(exchange);
  }
  return { ...(root !== 'admin' && methodsOf(exchange)), ...madeBlock(exchange), ...problemOf(exchange) };
}

function problemOf(exchange: Exchange, answer = readAnswer(exchange)): Pick<RequestEffects, 'problem'> {
  const problem = problemOfAnswer(exchange, answer);
  return problem === undefined ? {} : { problem };
}

const headNumber = ({ head }: Ledger): number => head.blocks.size - 1;

function madeBlock({ before, after }: Exchange): Pick<RequestEffects, 'block'> {
  return headNumber(before) === headNumber(after) ? {} : { block: headNumber(after) };
}

/** Maximum number of a batch's methods in one line. */
const MAX_METHODS = 3;

function methodsOf(exchange: Exchange): Pick<RequestEffects, 'call'> {
  const methods = requestedMethods(exchange.request).map(({ method, call }) =>
    call === undefined ? method : `${method} ${calledFunction(exchange, call)}`,
  );
  const different = [...new Set(methods)];
  const shown = different.slice(0, MAX_METHODS).join(', ');
  if (shown === '') return {};
  return { call: different.length > MAX_METHODS ? `${shown}, …` : shown };
}

/** The effects of a constant call, an estimate, or a call to be signed. */
async function callEffects(exchange: Exchange): Promise<RequestEffects> {
  const answer = readAnswer(exchange);
  const call = requestedCall(exchange.request);
  const energy = answer['energy_used'] ?? answer['energy_required'];
  return {
    ...(call !== undefined && { call: calledFunction(exchange, call) }),
    ...(typeof energy === 'number' && { energy: BigInt(energy) }),
    ...(await revertOfAnswer(exchange, answer, call)),
    ...problemOf(exchange, answer),
  };
}

/** A call that reverts is answered as a success with a message. */
async function revertOfAnswer(
  exchange: Exchange,
  answer: Answer,
  call: ContractCall | undefined,
): Promise<Pick<RequestEffects, 'problem'>> {
  const problem = textOf(Object(answer['result'])['message']);
  if (problem === undefined || problem === '') return {};
  if (!problem.startsWith('REVERT')) return { problem };
  const [data] = Object(answer['constant_result'] ?? []) as unknown[];
  return { problem: await revertReason(exchange, typeof data === 'string' ? data : '', call?.address) };
}

async function broadcastEffects(exchange: Exchange, name: string): Promise<RequestEffects> {
  const transaction = sentTransaction(exchange.request, name);
  if (transaction === undefined) return problemOf(exchange);
  const txID = transactionId(transaction.raw_data);
  const called = calledContract(transaction);
  return {
    ...(called === undefined ? typeOf(transaction) : { call: calledFunction(exchange, called) }),
    txID,
    ...(await placeOf(exchange, txID, called)),
    ...problemOf(exchange),
  };
}

/** Undefined for a body without a transaction. */
function sentTransaction(request: NodeRequest, name: string): TransactionMessage | undefined {
  try {
    if (name === 'broadcasthex') {
      const hex = hexBytes(stringMember(readObject(request), 'transaction') ?? '');
      return decode(Transaction, hexToBytes(hex));
    }
    const body = readFormOrJsonBody(request);
    return packTransaction(body);
  } catch {
    return undefined;
  }
}

function calledContract({ raw_data: raw }: TransactionMessage): ContractCall | undefined {
  const [contract] = raw?.contract ?? [];
  if (contract?.type !== ContractType.values.TriggerSmartContract) return undefined;
  const call = decodeOrUndefined(TriggerSmartContract, contract.parameter?.value);
  return call && { address: call.contract_address, data: call.data };
}

/** The type of its contract, with the name of a contract that it deploys. */
function typeOf({ raw_data: raw }: TransactionMessage): Pick<RequestEffects, 'call'> {
  const [contract] = raw?.contract ?? [];
  if (contract === undefined) return {};
  const type = ContractType.byNumber.get(contract.type) ?? String(contract.type);
  if (contract.type !== ContractType.values.CreateSmartContract) return { call: type };
  const { new_contract: created } = decodeOrUndefined(CreateSmartContract, contract.parameter?.value) ?? {};
  return { call: `${type} ${created?.name ?? ''}`.trimEnd() };
}

/** Undefined for invalid bytes. The answer reports the problem. */
function decodeOrUndefined<T>(schema: MessageSchema<T>, value: Hex = ''): T | undefined {
  try {
    return decode(schema, hexToBytes(value));
  } catch {
    return undefined;
  }
}

/** Reads the ledger's record of a transaction that this request submitted. */
async function placeOf(exchange: Exchange, txID: Hex, called: ContractCall | undefined): Promise<RequestEffects> {
  const { before, after } = exchange;
  const place = before.head.transactions.has(txID) ? undefined : after.head.transactions.get(txID);
  if (place === undefined) {
    const isIn = ({ pending }: Ledger): boolean => pending?.transactions.some(({ id }) => id === txID) ?? false;
    return isIn(after) && !isIn(before) ? { block: 'pending' } : {};
  }
  const bytes = after.head.blocks.get(place.block)?.infos[place.index];
  if (bytes === undefined) return { block: place.block };
  const { fee, receipt, resMessage, contractResult } = decode(TransactionInfo, bytes);
  const result = ContractResult.byNumber.get(receipt?.result ?? 0) ?? 'DEFAULT';
  const energy = receipt?.energy_usage_total ?? 0n;
  const common = { block: place.block, fee, ...(result !== 'DEFAULT' && { energy }) };
  if (result === 'DEFAULT' || result === 'SUCCESS') return common;
  if (result === 'REVERT')
    return { ...common, problem: await revertReason(exchange, contractResult[0] ?? '', called?.address) };
  return { ...common, problem: [result, textOf(resMessage)].filter(Boolean).join(': ') };
}
