import { argumentInvalid, integerArgument } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { decodeRawData } from '../transaction/decode-raw-data.ts';
import { lagOf, MAX_LAG_MS } from '../transaction/head-lag.ts';
import { transactionArgument } from '../transaction/transaction-argument.ts';
import { RAW_DATA_LAYOUT } from '../transaction/transaction-layout.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { decodeMessage } from '../transaction/wire/decode-message.ts';
import { encodeMessage } from '../transaction/wire/encode-message.ts';

/** No node takes a transaction that expires later than this after its head. */
const LONGEST_LIFE_MS = 86_400_000;

/** The time of the head on which a transaction was built. If its expiration does not tell, the earliest possible. */
function headOf(transaction: Transaction): number {
  const lagMs = lagOf(transaction);
  return transaction.timestamp - (lagMs >= 0 && lagMs < MAX_LAG_MS ? lagMs : MAX_LAG_MS);
}

/**
 * A copy of an unsigned transaction that expires later: a node gives it a minute, and signatures by people or devices
 * take longer. Its id changes with its bytes, and so does the address of a contract that it deploys; nothing else
 * changes. Until it expires, anyone who has it can send it, so do not sign another one for the same purpose.
 *
 * A node takes a transaction that expires up to 24 hours after its newest block. That block was up to half a minute old
 * when the transaction was built, so a lifetime of a day less half a minute is always accepted.
 *
 * Source: docs/protocol/http.md, Broadcast; docs/protocol/transfers.md, Fields the node fills.
 *
 * @param transaction - without signatures, which would not be valid any more; it is not changed
 * @param expiration - in milliseconds since 1970: later than the transaction's, at most a day after the block on
 * which it was built
 * @throws `ARGUMENT_INVALID`, also for a signed transaction; `SIGNATURE_INVALID` when its id is not the hash of its
 * bytes
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction } from '@coin/rpc';
 * import { extendExpiration } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner, to, amount: 1_000_000n });
 * const forDevices = extendExpiration(transfer, transfer.timestamp + 3_600_000);
 * forDevices.expiration - forDevices.timestamp; // => 3_600_000
 * forDevices.txID === transfer.txID; // => false
 * ```
 */
export function extendExpiration(transaction: Transaction, expiration: number): Transaction {
  const checked = transactionArgument(transaction);
  if (checked.signatures.length > 0)
    throw argumentInvalid(
      'transaction',
      `${checked.txID}, signed`,
      'without signatures, because they belong to its present bytes',
    );
  integerArgument('expiration', expiration, {
    min: checked.expiration + 1,
    max: headOf(checked) + LONGEST_LIFE_MS,
  });
  const raw = decodeMessage(RAW_DATA_LAYOUT, hexToBytes(checked.rawDataHex));
  const extended = encodeMessage(RAW_DATA_LAYOUT, { ...raw, expiration: BigInt(expiration) });
  return decodeRawData('transaction', bytesToHex(extended));
}
