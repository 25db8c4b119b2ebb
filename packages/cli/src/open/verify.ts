import { readFile } from 'node:fs/promises';
import { describeTransaction } from '@coin/rpc/inspect';
import { verifyMessage } from '@coin/rpc/message';
import { verifyProof, type Certificate, type WitnessSchedule } from '@coin/rpc/proof';
import { argumentOrInput, type Session } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { readAddress } from '../values/address.ts';
import { showDescription } from './decode.ts';

/** `coin verify-message`: whether an account signed a text. */
export async function verifySignedMessage(
  { reportDifference }: Session,
  { message }: { readonly message: string },
  { address, signature }: { readonly address?: string; readonly signature?: string },
) {
  if (address === undefined || signature === undefined) throw new UsageError('Pass --address and --signature');
  const signer = readAddress(address);
  const isValid = verifyMessage({ message, address: signer, signature });
  if (!isValid) reportDifference();
  return { message, address: signer, isValid };
}

async function readJson(name: string, read: () => Promise<string>): Promise<unknown> {
  const text = await read().catch((error: unknown) => {
    throw new UsageError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON`);
  }
}

/** `coin verify-proof`: what a stored proof proves, without a network. */
export async function verifyStoredProof(
  session: Session,
  { file }: { readonly file?: string },
  { schedule }: { readonly schedule?: string },
) {
  if (schedule === undefined) throw new UsageError('A proof needs the witnesses that you trust: pass --schedule FILE');
  const witnesses = (await readJson('The schedule', () => readFile(schedule, 'utf8'))) as WitnessSchedule;
  const certificate = (await readJson('The proof', async () =>
    file === undefined || file === '-' ? argumentOrInput(session, file, 'file') : readFile(file, 'utf8'),
  )) as Certificate;
  const { transaction, blockNumber, blockID, blockTime, succeeded, result } = verifyProof(certificate, { witnesses });
  return {
    isValid: true,
    blockNumber,
    blockID,
    blockTime: new Date(blockTime),
    succeeded,
    result,
    transaction: showDescription(describeTransaction(transaction)),
  };
}
