import { explainTransaction } from '@coin/rpc/inspect';
import { showDescription } from '../open/decode.ts';
import { type Data, type DataObject } from '../output/data.ts';
import { describeFee } from '../output/fee.ts';
import { openClient, type Session } from '../session.ts';
import { NotFoundError } from '../usage-error.ts';
import { readAbi } from '../values/call-arguments.ts';
import { parseId } from '../values/parse.ts';

/** `coin tx`: what a transaction did, why it failed, and what it cost. */
export async function showTransaction(
  session: Session,
  { txid }: { readonly txid: string },
  { abi }: { readonly abi?: string },
): Promise<DataObject> {
  const txID = parseId(txid);
  const args = { txID, ...(abi !== undefined && { abi: readAbi(abi) }) };
  const explanation = await explainTransaction(await openClient(session), args, { signal: session.signal });
  if (explanation === undefined) throw new NotFoundError(`The node has no transaction ${txID}`);
  const { description, status, info, reason, events, fee } = explanation;
  return {
    status,
    result: info?.result,
    reason,
    block: info?.blockNumber,
    time: info === undefined ? undefined : new Date(info.blockTime),
    ...showDescription(description),
    fee: fee === undefined ? undefined : describeFee({ ...fee }),
    energy:
      info === undefined
        ? undefined
        : {
            used: info.receipt.energyTotal,
            penalty: info.receipt.energyPenalty,
            fromStake: info.receipt.energyFromStake,
            fromDeployer: info.receipt.energyFromDeployer,
          },
    events: events.map(({ address, eventName, args: values }) => ({
      contract: address,
      event: eventName,
      args: values as Data,
    })),
  };
}
