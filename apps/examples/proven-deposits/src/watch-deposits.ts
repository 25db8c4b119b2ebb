import {
  watchBlocks,
  getBlock,
  getTransactionInfos,
  isRpcError,
  tokenTransfers,
  coinTransfers,
  type Block,
  type BlockCursor,
  type NodeClient,
  type TransactionInfo,
} from '@coin/rpc';
import {
  getWitnessCycle,
  proveTransaction,
  verifyProof,
  type SignedHeader,
  type WitnessSchedule,
} from '@coin/rpc/proof';

/** Whom and what to watch. */
export interface WatchOptions {
  /** The client of the node that is followed, and that proves payments. */
  readonly client: NodeClient;
  /** A client over `quorum`, of nodes of different operators: it confirms what cannot be proven. */
  readonly agreed: NodeClient;
  /** The time of block 0, and the cycles that you stored or pinned. `agreed` reads each further one. */
  readonly witnesses: WitnessSchedule;
  /** Your deposit addresses. */
  readonly addresses: readonly string[];
  /** TRC-20 contracts whose code you trust. */
  readonly tokens: readonly string[];
  /** The first block, or the stored cursor. */
  readonly fromBlock: number | BlockCursor;
}

/** Why a deposit can be believed. */
export type Evidence =
  /** A certificate as JSON, which `verifyProof` verifies without a node. */
  | { readonly kind: 'proven'; readonly certificate: string }
  /** Enough nodes show it. */
  | { readonly kind: 'agreed' }
  /** Only one node shows it. Do not credit it. */
  | { readonly kind: 'unproven'; readonly reason: string };

/** A payment to one of your addresses: small units of coin, or units of a token. */
export interface Deposit {
  /** Equal for the same deposit, so it is credited once. */
  readonly id: string;
  readonly txID: string;
  readonly to: string;
  /** Absent for coin. */
  readonly token?: string;
  readonly amount: bigint;
}

/** The deposits of a block. Store all of this together. */
export interface BlockOfDeposits {
  readonly deposits: readonly (Deposit & { readonly evidence: Evidence })[];
  readonly cursor: BlockCursor;
  /** The witnesses with which the certificates are verified. */
  readonly witnesses: WitnessSchedule;
}

/** The deposits that a node shows in a block. */
function depositsIn(
  block: Block,
  infos: readonly TransactionInfo[],
  { addresses, tokens }: Pick<WatchOptions, 'addresses' | 'tokens'>,
): readonly Deposit[] {
  const own = new Set(addresses);
  const coin = coinTransfers(block, infos).filter(({ to }) => own.has(to));
  return [
    ...coin.map(({ txID, index, to, amount }) => ({ id: `${txID}/${index}`, txID, to, amount })),
    ...tokenTransfers(infos, { token: tokens, to: addresses }).map(({ txID, index, to, token, amount }) => ({
      id: `${txID}/${index}`,
      txID,
      to,
      token,
      amount,
    })),
  ];
}

/** Watches solid blocks, and returns each deposit with its evidence. */
export async function* watchDeposits(options: WatchOptions): AsyncGenerator<BlockOfDeposits> {
  const { client, agreed, fromBlock } = options;
  let { witnesses } = options;
  const headers = new Map<number, SignedHeader>(); // proofs share them
  for await (const { block, infos, cursor } of watchBlocks(client, { state: 'solid', fromBlock, infos: true })) {
    const { genesisTime, cycles } = witnesses;
    if (block.time >= (cycles.at(-1)?.until ?? 0)) {
      witnesses = { genesisTime, cycles: [...cycles, await getWitnessCycle(agreed)] };
    }
    const deposits: BlockOfDeposits['deposits'][number][] = [];
    let confirmations: Promise<readonly Deposit[]> | undefined;
    for (const seen of depositsIn(block, infos, options)) {
      const isUsed = deposits.some(({ txID, evidence }) => txID === seen.txID && evidence.kind === 'proven');
      // A transaction states one payment. Other transfers in it are a contract's.
      const proof = isUsed ? 'a transaction proves one payment' : await prove(client, seen, { witnesses, headers });
      if (typeof proof === 'object') {
        deposits.push(proof);
        continue;
      }
      confirmations ??= readAgreed(block.number, options);
      const confirmed = (await confirmations).find(({ id }) => id === seen.id);
      deposits.push(
        confirmed === undefined
          ? { ...seen, evidence: { kind: 'unproven', reason: proof } }
          : { ...confirmed, evidence: { kind: 'agreed' } },
      );
    }
    yield { deposits, cursor, witnesses };
    // The next block needs the headers of the two before it.
    for (const number of headers.keys()) if (number < block.number - 1) headers.delete(number);
  }
}

interface Trusted {
  readonly witnesses: WitnessSchedule;
  readonly headers: Map<number, SignedHeader>;
}

/** Proves a deposit with one node, which does not have to be honest. Returns the reason if it cannot. */
async function prove(
  client: NodeClient,
  seen: Deposit,
  { witnesses, headers }: Trusted,
): Promise<BlockOfDeposits['deposits'][number] | string> {
  try {
    const certificate = await proveTransaction(client, { txID: seen.txID, witnesses, headers });
    const payment = certificate && verifyProof(certificate, { witnesses }).payment;
    if (payment === undefined || payment.kind === 'asset') return 'its transaction states no payment';
    const token = payment.kind === 'token' ? payment.token : undefined;
    if (payment.to !== seen.to || token !== seen.token) return 'its transaction states another payment';
    // The certificate's amount counts, not the one that the node showed.
    return {
      ...seen,
      amount: payment.amount,
      evidence: { kind: 'proven', certificate: JSON.stringify(certificate) },
    };
  } catch (error) {
    if (isRpcError(error)) return error.code;
    throw error;
  }
}

/** The deposits in a block, as enough nodes show it; none if too few show the same. */
async function readAgreed(number: number, options: WatchOptions): Promise<readonly Deposit[]> {
  const { agreed } = options;
  try {
    const block = await getBlock(agreed, { number }, { state: 'solid' });
    const infos = await getTransactionInfos(agreed, { number }, { state: 'solid' });
    return block === undefined ? [] : depositsIn(block, infos, options);
  } catch (error) {
    if (isRpcError(error, 'NODES_DISAGREE')) return [];
    throw error;
  }
}
