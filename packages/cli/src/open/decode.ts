import { decodeCall, revertReason } from '@coin/rpc/abi';
import {
  describeTransaction,
  readTransaction,
  type ForeignTransaction,
  type TransactionDescription,
} from '@coin/rpc/inspect';
import { toAmount } from '../output/amount.ts';
import { type Data, type DataObject } from '../output/data.ts';
import { argumentOrInput, type Session } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { readAbi } from '../values/call-arguments.ts';
import { parseHex } from '../values/parse.ts';

type Kind = 'transaction' | 'call' | 'error';

/** A transaction as this command and `coin tx` print it. */
export function showDescription(description: TransactionDescription): DataObject {
  const { feeLimit, expiration, transfers, approval, build, call, ...rest } = description;
  return {
    ...rest,
    feeLimit: feeLimit === undefined ? undefined : toAmount(feeLimit),
    expires: new Date(expiration),
    transfers: transfers.map(({ asset, from, to, amount }) => ({
      asset: asset === 'coin' ? asset : 'token' in asset ? asset.token : `token ${asset.tokenId}`,
      from,
      to,
      amount: asset === 'coin' ? toAmount(amount) : amount,
    })),
    approval: approval === undefined ? undefined : { ...approval },
    call: call === undefined ? undefined : { function: call.functionName, args: call.args as Data },
    builder: build?.functionName,
  };
}

/** JSON and bytes that begin as raw data does are transactions; words after 4 bytes are a call or an error. */
function guessKind(text: string): Kind {
  if (text.startsWith('{') || /^(0x)?0a/i.test(text)) return 'transaction';
  return /^(0x)?(08c379a0|4e487b71)/i.test(text) ? 'error' : 'call';
}

function readForeign(text: string): string | ForeignTransaction {
  if (!text.startsWith('{')) return parseHex(text);
  try {
    return JSON.parse(text) as ForeignTransaction;
  } catch {
    throw new UsageError('The data begins like JSON and is none');
  }
}

/** `coin decode`: what some bytes mean, without a network. */
export async function decode(
  session: Session,
  { data }: { readonly data?: string },
  { abi: abiText, as }: { readonly abi?: string; readonly as?: Kind },
): Promise<DataObject> {
  const text = (await argumentOrInput(session, data, 'data')).trim();
  const abi = abiText === undefined ? undefined : readAbi(abiText);
  const kind = as ?? guessKind(text);
  if (kind === 'transaction')
    return { kind, ...showDescription(describeTransaction(readTransaction(readForeign(text)))) };
  const hex = parseHex(text);
  if (kind === 'error') return { kind, reason: revertReason(hex, abi) };
  const call = decodeCall(abi === undefined ? { data: hex } : { data: hex, abi });
  if (call === undefined)
    throw new UsageError(
      `No known function has the selector ${hex.slice(0, 8) || 'of no bytes'}: pass its signature with --abi`,
    );
  return { kind, function: call.functionName, args: call.args as unknown as Data, isExact: call.isExact };
}
