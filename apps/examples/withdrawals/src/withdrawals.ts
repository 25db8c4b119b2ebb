import { createFeePlanner } from '@coin/fee/planner';
import { createOutbox, isPaymentsError, type OutboxEntry, type OutboxIntent, type OutboxStore } from '@coin/payments';
import { type Address, isRpcError, type NodeClient, type Signer } from '@coin/rpc';
import { encodeCall, trc20Abi } from '@coin/rpc/abi';
import { createEnergySource } from '@coin/rpc/energy-source';

/** What the service is made of. */
export interface WithdrawalsOptions {
  client: NodeClient;
  signer: Signer & { readonly address: Address };
  store: OutboxStore;
  /** Called with each event: a fee limit that was planned, and each change of a withdrawal. */
  log: (event: Readonly<Record<string, unknown>>) => void;
  /** How long after the end of a process that was killed another one takes over, in milliseconds. */
  leaseMs?: number;
}

/** Withdrawals of coin and tokens, each paid once. */
export interface Withdrawals {
  /** Answers a request. */
  handle: (request: Request) => Promise<Response>;
  /** Pays until the signal aborts. */
  run: (signal: AbortSignal) => Promise<void>;
}

/** The withdrawal that a request's body asks for; undefined where it is none. */
function readIntent(owner: Address, id: string, body: unknown): OutboxIntent | undefined {
  const { to, token, amount } = Object(body) as Record<string, unknown>;
  if (typeof to !== 'string' || typeof amount !== 'string' || !/^\d{1,78}$/.test(amount)) return undefined;
  if (token === undefined) return { kind: 'transfer', owner, to, amount: BigInt(amount), memo: id };
  if (typeof token !== 'string') return undefined;
  const transfer = encodeCall({ abi: trc20Abi, functionName: 'transfer', args: [to, BigInt(amount)] });
  return { kind: 'call', owner, contract: token, ...transfer };
}

const shown = ({ id, status, txID, fee, problem }: OutboxEntry) => ({
  id,
  status,
  txID,
  fee: fee?.toString(),
  problem,
});

const failure = (status: number, code: string): Response => Response.json({ code }, { status });

/** A service over an outbox; several processes with one store may serve it, and one of them pays. */
export function createWithdrawals({ client, signer, store, log, leaseMs = 30_000 }: WithdrawalsOptions): Withdrawals {
  const planner = createFeePlanner({ source: createEnergySource(client), clock: client.clock });
  const outbox = createOutbox({
    client,
    signer,
    store,
    leaseMs,
    onChange: (entry) => log(shown(entry)),
    async planFeeLimit(call) {
      const { feeLimit, expectedFee } = await planner.plan(call);
      log({ planned: call, feeLimit: String(feeLimit), expected: String(expectedFee.total) });
      return feeLimit;
    },
  });

  async function put(id: string, request: Request): Promise<Response> {
    const intent = readIntent(signer.address, id, await request.json().catch(() => undefined));
    if (intent === undefined) return failure(400, 'REQUEST_INVALID');
    try {
      return Response.json(shown(await outbox.enqueue(id, intent)), { status: 202 });
    } catch (error) {
      if (isPaymentsError(error, 'ARGUMENT_INVALID') && error.context.argument === 'id')
        return failure(409, 'ID_IN_USE');
      throw error;
    }
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const [, resource, name = '', action] = pathname.split('/');
      if (resource !== 'withdrawals' || name === '') return failure(404, 'NOT_FOUND');
      try {
        const id = decodeURIComponent(name);
        if (request.method === 'PUT' && action === undefined) return await put(id, request);
        if (request.method === 'POST' && action === 'retry') return Response.json(shown(await outbox.retry(id)));
        if (request.method !== 'GET' || action !== undefined) return failure(404, 'NOT_FOUND');
        const entry = await outbox.get(id);
        return entry === undefined ? failure(404, 'NOT_FOUND') : Response.json(shown(entry));
      } catch (error) {
        const code = isPaymentsError(error) || isRpcError(error) ? error.code : undefined;
        if (code === 'ARGUMENT_INVALID' || code === 'ADDRESS_INVALID' || error instanceof URIError)
          return failure(400, 'REQUEST_INVALID');
        log({ error: String(error) });
        return failure(500, 'STORE_FAILED');
      }
    },
    async run(signal) {
      while (!signal.aborted) {
        try {
          await outbox.run({ signal, whenIdle: 'wait' });
        } catch (error) {
          // The store or the node failed. The next run begins with what the store has by then.
          log({ error: String(error) });
          await client.clock.sleep(1000, { signal }).catch(() => undefined); // the signal ends the loop
        }
      }
    },
  };
}
