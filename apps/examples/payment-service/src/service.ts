import {
  type Address,
  createTransaction,
  getBalance,
  isRpcError,
  type NodeClient,
  sendTransaction,
  type Signer,
  type TransactionInfo,
} from '@coin/rpc';

/** A payment that was asked for, and its only transaction. */
interface Payment {
  readonly to: string;
  readonly amount: bigint;
  readonly outcome: Promise<TransactionInfo>;
}

/** Errors by which it is certain that nothing was sent. */
const rejected = ['ADDRESS_INVALID', 'ARGUMENT_INVALID', 'VALIDATION_FAILED'] as const;

/** Answers questions about balances, and pays each payment once; amounts are strings of small units. */
export function createService(
  client: NodeClient,
  signer: Signer & { readonly address: Address },
): (request: Request) => Promise<Response> {
  const payments = new Map<string, Payment>();

  function pay(id: string, to: string, amount: bigint): Payment {
    const transaction = createTransaction(client, { owner: signer.address, to, amount });
    const payment = { to, amount, outcome: sendTransaction(client, { transaction, signer }) };
    payments.set(id, payment);
    payment.outcome.catch((error) => {
      if (rejected.some((code) => isRpcError(error, code))) payments.delete(id);
    });
    return payment;
  }

  return async (request) => {
    const [, resource = '', name = ''] = new URL(request.url).pathname.split('/');
    try {
      if (request.method === 'GET' && resource === 'balances')
        return Response.json({ smallUnits: String(await getBalance(client, { address: name })) });
      if (request.method !== 'PUT' || resource !== 'payments' || name === '') return failure(404, 'NOT_FOUND');
      const { to, smallUnits } = Object(await request.json().catch(() => undefined));
      if (typeof to !== 'string' || !/^\d{1,19}$/.test(smallUnits)) return failure(400, 'REQUEST_INVALID');
      const amount = BigInt(smallUnits);
      const payment = payments.get(name) ?? pay(name, to, amount);
      if (payment.to !== to || payment.amount !== amount) return failure(409, 'ID_IN_USE');
      const { txID, fee } = await payment.outcome;
      return Response.json({ txID, fee: String(fee) });
    } catch (error) {
      if (!isRpcError(error)) throw error;
      return failure(statusOf(error.code), error.code);
    }
  };
}

const failure = (status: number, code: string): Response => Response.json({ code }, { status });

function statusOf(code: string): number {
  if (code === 'ADDRESS_INVALID' || code === 'ARGUMENT_INVALID') return 400;
  if (code === 'VALIDATION_FAILED') return 422;
  return code === 'BROADCAST_OUTCOME_UNKNOWN' ? 202 : 502;
}
