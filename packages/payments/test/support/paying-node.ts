import { createHash } from 'node:crypto';
import { createKeySigner } from '@coin/rpc/signer';
import built from '../fixtures/transfer.json' with { type: 'json' };
import { clientOf, RECORDED_AT, type SentRequest } from './client-of.ts';
import { simulateChain, type SimulatedChain } from './simulated-chain.ts';

/** Signs for the owner of the recorded transfer. */
export const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');

/** The recorded transfer, which this node builds whatever it is asked to. */
export const transfer = {
  kind: 'transfer',
  owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
  to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
  amount: 1_000_000n,
} as const;

/** A call of a token by the same owner. */
export const call = {
  kind: 'call',
  owner: transfer.owner,
  contract: transfer.to,
  functionSelector: 'transfer(address,uint256)',
  parameter: '00'.repeat(64),
} as const;

function varint(value: number): string {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.of(...bytes, Number(rest)).toString('hex');
}

/** The recorded transfer, built at another time. */
function buildAt(now: number, lagMs: number): object {
  const { raw_data: data, raw_data_hex: hex } = built;
  const [timestamp, expiration] = [now, now - lagMs + 60_000];
  const patched = hex
    .replace(`40${varint(data.expiration)}`, `40${varint(expiration)}`)
    .replace(`70${varint(data.timestamp)}`, `70${varint(timestamp)}`);
  return {
    ...built,
    txID: createHash('sha256').update(patched, 'hex').digest('hex'),
    raw_data_hex: patched,
    raw_data: { ...data, expiration, timestamp },
  };
}

/** What the network charges. */
export const PRICES = {
  getMaxFeeLimit: 15_000_000_000,
  getMaintenanceTimeInterval: 21_600_000,
  getEnergyFee: 100,
  getTransactionFee: 1000,
  getCreateAccountFee: 100_000,
  getMemoFee: 1_000_000,
};
const PARAMETERS = Object.entries(PRICES).map(([key, value]) => ({ key, value }));

/** What this node does with what it is asked. */
export interface PayingNodeScript {
  /** Instead of any answer. */
  fault?: (path: string) => Response | Promise<Response> | undefined;
  /** How old the head is. */
  lagMs?: () => number;
  /** Instead of building a transaction. */
  build?: (now: number) => Response | undefined;
  /** Instead of accepting a broadcast. */
  broadcast?: (txID: string) => object | undefined;
  /** What an info says besides that it is in a block. */
  info?: object;
  /** The coin of each account, in small units; far more than any payment without it. */
  balance?: (address: string) => number;
  /** What else an account has, such as permissions. */
  account?: object;
  /** The free bandwidth that an account has left. */
  freeBandwidth?: number;
  chain?: SimulatedChain;
}

/** A node that includes accepted transactions in its next block. In its time pauses pass immediately, and together. */
export function payingNode({
  fault = () => undefined,
  lagMs = () => 0,
  build = () => undefined,
  broadcast = () => undefined,
  info = {},
  balance = () => 1e15,
  account = {},
  freeBandwidth = 600,
  chain = simulateChain(),
}: PayingNodeScript = {}) {
  let now = RECORDED_AT;
  /** When each transaction was accepted; tests change it as a fork does. */
  const paid = new Map<string, number>();
  const bodies = new Map<string, object>();
  const answer = ({ path, body }: SentRequest): Response => {
    chain.includeAll(paid, bodies);
    const head = now - lagMs();
    const headTime = path.startsWith('/walletsolidity') ? head - 60_000 : head;
    if (path === '/wallet/createtransaction') return build(now) ?? Response.json(buildAt(now++, lagMs()));
    if (path === '/wallet/triggersmartcontract')
      return Response.json({ Error: 'class java.lang.NullPointerException : no contract' });
    if (path.endsWith('/getaccount'))
      return Response.json({ address: body.address, balance: balance(String(body.address)), ...account });
    if (path === '/wallet/getaccountresource') return Response.json({ freeNetLimit: freeBandwidth });
    if (path === '/wallet/getchainparameters') return Response.json({ chainParameter: PARAMETERS });
    if (path === '/wallet/broadcasttransaction') {
      const txID = String(body.txID);
      bodies.set(txID, { raw_data: body.raw_data, raw_data_hex: body.raw_data_hex });
      const { expiration } = body.raw_data as { expiration: number };
      // As a node does, whose newest block is after the expiration.
      const expired = { code: 'TRANSACTION_EXPIRATION_ERROR', message: '', txid: txID };
      const rejection = broadcast(txID) ?? (expiration <= now ? expired : undefined);
      if (rejection === undefined && !paid.has(txID)) paid.set(txID, now);
      return Response.json(rejection ?? { result: true, txid: txID });
    }
    if (!path.endsWith('/gettransactioninfobyid')) return Response.json(chain.answer(path, body, headTime) ?? {});
    const found = chain.infoOf(String(body.value), headTime);
    return Response.json('id' in found ? { ...found, ...info } : {});
  };
  const clock = {
    now: () => now,
    async sleep(ms: number) {
      const until = now + Math.ceil(ms);
      await new Promise((resolve) => setImmediate(resolve));
      now = Math.max(now, until);
    },
  };
  const { client, requests } = clientOf((request) => fault(request.path) ?? answer(request), { clock });
  return { client, requests, paid, clock };
}
