import { createHash } from 'node:crypto';
import { createTransaction, type Transaction } from '@coin/rpc';
import { clientWithAnswers } from './client-with-answers.ts';
import { recorded } from './recordings.ts';

/** Key of the owner of the built transfer. */
export const ALICES_KEY = 'bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573';
export const ALICE = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';

/** An unsigned transfer that a node built. */
export async function builtTransfer(): Promise<Transaction> {
  const { client } = clientWithAnswers('build.visible');
  return createTransaction(client, { owner: ALICE, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n });
}

function varint(value: number): string {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.of(...bytes, Number(rest)).toString('hex');
}

/** The built transfer as a node with these times answers it. */
export function transferBuiltAt({ timestamp, expiration }: { timestamp: number; expiration: number }): Response {
  const built = JSON.parse(recorded('build.visible').answer);
  const { raw_data: raw } = built;
  const hex = (built.raw_data_hex as string)
    .replace(`40${varint(raw.expiration)}`, `40${varint(expiration)}`)
    .replace(`70${varint(raw.timestamp)}`, `70${varint(timestamp)}`);
  const txID = createHash('sha256').update(hex, 'hex').digest('hex');
  return Response.json({ ...built, txID, raw_data_hex: hex, raw_data: { ...raw, expiration, timestamp } });
}
