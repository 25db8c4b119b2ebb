import { watchBlocks, type AbortSignalLike, type Address, type NodeClient } from '@coin/rpc';
import { argumentInvalid, integerArgument, listArgument, rejectUnknown } from '../arguments.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { rejectOtherForms } from './address-form.ts';
import { chainMovements, type Movement } from './chain-movements.ts';

/** A change of an account in your ledger. */
export interface LedgerEntry extends Movement {
  /** The time of its block, in milliseconds since 1970. */
  readonly time: number;
}

/** An account's currency on a day on which ledger and chain have other sums. */
export interface LedgerDifference {
  readonly account: Address;
  readonly currency: string;
  /** Of the block times, in UTC: `2026-11-29`. */
  readonly day: string;
  /** The sum of the ledger's entries, in smallest units. */
  readonly ledger: bigint;
  /** The sum of what the chain moved. */
  readonly chain: bigint;
}

/** What to compare. */
export interface ReconcileOptions {
  readonly client: NodeClient;
  /** The accounts in base58check: wallets, and deposit addresses. */
  readonly accounts: ReadonlySet<Address>;
  /** The first and the last block, which must be solid. */
  readonly fromBlock: number;
  readonly toBlock: number;
  /** The ledger's entries of these blocks. */
  readonly ledger: Iterable<LedgerEntry> | AsyncIterable<LedgerEntry>;
  /** Contracts of TRC-20 tokens; none by default. */
  readonly tokens?: readonly Address[];
  /** Ids of TRC-10 tokens; none by default. */
  readonly tokenIds?: readonly string[];
  readonly signal?: AbortSignalLike;
}

type Sums = Map<string, { ledger: bigint; chain: bigint }>;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function add(sums: Sums, side: 'ledger' | 'chain', { account, currency, amount, time }: LedgerEntry): void {
  const key = `${dayOf(time)} ${account} ${currency}`;
  const sum = sums.get(key) ?? { ledger: 0n, chain: 0n };
  sum[side] += amount;
  sums.set(key, sum);
}

/**
 * Compares a ledger with the chain, to the unit, and returns each account, currency and day with a difference. The chain
 * side is everything that moves the balance of an account: transfers of coin and of the given tokens, also by contracts,
 * fees, stake, and rewards that were withdrawn. The ledger needs an entry for each, in smallest units.
 *
 * What contracts move is known only if the node keeps internal transactions (`vm.saveInternalTx`).
 *
 * Source: docs/protocol/transfers.md; docs/protocol/contract-calls.md, Receipt and TransactionInfo.
 *
 * @param options - `client`, `accounts`, `fromBlock`, `toBlock`, `ledger`; `tokens`, `tokenIds`; `signal`
 * @returns the differences, by day; empty if all sums are equal
 * @throws `ARGUMENT_INVALID`, also for an entry of another account; any error of `ledger`; an `RpcError` when the node
 * fails
 *
 * @example
 * ```ts
 * import { reconcile } from '@coin/payments';
 * import { createNodeClient } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const account = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const ledger = [{ account, currency: 'gold', amount: 5n, time: 0 }];
 * await reconcile({ client, accounts: new Set(), fromBlock: 1, toBlock: 2, ledger }); // throws ARGUMENT_INVALID
 * ```
 */
export async function reconcile(options: ReconcileOptions): Promise<LedgerDifference[]> {
  rejectUnknown(options, ['client', 'accounts', 'fromBlock', 'toBlock', 'ledger', 'tokens', 'tokenIds', 'signal']);
  const { client, accounts, fromBlock, toBlock, ledger, tokens = [], tokenIds = [], signal } = options;
  rejectOtherForms(accounts);
  integerArgument('fromBlock', fromBlock);
  integerArgument('toBlock', toBlock, { min: fromBlock });
  const accepted = { tokens: listArgument('tokens', tokens), tokenIds: listArgument('tokenIds', tokenIds) };
  const sums: Sums = new Map();
  for await (const entry of ledger) {
    if (!accounts.has(entry.account)) throw argumentInvalid('ledger', entry.account, 'entries of the given accounts');
    add(sums, 'ledger', entry);
  }
  const args = { state: 'solid', fromBlock, infos: true } as const;
  for await (const { block, infos } of watchBlocks(client, args, omitUndefined({ signal }))) {
    for (const movement of chainMovements(block, infos, accepted))
      if (accounts.has(movement.account)) add(sums, 'chain', { ...movement, time: block.time });
    if (block.number >= toBlock) break;
  }
  return [...sums]
    .filter(([, { ledger: booked, chain }]) => booked !== chain)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => {
      const [day = '', account = '', currency = ''] = key.split(' ');
      return { account, currency, day, ...sum };
    });
}
