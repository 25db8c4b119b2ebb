import type { SmallUnits } from '@coin/units';
import { toAddress, type Address } from '../encoding/address.ts';
import type { Block } from '../answers/block.ts';
import { RpcError } from '../errors.ts';

/** Coin that moved from one account to another by a transaction of its own. */
export interface Transfer {
  txID: string;
  from: Address;
  to: Address;
  /** Small units. */
  amount: SmallUnits;
  /** Hex of the memo's bytes: what an exchange tells its depositors apart by. */
  memoHex?: string;
}

/**
 * The coin transfers of a block that succeeded, in its order; amounts in small units. Coin that contracts send is not among them: it stands in
 * `internalTransactions` of the transactions' infos. Who credits deposits reads blocks with `state: 'solid'`.
 *
 * @param block - as `getBlock`, `getBlocks` or `getNowBlock` gave it
 * @throws `RESPONSE_UNEXPECTED` when a transfer has no readable address or amount
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes.
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
  return block.transactions
    .filter(({ type, result }) => type === 'TransferContract' && result === 'SUCCESS')
    .map(({ txID, value, memoHex }) => {
      const { owner_address: from, to_address: to, amount } = value;
      const exact = typeof amount === 'bigint' || Number.isSafeInteger(amount);
      if (!exact || typeof from !== 'string' || typeof to !== 'string' || txID === '')
        throw new RpcError('RESPONSE_UNEXPECTED', {
          path: `block ${block.number}`,
          field: txID,
          reason: 'incomplete transfer',
        });
      const transfer = { txID, from: toAddress(from), to: toAddress(to), amount: BigInt(amount as number | bigint) };
      return memoHex === undefined ? transfer : { ...transfer, memoHex };
    });
}
