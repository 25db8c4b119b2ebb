import { stateOfNextBlock } from '../chain/produce-block.ts';
import { type JsonValue } from '../json/json-value.ts';
import { type NamedMethod } from '../jsonrpc/envelope/answer-body.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { type Json } from '../jsonrpc/envelope/json-text.ts';
import { type OwnMethod } from '../jsonrpc/index.ts';
import { callContract, contractCall, estimateContract } from '../jsonrpc/methods/call-methods.ts';
import { type MethodContext } from '../jsonrpc/methods/method.ts';
import { transferCoin } from '../jsonrpc/methods/transfers.ts';
import { addressData, quantity, zeros } from '../jsonrpc/values/quantities.ts';
import { energyPrice } from '../ledger/execution/energy-billing.ts';
import { ADDRESS_PREFIX } from '../protocol/address.ts';
import { type TriggerSmartContract } from '../protocol/messages/contract-messages.ts';
import { type MessageOf } from '../protocol/messages/schema.ts';
import { getContract } from '../state/accessors/contracts.ts';
import { type State } from '../state/root.ts';
import { knownTag, stateAt } from './block-parameter.ts';
import { readCallFields, type CallFields } from './call-fields.ts';
import { overrideState } from './override-state.ts';

/** Reads the chain. Parameters that may be absent are null. */
type Reading = (context: MethodContext, own: OwnMethod, values: readonly JsonValue[]) => Json;

/** A state is read at the head or an earlier block whose state is kept. The parameter may be absent. */
const ofState =
  (index: number): Reading =>
  (context, own, values) =>
    own.run([...values.slice(0, index), 'latest'], stateAt(context, values[index] ?? null));

const ofBlock: Reading = (_, own, [block = null, ...values]) => own.run([knownTag(block), ...values]);

/** ethers rejects a block whose root of states is empty, and a real node's usually is. */
const withRoot =
  (read: Reading): Reading =>
  (context, own, values) => {
    const block = read(context, own, values);
    return block === null ? null : { ...(block as object), stateRoot: zeros(32) };
  };

/** A real node shows the block of a pending transaction as `0x`, which ethers and viem cannot read. */
const ofTransaction: Reading = ({ state }, own, values) => {
  const transaction = own.run(values);
  if (transaction === null || (transaction as { readonly blockHash: string }).blockHash !== '0x') return transaction;
  const gasPrice = quantity(energyPrice(state));
  return { ...(transaction as object), gasPrice, blockHash: null, blockNumber: null, transactionIndex: null };
};

const ofLogs: Reading = (_, own, [query = null]) => {
  if (!(query instanceof Map)) return own.run([query]);
  const ends = (['fromBlock', 'toBlock'] as const).filter((name) => (query.get(name) ?? null) !== null);
  return own.run([new Map([...query, ...ends.map((name) => [name, knownTag(query.get(name) ?? null)] as const)])]);
};

/** The methods of a real node that accept more here, with the numbers of their parameters. */
const readings: Readonly<Record<string, { readonly parameters: readonly number[]; readonly read: Reading }>> = {
  eth_call: { parameters: [1, 2, 3, 4], read: call },
  eth_estimateGas: { parameters: [1, 2, 3, 4], read: estimateGas },
  eth_getBalance: { parameters: [1, 2], read: ofState(1) },
  eth_getCode: { parameters: [1, 2], read: ofState(1) },
  eth_getStorageAt: { parameters: [2, 3], read: ofState(2) },
  eth_getBlockByHash: { parameters: [2], read: withRoot((_, own, values) => own.run(values)) },
  eth_getBlockByNumber: { parameters: [2], read: withRoot(ofBlock) },
  eth_getBlockReceipts: { parameters: [1], read: ofBlock },
  eth_getBlockTransactionCountByNumber: { parameters: [1], read: ofBlock },
  eth_getTransactionByBlockNumberAndIndex: { parameters: [2], read: ofBlock },
  eth_getTransactionByHash: { parameters: [1], read: ofTransaction },
  eth_getLogs: { parameters: [1], read: ofLogs },
  eth_newFilter: { parameters: [1], read: ofLogs },
};

/** Finds a method that reads the chain and accepts what Ethereum's tools send. */
export function findReading(
  name: string,
  own: OwnMethod | undefined,
  context: () => MethodContext,
): NamedMethod | undefined {
  const reading = Object.hasOwn(readings, name) ? readings[name] : undefined;
  if (reading === undefined || own === undefined) return undefined;
  return { parameters: reading.parameters, run: (values) => reading.read(context(), own, values) };
}

/** Who calls if the call does not say. */
const NOBODY = `${ADDRESS_PREFIX}${'00'.repeat(20)}`;

function call(context: MethodContext, _: OwnMethod, values: readonly JsonValue[]): Json {
  const { state, fields } = readCall(context, values);
  // Every account can be called on Ethereum, and web3.js calls before each transfer.
  if (isAccount(state, fields)) return '0x';
  return callContract({ ...context, state }, requestOf(fields));
}

/** The energy of a call or deployment, by default in the next block. A transfer needs none. */
function estimateGas(context: MethodContext, _: OwnMethod, values: readonly JsonValue[]): Json {
  const [call = null, block, ...others] = values;
  const { state, fields } = readCall(context, [call, block ?? 'pending', ...others]);
  if (!isAccount(state, fields)) return estimateContract({ ...context, state }, () => requestOf(fields));
  const { from, to = '', value, data } = fields;
  if (data !== '') throw invalidParams('to has no contract, so data must be absent');
  if (from !== undefined && value > 0n)
    transferCoin(context.chain, from, { to: addressData(to), value: quantity(value) });
  return quantity(0);
}

interface ReadCall {
  /** The state with the overrides of the call. */
  readonly state: State;
  readonly fields: CallFields;
}

function readCall(
  context: MethodContext,
  [call = null, block = null, overrides = null, blockOverrides = null]: readonly JsonValue[],
): ReadCall {
  const state = block === 'pending' ? stateOfNextBlock(context.chain) : stateAt(context, block);
  if (blockOverrides !== null && !(blockOverrides instanceof Map && blockOverrides.size === 0))
    throw invalidParams('block overrides must be absent: a call runs in the block it names');
  return { state: overrideState(state, overrides), fields: readCallFields(state, call) };
}

const isAccount = (state: State, { to }: CallFields): boolean =>
  to !== undefined && getContract(state, to) === undefined;

const requestOf = ({ from = NOBODY, to = '', value, data }: CallFields): MessageOf<typeof TriggerSmartContract> =>
  contractCall({ owner: from, contract: to, value, data });
