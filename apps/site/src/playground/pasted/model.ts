import {
  createTransaction,
  decodeTransaction,
  encodeTransaction,
  getTransactionById,
  getTransactionInfoById,
  isRpcError,
  signTransaction,
  triggerSmartContract,
  type Transaction,
} from '@coin/rpc';
import { signersOf } from '@coin/rpc/signer';
import { type Action } from '../accounts/actions.ts';
import { player } from '../accounts/player.ts';
import { tokenTransfer, type Stage } from '../accounts/stage.ts';
import { openBytes, type TransactionBytes } from '../transaction/read-fields.ts';
import { type ReportProgress } from '../worker/progress.ts';
import { readPasted, wholeOf } from './read-pasted.ts';
import { type ChainOutcome, executedOutcome, sendAsOwner, sendToChain } from './send-to-chain.ts';

/** What was pasted, and what has happened on the chain that it is sent to: the actions of the panel of accounts. */
export interface PastedChoice {
  readonly text: string;
  readonly actions: readonly Action[];
}

/** A text to begin with. */
export interface Sample {
  readonly title: string;
  readonly text: string;
}

/** A transaction, and what the chain makes of it. */
export interface OpenedPasted {
  readonly transaction: Transaction;
  readonly bytes: TransactionBytes;
  /** The addresses of the keys that signed, or why a signature is none. */
  readonly signers: readonly string[] | { readonly problem: string };
  /** What became of it, for a transaction of this chain. */
  readonly happened?: ChainOutcome;
  /** What the chain answers to the bytes as they are. */
  readonly asItIs?: ChainOutcome;
  /** What would happen with the owner's signature and a new reference block; only after a rejection. */
  readonly asOwner?: ChainOutcome;
}

export interface PastedResult {
  readonly samples: readonly Sample[];
  readonly opened?: OpenedPasted;
  /** An id that no transaction of the chain has. */
  readonly missing?: string;
}

async function samplesOf({ client, actors, token }: Stage, last: string | undefined): Promise<readonly Sample[]> {
  const [payer, receiver] = actors;
  if (payer === undefined || receiver === undefined) return [];
  const [{ address: owner, signer }, { address: to }] = [payer, receiver];
  const transfer = await createTransaction(client, { owner, to, amount: 1_500_000n });
  const signed = await signTransaction(transfer, signer);
  const call = await triggerSmartContract(client, { owner, ...tokenTransfer(token, to, 1_000_000n) });
  return [
    { title: 'A signed transfer, not sent yet', text: encodeTransaction(signed) },
    { title: 'A call of a token, not signed', text: call.rawDataHex },
    ...(last === undefined ? [] : [{ title: 'The id of the last transaction', text: last }]),
  ];
}

function readSigners(transaction: Transaction): OpenedPasted['signers'] {
  try {
    return signersOf(transaction);
  } catch (error) {
    if (!isRpcError(error, 'SIGNATURE_INVALID')) throw error;
    return { problem: error.context.detail };
  }
}

function openDecoded(transaction: Transaction): Pick<OpenedPasted, 'transaction' | 'bytes' | 'signers'> {
  const { rawDataHex, txID } = transaction;
  return { transaction, bytes: openBytes(rawDataHex, txID), signers: readSigners(transaction) };
}

async function openId({ client }: Stage, txID: string): Promise<OpenedPasted | undefined> {
  const found = await getTransactionById(client, { txID });
  const info = await getTransactionInfoById(client, { txID });
  if (found === undefined || info === undefined) return undefined;
  const { signatures, rawDataHex } = found;
  const transaction = { ...decodeTransaction(wholeOf(rawDataHex)), signatures };
  return { ...openDecoded(transaction), happened: executedOutcome(info) };
}

async function openBytesOf(stage: Stage, transaction: Transaction): Promise<OpenedPasted> {
  const known = await openId(stage, transaction.txID);
  if (known !== undefined) return known;
  const opened = openDecoded(transaction);
  const asItIs = await sendToChain(stage, transaction);
  if (asItIs.status === 'executed') return { ...opened, asItIs };
  const asOwner = await sendAsOwner(stage, transaction);
  return { ...opened, asItIs, ...(asOwner !== undefined && { asOwner }) };
}

/**
 * Decodes what was pasted, and asks the playground's chain about it: what became of an id, and what would become of
 * bytes.
 */
export async function openPasted({ text, actions }: PastedChoice, report: ReportProgress): Promise<PastedResult> {
  report({ share: 0.1, step: 'Preparing the chain' });
  const { stage, played } = await player.play(actions, (done) => {
    report({ share: 0.1 + (0.4 * done) / actions.length, step: `Playing action ${done + 1} of ${actions.length}` });
  });
  const samples = await samplesOf(stage, played.findLast(({ record }) => record !== undefined)?.record?.txID);
  const pasted = readPasted(text);
  if ('problem' in pasted) throw new Error(pasted.problem);
  report({ share: 0.6, step: 'Asking the chain' });
  switch (pasted.kind) {
    case 'nothing':
      return { samples };
    case 'id': {
      const opened = await openId(stage, pasted.txID);
      return opened === undefined ? { samples, missing: pasted.txID } : { samples, opened };
    }
    case 'bytes':
      return { samples, opened: await openBytesOf(stage, pasted.transaction) };
  }
}
