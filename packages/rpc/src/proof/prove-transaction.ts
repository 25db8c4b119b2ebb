import { object } from 'zod/mini';
import { hexArgument } from '../encoding/arguments.ts';
import { isRpcError } from '../errors.ts';
import { expectEqual, requireField } from '../transport/answer/check-answer.ts';
import { optionalInteger, optionalString } from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { type Certificate } from './certificate.ts';
import { hashLeaf, merklePath } from './merkle-tree.ts';
import { getSignedBlock, getSignedHeader, type SignedHeader } from './signed-block.ts';
import { headersArgument } from './verify-block.ts';
import { headersBefore, notProven } from './verify-header.ts';
import { verifyProof, witnessesMissing } from './verify-proof.ts';
import { scheduleArgument, type WitnessSchedule } from './witness-schedule.ts';

/** The transaction, and the trusted witnesses. */
export interface ProveTransactionArgs {
  /** 64 hex digits. */
  readonly txID: string;
  /** The trusted witnesses: their turns and their keys. */
  readonly witnesses: WitnessSchedule;
  /** Keeps headers by block number. Pass the same map to prove several transactions with fewer requests. */
  readonly headers?: Map<number, SignedHeader>;
}

const infoSchema = /* @__PURE__ */ object({ id: optionalString, blockNumber: optionalInteger });
/** So many headers are read at the same time. */
const PARALLEL_READS = 5;

/** The number of a transaction's block; undefined as long as it is in none. */
async function findBlockNumber(client: NodeClient, txID: string, options?: CallOptions): Promise<number | undefined> {
  const path = '/wallet/gettransactioninfobyid';
  const query = { path, body: { value: txID }, schema: infoSchema, visible: false } as const;
  const { answer, source, isEmpty } = await queryNode(client, query, options);
  if (isEmpty) return undefined;
  expectEqual(source, 'id', { actual: answer.id, requested: txID });
  return requireField(source, 'blockNumber', answer.blockNumber || undefined);
}

/** The headers with these numbers that the chain has. Reads those that are not kept. */
async function readHeaders(
  client: NodeClient,
  numbers: readonly number[],
  kept: Map<number, SignedHeader>,
  options?: CallOptions,
): Promise<SignedHeader[]> {
  const headers = await Promise.all(
    numbers.map(async (number) => kept.get(number) ?? getSignedHeader(client, number, options)),
  );
  const end = headers.indexOf(undefined);
  const found = (end < 0 ? headers : headers.slice(0, end)) as SignedHeader[];
  found.forEach((header, index) => kept.set(numbers[index] as number, header));
  return found;
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

interface Proving {
  readonly txID: string;
  readonly number: number;
  readonly witnesses: WitnessSchedule;
  readonly kept: Map<number, SignedHeader>;
}

async function certify(
  client: NodeClient,
  { txID, number, witnesses, kept }: Proving,
  options?: CallOptions,
): Promise<Certificate> {
  const { transactions = [], header = '', signature = '' } = (await getSignedBlock(client, { number }, options)) ?? {};
  const index = transactions.findIndex((transaction) => transaction.txID === txID);
  const transaction = transactions[index]?.bytes;
  if (transaction === undefined) throw notProven('TRANSACTION_ID_MISMATCH', number, `it does not contain ${txID}`);
  const first = number - headersBefore(number);
  const before = await readHeaders(client, range(first, number - first), kept, options);
  const headers: SignedHeader[] = [{ header, signature }];
  for (;;) {
    const parsed = headersArgument(
      'headers',
      headers.map((item) => item.header),
    );
    const missing = witnessesMissing(witnesses, parsed);
    if (missing === 0) break;
    const numbers = range(number + headers.length, Math.min(missing, PARALLEL_READS));
    const next = await readHeaders(client, numbers, kept, options);
    if (next.length === 0) throw notProven('BLOCK_NOT_SOLID', number, `${missing} more witnesses must build on it`);
    headers.push(...next);
  }
  const leaves = transactions.map(({ bytes }) => hashLeaf(bytes));
  const certificate: Certificate = {
    version: 1,
    transaction,
    path: merklePath(leaves, index),
    before: before.map((item) => item.header),
    headers,
  };
  if (verifyProof(certificate, { witnesses }).txID !== txID)
    throw notProven('TRANSACTION_ID_MISMATCH', number, `${txID} is not the hash of the transaction's raw data`);
  return certificate;
}

/**
 * Reads everything that proves a transaction, and verifies it. Returns `undefined` until a block includes it. With 27
 * witnesses it makes 22 requests, most of them for single headers.
 *
 * Source: docs/protocol/proofs.md.
 *
 * @param args - `txID`: 64 hex digits; `witnesses`: the trusted witnesses; `headers`: kept for further proofs
 * @param options - `signal`; `timeoutMs` and `retries` of each request
 * @returns plain JSON for {@link verifyProof}, to be stored
 * @throws `BLOCK_NOT_SOLID` until enough witnesses have built on its block; `WITNESSES_UNKNOWN`; the other codes of
 * `verifyProof` if the node lies; `ARGUMENT_INVALID`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { proveTransaction } from '@coin/rpc/proof';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const address = 'TA7QfZdDN1XBEcpnwuzkQYhDMSqtK1Rf5A';
 * const cycle = { from: 0, until: 1_795_240_800_000, witnesses: [{ address, signer: address }] };
 * const txID = '00'.repeat(32);
 * await proveTransaction(client, { txID, witnesses: { genesisTime: 0, cycles: [cycle] } }); // => undefined
 * ```
 */
export async function proveTransaction(
  client: NodeClient,
  args: ProveTransactionArgs,
  options?: CallOptions,
): Promise<Certificate | undefined> {
  const { txID, witnesses, headers: kept = new Map<number, SignedHeader>() } = args;
  const id = hexArgument('txID', txID, { bytes: 32 });
  const schedule = scheduleArgument(witnesses);
  const number = await findBlockNumber(client, id, options);
  if (number === undefined) return undefined;
  const proving = { txID: id, number, witnesses: schedule };
  try {
    return await certify(client, { ...proving, kept }, options);
  } catch (error) {
    if (!isRpcError(error, 'PARENT_MISMATCH')) throw error;
    // A fork has replaced blocks since their headers were read.
    kept.clear();
    return certify(client, { ...proving, kept }, options);
  }
}
