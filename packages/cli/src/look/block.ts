import { getBlock, getNowBlock, type Block } from '@coin/rpc';
import { openClient, type Session } from '../session.ts';
import { NotFoundError, UsageError } from '../usage-error.ts';
import { parseId, wholeNumber } from '../values/parse.ts';

/** `coin block`: one block. */
export async function showBlock(
  session: Session,
  { block: text }: { readonly block?: string },
  { solid, transactions }: { readonly solid?: true; readonly transactions?: true },
) {
  const options = { signal: session.signal };
  if (text !== undefined && solid) throw new UsageError('--solid names the newest solid block: leave out the block');
  const wanted =
    text === undefined
      ? undefined
      : /^(0x)?[\da-f]{64}$/i.test(text)
        ? { blockID: parseId(text) }
        : { number: wholeNumber()(text) };
  const client = await openClient(session);
  const block: Block | undefined =
    wanted === undefined
      ? await getNowBlock(client, { state: solid ? 'solid' : 'head', ...options })
      : await getBlock(client, wanted, options);
  if (block === undefined) throw new NotFoundError(`The node has no block ${text}`);
  return {
    number: block.number,
    id: block.blockID,
    time: new Date(block.time),
    parent: block.parentBlockID,
    witness: block.witness,
    version: block.version,
    transactionCount: block.transactions.length,
    transactions: transactions
      ? block.transactions.map(({ txID, contractType, result }) => ({ txID, contractType, result }))
      : undefined,
  };
}
