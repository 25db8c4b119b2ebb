import { createMockNode, type FaultRule, type FalseStatement, type PresetNode } from '@coin/mock-node';
import {
  watchBlocks,
  createNodeClient,
  createTransaction,
  getBalance,
  getChainParameters,
  getTransactionInfoById,
  http,
  isRpcError,
  sendTransaction,
  coinTransfers,
  triggerSmartContract,
  type NodeClient,
} from '@coin/rpc';
import { getWitnessCycle, proveTransaction, quorum, verifyProof } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';
import { coin } from '../format.ts';
import { problemOf } from '../problem-of.ts';
import { type ReportProgress } from '../worker/progress.ts';
import { type NodeLie } from './lies.ts';

export interface LieChoice {
  readonly lie: NodeLie;
  /** The amount that the node names, in small units. */
  readonly amount: bigint;
}

/** What a proof by the lying node alone comes to. */
export type ProofResult =
  | { readonly status: 'proven'; readonly text: string }
  | { readonly status: 'rejected'; readonly code: string; readonly message: string }
  /** The node gives no certificate. */
  | { readonly status: 'absent' }
  /** A certificate cannot show it. */
  | { readonly status: 'not-provable' };

/** One question to three nodes, the first of which lies. */
export interface LieStory {
  readonly question: string;
  readonly truth: string;
  /** What a client of the lying node alone believes. */
  readonly believed: string;
  /** What each node answers, the lying one first. */
  readonly answers: readonly string[];
  /** What a client believes that needs the same answer from two of the three. */
  readonly agreed: string;
  readonly proof: ProofResult;
}

const WITNESS_KEYS = ['11', '22', '33'].map((byte) => byte.repeat(32));
const PAID = 5_000_000n;
/** A contract whose calls revert. */
const REVERTING = '41c0ffee00000000000000000000000000000000c0';
const OPTIONS = { witnessKeys: WITNESS_KEYS, contracts: [{ address: REVERTING, code: '5f5ffd' }] };

async function genesisTime(node: PresetNode): Promise<number> {
  const answer = await node.fetch('http://node/wallet/getblockbynum?num=0');
  const block = (await answer.json()) as { block_header: { raw_data: { timestamp?: number } } };
  return block.block_header.raw_data.timestamp ?? 0;
}

/** A chain in which a customer pays five coins, and a call fails. */
async function honestChain() {
  const node = createMockNode(OPTIONS);
  const client = createNodeClient({ transport: node, clock: node.clock });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const payment = await sendTransaction(client, {
    transaction: createTransaction(client, { owner, to, amount: PAID }),
    signer,
  });
  const call = { owner, contract: REVERTING, functionSelector: 'run()', parameter: '', feeLimit: 100_000_000n };
  const failed: unknown = await sendTransaction(client, {
    transaction: triggerSmartContract(client, call),
    signer,
  }).catch((error: unknown) => error);
  if (!isRpcError(failed, 'TRANSACTION_FAILED')) throw failed;
  node.mine(6);
  const witnesses = { genesisTime: await genesisTime(node), cycles: [await getWitnessCycle(client)] };
  return { node, owner, to, payment, failed: failed.context.txID, witnesses };
}

type Chain = Awaited<ReturnType<typeof honestChain>>;

function twinOf(node: PresetNode): PresetNode {
  const twin = createMockNode(OPTIONS);
  twin.load(node.dump());
  return twin;
}

interface Payment {
  readonly txID: string;
  readonly amount: bigint;
}

/** The payments in a block, as a watcher reads them that checks the blocks above it. */
async function paymentsOf(client: NodeClient, { payment: { blockNumber } }: Chain): Promise<readonly Payment[]> {
  const seen: Payment[] = [];
  for await (const { block, infos } of watchBlocks(client, { state: 'solid', fromBlock: blockNumber, infos: true })) {
    seen.push(...coinTransfers(block, infos).map(({ txID, amount }) => ({ txID, amount })));
    if (block.number === blockNumber + 3) break;
  }
  return seen;
}

/** An answer of a node: as text, and the transaction whose proof would show it. */
interface Answer {
  readonly text: string;
  readonly txID?: string;
}

const QUESTIONS = {
  payments: {
    question: 'Which payments did the customer make?',
    ask: async (client: NodeClient, chain: Chain): Promise<Answer> => {
      const payments = await paymentsOf(client, chain);
      const { txID } = chain.payment;
      const invented = payments.find((one) => one.txID !== txID);
      const text = payments.map(({ amount }) => `${coin(amount)} coin`).join(' and ');
      return { text: text === '' ? 'none' : text, txID: invented?.txID ?? txID };
    },
  },
  outcome: {
    question: 'Did the call succeed?',
    ask: async (client: NodeClient, { failed: txID }: Chain): Promise<Answer> => {
      const info = await getTransactionInfoById(client, { txID });
      return { text: info?.succeeded === true ? 'it succeeded' : 'it failed', txID };
    },
  },
  balance: {
    question: 'How much coin does the account have?',
    ask: async (client: NodeClient, { to }: Chain): Promise<Answer> => ({
      text: `${coin(await getBalance(client, { address: to }))} coin`,
    }),
  },
  price: {
    question: 'What does a unit of energy cost?',
    ask: async (client: NodeClient): Promise<Answer> => ({
      text: `${(await getChainParameters(client)).energyPrice} small units`,
    }),
  },
};

const questionOf = (lie: NodeLie) =>
  lie === 'outcome' || lie === 'balance' || lie === 'price' ? QUESTIONS[lie] : QUESTIONS.payments;

function ruleOf({ lie, amount }: LieChoice, { owner, to, payment, failed }: Chain): FaultRule | undefined {
  const falsified = (statement: FalseStatement, headers: 'rebuilt' | 'kept' = 'rebuilt'): FaultRule => ({
    fault: { kind: 'falsified', statements: [statement], headers },
  });
  const { txID, blockNumber } = payment;
  const invented: FalseStatement = { kind: 'transfer', owner, to, amount, blockNumber };
  switch (lie) {
    case 'none':
      return undefined;
    case 'invented-chain':
      return falsified(invented);
    case 'invented-headers':
      return falsified(invented, 'kept');
    case 'amount':
      return { path: /getblock/, fault: { kind: 'replaced', key: 'amount', json: String(amount) } };
    case 'withheld':
      return falsified({ kind: 'withheld', txID });
    case 'outcome':
      return falsified({ kind: 'outcome', txID: failed, result: 'SUCCESS' }, 'kept');
    case 'balance':
      return falsified({ kind: 'balance', address: to, balance: amount });
    case 'price':
      return falsified({ kind: 'parameter', name: 'getEnergyFee', value: 7n });
  }
}

async function proofBy(client: NodeClient, txID: string | undefined, { witnesses }: Chain): Promise<ProofResult> {
  if (txID === undefined) return { status: 'not-provable' };
  try {
    const certificate = await proveTransaction(client, { txID, witnesses });
    if (certificate === undefined) return { status: 'absent' };
    const { payment, succeeded } = verifyProof(certificate, { witnesses });
    const text = payment === undefined ? '' : `a payment of ${coin(payment.amount)} coin`;
    return { status: 'proven', text: text === '' ? `that the call ${succeeded ? 'succeeded' : 'failed'}` : text };
  } catch (error) {
    if (!isRpcError(error)) throw error;
    return { status: 'rejected', code: error.code, message: problemOf(error) };
  }
}

/** Asks a lying node and two honest ones, and lets the lying one prove what it said. */
export async function askLiar(choice: LieChoice, report: ReportProgress): Promise<LieStory> {
  report({ share: 0.1, step: 'Building the chain' });
  const chain = await honestChain();
  const liar = twinOf(chain.node);
  const rule = ruleOf(choice, chain);
  if (rule !== undefined) liar.faults.add(rule);
  const nodes = [liar, chain.node, twinOf(chain.node)] as const;
  const asked = questionOf(choice.lie);

  report({ share: 0.4, step: 'Asking each node' });
  const answers: Answer[] = [];
  for (const node of nodes)
    answers.push(await asked.ask(createNodeClient({ transport: node, clock: node.clock }), chain));
  report({ share: 0.6, step: 'Asking until two agree' });
  const transport = quorum(
    nodes.map((node) => http(node)),
    { atLeast: 2 },
  );
  const agreed = await asked.ask(createNodeClient({ transport, clock: chain.node.clock }), chain);
  report({ share: 0.8, step: 'Verifying a proof' });
  const [told] = answers;
  const proof = await proofBy(createNodeClient({ transport: liar, clock: liar.clock }), told?.txID, chain);
  return {
    question: asked.question,
    truth: answers[1]?.text ?? '',
    believed: told?.text ?? '',
    answers: answers.map(({ text }) => text),
    agreed: agreed.text,
    proof,
  };
}
