import { randomUUID } from 'node:crypto';
import { type FeePlanner } from '@coin/fee/planner';
import { type OutboxIntent, type OutboxQueue } from '@coin/payments';
import { type PostgresQueryable } from '@coin/payments/postgres';
import { type Address } from '@coin/rpc';
import { encodeCall, trc20Abi } from '@coin/rpc/abi';
import { getResourceState } from '@coin/rpc/fee-prices';
import { transact } from './database.ts';
import { log, type Exchange } from './setup.ts';
import { balanceOf, chooseReceiver, transferOf } from './wallets.ts';

const COIN = 1_000_000n;
/** What a deposit address keeps, to burn for bandwidth once it has used up its free bytes of the day. */
const RESERVE = COIN;
/** Number of addresses that are swept at a time. */
const BATCH = 20;

const ENDED = /^(?:succeeded|failed|rejected|cancelled)$/;

/** An address whose deposits are to be swept. */
interface Due {
  readonly id: string;
  readonly address: Address;
  /** The last step of its last sweep. */
  readonly last: string | null;
  readonly amount: string;
  readonly deposits: readonly string[];
}

interface Step {
  readonly name: string;
  readonly intent: OutboxIntent;
  /** The step without which this one makes no sense. */
  readonly after?: string;
}

/** The stake whose energy a call needs, in small units, as the network divides energy now. A coin more, for rounding. */
async function stakeFor({ client, treasury }: Exchange, energy: bigint): Promise<bigint> {
  const state = await getResourceState(client, { address: treasury.address });
  if (state === undefined) throw new Error('the treasury has no account');
  const { limit, weight } = state.network.energy;
  return ((energy * weight) / limit + 2n) * COIN;
}

/**
 * The steps that empty a deposit address. A token needs energy there, which the treasury lends for the transfer. An
 * address that only got tokens has no account yet: the first coin from the treasury creates it.
 */
async function planSteps(
  exchange: Exchange,
  planner: Pick<FeePlanner, 'plan'>,
  { address, currency, amount }: { address: Address; currency: string; amount: bigint },
): Promise<Step[]> {
  const owner = exchange.treasury.address;
  const coin = await balanceOf(exchange, address, 'coin');
  const to = await chooseReceiver(exchange, currency);
  if (currency === 'coin') {
    const spare = coin - RESERVE < amount ? coin - RESERVE : amount;
    return spare > 0n ? [{ name: 'transfer', intent: { kind: 'transfer', owner: address, to, amount: spare } }] : [];
  }
  const intent = transferOf(currency, { owner: address, to, amount });
  const fund: Step = { name: 'fund', intent: { kind: 'transfer', owner, to: address, amount: RESERVE } };
  const [funding, afterFund] = coin < RESERVE ? [[fund], { after: 'fund' }] : [[], {}];
  if (!currency.startsWith('T')) return [...funding, { name: 'transfer', intent, ...afterFund }];
  const data = encodeCall({ abi: trc20Abi, functionName: 'transfer', args: [to, amount] });
  const { energy } = await planner.plan({ owner: address, contract: currency, ...data });
  const lent = { owner, receiver: address, amount: await stakeFor(exchange, energy), resource: 'ENERGY' } as const;
  return [
    ...funding,
    { name: 'lend', intent: { kind: 'delegate', ...lent }, ...afterFund },
    { name: 'transfer', intent, after: 'lend' },
    // Also if the transfer failed.
    { name: 'return', intent: { kind: 'undelegate', ...lent }, after: 'lend' },
  ];
}

/**
 * Enqueues the sweeps of the addresses whose deposits reach the threshold of their currency. Each deposit is swept once,
 * and each address by one sweep at a time.
 */
export async function sweepOnce(
  exchange: Exchange,
  queue: OutboxQueue<PostgresQueryable>,
  planner: Pick<FeePlanner, 'plan'>,
): Promise<void> {
  const { pool, settings } = exchange;
  for (const [currency, least] of Object.entries(settings.sweepFrom)) {
    const { rows } = await pool.query<Due>(
      `SELECT customers.id, address, customers.sweep AS last, sum(amount)::text AS amount, array_agg(journal.id) AS deposits
       FROM journal JOIN customers ON customers.id = customer
       WHERE kind = 'deposit' AND journal.sweep IS NULL AND currency = $1
       GROUP BY customers.id HAVING sum(amount) >= $2 ORDER BY sum(amount) DESC LIMIT ${BATCH}`,
      [currency, least],
    );
    for (const { id: customer, address, last, amount, deposits } of rows) {
      if (last !== null && !ENDED.test((await queue.get(last))?.status ?? '')) continue;
      const sweep = `sweep ${randomUUID()}`;
      const steps = await planSteps(exchange, planner, { address, currency, amount: BigInt(amount) });
      const end = steps.at(-1);
      if (end === undefined) continue;
      await transact(pool, async (db) => {
        // No row if another worker was faster.
        const begin = 'UPDATE customers SET sweep = $2 WHERE id = $1 AND sweep IS NOT DISTINCT FROM $3';
        if ((await db.query(begin, [customer, `${sweep} ${end.name}`, last])).rowCount === 0) return;
        await db.query('UPDATE journal SET sweep = $2 WHERE id = ANY($1)', [deposits, sweep]);
        for (const { name, intent, after } of steps) {
          const place = { group: `sweep ${address}`, transaction: db, ...(after && { after: `${sweep} ${after}` }) };
          await queue.enqueue(`${sweep} ${name}`, intent, place);
        }
        log({ sweep, address, currency, amount, steps: steps.length });
      });
    }
  }
}
