import { createFeePlanner } from '@coin/fee/planner';
import { createOutbox, isPaymentsError, type OutboxEntry, type OutboxIntent, type OutboxStore } from '@coin/payments';
import { type Address, isRpcError, type NodeClient, type Signer } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';

/** What the service is made of. */
export interface WithdrawalsOptions {
  client: NodeClient;
  /** The wallet that pays. */
  owner: Address;
  /** The keys of this process. Signatures by other keys of the wallet come with requests. */
  signers: readonly Signer[];
  /** The permission of the wallet that signs; its owner permission by default. */
  permissionId?: number;
  /** How long signatures may take, in milliseconds. */
  maxSigningMs?: number;
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
function readIntent(
  { owner, permissionId = 0 }: Pick<WithdrawalsOptions, 'owner' | 'permissionId'>,
  id: string,
  body: unknown,
): OutboxIntent | undefined {
  const { to, token, amount: digits } = Object(body) as Record<string, unknown>;
  if (typeof to !== 'string' || typeof digits !== 'string' || !/^\d{1,78}$/.test(digits)) return undefined;
  const transfer = { owner, to, amount: BigInt(digits), permissionId };
  if (token === undefined) return { kind: 'transfer', ...transfer, memo: id };
  return typeof token === 'string' ? { kind: 'transfer-token', ...transfer, token } : undefined;
}

/** What signers need: the transaction, and the keys that have not signed it. */
const shownSignatures = ({ waitsFor, transaction }: OutboxEntry) =>
  waitsFor?.kind === 'signatures'
    ? { transaction, until: waitsFor.until, missing: waitsFor.unsigned.map(({ address }) => address) }
    : undefined;

const shown = (entry: OutboxEntry) => ({
  id: entry.id,
  status: entry.status,
  txID: entry.txID,
  fee: entry.fee?.toString(),
  problem: entry.problem,
  signatures: shownSignatures(entry),
});

const failure = (status: number, code: string): Response => Response.json({ code }, { status });

/** A service over an outbox; several processes with one store may serve it, and one of them pays. */
export function createWithdrawals(options: WithdrawalsOptions): Withdrawals {
  const { client, signers, maxSigningMs = 60_000, store, log, leaseMs = 30_000 } = options;
  const planner = createFeePlanner({ source: createEnergySource(client), clock: client.clock });
  const outbox = createOutbox({
    client,
    signer: signers,
    maxSigningMs,
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
    const intent = readIntent(options, id, await request.json().catch(() => undefined));
    if (intent === undefined) return failure(400, 'REQUEST_INVALID');
    try {
      return Response.json(shown(await outbox.enqueue(id, intent)), { status: 202 });
    } catch (error) {
      if (isPaymentsError(error, 'ARGUMENT_INVALID') && error.context.argument === 'id')
        return failure(409, 'ID_IN_USE');
      throw error;
    }
  }

  async function sign(id: string, request: Request): Promise<Response> {
    const { signature, address } = Object(await request.json().catch(() => undefined)) as Record<string, unknown>;
    const given = { signature: String(signature), address: String(address) };
    return Response.json(shown(await outbox.addSignature(id, given)));
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const [, resource, name = '', action] = pathname.split('/');
      if (resource !== 'withdrawals' || name === '') return failure(404, 'NOT_FOUND');
      try {
        const id = decodeURIComponent(name);
        if (request.method === 'PUT' && action === undefined) return await put(id, request);
        if (request.method === 'POST' && action === 'signatures') return await sign(id, request);
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
