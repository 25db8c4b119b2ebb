import { argumentInvalid } from '../encoding/arguments.ts';
import { bytesToHex } from '../encoding/hex.ts';
import { RpcError, type RpcErrorContexts } from '../errors.ts';
import { recoverAddress } from '../signer/recover-address.ts';
import { normalizeSignature } from '../transaction/normalize-signature.ts';
import { type Header } from './block-bytes.ts';
import { cycleAfter, findProducer, type WitnessSchedule } from './witness-schedule.ts';

/** The codes of a block that is not proven. */
type ProofErrorCode = {
  [C in keyof RpcErrorContexts]: RpcErrorContexts[C] extends { readonly number: number; readonly reason: string }
    ? C
    : never;
}[keyof RpcErrorContexts];

/** The error of a block that is not proven. */
export const notProven = (code: ProofErrorCode, number: number, reason: string) =>
  new RpcError(code, { number, reason: `Block ${number}: ${reason}.` });

/** Signers by digest and signature: recovering one takes most of a proof's time, and proofs share headers. */
const signers = new Map<string, string | undefined>();
const MAX_SIGNERS = 2000;

function recoverSigner(digest: Uint8Array, signature: string): string | undefined {
  const normalized = normalizeSignature(signature);
  if (normalized === undefined) return undefined;
  const key = bytesToHex(digest) + normalized;
  if (!signers.has(key)) {
    if (signers.size >= MAX_SIGNERS) signers.clear();
    signers.set(key, recoverAddress(digest, normalized));
  }
  return signers.get(key);
}

/** Throws `PARENT_MISMATCH` unless each header names the one before it. */
export function checkLinks(headers: readonly Header[]): void {
  headers.forEach(({ number, parentBlockID }, index) => {
    const parent = headers[index - 1];
    if (parent === undefined) return;
    if (number !== parent.number + 1 || parentBlockID !== parent.blockID)
      throw notProven(
        'PARENT_MISMATCH',
        number,
        `its parent is ${parentBlockID}, but block ${parent.number} is ${parent.blockID}`,
      );
  });
}

/** Number of earlier headers that a block's turn depends on: its parent's and its grandparent's. */
export const headersBefore = (number: number): number => Math.min(2, number);

/**
 * Verifies who made a block and whether it was its turn. The header is linked to its parent.
 *
 * Source: docs/protocol/proofs.md, Who signs; docs/protocol/proofs.md, Whose turn it is.
 *
 * @param before - the headers of its parent's parent, if it has one, and of its parent
 */
export function verifyProducer(
  schedule: WitnessSchedule,
  { header, signature, before }: { header: Header; signature: string; before: readonly Header[] },
): void {
  const { number, time, witness, digest } = header;
  const parent = before.at(-1);
  const grandparent = before.at(-2);
  if (parent === undefined) throw argumentInvalid('number of the block', number, 'an integer from 1');
  // The first block is not held to the schedule, and its maintenance changes no list.
  const { witnesses } = cycleAfter(schedule, number === 1 ? header : parent);
  const producer = witnesses.find(({ address }) => address === witness);
  if (producer === undefined) throw notProven('BLOCK_SIGNATURE_INVALID', number, `${witness} is not an active witness`);
  const signer = recoverSigner(digest, signature);
  if (signer !== producer.signer)
    throw notProven(
      'BLOCK_SIGNATURE_INVALID',
      number,
      `its signature is by ${signer ?? 'no key'}, not by ${producer.signer}, the key of its witness`,
    );
  if (grandparent === undefined) return;
  const scheduled = findProducer(schedule, { time, parent, grandparent });
  if (scheduled?.address !== producer.address) {
    const turn =
      scheduled === undefined ? 'no slot had started by its time' : `it was the turn of ${scheduled.address}`;
    throw notProven('WITNESS_OUT_OF_TURN', number, `${producer.address} made it, but ${turn}`);
  }
}
