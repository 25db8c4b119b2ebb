import { getTransactionById, getTransactionInfoById } from '@coin/rpc';
import { decodeLogs, revertReason } from '@coin/rpc/abi';
import { describeTransaction, readTransaction } from '@coin/rpc/inspect';
import { type Abi } from '@coin/units';
import { readParameterHistory } from '../audit/parameter-history.ts';
import { splitFee } from '../audit/split-fee.ts';
import { showDescription } from '../open/decode.ts';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { openClient, type Session } from '../session.ts';
import { NotFoundError } from '../usage-error.ts';
import { readAbi } from '../values/call-arguments.ts';
import { readContractAbi } from '../values/contract-function.ts';
import { parseId } from '../values/parse.ts';

/** `coin tx`: what a transaction did, why it failed, and what it cost. */
export async function showTransaction(
  session: Session,
  { txid }: { readonly txid: string },
  { abi: abiText }: { readonly abi?: string },
): Promise<DataObject> {
  const txID = parseId(txid);
  const given = abiText === undefined ? undefined : readAbi(abiText);
  const client = await openClient(session);
  const options = { signal: session.signal };
  const transaction = await getTransactionById(client, { txID }, options);
  if (transaction === undefined) throw new NotFoundError(`The node has no transaction ${txID}`);
  const description = showDescription(describeTransaction(readTransaction(transaction.rawDataHex)));
  const info = await getTransactionInfoById(client, { txID }, options);
  if (info === undefined) return { status: 'in no block yet', ...description };
  const contracts = [...new Set(info.logs.map(({ address }) => address))];
  const abis = new Map<string, Abi>();
  for (const address of contracts) abis.set(address, given ?? (await readContractAbi(client, address, options)));
  const contract = transaction.value['contract_address'];
  const failureAbi =
    info.succeeded || typeof contract !== 'string' ? [] : (given ?? (await readContractAbi(client, contract, options)));
  const valueAt = await readParameterHistory(client, options);
  const fee = Object.entries(splitFee(transaction, info, (name) => valueAt(name, info.blockTime)));
  return {
    status: info.succeeded ? 'succeeded' : 'failed',
    result: info.result,
    reason: info.succeeded
      ? undefined
      : info.result === 'REVERT'
        ? revertReason(info.contractResult, failureAbi)
        : info.reason,
    block: info.blockNumber,
    time: new Date(info.blockTime),
    ...description,
    fee: {
      total: toAmount(info.fee),
      ...Object.fromEntries(fee.filter(([, part]) => part !== 0n).map(([part, amount]) => [part, toAmount(amount)])),
    },
    energy: {
      used: info.receipt.energyTotal,
      penalty: info.receipt.energyPenalty,
      fromStake: info.receipt.energyFromStake,
      fromDeployer: info.receipt.energyFromDeployer,
    },
    events: contracts.flatMap((address) =>
      decodeLogs({ abi: abis.get(address) ?? [], logs: info.logs.filter((log) => log.address === address) }).map(
        ({ eventName, args }) => ({ contract: address, event: eventName, args: args as unknown as DataObject }),
      ),
    ),
  };
}
