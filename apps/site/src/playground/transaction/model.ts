import { createMockNode, type PresetNode } from '@coin/mock-node';
import {
  createNodeClient,
  http,
  createTransaction,
  delegateResource,
  isRpcError,
  sendTransaction,
  stake,
  triggerSmartContract,
  vote,
  type NodeClient,
  type Transaction,
} from '@coin/rpc';
import { encodeCall } from '@coin/rpc/abi';
import { createKeySigner } from '@coin/rpc/signer';
import { UNITS_PER_COIN } from '@coin/units';
import { compareTransactions, type Change } from './compare-transactions.ts';
import { type Lie, LIES, type LieFacts, type LieName, type RequestKind } from './lies.ts';
import { openBytes, type TransactionBytes } from './read-fields.ts';

/** A request, and how the node lies when it builds the transaction. */
export interface TransactionChoice {
  readonly request: RequestKind;
  /** Small units, of a token's for `token`; votes for `vote`. */
  readonly amount: bigint;
  /** Stored in the transaction; not for a call of a contract. */
  readonly memo: string;
  readonly lie: LieName;
}

/** What the client of `@coin/rpc` made of the node's answer. */
export type Verdict =
  | { readonly verdict: 'accepted'; readonly txID: string }
  | {
      readonly verdict: 'rejected';
      readonly code: string;
      readonly message: string;
      /** The first difference, for `TRANSACTION_MISMATCH`. */
      readonly field?: string;
      readonly requested?: string;
      readonly built?: string;
    };

/** A request, the node's answer to it, and what became of it. */
export interface OpenedTransaction {
  readonly requested: TransactionBytes;
  /** The answer as it arrived, and the transaction in it, if there is one. */
  readonly answer: { readonly text: string; readonly built?: TransactionBytes };
  /** What the answer changes. */
  readonly changes: readonly Change[];
  readonly verdict: Verdict;
}

const ABI = [
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
] as const;

/** Where the token of the requests is. A node builds a call without running it. */
const TOKEN = '41c0ffee00000000000000000000000000000000c0';
const FEE_LIMIT = 30_000_000n;
const STAKED = 500_000_000_000n;

interface Stage {
  readonly node: PresetNode;
  readonly snapshot: string;
}

/** A node with a token, on which the first account has a stake to delegate and to vote with. */
async function setStage(): Promise<Stage> {
  const node = createMockNode({ contracts: [{ address: TOKEN, code: '00', name: 'Token' }] });
  const [{ address: owner, privateKey }] = node.accounts;
  const client = createNodeClient({ transport: node });
  const transaction = stake(client, { owner, amount: STAKED, resource: 'ENERGY' });
  await sendTransaction(client, { transaction, signer: createKeySigner(privateKey) });
  return { node, snapshot: node.snapshot() };
}

type Request = Omit<TransactionChoice, 'lie'>;

function build(client: NodeClient, node: PresetNode, { request, amount, memo }: Request): Promise<Transaction> {
  const [{ address: owner }, { address: to }] = node.accounts;
  switch (request) {
    case 'coin':
      return createTransaction(client, { owner, to, amount, ...(memo !== '' && { memo }) });
    case 'token':
      return triggerSmartContract(client, {
        owner,
        contract: TOKEN,
        feeLimit: FEE_LIMIT,
        ...encodeCall({ abi: ABI, functionName: 'transfer', args: [to, amount] }),
      });
    case 'stake':
      return stake(client, { owner, amount, resource: 'ENERGY' });
    case 'delegate':
      return delegateResource(client, { owner, receiver: to, amount, resource: 'ENERGY' });
    case 'vote':
      return vote(client, { owner, votes: [{ address: node.witnesses[0].address, count: amount }] });
  }
}

interface Attempt {
  readonly text: string;
  readonly transaction?: Transaction;
  readonly error?: unknown;
}

/** Has the node build a transaction at the beginning of the stage, so two of them are of the same time. */
async function attempt({ node, snapshot }: Stage, request: Request): Promise<Attempt> {
  node.revert(snapshot);
  let text = '';
  const client = createNodeClient({
    transport: http(node, {
      retry: 0,
      fetch: async (input, init) => {
        const { status, headers, ...answer } = await readAnswer(await node.fetch(input, init));
        text = answer.text;
        return new Response(text, { status, headers });
      },
    }),
  });
  try {
    const transaction = await build(client, node, request);
    return { text, transaction };
  } catch (error) {
    return { text, error };
  }
}

const readAnswer = async (answer: Response) => ({
  text: await answer.text(),
  status: answer.status,
  headers: answer.headers,
});

async function buildTruly(stage: Stage, request: Request): Promise<{ text: string; transaction: Transaction }> {
  const { text, transaction, error } = await attempt(stage, request);
  if (transaction === undefined) throw error;
  return { text, transaction };
}

/** The transaction of an answer: alone, or in an answer about a call. */
function builtIn(text: string): { readonly bytes: TransactionBytes; readonly rawData: unknown } | undefined {
  try {
    const answer = JSON.parse(text) as { readonly transaction?: unknown };
    const built = (answer.transaction ?? answer) as {
      readonly raw_data_hex: string;
      readonly txID: string;
      readonly raw_data: unknown;
    };
    return { bytes: openBytes(built.raw_data_hex, built.txID), rawData: built.raw_data };
  } catch {
    return undefined;
  }
}

function verdictOn({ transaction, error }: Attempt): Verdict {
  if (transaction !== undefined) return { verdict: 'accepted', txID: transaction.txID };
  if (!isRpcError(error)) throw error;
  const { code, shortMessage: message } = error;
  if (!isRpcError(error, 'TRANSACTION_MISMATCH')) return { verdict: 'rejected', code, message };
  return { verdict: 'rejected', code, message, ...error.context };
}

/** One that the chain accepts where it accepts the amount. */
const otherAmount = (amount: bigint): bigint => (amount > UNITS_PER_COIN ? amount - 1n : amount + 1n);

/** Asks the lying node for a transaction, by `@coin/rpc`. */
async function attemptLie(stage: Stage, { lie, ...request }: TransactionChoice, facts: LieFacts): Promise<Attempt> {
  const { node } = stage;
  const { fault }: Lie = LIES[lie];
  if (fault !== undefined) node.faults.add({ fault: fault(facts) });
  try {
    return await attempt(stage, request);
  } finally {
    node.faults.reset();
  }
}

/**
 * Requests a transaction from a node that lies about it.
 *
 * @throws RpcError where the chain would reject the request
 */
export async function openTransaction(choice: TransactionChoice): Promise<OpenedTransaction> {
  const stage = await setStage();
  const { node } = stage;
  const { transaction } = await buildTruly(stage, choice);
  const other = await buildTruly(stage, { ...choice, amount: otherAmount(choice.amount) });
  const facts: LieFacts = {
    thief: node.accounts[9].address,
    now: transaction.timestamp,
    amount: choice.amount + 7_000_000n,
    other: { answer: other.text, rawDataHex: other.transaction.rawDataHex },
  };
  const answered = await attemptLie(stage, choice, facts);
  const built = builtIn(answered.text);
  const requested = openBytes(transaction.rawDataHex, transaction.txID);
  return {
    requested,
    answer: { text: answered.text, ...(built !== undefined && { built: built.bytes }) },
    changes: built === undefined ? [] : compareTransactions(requested, built.bytes, built.rawData),
    verdict: verdictOn(answered),
  };
}
