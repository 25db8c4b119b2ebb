import { formatCoin, type Abi, type Address } from '@coin/units';
import { decodeError, type DecodedError } from '../abi/decode-error.ts';
import { decodeLogs, type DecodedLog } from '../abi/decode-logs.ts';
import { formatValue } from '../abi/format-value.ts';
import { parseAbi } from '../abi/parse-abi.ts';
import { revertReason } from '../abi/revert-reason.ts';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { type ContractLog, type InternalTransaction } from '../contract/execution-trace.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { getContract } from '../endpoints/get-contract.ts';
import { getTransactionById } from '../endpoints/get-transaction-by-id.ts';
import { getTransactionInfoById } from '../endpoints/get-transaction-info-by-id.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type ReadStateOptions, type NodeClient } from '../transport/transport.ts';
import { contractOf } from './build-call.ts';
import { describeContent, printable, type TransactionDescription } from './describe-transaction.ts';
import { divideFee, type FeeParts } from './fee-parts.ts';
import { readTransaction } from './read-transaction.ts';

/** Events of tokens, which many contracts emit without an ABI on the chain. Source: TIP-20. */
const WELL_KNOWN = /* @__PURE__ */ parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);

/** The transaction to explain. */
export interface ExplainTransactionArgs {
  /** 64 hex digits. */
  readonly txID: string;
  /** ABI of all contracts that it runs; by default the chain's ABI of each. */
  readonly abi?: Abi;
}

/** What a transaction asked for, what became of it, and what it cost. */
export interface TransactionExplanation {
  /** What its bytes say, as of `describeTransaction`. */
  readonly description: TransactionDescription;
  /** `pending`: no block contains it yet. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** What the node reports; absent while it is pending. */
  readonly info?: TransactionInfo;
  /** Its events in order. Of an event that no ABI has, only the log. */
  readonly events: readonly DecodedLog<Abi, ContractLog>[];
  /** Why it failed: the text of a revert, a custom error with its values, or the result. */
  readonly reason?: string;
  /** The error with which it reverted, if it is built in or an ABI has it. */
  readonly error?: DecodedError<Abi>;
  /** The coin that it burned, by reason; absent while it is pending. */
  readonly fee?: FeeParts;
  /** All of it for people, a line each. */
  readonly text: string;
}

/** An ABI on the chain may have types that are none. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Reads the ABI of each contract once; empty if it has none. */
function createAbiReader(client: NodeClient, abi: Abi | undefined, options: ReadStateOptions) {
  const abis = new Map<Address, Promise<Abi>>();
  return (address: Address): Promise<Abi> => {
    const known = abi === undefined ? abis.get(address) : Promise.resolve(abi);
    const read = known ?? getContract(client, { address }, options).then((contract) => contract?.abi ?? []);
    abis.set(address, read);
    return read;
  };
}

type AbiReader = ReturnType<typeof createAbiReader>;

async function decodeEvents(logs: readonly ContractLog[], abiOf: AbiReader): Promise<DecodedLog<Abi, ContractLog>[]> {
  const events: DecodedLog<Abi, ContractLog>[] = [];
  for (const log of logs) {
    // Of two entries of one form, the later names its parameters.
    const abi: Abi = [...WELL_KNOWN, ...(await abiOf(log.address))];
    const decoded =
      attempt(() => decodeLogs({ abi, logs: [log] })) ?? decodeLogs<Abi, ContractLog>({ abi: WELL_KNOWN, logs: [log] });
    events.push(...decoded);
  }
  return events;
}

/** The error of a revert, by the first ABI that has it: of the called contract, or of one that it called. */
async function nameError(called: readonly Address[], data: string, abiOf: AbiReader) {
  for (const address of new Set(called)) {
    const abi = await abiOf(address);
    const error = attempt(() => decodeError({ abi, data }));
    if (error !== undefined) return { error, reason: revertReason(data, abi) };
  }
  return { reason: revertReason(data) };
}

function describeEvent({ address, eventName, args, topics }: DecodedLog<Abi, ContractLog>): string {
  if (eventName === undefined) return `Contract ${address} emits an event with the topic 0x${topics[0] ?? ''}.`;
  const values = Object.entries(args).map(([name, value]) => `${name}: ${formatValue(value)}`);
  return `Contract ${address} emits ${eventName}(${values.join(', ')}).`;
}

function describeInternal({ caller, to, note, rejected, callValue, tokens }: InternalTransaction): string {
  const sent = [
    ...(callValue > 0n ? [`${formatCoin(callValue)} coin`] : []),
    ...tokens.map(({ id, amount }) => `${amount} of token ${id}`),
  ];
  const withValue = sent.length === 0 ? '' : ` with ${sent.join(' and ')}`;
  return `Contract ${caller} makes a ${note} to ${to}${withValue}${rejected ? ', which is undone' : ''}.`;
}

const PART_NAMES = {
  energy: 'energy',
  bandwidth: 'bandwidth',
  accountCreation: 'a new account',
  memo: 'the memo',
  multiSign: 'further signatures',
  other: 'its type',
} as const satisfies Record<Exclude<keyof FeeParts, 'total'>, string>;

function describeCost({ total, ...parts }: FeeParts, { receipt }: TransactionInfo): string[] {
  const burned = Object.entries(PART_NAMES).flatMap(([name, words]) => {
    const amount = parts[name as keyof typeof parts];
    return amount > 0n ? [`${formatCoin(amount)} for ${words}`] : [];
  });
  const { energyTotal, energyPenalty, energyFromStake, energyFromDeployer, bandwidth } = receipt;
  const energy = [
    [energyPenalty, 'are the penalty of the contract’s energy factor'],
    [energyFromStake, 'are from the caller’s stake'],
    [energyFromDeployer, 'are from the deployer’s stake'],
  ] as const;
  const shares = energy.flatMap(([amount, words]) => (amount > 0n ? [`${amount} ${words}`] : []));
  return [
    `It burns ${formatCoin(total)} coin${burned.length > 0 ? `: ${burned.join(', ')}` : ''}.`,
    ...(energyTotal > 0n ? [`It uses ${[`${energyTotal} energy`, ...shares].join(', of which ')}.`] : []),
    ...(bandwidth > 0n ? [`It uses ${bandwidth} bytes of staked or free bandwidth.`] : []),
  ];
}

/**
 * Explains a transaction that was sent: what it asked for, what became of it, and what it cost. It names the call, the
 * events, the internal transactions and a custom error by the ABIs on the chain, and divides the fee by reason. For a
 * page that shows one transaction, or a support desk.
 *
 * The id is the hash of the bytes that are described. Everything else is the node's report: `proveTransaction` of
 * `@coin/rpc/proof` proves that a block has the result. A name in an ABI is the word of the contract's deployer.
 *
 * Source: docs/protocol/contract-calls.md, Receipt and TransactionInfo; docs/protocol/bandwidth.md, Memo and
 * multi-signature.
 *
 * @param args - `txID`: 64 hex digits; `abi` to use instead of the ABIs on the chain
 * @param options - `state: 'solid'` to see it only once no fork can undo it
 * @returns `undefined` if the node does not know the transaction
 * @throws `ARGUMENT_INVALID`; `RESPONSE_INVALID` also when the bytes, the result or the fee contradict each other;
 * transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { explainTransaction } from '@coin/rpc/inspect';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const txID = '3a71721b11ad3f5cc300c1bd1df3fbbdee40249d5936bf560029526623b127a3';
 * const explanation = await explainTransaction(client, { txID });
 * explanation?.status; // => 'succeeded'
 * ```
 */
export async function explainTransaction(
  client: NodeClient,
  args: ExplainTransactionArgs,
  options: ReadStateOptions = {},
): Promise<TransactionExplanation | undefined> {
  const transaction = await getTransactionById(client, args, options);
  if (transaction === undefined) return undefined;
  const info = await getTransactionInfoById(client, args, options);
  const { state: _, ...callOptions } = options;
  const abiOf = createAbiReader(client, args.abi, callOptions);
  const contradiction = (field: string, reason: string, details: { cause?: unknown; retryable?: boolean }) =>
    new RpcError('RESPONSE_INVALID', { path: '/wallet/gettransactionbyid', field, reason }, details);
  let read: Transaction;
  try {
    read = readTransaction({ txID: transaction.txID, raw_data_hex: transaction.rawDataHex });
  } catch (cause) {
    throw contradiction('raw_data_hex', isRpcError(cause) ? cause.shortMessage : String(cause), { cause });
  }
  const { fields } = contractOf(read);
  const contract = (fields['contract_address'] as Address | undefined) ?? info?.contractAddress;
  const description = describeContent(read, contract === undefined ? [] : await abiOf(contract));
  if (info === undefined) {
    const text = `${description.text}.\nNo block contains it yet.`;
    return { description, status: 'pending', events: [], text };
  }
  const { result, succeeded, contractResult, logs, internalTransactions, blockNumber } = info;
  // A fork may have moved it to another block in between.
  if (result !== 'DEFAULT' && transaction.result !== undefined && transaction.result !== result)
    throw contradiction('ret', `${transaction.result}, and its info has ${result}`, { retryable: true });
  const paid = info.receipt.energyFee + info.receipt.bandwidthFee;
  if (info.fee < paid) throw contradiction('fee', `${info.fee}, and its parts are ${paid}`, {});

  const events = await decodeEvents(logs, abiOf);
  const called = [...(contract === undefined ? [] : [contract]), ...internalTransactions.map(({ to }) => to)];
  const named = result === 'REVERT' ? await nameError(called, contractResult, abiOf) : undefined;
  const reason = named?.reason ?? info.reason;
  const fee = await divideFee(client, { ...description, signatures: transaction.signatures }, info, callOptions);
  const lines = [
    `${description.text}.`,
    succeeded ? `It succeeded in block ${blockNumber}.` : `It failed in block ${blockNumber}: ${reason ?? result}.`,
    ...events.map(describeEvent),
    ...internalTransactions.map(describeInternal),
    ...describeCost(fee, info),
  ];
  return omitUndefined({
    description,
    status: succeeded ? ('succeeded' as const) : ('failed' as const),
    info,
    events,
    reason: succeeded ? undefined : reason,
    error: named?.error,
    fee,
    text: lines.map(printable).join('\n'),
  });
}
