import { type Address } from '@coin/units';
import { toAddress } from '../address/address.ts';
import { argumentInvalid, rejectUnknown } from '../encoding/arguments.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { RpcError } from '../errors.ts';
import { normalizeSignature } from '../transaction/normalize-signature.ts';
import { transactionArgument } from '../transaction/transaction-argument.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { recoverAddress } from './recover-address.ts';

/** A signature with the address of the key that made it. */
interface SignedBy {
  readonly address: Address;
  readonly signature: string;
}

/** The address that made a signature of a transaction whose id was verified to be the hash of its bytes. */
function readSignature(txID: string, given: unknown): SignedBy {
  const signature = normalizeSignature(given);
  if (signature === undefined)
    throw new RpcError('SIGNATURE_INVALID', {
      txID,
      reason: 'wrong form',
      detail: 'not 65 bytes of r, s, recovery id',
    });
  const address = recoverAddress(hexToBytes(txID), signature);
  if (address === undefined)
    throw new RpcError('SIGNATURE_INVALID', { txID, reason: 'no key', detail: 'no key can have made this signature' });
  return { address, signature };
}

/**
 * The addresses of the keys that signed a transaction, in the order of its signatures.
 *
 * Source: docs/protocol/permissions.md, Signature check.
 *
 * @param transaction - signed or not
 * @throws `SIGNATURE_INVALID` when a signature cannot be one of this transaction; `ARGUMENT_INVALID` when its fields
 * differ from its bytes
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, signTransaction } from '@coin/rpc';
 * import { createKeySigner, signersOf } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner: signer.address, to, amount: 1_000_000n });
 * signersOf(await signTransaction(transfer, signer)); // => ['TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi']
 * ```
 */
export function signersOf(transaction: Transaction): Address[] {
  const { txID, signatures } = transactionArgument(transaction);
  return signatures.map((signature) => readSignature(txID, signature).address);
}

/** A returned signature, and the address that must have made it. */
export interface AddSignatureArgs {
  /** 65 bytes of r, s and a recovery id of 0, 1, 27 or 28, or their hex. */
  readonly signature: Uint8Array | string;
  /** The address of the key that was asked to sign: base58check or 41-hex. */
  readonly address: string;
}

/**
 * A copy of the transaction with a signature that was made elsewhere. It must belong to this transaction and be made by
 * the key of this address. A key that has signed already is not added a second time.
 *
 * Source: docs/protocol/permissions.md, Signature check.
 *
 * @param transaction - it is not changed
 * @param args - `signature`: 65 bytes or their hex; `address`: who was asked to sign
 * @throws `SIGNATURE_INVALID` when the signature has another form, belongs to another transaction or was made by
 * another key; `ADDRESS_INVALID`, `ARGUMENT_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction } from '@coin/rpc';
 * import { addSignature, createKeySigner, signingPayload } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const device = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const { address } = device;
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner: address, to, amount: 1_000_000n });
 * const signature = device.sign(signingPayload(transfer).digest);
 * addSignature(transfer, { signature, address }).signatures.length; // => 1
 * addSignature(transfer, { signature, address: to }); // throws SIGNATURE_INVALID
 * ```
 */
export function addSignature(transaction: Transaction, args: AddSignatureArgs): Transaction {
  const checked = transactionArgument(transaction);
  const { txID } = checked;
  rejectUnknown(args, ['signature', 'address']);
  const expected = toAddress(args.address);
  const { address, signature } = readSignature(txID, args.signature);
  if (address !== expected)
    throw new RpcError('SIGNATURE_INVALID', {
      txID,
      reason: 'wrong key',
      detail: `the signature is by ${address} instead of ${expected}`,
    });
  return combineSignatures([checked, { ...checked, signatures: [signature] }]);
}

/**
 * Combines the copies of a transaction that several signers return, in any order, into one with one signature per key.
 * The signatures are sorted by address, so the order of the copies does not affect the result.
 *
 * Source: docs/protocol/permissions.md, Signature check: a key that signs twice makes the transaction invalid.
 *
 * @param transactions - at least one; all have the same id
 * @throws `ARGUMENT_INVALID` when there is none, or one has another id; `SIGNATURE_INVALID` when a signature cannot be
 * one of this transaction
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, signTransaction } from '@coin/rpc';
 * import { combineSignatures, createKeySigner } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const first = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const second = createKeySigner('11'.repeat(32));
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner: first.address, to, amount: 1_000_000n });
 * const copies = [await signTransaction(transfer, first), await signTransaction(transfer, second)];
 * combineSignatures([...copies, ...copies]).signatures.length; // => 2
 * ```
 */
export function combineSignatures(transactions: readonly Transaction[]): Transaction {
  const copies = transactions.map(transactionArgument);
  const [first] = copies;
  if (first === undefined) throw argumentInvalid('transactions', transactions, 'one transaction or more');
  const { txID } = first;
  for (const copy of copies)
    if (copy.txID !== txID) throw argumentInvalid('transactions', copy.txID, `copies of the transaction ${txID}`);
  const signed = copies.flatMap(({ signatures }) => signatures.map((signature) => readSignature(txID, signature)));
  // If a key has several valid signatures, keeps the first in the order of their digits.
  signed.sort((a, b) => (a.address + a.signature < b.address + b.signature ? -1 : 1));
  const kept = signed.filter(({ address }, index) => address !== signed[index - 1]?.address);
  return { ...first, signatures: kept.map(({ signature }) => signature) };
}
