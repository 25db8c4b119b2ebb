import { expectedFee, transactionSize } from '@coin/fee';
import { createFeePlanner } from '@coin/fee/planner';
import { createOutboxQueue, isPaymentsError } from '@coin/payments';
import { getAccount, isRpcError, toAddress } from '@coin/rpc';
import { encodeCall, trc20Abi } from '@coin/rpc/abi';
import { createEnergySource } from '@coin/rpc/energy-source';
import { getFeePrices, getOwnerResources } from '@coin/rpc/fee-prices';
import { book, transact } from './database.ts';
import { operatorPage } from './operator.ts';
import { log, type Exchange } from './setup.ts';
import { choosePayer, transferOf } from './wallets.ts';

/** A wrong request. Its message goes to the customer. */
class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const required = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new RequestError(400, `${name} is missing`);
  return value;
};

function readTransfer({ settings }: Exchange, fields: Readonly<Record<string, unknown>>) {
  const [currency, digits] = [required(fields, 'currency'), required(fields, 'amount')];
  if (!['coin', ...settings.tokens, ...settings.tokenIds].includes(currency))
    throw new RequestError(400, `unknown currency ${currency}`);
  if (!/^[1-9]\d{0,76}$/.test(digits)) throw new RequestError(400, 'amount must be smallest units in digits');
  return { currency, amount: BigInt(digits), to: toAddress(required(fields, 'to')) };
}

/** Answers the requests of customers and operators. Several processes may serve them. */
export function createService(exchange: Exchange): (request: Request) => Promise<Response> {
  const { client, pool, store, deposits, keyOf } = exchange;
  const queue = createOutboxQueue({ store });
  const planner = createFeePlanner({ source: createEnergySource(client), clock: client.clock });

  /** Gives a customer an address, the same one each time. */
  async function putCustomer(id: string): Promise<void> {
    await transact(pool, async (db) => {
      await db.query('INSERT INTO customers (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
      const { rows } = await db.query<{ key_index: number }>(
        'SELECT key_index FROM customers WHERE id = $1 AND address IS NULL FOR UPDATE',
        [id],
      );
      for (const { key_index: index } of rows) {
        const { address } = keyOf(index);
        await deposits.addAddresses([address], { transaction: db });
        await db.query('UPDATE customers SET address = $2 WHERE id = $1', [id, address]);
      }
    });
  }

  async function getCustomer(id: string) {
    const { rows } = await pool.query<{ address: string }>('SELECT address FROM customers WHERE id = $1', [id]);
    const [customer] = rows;
    if (customer === undefined) throw new RequestError(404, `no customer ${id}`);
    const found = await pool.query<{ currency: string; amount: string }>(
      'SELECT currency, amount FROM balances WHERE customer = $1',
      [id],
    );
    const balances = Object.fromEntries(found.rows.map(({ currency, amount }) => [currency, amount]));
    return { id, address: customer.address, balances };
  }

  /** Subtracts a withdrawal from the balance and enqueues it, in one transaction. */
  async function putWithdrawal(id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const { currency, amount, to } = readTransfer(exchange, fields);
    const customer = required(fields, 'customer');
    const chosen = await choosePayer(exchange, currency, amount);
    await transact(pool, async (db) => {
      const values = [id, customer, currency, amount, to, chosen];
      const { rowCount } = await db.query(
        `INSERT INTO withdrawals (id, customer, currency, amount, recipient, owner) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING`,
        values,
      );
      if (rowCount === 1) {
        await book(db, { id, kind: 'withdrawal', customer, currency, amount: -amount });
        await queue.enqueue(id, transferOf(currency, { owner: chosen, to, amount }), { transaction: db });
        return;
      }
      const same = 'SELECT 1 FROM withdrawals WHERE (id, customer, currency, amount, recipient) = ($1, $2, $3, $4, $5)';
      if ((await db.query(same, values.slice(0, 5))).rowCount === 0)
        throw new RequestError(409, `${id} is another withdrawal`);
    });
  }

  async function getWithdrawal(id: string) {
    const entry = await queue.get(id);
    if (entry === undefined) throw new RequestError(404, `no withdrawal ${id}`);
    const { status, txID, fee, problem } = entry;
    return { id, status, txID, fee: fee?.toString(), problem: problem?.message };
  }

  /** What a withdrawal would burn now. */
  async function quote(fields: Readonly<Record<string, unknown>>) {
    const { currency, amount, to } = readTransfer(exchange, fields);
    const owner = await choosePayer(exchange, currency, amount);
    if (currency.startsWith('T')) {
      const data = encodeCall({ abi: trc20Abi, functionName: 'transfer', args: [to, amount] });
      const plan = await planner.plan({ owner, contract: currency, ...data });
      return { fee: String(plan.expectedFee.total), atMost: String(plan.maxFee) };
    }
    if (currency !== 'coin') throw new RequestError(400, 'fees are known for coin and TRC-20 tokens');
    const size = transactionSize({ kind: 'transfer', amount });
    const createsAccount = (await getAccount(client, { address: to })) === undefined;
    const [prices, resources] = [await getFeePrices(client), await getOwnerResources(client, { address: owner })];
    const transaction = { size, createsAccount };
    return {
      fee: String(expectedFee({ transaction, prices, owner: resources }).total),
      atMost: String(expectedFee({ transaction, prices }).total),
    };
  }

  /** Pays a withdrawal that failed again, or gives the customer the amount back; never both. */
  async function act(action: 'retry' | 'refund', id: string): Promise<void> {
    await transact(pool, async (db) => {
      const { rows } = await db.query<{ customer: string; currency: string; amount: string; refunded_at: Date | null }>(
        'SELECT customer, currency, amount, refunded_at FROM withdrawals WHERE id = $1 FOR UPDATE',
        [id],
      );
      const [row] = rows;
      const { status } = (await queue.get(id)) ?? {};
      if (status !== 'failed' && status !== 'rejected') throw new RequestError(409, `${id} has not failed`);
      if (row !== undefined && row.refunded_at !== null) throw new RequestError(409, `${id} was refunded`);
      if (action === 'retry') return void (await queue.retry(id));
      if (row === undefined) throw new RequestError(404, `no withdrawal ${id}`);
      await db.query('UPDATE withdrawals SET refunded_at = now() WHERE id = $1', [id]);
      const { customer, currency, amount } = row;
      await book(db, { id, kind: 'refund', customer, currency, amount: BigInt(amount) });
    });
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, resource, name = ''] = pathname.split('/');
    const id = decodeURIComponent(name);
    const body = async () => Object(await request.json().catch(() => undefined)) as Record<string, unknown>;
    switch (`${request.method} ${resource}`) {
      case 'PUT customers':
        await putCustomer(id);
        return Response.json(await getCustomer(id));
      case 'GET customers':
        return Response.json(await getCustomer(id));
      case 'PUT withdrawals':
        await putWithdrawal(id, await body());
        return Response.json(await getWithdrawal(id), { status: 202 });
      case 'GET withdrawals':
        return Response.json(await getWithdrawal(id));
      case 'GET fees':
        return Response.json(await quote(Object.fromEntries(searchParams)));
      case 'GET operator':
        return new Response(await operatorPage(queue, id), { headers: { 'content-type': 'text/html; charset=utf-8' } });
      case 'POST retry':
      case 'POST refund':
        await act(resource as 'retry' | 'refund', id);
        return Response.redirect(new URL('/operator', request.url), 303);
      default:
        throw new RequestError(404, 'not found');
    }
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof RequestError) return Response.json({ error: error.message }, { status: error.status });
      const code = isPaymentsError(error) || isRpcError(error) ? error.code : undefined;
      if (code === 'ADDRESS_INVALID' || code === 'ARGUMENT_INVALID' || error instanceof URIError)
        return Response.json({ error: (error as Error).message }, { status: 400 });
      // Source: postgresql.org/docs, errcodes-appendix: check_violation, foreign_key_violation.
      const { code: sql } = Object(error) as { code?: unknown };
      if (sql === '23514') return Response.json({ error: 'the balance is too small' }, { status: 402 });
      if (sql === '23503') return Response.json({ error: 'no such customer' }, { status: 404 });
      log({ error: String(error) });
      return Response.json({ error: 'try again later' }, { status: 503 });
    }
  };
}
