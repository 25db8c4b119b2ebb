import { type SmallUnits } from '@coin/units';
import { type Block } from '../answers/block.ts';
import { isAddress, toAddress, type Address } from '../encoding/address.ts';
import { describeValue, listArgument, objectArgument } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { RpcError } from '../errors.ts';

/** Coin that a transfer transaction moved from one account to another. */
export interface Transfer {
  txID: string;
  from: Address;
  to: Address;
  /** Small units. */
  amount: SmallUnits;
  /** Hex of the memo's bytes, by which an exchange may tell its depositors apart. */
  memoHex?: string;
}

const isTransactionId = (value: unknown): boolean => typeof value === 'string' && /^[\da-f]{64}$/.test(value);

/**
 * The successful coin transfers of a block, in its order; amounts in small units. Coin sent by contracts is not among
 * them: see `internalTransactions` in the transactions' infos. To credit deposits, read blocks with `state: 'solid'`.
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes.
 *
 * @param block - as `getBlock`, `getBlocks` or `getNowBlock` returned it
 * @throws `RESPONSE_UNEXPECTED` when a transfer has no valid address or amount
 *
 * @example
 * ```ts
 * import { createNodeClient, getNowBlock, transfersIn } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * transfersIn(await getNowBlock(client)).map(({ to, amount }) => ({ to, amount }));
 * // => [{ to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 5n }]
 * ```
 */
export function transfersIn(block: Block): Transfer[] {
  return listArgument('block.transactions', objectArgument('block', block).transactions)
    .filter(({ type, result }) => type === 'TransferContract' && result === 'SUCCESS')
    .map(({ txID, value, memoHex }) => {
      const { owner_address: from, to_address: to, amount } = objectArgument('value', value);
      const isExact = typeof amount === 'bigint' || (typeof amount === 'number' && Number.isSafeInteger(amount));
      const isAmount = isExact && amount > 0 && amount < 2n ** 63n;
      if (!isAmount || !isAddress(from) || !isAddress(to) || !isTransactionId(txID))
        throw new RpcError('RESPONSE_UNEXPECTED', {
          path: `block ${describeValue(block.number)}`,
          field: describeValue(txID),
          reason: 'not a transfer of 1 to 2^63 - 1 small units between two addresses',
        });
      return omitUndefined({ txID, from: toAddress(from), to: toAddress(to), amount: BigInt(amount), memoHex });
    });
}
